import { readFile, stat } from "node:fs/promises";
import * as z from "zod/mini";
import { type ForgePlace, forgePlace } from "../forge/place.js";
import { CoppiceError } from "../lifecycle/errors.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** What the runner tells of the job, as far as a run needs it before its first request. */
export interface Job {
  /** `owner/name`. */
  readonly repository: string;
  /** Without a slash at its end: `https://github.com`. */
  readonly serverUrl: string;
  readonly workspace: string;
  /** Name of the event; empty when the runner did not say. */
  readonly event: string;
  readonly eventPath: string | undefined;
  readonly workflow: string | undefined;
}

const filled = z.optional(z.string().check(z.minLength(1)));
const jobSchema = z.object({
  GITHUB_REPOSITORY: z.string().check(z.regex(/^[\w.-]+\/[\w.-]+$/)),
  GITHUB_SERVER_URL: z._default(z.url({ protocol: /^https?$/ }), "https://github.com"),
  GITHUB_WORKSPACE: filled,
  GITHUB_EVENT_NAME: z._default(z.string(), ""),
  GITHUB_EVENT_PATH: filled,
  GITHUB_WORKFLOW: filled,
});

/**
 * Reads the runner's variables.
 * @throws CONFIG_INVALID when they are not those of a job
 */
export function readJob(env: Environment): Job {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = jobSchema.safeParse(given);
  if (!parsed.success) {
    const variable = String(parsed.error.issues[0]?.path[0] ?? "GITHUB_REPOSITORY");
    throw new CoppiceError("CONFIG_INVALID", `${variable} is missing, or is not what a runner sets.`, {
      details: { key: variable },
      suggestedAction: "Start the Action by a workflow, or set the variables that a runner sets.",
    });
  }
  const found = parsed.data;
  return {
    repository: found.GITHUB_REPOSITORY,
    serverUrl: found.GITHUB_SERVER_URL.replace(/\/+$/, ""),
    workspace: found.GITHUB_WORKSPACE ?? process.cwd(),
    event: found.GITHUB_EVENT_NAME,
    eventPath: found.GITHUB_EVENT_PATH,
    workflow: found.GITHUB_WORKFLOW,
  };
}

/**
 * Where the repository's API is, with the token that may only go there.
 * @throws CONFIG_INVALID when GITHUB_API_URL cannot be used
 */
export function placeOf({ serverUrl, repository }: Job, env: Environment, token: string): ForgePlace {
  const { GITHUB_API_URL, GITHUB_SERVER_URL } = env;
  const place = forgePlace(`${serverUrl}/${repository}`, { GITHUB_API_URL, GITHUB_SERVER_URL });
  if (place !== undefined) return { ...place, token };
  throw new CoppiceError("CONFIG_INVALID", `GITHUB_API_URL does not say where the API of ${serverUrl} is.`, {
    details: { key: "GITHUB_API_URL" },
    suggestedAction: "Set it to the address of the server's API, as a runner does.",
  });
}

/** GitHub leaves out of a payload what makes it larger. */
const largestEvent = 32 * 1024 * 1024;

/** The event's payload; empty where there is none that can be read: it is a hint alone. */
export async function eventText({ eventPath }: Job): Promise<string> {
  if (eventPath === undefined) return "";
  try {
    const found = await stat(eventPath);
    return found.isFile() && found.size <= largestEvent ? await readFile(eventPath, "utf8") : "";
  } catch {
    return "";
  }
}
