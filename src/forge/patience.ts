import { setTimeout as sleep } from "node:timers/promises";
import { RequestError } from "@octokit/request-error";
import type { Octokit } from "@octokit/rest";
import { limitOf } from "./limit.js";

type Plugin = Parameters<typeof Octokit.plugin>[0];
type Core = Parameters<Plugin>[0];

/** How long something may take that is not answered at once. */
export interface Patience {
  /** Milliseconds that limits may take altogether; a limit that is over later is told instead. */
  readonly limitMs: number;
  /** How often a request is sent again after a failure of the server or the network: 1, 4, 9 ... seconds later. */
  readonly retries: number;
  /** Waits so many milliseconds. Default: by the clock, until it is interrupted. */
  readonly pause?: ((ms: number) => Promise<void>) | undefined;
  readonly signal: AbortSignal;
}

/**
 * The innermost layer around a request: waits where GitHub says for how long, and before what the retry plugin sends
 * again. One budget for all requests: a run that meets a limit everywhere ends soon. When a server stays down through
 * all tries of one request, others get one try each, until it answers again.
 */
export function patient(patience: Patience): Plugin {
  const pause =
    patience.pause ?? ((ms: number) => sleep(ms, undefined, { signal: patience.signal }).then(() => {}));
  let left = patience.limitMs;
  let down = false;

  /** @returns whether it was waited, and the request is to be sent again */
  async function outlast(error: RequestError): Promise<boolean> {
    const limit = limitOf(error);
    if (limit === undefined || limit.ms > left) return false;
    left -= limit.ms;
    await pause(limit.ms);
    return true;
  }

  return ({ hook }: Core) => {
    hook.wrap("request", async (request, options) => {
      for (;;) {
        try {
          const response = limited(await request(options), options.request);
          down = false;
          return response;
        } catch (error) {
          if (!(error instanceof RequestError) || patience.signal.aborted) throw error;
          if (await outlast(error)) continue;
          if (error.status < 500) throw error;
          const tries = tried(options.request);
          if (down && tries === 0) options.request = { ...options.request, retries: 0 };
          else if (tries < (options.request?.retries ?? patience.retries))
            await pause(1000 * (tries + 1) ** 2);
          else down = true;
          throw error;
        }
      }
    });
  };
}

/** How often the retry plugin has sent it again; it counts in the request's options. */
const tried = (options: object | undefined): number =>
  options !== undefined && "retryCount" in options && typeof options.retryCount === "number"
    ? options.retryCount
    : 0;

type Response = Awaited<ReturnType<Core["request"]>>;

/** GraphQL tells its limit, and its own failures, with status 200. */
function limited(response: Response, own: object): Response {
  const data: unknown = response.data;
  if (typeof data !== "object" || data === null || !("errors" in data) || !Array.isArray(data.errors))
    return response;
  const errors: readonly unknown[] = data.errors;
  const has = (test: (error: object) => boolean): boolean =>
    errors.some((error) => typeof error === "object" && error !== null && test(error));
  const request = { method: "POST", url: response.url, headers: {}, request: own } as const;
  if (has((error) => "type" in error && error.type === "RATE_LIMITED"))
    throw new RequestError("GraphQL takes no more requests", 429, { request, response });
  if (has((error) => "message" in error && /^Something went wrong while/.test(String(error.message))))
    throw new RequestError("GraphQL failed", 502, { request, response });
  return response;
}
