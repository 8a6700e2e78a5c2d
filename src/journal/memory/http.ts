import { CoppiceError } from "../../lifecycle/errors.js";
import { VERSION } from "../../version.js";

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

/** How long a request may take, its answer included. */
const requestMs = 120_000;

/**
 * Sends requests with Node's `fetch`, which follows redirects and leaves the Authorization header out where one leads
 * to another origin.
 * @param stop ends what is being asked
 */
export const fetchUntil =
  (stop?: AbortSignal): HttpClient =>
  async ({ url, method, headers, body }) => {
    const late = AbortSignal.timeout(requestMs);
    const response = await fetch(url, {
      method,
      headers: { "user-agent": `git/coppice-${VERSION}`, ...headers },
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
      signal: stop === undefined ? late : AbortSignal.any([late, stop]),
    });
    return {
      url: response.url,
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: response.body ?? nothing(),
    };
  };

export const fetchClient: HttpClient = fetchUntil();

async function* nothing(): AsyncGenerator<Uint8Array> {}

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

interface Advertised {
  readonly told: Told;
  readonly bytes: Buffer;
}

/**
 * One conversation with a remote, in the shape of isomorphic-git's HTTP client. What the remote advertises is asked
 * once: who looks at it twice sees the same refs, and only one request is made. The token is a header of every request
 * and nothing else.
 */
export class Conversation {
  readonly #client: HttpClient;
  readonly #authorization: string | undefined;
  readonly #most: number;
  readonly #advertised = new Map<string, Advertised>();
  readonly #begun = new Map<string, Promise<Advertised>>();
  /** Where the remote is, when it has moved within its server. */
  #moved: { readonly from: string; readonly to: string } | undefined;

  /** @param most bytes that one answer may have */
  constructor(client: HttpClient, token: string | undefined, most: number) {
    this.#client = client;
    this.#authorization =
      token === undefined
        ? undefined
        : `Basic ${Buffer.from(`x-access-token:${token}`, "utf8").toString("base64")}`;
    this.#most = most;
  }

  readonly request = async (asked: Asked): Promise<Told> => {
    if ((asked.method ?? "GET") !== "GET") return this.#send(asked, "POST");
    let known = this.#advertised.get(asked.url);
    if (known === undefined) {
      known = await (this.#begun.get(asked.url) ?? this.#advertisement(asked));
      this.#advertised.set(asked.url, known);
    }
    return { ...known.told, body: replay(known.bytes) };
  };

  /** Asks for what will be asked first. The answer is on its way while isomorphic-git is still being loaded. */
  begin(remote: string, service: "git-upload-pack" | "git-receive-pack"): void {
    const url = `${remote}/info/refs?service=${service}`;
    const begun = this.#advertisement({ url });
    // Whoever asks for it gets the error.
    begun.catch(() => {});
    this.#begun.set(url, begun);
  }

  async #advertisement(asked: Asked): Promise<Advertised> {
    const told = await this.#send(asked, "GET");
    const chunks: Uint8Array[] = [];
    for await (const chunk of told.body) chunks.push(chunk);
    this.#follow(asked.url, told.url);
    return { told, bytes: Buffer.concat(chunks) };
  }

  /**
   * Adds HEAD to what was advertised: a repository whose HEAD is a branch without commits advertises none, and
   * isomorphic-git does not fetch from there.
   */
  addHead(oid: string): void {
    const end = "0000";
    for (const [url, { told, bytes }] of this.#advertised) {
      const text = bytes.toString("latin1");
      if (!text.endsWith(end)) continue;
      const line = `${oid} HEAD\n`;
      const length = (line.length + 4).toString(16).padStart(4, "0");
      const added = Buffer.from(`${text.slice(0, -end.length)}${length}${line}${end}`, "latin1");
      this.#advertised.set(url, { told, bytes: added });
    }
  }

  async #send({ url, headers, body }: Asked, method: "GET" | "POST"): Promise<Told> {
    const to =
      this.#moved !== undefined && url.startsWith(this.#moved.from)
        ? this.#moved.to + url.slice(this.#moved.from.length)
        : url;
    const chunks: Uint8Array[] = [];
    for await (const chunk of body ?? []) chunks.push(chunk);
    const answer = await this.#client({
      url: to,
      method,
      headers: {
        ...headers,
        ...(this.#authorization === undefined ? {} : { authorization: this.#authorization }),
      },
      body: method === "GET" ? undefined : Buffer.concat(chunks),
    });
    return {
      url: answer.url,
      method,
      statusCode: answer.status,
      statusMessage: "",
      headers: { ...answer.headers },
      body: this.#counted(answer.body),
    };
  }

  async *#counted(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let size = 0;
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > this.#most) throw tooMuch(this.#most);
      yield chunk;
    }
  }

  /**
   * A renamed repository answers with a redirect, which a POST does not survive: what follows is sent to the new place
   * at once. Another server would get the token.
   */
  #follow(asked: string, answered: string): void {
    const [from, service] = parts(asked);
    const [to, same] = parts(answered);
    if (from === to || service !== same || new URL(asked).origin !== new URL(answered).origin) return;
    this.#moved = { from: `${from}/`, to: `${to}/` };
  }
}

const parts = (url: string): [string, string] => {
  const at = url.lastIndexOf("/info/refs");
  return at < 0 ? [url, ""] : [url.slice(0, at), url.slice(at)];
};

async function* replay(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const tooMuch = (most: number): CoppiceError =>
  new CoppiceError("FETCH_FAILED", `The remote's answer is larger than ${most} bytes and was not read.`, {
    details: { reason: "answer too large" },
    recoverable: false,
    suggestedAction: "Look at the size of the journal there, or read it from a clone with git.",
  });
