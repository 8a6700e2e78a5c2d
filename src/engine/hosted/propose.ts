import type { ForgeSettings, HostedPull, MergeMethod } from "../../forge/hosted.js";
import { CoppiceError } from "../../lifecycle/errors.js";
import type { Strategy } from "../../lifecycle/events.js";
import type { BranchName, Oid } from "../../lifecycle/ids.js";
import { recordPull } from "./entries.js";
import type { Ledger } from "./ledger.js";
import type { HostedRun, Task } from "./model.js";
import { findPart, withPart } from "./propose-part.js";
import { Proposals, type Proposed, type WritePart } from "./propose-steps.js";
import {
  conflictPart,
  type LandingFacts,
  landingPart,
  pullTitle,
  resolvedPart,
  tellsOfConflict,
} from "./pull-body.js";

/** What of a run is needed here. */
export type ProposingRun = Pick<HostedRun, "forge" | "settings" | "base">;

/** A branch that conflicts with base. */
export interface ConflictToPropose {
  readonly task: Task;
  readonly head: Oid;
  /** MERGE_CONFLICT, with the files. */
  readonly error: CoppiceError;
}

/**
 * Hands conflicts to people: one pull request for each branch, opened or taken over (same head and base), with the label
 * and our part of the text, and its data in the journal. What is there already is left alone. Nothing is pushed.
 * A failure of one does not stop the next.
 * @param proposals what was refused in the same run before is not asked again
 */
export async function proposeConflicts(
  run: ProposingRun,
  ledger: Ledger,
  conflicts: readonly ConflictToPropose[],
  proposals = new Proposals(run.forge, run.settings.dryRun),
): Promise<Map<BranchName, Proposed>> {
  const { conflictLabel, mergeWhen } = run.settings;
  const proposed = new Map<BranchName, Proposed>();
  for (const { task, head, error } of conflicts) {
    const { branch } = task;
    const record = ledger.records.get(task.record.id) ?? task.record;
    const files = error.details.conflictFiles ?? [];
    const total = Math.max(files.length, error.details.conflictTotal ?? 0);
    const facts = { record, branch, base: run.base, head, files, total, mergeWhen };
    const write: WritePart = (room) => conflictPart(facts, room);
    const end = await proposals.about(async (steps) => {
      await steps.open(task.pull, { head: branch, base: run.base, title: pullTitle(record, branch), write });
      await steps.rewrite(write);
      await steps.label(conflictLabel);
    });
    await note(run, ledger, task, end.pull);
    proposed.set(branch, end);
  }
  return proposed;
}

/** A branch that merges cleanly into a base that takes no push. */
export interface LandingToPropose {
  readonly task: Task;
  readonly head: Oid;
  readonly strategy: Strategy;
  /** What base asks for is there, as far as it is known here: it may be merged at once. */
  readonly approved?: boolean;
}

export interface ProposedLanding extends Proposed {
  /** Who merges it. */
  readonly by: "auto-merge" | "merge-queue" | "person";
  /** Nothing stood in the way, so it is merged: the commit on base. `pull` is as it was before. */
  readonly mergeOid?: Oid;
}

/**
 * Proposes merges as pull requests, which GitHub merges by itself where the repository has auto-merge or a merge queue.
 * The requests stay pending: a later run hears that they were merged.
 * @param why base takes no push, as a sentence without a full stop
 * @param proposals as above
 */
