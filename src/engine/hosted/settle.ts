import { isTaskBranch } from "../../config/task-branches.js";
import type { HostedPull } from "../../forge/hosted.js";
import { isAncestor } from "../../git/history.js";
import { CoppiceError } from "../../lifecycle/errors.js";
import type { Oid } from "../../lifecycle/ids.js";
import { asCoppiceError } from "../failure.js";
import { type Departing, deleteLanded } from "./depart.js";
import { recordLanded, recordPull } from "./entries.js";
import type { Landing } from "./land.js";
import type { Ledger } from "./ledger.js";
import type { HostedRun, Task } from "./model.js";
import { type CyclePlan, sentence, unreadable } from "./plan.js";
import { proposeConflicts, proposeLandings, withdrawLabels } from "./propose.js";
import { Proposals } from "./propose-steps.js";
import { deliverNotes, ledgerOf } from "./publish.js";
import type { Look } from "./state.js";
import type { Tally } from "./tally.js";

export interface Settling {
  readonly run: HostedRun;
  readonly look: Look;
  readonly plan: CyclePlan;
  readonly tally: Tally;
  readonly tries: {
    /** Why base takes no push, as a sentence. */
    readonly why: string;
  };
}

/**
 * What follows once base and the journals are over there: pull requests for people, and the end of the branches that
 * have landed. Everything here can be found out and done again by the next run, so a failure is told and stops nothing.
 */
export async function settleCycle(settling: Settling): Promise<void> {
  const { run, look, plan, tally } = settling;
  await atForge(settling, () => mergeByForge(settling));
  await atForge(settling, () => propose(settling));
  if (run.settings.dryRun) return;
  await atForge(settling, () => tellResolved(settling));
  try {
    await depart(settling);
    const again = plan.delivered ? (ledger: Ledger) => plan.sayAgain(ledger) : undefined;
    tally.end(await deliverNotes(run, look.state, again));
  } catch (error) {
    await forgetHopes(settling, error);
  }
}

/**
 * A branch goes with the journals that tell why. Where they did not follow base, the branch is what the next run finds
 * its landing out from.
 */
async function depart(settling: Settling): Promise<void> {
  const { plan } = settling;
  const departing = await departures(settling);
  if (plan.delivered) return deleteLanded(settling, departing);
  const reason = "its branch stays, because the journals could not be recorded";
  for (const { task } of departing) plan.tellMore(task, { reason });
}

/** Base has what was merged, whatever became of the rest: a remote that is lost now does not hide that. */
async function forgetHopes({ run, plan, tally }: Settling, error: unknown): Promise<void> {
  if (run.engine.signal.aborted) throw error;
  tally.problem(asCoppiceError(error, "PUSH_REJECTED", "delete what has landed"));
  // What waits then was written before, and is true.
  if (!plan.delivered) return;
  run.draft.drop();
  plan.ledger = await ledgerOf(run);
}

async function atForge({ run, tally }: Settling, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (run.engine.signal.aborted) throw error;
    tally.problem(asCoppiceError(error, "FETCH_FAILED", "speak with the forge"));
  }
}

/** Pull requests whose branches base does not get as they are: only the forge can make them show as merged. */
async function mergeByForge({ run, plan }: Settling): Promise<void> {
  if (run.settings.dryRun) return;
  for (const { kind, candidate } of plan.landings) {
    const { task, head, strategy, keep } = candidate;
    if (kind !== "by-forge" || task.pull === undefined) continue;
    const end = await run.forge.mergePull(task.pull.number, { sha: head, method: strategy });
    if (end.kind === "merged") {
      const { mergeOid } = end;
      const landing = { task, head, target: run.base, strategy, keep, mergeOid, evidence: "merge" as const };
      await plan.say(task.record.id, (ledger) => recordLanded(ledger, landing));
      plan.tell(task, "merged", { mergeOid, evidence: "merge", reason: null });
    } else if (end.kind === "moved") {
      plan.tell(task, "raced", { reason: "it moved while it was being merged" });
    } else {
      plan.tell(task, "refused", { reason: `its pull request could not be merged: ${sentence(end.reason)}` });
    }
  }
}

