import type { HostedForge, HostedPull } from "../../forge/hosted.js";
import type { JournalStore } from "../../journal/store.js";
import { CoppiceError } from "../../lifecycle/errors.js";
import { branchNameSchema } from "../../lifecycle/ids.js";
import type { WorktreeRecord } from "../../lifecycle/record.js";
import { type Verdict, verdictOf } from "./verdict.js";

export interface CheckOptions {
  /** The journals; no clone is needed. */
  readonly journal: JournalStore;
  readonly forge: HostedForge;
  /** Whether a branch is a task branch by its name. One with a live record is one too. */
  readonly isTaskBranch: (branch: string) => boolean;
  /** One pull request, those of one branch, or all that are open. */
  readonly of: { readonly pull: number } | { readonly branch: string } | "all";
  /** A head that was never submitted fails. */
  readonly requireSubmit: boolean;
  /** Nothing is set. */
  readonly dryRun: boolean;
  /** Where a person can read about this run. */
  readonly runUrl: string | undefined;
}

/** One pull request whose head got a status. */
export interface Checked extends Verdict {
  readonly branch: string;
  readonly head: string;
  readonly pull: { readonly number: number; readonly url: string };
}

export interface CheckReport {
  readonly checked: readonly Checked[];
  /** What was not checked and why, a sentence each. */
  readonly notes: readonly string[];
  readonly problems: readonly CoppiceError[];
}

/**
 * Sets the commit status `coppice` on the heads of pull requests: what pre-push is on a laptop, for everything that came
 * another way. A head that moves while it is checked gets none; the run that its push starts checks it.
 * @throws FETCH_FAILED, RATE_LIMITED, TIMEOUT, INTERRUPTED, JOURNAL_CORRUPT before anything was set; what goes wrong
 *   later is a problem of the report
 */
export async function runCheck(options: CheckOptions): Promise<CheckReport> {
  const { forge, of } = options;
  const records = await liveRecords(options.journal);
  const single = typeof of === "object" && "pull" in of;
  const pulls = single ? [await forge.pull(of.pull)] : await forge.openPulls();
  const checked: Checked[] = [];
  const notes: string[] = [];
  const problems: CoppiceError[] = [];
  for (const pull of pulls) {
    if (typeof of === "object" && "branch" in of && pull.head.branch !== of.branch) continue;
    try {
      const found = await check(pull, records.get(pull.head.branch), options);
      if (typeof found !== "string") checked.push(found);
      else if (single) notes.push(found);
    } catch (error) {
      if (!(error instanceof CoppiceError)) throw error;
      problems.push(error);
      // What was refused once is refused for every other, too.
      if (error.code !== "FETCH_FAILED") break;
    }
  }
  return { checked, notes, problems };
}

/** @returns why there is nothing to check, as a sentence */
async function check(
  pull: HostedPull,
  record: WorktreeRecord | undefined,
  { forge, isTaskBranch, requireSubmit, dryRun, runUrl }: CheckOptions,
): Promise<Checked | string> {
  const { number, head, base } = pull;
  if (head.fork) return `Pull request #${number} comes from a fork: nothing of it is checked or merged.`;
  const branch = branchNameSchema.safeParse(head.branch);
  if (!branch.success || (record === undefined && !isTaskBranch(head.branch)))
    return `Pull request #${number} is of no task branch.`;
  if (pull.state !== "open") return `Pull request #${number} is ${pull.state}: there is nothing to check.`;
  const mergeable = await forge.mergeable(number);
  const verdict = verdictOf({
    branch: branch.data,
    base: base.branch,
    head: head.oid,
    record,
    mergeable,
    requireSubmit,
  });
  // GitHub says of the head that is there now whether it merges.
  const now = await forge.pull(number);
  if (now.head.oid !== head.oid || now.state !== "open")
    return `Pull request #${number} changed while it was checked: the run that this started checks it.`;
  if (!dryRun)
    await forge.setStatus(head.oid, {
      state: verdict.state,
      description: verdict.description,
      ...(runUrl === undefined ? {} : { targetUrl: runUrl }),
    });
  return { ...verdict, branch: branch.data, head: head.oid, pull: { number, url: pull.url } };
}

/** The records that have not ended, by branch; of two the older one counts. */
async function liveRecords(journal: JournalStore): Promise<ReadonlyMap<string, WorktreeRecord>> {
  const live = new Map<string, WorktreeRecord>();
  const records = [...(await journal.records()).values()];
  for (const record of records.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))) {
    if (record.status !== "removed" && record.type !== "home" && !live.has(record.branch))
      live.set(record.branch, record);
  }
  return live;
}
