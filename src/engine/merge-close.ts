import { readRef } from "../git/refs.js";
import type { Effect } from "../lifecycle/effects.js";
import type { CoppiceError } from "../lifecycle/errors.js";
import { branchRef } from "../lifecycle/ids.js";
import { conflictError } from "./conflict.js";
import type { Engine } from "./context.js";
import { asCoppiceError } from "./failure.js";
import type { Completion } from "./interpret.js";
import type { MergeItem, Plan } from "./merge-item.js";
import { asAsked, type MergeOutcome } from "./merge-outcome.js";
import type { Computed } from "./merge-wish.js";
import { removalRunners } from "./removal.js";

/** Runs the effects of a merge that was opened and tells how it ended; base has moved, or `failure` says why not. */
export async function closeMerge(
  engine: Engine,
  plan: Plan,
  effects: readonly Effect[],
  failure: CoppiceError | undefined,
): Promise<MergeOutcome> {
  const { session, wish, kept } = plan.item;
  let landedAs: Completion | undefined;
  const mergeBranch = async (): Promise<Completion> => {
    landedAs = await completionOf(engine, plan, failure);
    return landedAs;
  };
  const about = { branch: wish.record.branch, target: wish.target };
  let problem: CoppiceError | null = null;
  try {
    await session.run(effects, {
      resolveConflict: async () => {},
      mergeBranch,
      // The files are in the ERROR entry; nothing else is kept of a conflict.
      captureConflicts: async () => {},
      ...removalRunners(session, { force: 0, expected: wish.head, checkedOut: wish.record.branch }),
    });
  } catch (error) {
    problem = asCoppiceError(error, "MERGE_FAILED", "merge the branch");
    if (landedAs === undefined) {
      const status = session.record.status === "conflict" ? "conflict" : "failed";
      return { status, ...about, record: session.record, error: problem };
    }
  }
  const computed = "computed" in plan && plan.computed.kind === "made" ? plan.computed : undefined;
  if (computed !== undefined) tell(engine, plan.item, computed);
  if (kept !== null && kept !== asAsked) {
    engine.report.warn(`${wish.record.branch} and its worktree are kept: ${kept}`);
  }
  const removed = session.record.status === "removed";
  const left = removed ? await readRef(engine.repo, branchRef(wish.record.branch)) : undefined;
  return {
    status: "merged",
    ...about,
    record: session.record,
    strategy: wish.strategy,
    mergeOid: computed?.oid ?? null,
    dropped: computed?.dropped ?? [],
    removed,
    branchStays: left !== undefined,
    kept,
    problem,
  };
}

/** What the closing entry says; throws what it has to say instead. */
async function completionOf(
  engine: Engine,
  plan: Plan,
  failure: CoppiceError | undefined,
): Promise<Completion> {
  const { wish } = plan.item;
  if ("error" in plan) throw plan.error;
  const { computed, onto } = plan;
  if (computed.kind === "conflict") {
    const { record, head, target } = wish;
    throw await conflictError(engine, { branch: record.branch, head, target, tip: onto }, computed.merge);
  }
  if (computed.kind !== "made") return { sha: wish.head };
  if (failure !== undefined) throw failure;
  return { sha: wish.head, mergeOid: computed.oid, targetOid: onto };
}

function tell(
  engine: Engine,
  { wish }: MergeItem,
  { dropped, joined }: Extract<Computed, { kind: "made" }>,
): void {
  const { report } = engine;
  const { branch } = wish.record;
  if (dropped.length > 0) {
    const names = dropped.map((oid) => oid.slice(0, 12)).join(", ");
    report.warn(`${branch}: left out what ${wish.target} has already: ${names}`);
  }
  if (joined.length > 0) {
    report.warn(`${branch}: ${joined.length} commits landed as one, because one of them conflicts alone`);
  }
}
