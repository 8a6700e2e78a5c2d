import * as z from "zod/mini";
import { branchNameSchema } from "../lifecycle/ids.js";
import { Asking } from "./asking.js";
import type { Forge, ForgePullRequest } from "./forge.js";
import type { ForgePlace } from "./place.js";

export interface GitHubOptions {
  /** Ends what is being asked. */
  readonly signal: AbortSignal;
  /** Milliseconds for one request. Default 20 seconds. */
  readonly timeoutMs?: number;
  /** Waits so many milliseconds. Default: by the clock. */
  readonly pause?: (ms: number) => Promise<void>;
}

/** A person waits: a limit that is over in a moment is waited for once, any other is told. */
const patienceMs = 5000;
/** One more try, a second later, where the server or the network failed. */
const retries = 1;
const timeoutMs = 20_000;
const longestTitle = 1024;

const repositoryId = z.object({ id: z.number() });
const pullRequestAnswer = z.object({
  number: z.int().check(z.minimum(1)),
  html_url: z.url({ protocol: /^https?$/ }).check(z.maxLength(2048)),
  title: z.string(),
  state: z.enum(["open", "closed"]),
  merged_at: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  // The repository is null where a fork is gone.
  head: z.object({ ref: z.string().check(z.maxLength(1024)), repo: z.nullable(repositoryId) }),
  base: z.object({ ref: branchNameSchema, repo: repositoryId }),
});

/** A repository on GitHub: github.com, ghe.com or an Enterprise server. Nothing is asked before the first question. */
export function openGitHub(place: ForgePlace, options: GitHubOptions): Forge {
  const asking = new Asking(place, {
    timeoutMs,
    ...options,
    patienceMs,
    retries,
    paced: false,
    workflow: undefined,
    person: true,
  });
  return {
    repository: asking.repository,
    pullRequest: (number) => readPullRequest(asking, number),
  };
}

/** One pull request, as a worktree of it needs it. */
export async function readPullRequest(asking: Asking, number: number): Promise<ForgePullRequest> {
  const question = {
    doing: `read pull request #${number}`,
    what: `pull request #${number}`,
    permission: "pull-requests: read",
  };
  const found = await asking.ask(question, pullRequestAnswer, (client) =>
    client.rest.pulls.get({ ...asking.repo, pull_number: number }),
  );
  return pullRequestOf(found);
}

function pullRequestOf(found: z.infer<typeof pullRequestAnswer>): ForgePullRequest {
  return {
    number: found.number,
    url: found.html_url,
    title: found.title.toWellFormed().slice(0, longestTitle).toWellFormed(),
    state: found.merged_at === null ? found.state : "merged",
    createdAt: found.created_at,
    head: { branch: found.head.ref, fork: found.head.repo?.id !== found.base.repo.id },
    base: { branch: found.base.ref },
  };
}
