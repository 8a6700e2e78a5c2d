import type { RequestError } from "@octokit/request-error";

/** A limit of GitHub's that a request met. */
export interface Limit {
  /** Milliseconds until something is answered again. */
  readonly ms: number;
  /** Until when nothing is answered, as it follows "takes no more requests". */
  readonly words: string;
}

type Headers = Readonly<Record<string, string | number | undefined>>;

/** What GitHub asks for where it names no time: its own documentation says a minute. */
const fallbackMs = 60_000;

/**
 * The limit that an answer tells of; undefined: it is none. GitHub's order is `retry-after`, then
 * `x-ratelimit-reset` where nothing remains, then a minute.
 */
export function limitOf({ status, response }: RequestError): Limit | undefined {
  if (response === undefined || (status !== 403 && status !== 429)) return undefined;
  const headers: Headers = response.headers;
  const seconds = Number(headers["retry-after"] ?? Number.NaN);
  if (Number.isFinite(seconds)) return { ms: Math.max(0, seconds) * 1000, words: `for ${seconds} seconds` };
  if (String(headers["x-ratelimit-remaining"]) === "0") {
    const reset = new Date(Number(headers["x-ratelimit-reset"]) * 1000);
    if (Number.isNaN(reset.getTime())) return { ms: fallbackMs, words: "for now" };
    // A second more: GitHub counts in whole seconds.
    const ms = Math.max(0, reset.getTime() - Date.now()) + 1000;
    return { ms, words: `until ${reset.toISOString()}` };
  }
  const { data } = response;
  const said = typeof data === "object" && data !== null && "message" in data ? String(data.message) : "";
  return status === 429 || /secondary rate limit|abuse detection/i.test(said)
    ? { ms: fallbackMs, words: "for a minute" }
    : undefined;
}
