/*
 * A token reaches git in the environment of the processes that need it, as configuration of one HTTP header: it stands
 * in no URL, no argument, no file and no trace.
 */

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
export function transportConfig({ url, token, remote, configured }: Transport): readonly Setting[] {
  return [
    // The longest match counts, and none is longer than the whole.
    ...[...new Set([url, ...configured])].flatMap((address): Setting[] => [
      [`url.${url}.insteadOf`, address],
      [`url.${url}.pushInsteadOf`, address],
    ]),
    [`remote.${remote}.mirror`, "false"],
    ["protocol.version", "2"],
    // An empty value forgets the helpers that were named before: with a token, nobody else is asked.
    ["credential.helper", ""],
    ["push.pushOption", ""],
    ["push.negotiate", "false"],
    ["fetch.writeCommitGraph", "false"],
    // A redirection would take the header to another address.
    [`http.${url}.followRedirects`, "false"],
    [`http.${url}.extraHeader`, ""],
    ...(token === undefined ? [] : [[`http.${url}.extraHeader`, headerOf(token)] as const]),
  ];
}

const headerOf = (token: string): string => `AUTHORIZATION: basic ${basic(token)}`;

const basic = (token: string): string => Buffer.from(`x-access-token:${token}`, "utf8").toString("base64");

/** What asks for a password, and what writes down what is sent or how git is configured: none of it for these processes. */
export function quiet(env: Readonly<Record<string, string>>): Record<string, string> {
  const left = Object.entries(env).filter(
    ([name]) => !name.startsWith("GIT_TRACE") && name !== "GIT_CURL_VERBOSE",
  );
  return {
    ...Object.fromEntries(left),
    GIT_ASKPASS: "",
    SSH_ASKPASS: "",
    // Over what `trace2.*` of the person's configuration says. An empty value would not count.
    GIT_TRACE2: "0",
    GIT_TRACE2_EVENT: "0",
    GIT_TRACE2_PERF: "0",
    GIT_TRACE2_CONFIG_PARAMS: "coppice.none",
    GIT_TRACE2_ENV_VARS: "COPPICE_NONE",
  };
}

const networkCommands: ReadonlySet<string> = new Set(["fetch", "push", "ls-remote"]);

/** Whether a git command gets the token. What runs people's hooks never does. */
export const needsTransport = (
  transport: Transport,
  command: string,
  options: { readonly hooks?: boolean },
): boolean => networkCommands.has(command) || (transport.partial && options.hooks !== true);

/** Takes a token out of a text, as it is and as the header has it. */
export const withoutToken = (text: string, token: string | undefined): string =>
  token === undefined || token === ""
    ? text
    : text.replaceAll(token, "<secret>").replaceAll(basic(token), "<secret>");