export async function proposeLandings(
  run: ProposingRun,
  ledger: Ledger,
  landings: readonly LandingToPropose[],
  why: string,
  proposals = new Proposals(run.forge, run.settings.dryRun),
): Promise<Map<BranchName, ProposedLanding>> {
  const proposed = new Map<BranchName, ProposedLanding>();
  if (landings.length === 0) return proposed;
  const ways = await waysToMerge(run);
  for (const { task, head, strategy, approved = false } of landings) {
    const { branch } = task;
    const record = ledger.records.get(task.record.id) ?? task.record;
    const method = methodOf(ways.settings, strategy);
    const write =
      (by: LandingFacts["by"]): WritePart =>
      (room) =>
        landingPart({ record, branch, base: run.base, head, why, method, by }, room);
    // GitHub would merge it at once, although nobody but a journal has asked for it.
    const ungated = !approved && ways.isProtected && ways.asksForNothing;
    let by = ungated ? unapproved : ways.by;
    let mergeOid: Oid | undefined;
    const end = await proposals.about(async (steps) => {
      const title = pullTitle(record, branch);
      await steps.open(task.pull, { head: branch, base: run.base, title, write: write(unasked) });
      await steps.unlabel(run.settings.conflictLabel);
      // Our text tells whether it was asked for with this commit; whoever took it off since did so on purpose.
      const body = steps.pull?.body ?? "";
      const waits = typeof by === "string";
      const isAsked = waits && findPart(body) !== undefined && withPart(body, write(by)) === body;
      const atOnce = !ungated && (ways.asksForNothing || (approved && by !== "merge-queue"));
      if (!isAsked && (waits || atOnce)) {
        const end = await steps.letMerge(method, head, { waits, atOnce });
        mergeOid = end.mergeOid;
        if (end.refused !== undefined && waits)
          by = { person: `GitHub does not do it by itself: ${end.refused}` };
      }
      await steps.rewrite(write(mergeOid === undefined ? by : "at-once"));
    });
    await note(run, ledger, task, end.pull);
    proposed.set(branch, {
      ...end,
      by: typeof by === "string" ? by : "person",
      ...(mergeOid === undefined ? {} : { mergeOid }),
    });
  }
  return proposed;
}

/** What is said until it is known: a run that ends in between is continued by the next. */
const unasked = { person: "GitHub was not asked to do it by itself yet" };

const unapproved = { person: "nobody has approved it, and no check has passed" };

interface Ways {
  readonly settings: ForgeSettings | undefined;
  readonly by: Exclude<LandingFacts["by"], "at-once">;
  /** Base wants a pull request and nothing else. */
  readonly asksForNothing: boolean;
  readonly isProtected: boolean;
}

async function waysToMerge({ forge, base }: ProposingRun): Promise<Ways> {
  const settings = await forge.settings().catch(unknown);
  const rules = await forge.rules(base).catch(unknown);
  const asksForNothing =
    rules !== undefined && !rules.mergeQueue && rules.approvals === 0 && rules.requiredChecks.length === 0;
  const known = { settings, asksForNothing, isProtected: rules?.protected === true };
  if (rules?.mergeQueue === true) return { ...known, by: "merge-queue" };
  if (settings?.autoMerge === true) return { ...known, by: "auto-merge" };
  const person =
    settings === undefined ? "its settings could not be read" : "the repository has no auto-merge";
  return { ...known, by: { person } };
}

const unknown = (error: unknown): undefined => {
  if (!(error instanceof CoppiceError)) throw error;
};

/** The way of the strategy, or another where the repository does not have it. */
function methodOf(settings: ForgeSettings | undefined, strategy: Strategy): MergeMethod {
  const ways = [strategy, "merge", "squash", "rebase"] as const;
  return ways.find((way) => settings?.methods.has(way) ?? true) ?? strategy;
}

/**
 * Tells in pull requests that their conflict is no more: the label goes, and our part becomes a short note. Where that
 * was done before, or there was none, nothing is.
 * @returns what did not work
 */
export async function withdrawLabels(
  run: ProposingRun,
  pulls: readonly HostedPull[],
): Promise<CoppiceError[]> {
  const proposals = new Proposals(run.forge, run.settings.dryRun);
  const problems = new Set<CoppiceError>();
  for (const pull of pulls) {
    const { problem } = await proposals.about(async (steps) => {
      steps.pull = pull;
      const part = findPart(pull.body);
      if (part !== undefined && tellsOfConflict(part.text)) {
        const resolved = resolvedPart(pull.head.branch, pull.base.branch);
        await steps.rewrite(() => resolved);
      }
      await steps.unlabel(run.settings.conflictLabel);
    });
    if (problem !== undefined) problems.add(problem);
  }
  return [...problems];
}

async function note(
  { settings }: ProposingRun,
  ledger: Ledger,
  { record }: Task,
  pull: HostedPull | undefined,
): Promise<void> {
  if (pull !== undefined && !settings.dryRun) await recordPull(ledger, record.id, pull);
}