async function propose(settling: Settling): Promise<void> {
  const { run, look, plan, tally, tries } = settling;
  const conflicts = plan.landings.flatMap((landing) =>
    landing.kind === "conflict"
      ? [{ task: landing.candidate.task, head: landing.candidate.head, error: landing.error }]
      : [],
  );
  const proposals = new Proposals(run.forge, run.settings.dryRun);
  const handed = await proposeConflicts(run, plan.ledger, conflicts, proposals);
  for (const { task } of conflicts) {
    const { pull, problem } = handed.get(task.branch) ?? {};
    if (problem !== undefined) tally.problem(problem);
    await sayPull(settling, task, pull);
    plan.tell(task, "conflicted", {
      ...prOf(pull),
      ...(problem === undefined ? {} : { reason: sentence(problem.message) }),
    });
  }
  const why =
    tries.why === ""
      ? look.state.rules === undefined
        ? `whether ${run.base} is protected could not be read`
        : `${run.base} is protected`
      : sentence(tries.why);
  const proposed = await proposeLandings(run, plan.ledger, plan.proposals, why, proposals);
  for (const { task, head, strategy, keep } of plan.proposals) {
    const end = proposed.get(task.branch);
    if (end?.problem !== undefined) tally.problem(end.problem);
    await sayPull(settling, task, end?.pull);
    if (end?.mergeOid !== undefined) {
      const { mergeOid } = end;
      const landing = { task, head, target: run.base, strategy, keep, mergeOid, evidence: "merge" as const };
      await plan.say(task.record.id, (ledger) => recordLanded(ledger, landing));
      plan.tell(task, "merged", { ...prOf(end.pull), mergeOid, evidence: "merge", reason: null });
    } else if (end?.pull !== undefined) {
      const by = { "auto-merge": "GitHub", "merge-queue": "the merge queue", person: "a person" }[end.by];
      plan.tell(task, "proposed", { ...prOf(end.pull), reason: `${why}; ${by} merges its pull request` });
    } else if (end?.problem !== undefined) {
      plan.tell(task, "waiting", { reason: sentence(end.problem.message) });
    } else plan.tell(task, "proposed", { reason: `${why}; a pull request is to be opened` });
  }
}

/** The journal has it from the proposing already; another run may say the same meanwhile. */
async function sayPull(
  { run, plan }: Settling,
  { record }: Task,
  pull: HostedPull | undefined,
): Promise<void> {
  if (pull === undefined || run.settings.dryRun) return;
  await plan.say(record.id, async (ledger) => {
    const known = ledger.get(record.id).pr;
    // It was open when this run looked; whoever looked later knows better.
    const isOver = pull.state === "open" && known?.number === pull.number && known.state !== "open";
    if (!isOver) await recordPull(ledger, record.id, pull);
  });
}

const prOf = (pull: HostedPull | undefined): { pr?: { number: number; url: string } } =>
  pull === undefined ? {} : { pr: { number: pull.number, url: pull.url } };

/** Labels of conflicts that are over go; what has landed shows that by itself. */
async function tellResolved({ run, plan, tally }: Settling): Promise<void> {
  const resolved = plan.landings.flatMap(({ kind, candidate: { task } }) =>
    (kind === "made" || kind === "landed") && task.pull !== undefined ? [task.pull] : [],
  );
  const wanted = run.settings.conflictLabel.toLowerCase();
  const labelled = resolved.filter(({ labels }) => labels.some((label) => label.toLowerCase() === wanted));
  for (const problem of await withdrawLabels(run, labelled)) tally.problem(problem);
}

