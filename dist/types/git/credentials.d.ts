/** A remote that is reached over HTTP with a token. */
export interface Transport {
    /** The repository's one address, without a user: `https://github.com/acme/site.git`. */
    readonly url: string;
    /** Undefined: a public repository is read. */
    readonly token: string | undefined;
    readonly remote: string;
    /** What the clone's configuration says for the remote, in whatever form: git is led to `url` instead. */
    readonly configured: readonly string[];
    /** Objects are missing in this clone, and any command may fetch them (git-clone(1), --filter). */
    readonly partial: boolean;
}
type Setting = readonly [key: string, value: string];
/**
 * Configuration for one process. It comes last, so it counts before what the files say: the header of the exact address
 * is emptied first, which takes away what others left for it, for its host or for all (actions/checkout leaves its
 * token under the host, in the repository's configuration or in a file that this includes).
 */
export declare function transportConfig({ url, token, remote, configured }: Transport): readonly Setting[];
/** What asks for a password, and what writes down what is sent or how git is configured: none of it for these processes. */
export declare function quiet(env: Readonly<Record<string, string>>): Record<string, string>;
/** Whether a git command gets the token. What runs people's hooks never does. */
export declare const needsTransport: (transport: Transport, command: string, options: {
    readonly hooks?: boolean;
}) => boolean;
/** Takes a token out of a text, as it is and as the header has it. */
export declare const withoutToken: (text: string, token: string | undefined) => string;
export {};
