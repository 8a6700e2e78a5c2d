/** A request of git's smart HTTP protocol. Its headers may hold a secret: they are not for logs. */
export interface HttpRequest {
    readonly url: string;
    readonly method: "GET" | "POST";
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Uint8Array | undefined;
}
export interface HttpResponse {
    /** Where the answer came from in the end, after redirects. */
    readonly url: string;
    readonly status: number;
    /** By lower-case names. */
    readonly headers: Readonly<Record<string, string>>;
    readonly body: AsyncIterable<Uint8Array>;
}
/** How requests are sent: by default with `fetch`. */
export type HttpClient = (request: HttpRequest) => Promise<HttpResponse>;
/** Tells the token; nothing or an empty one: there is none. */
export type TokenSource = () => string | undefined | Promise<string | undefined>;
/**
 * Sends requests with Node's `fetch`, which follows redirects and leaves the Authorization header out where one leads
 * to another origin.
 * @param stop ends what is being asked
 */
export declare const fetchUntil: (stop?: AbortSignal) => HttpClient;
export declare const fetchClient: HttpClient;
/** What isomorphic-git's client is asked, as far as it concerns us. */
interface Asked {
    readonly url: string;
    readonly method?: string | undefined;
    readonly headers?: Record<string, string> | undefined;
    readonly body?: Iterable<Uint8Array> | AsyncIterable<Uint8Array> | undefined;
}
interface Told {
    url: string;
    method: string;
    statusCode: number;
    statusMessage: string;
    headers: Record<string, string>;
    body: AsyncIterableIterator<Uint8Array>;
}
/**
 * One conversation with a remote, in the shape of isomorphic-git's HTTP client. What the remote advertises is asked
 * once: who looks at it twice sees the same refs, and only one request is made. The token is a header of every request
 * and nothing else.
 */
export declare class Conversation {
    #private;
    /** @param most bytes that one answer may have */
    constructor(client: HttpClient, token: string | undefined, most: number);
    readonly request: (asked: Asked) => Promise<Told>;
    /** Asks for what will be asked first. The answer is on its way while isomorphic-git is still being loaded. */
    begin(remote: string, service: "git-upload-pack" | "git-receive-pack"): void;
    /**
     * Adds HEAD to what was advertised: a repository whose HEAD is a branch without commits advertises none, and
     * isomorphic-git does not fetch from there.
     */
    addHead(oid: string): void;
}
export {};