/** The branches whose work base has, and that nobody wants to keep. */
async function departures(settling: Settling): Promise<Departing[]> {
  const { plan, look } = settling;
  const departing: Departing[] = [];
  const pulls: { readonly task: Task; readonly head: Oid; readonly number: number }[] = [];
  for (const landing of plan.landings) {
    const { task, head } = landing.candidate;
    if (!hasLanded(plan, landing)) continue;
    const shows = landing.kind !== "landed" || landing.evidence === "ancestor";
    if (task.pull !== undefined && shows) pulls.push({ task, head, number: task.pull.number });
    if (landing.candidate.keep || plan.ledger.get(task.record.id).lock !== null) continue;
    departing.push({ task, head });
  }
  for (const { task, head, keep } of plan.proposals) {
    const { landed, lock, pr } = plan.ledger.get(task.record.id);
    if (landed?.headOid !== head) continue;
    if (pr !== null) pulls.push({ task, head, number: pr.number });
    if (!keep && lock === null) departing.push({ task, head });
  }
  const shown = await shownAsMerged(settling, new Set(pulls.map(({ number }) => number)));
  for (const { task, number } of pulls) {
    const pull = shown.get(number);
    await sayPull(settling, task, pull);
  }
  const early = new Set(pulls.filter(({ number }) => !shown.has(number)).map(({ task }) => task.branch));
  for (const task of plan.leftovers) {
    const { head, branch } = task;
    if (head === undefined || departing.some((one) => one.task.branch === branch)) continue;
    if (await isInBase(settling, task, head)) departing.push({ task, head });
  }
  // A branch that goes before its pull request shows as merged makes it show as closed.
  const going = departing.filter(
    ({ task, head }) =>
      !early.has(task.branch) &&
      !look.state.broken.has(head) &&
      look.state.heads.get(task.branch) === head &&
      mayGo(settling, task),
  );
  return going.filter(({ task }) => {
    const why = neededBy(settling, task);
    if (why !== undefined) plan.tellMore(task, { reason: `its branch stays: ${why}` });
    return why === undefined;
  });
}

/**
 * A pull request is closed when the branch that it goes into is deleted, or the one that it comes from, and a record has
 * lost its base then.
 */
function neededBy({ run, look, plan }: Settling, { branch }: Task): string | undefined {
  const { open } = look.state.pulls;
  if (open === undefined) return "the open pull requests could not be read";
  const pull = open.find(({ base }) => base.branch === branch);
  if (pull !== undefined) return `pull request #${pull.number} is to be merged into it`;
  const other = open.find(({ head, base }) => head.branch === branch && base.branch !== run.base);
  if (other !== undefined) return `pull request #${other.number} from it is open`;
  const record = plan.ledger.live().find((one) => one.base === branch && one.branch !== branch);
  return record && `${record.branch} is to be merged into it`;
}

/** A journal alone, which anybody may write who may push, is no reason to delete a branch that is no task's by its name. */
const mayGo = ({ run, look }: Settling, { branch }: Task): boolean =>
  isTaskBranch(run.engine.config, branch) &&
  branch !== run.base &&
  branch !== look.state.forge?.defaultBranch;

const hasLanded = (plan: CyclePlan, { kind, candidate }: Landing): boolean => {
  if (kind === "conflict" || kind === "refused") return false;
  return plan.ledger.get(candidate.task.record.id).landed?.headOid === candidate.head;
};

/** What the journal says of an earlier run is made sure of before a branch goes. */
async function isInBase({ run, look, plan }: Settling, { branch }: Task, head: Oid): Promise<boolean> {
  const { closed } = look.state.pulls;
  const merged = closed.some(
    (pull) =>
      pull.state === "merged" &&
      pull.head.branch === branch &&
      pull.head.oid === head &&
      pull.base.branch === run.base,
  );
  if (merged) return true;
  const known = await run.engine.repo.objects().info(head);
  if (known === undefined) return false;
  return (await isAncestor(run.engine.repo, head, plan.tip).catch(unreadable)) === true;
}

const looks = 5;
const firstLookMs = 500;

/** GitHub notices a little after a push that it has merged a pull request. */
async function shownAsMerged(
  { run, tally }: Settling,
  wanted: ReadonlySet<number>,
): Promise<ReadonlyMap<number, HostedPull>> {
  const shown = new Map<number, HostedPull>();
  for (let look = 0; look < looks && shown.size < wanted.size; look += 1) {
    if (look > 0) await run.pause(firstLookMs * 2 ** (look - 1));
    run.forge.forget();
    try {
      const { pulls } = await run.forge.closedPulls({
        numbers: wanted,
        pages: 1 + Math.ceil(wanted.size / 100),
      });
      for (const pull of pulls) {
        if (wanted.has(pull.number) && pull.state === "merged") shown.set(pull.number, pull);
      }
    } catch (error) {
      if (run.engine.signal.aborted || !(error instanceof CoppiceError)) throw error;
      tally.problem(error);
      return shown;
    }
  }
  return shown;
}
