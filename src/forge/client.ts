import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import { Octokit } from "@octokit/rest";
import { VERSION } from "../version.js";
import { type Patience, patient } from "./patience.js";
import type { ForgePlace } from "./place.js";

export interface ClientOptions extends Patience {
  /** Milliseconds for one request. */
  readonly timeoutMs: number;
  /** Whether writes are spread over time as GitHub asks for: a second between two, three where somebody is notified. */
  readonly paced: boolean;
  /** Sends them; default Node's own. */
  readonly fetch?: typeof fetch | undefined;
  /** Called with each request that goes out. */
  readonly sending?: () => void;
}

export type Client = InstanceType<typeof Octokit>;

/** Whatever was refused stays refused. */
const refusals = Array.from({ length: 100 }, (_, index) => 400 + index);

/** Octokit for one repository's API. It says nothing itself: what it has to say is in its errors. */
export function clientOf({ apiUrl, token }: ForgePlace, options: ClientOptions): Client {
  const { signal, timeoutMs, fetch: send = fetch } = options;
  const timed: typeof fetch = async (input, init) => {
    options.sending?.();
    try {
      return await send(input, {
        ...init,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
    } catch (error) {
      // By this name Octokit knows what is not to be tried again.
      if (signal.aborted) throw new DOMException("interrupted", "AbortError");
      throw error;
    }
  };
  // The innermost first. Limits are waited for there, so throttling has nothing to do but to pace.
  const Patient = Octokit.plugin(patient(options), throttling, retry);
  const client = new Patient({
    baseUrl: apiUrl,
    ...(token === undefined ? {} : { auth: token }),
    userAgent: `coppice/${VERSION}`,
    request: { fetch: timed },
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    retry: { retries: options.retries, retryAfterBaseValue: 0, doNotRetry: refusals },
    throttle: options.paced ? { onRateLimit: no, onSecondaryRateLimit: no } : { enabled: false },
  });
  // Octokit's plugins count tries in an object that all requests share otherwise. The outermost comes last.
  client.hook.before("request", (asked) => {
    asked.request = Object.assign({}, asked.request, { retryCount: 0 });
  });
  return client;
}

const ignore = (): void => {};
const no = (): boolean => false;
