import { isAncestor } from "../git/history.js";
import { mergeTree } from "../git/merge-tree.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { keptFiles, type Resolution } from "../lifecycle/events.js";
import type { Facts } from "../lifecycle/facts.js";
import type { Oid } from "../lifecycle/ids.js";
import { worktreeFacts } from "./facts.js";
import { readAhead } from "./merge-graph.js";
import { Landing } from "./merge-land.js";
import type { MergeOutcome } from "./merge-outcome.js";
import { keepReason, resolutionsOf } from "./merge-prepare.js";
import type { MergeTarget } from "./merge-target.js";
import { reachableElsewhere } from "./reachable.js";
import { factsBeforeRemoval, unsavedReason } from "./removal-facts.js";
import { newOp, type RecordSession } from "./session.js";

/**
 * Journals that the conflict is resolved and merges the branch. The session's record is in `conflict`.
 * @param head the task branch's tip, with the resolution
 * @throws CONFLICT_RESOLUTION_FAILED when the branch does not merge cleanly, INVALID_STATE, BASE_DIVERGED ...:
 *   nothing is journaled then
 */
export async function landResolved(
  session: RecordSession,
  target: MergeTarget,
  head: Oid,
  way: { readonly resolution: Resolution; readonly files: readonly string[] },
  verifying: string | undefined,
): Promise<MergeOutcome> {
  const { engine, record } = session;
  const { merge } = record;
  if (merge === null) throw new CoppiceError("INVALID_STATE", `${record.branch} has no merge to go on with.`);
  refuseTarget(target);
  const seen = await worktreeFacts(engine, record);
  const { facts } = seen;
  const kept =
    keepReason(record, facts, merge.keep) ??
    unsavedReason(await factsBeforeRemoval(engine, seen)) ??
    (await lostReason(session, head));
  const all: Facts = { ...facts, markers: [], conflictsNow: await conflictsNow(session, target, head) };
  const item = {
    session,
    wish: {
      record,
      head,
      target: target.branch,
      strategy: merge.strategy,
      resolutions: [...resolutionsOf(session), head],
    },
    kept,
    // Base's side may have been taken of everything: then nothing is left to land, and that was the decision.
    finishes: true,
    open: () =>
      session.open(
        {
          type: "RESOLVE_CONFLICT",
          op: newOp(),
          resolution: way.resolution,
          ...(way.files.length === 0
            ? {}
            : { files: way.files.slice(0, keptFiles), total: way.files.length }),
          headOid: head,
          ...(kept === null ? {} : { keep: true }),
        },
        all,
      ),
    giveUp: async () => {},
  };
  const landing = new Landing(engine, target, await readAhead(engine.repo, [head], target.tip), verifying);
  const [outcome] = await landing.land([item]);
  if (outcome === undefined) throw new CoppiceError("MERGE_FAILED", `${record.branch} was not merged.`);
  if (outcome.status === "refused") throw outcome.error;
  return outcome;
}

/** A branch that was moved back while its conflict was decided: only its reflog, and the worktree's, still name what it had. */
async function lostReason({ engine, record }: RecordSession, head: Oid): Promise<string | null> {
  const before = record.conflict?.headOid;
  if (before === undefined || (await isAncestor(engine.repo, before, head))) return null;
  return (await reachableElsewhere(engine, [before]))
    ? null
    : `what it had at the conflict is on no branch any more: ${before.slice(0, 10)}`;
}

async function conflictsNow({ engine }: RecordSession, target: MergeTarget, head: Oid): Promise<string[]> {
  const now = await mergeTree(engine.repo, { ours: head, theirs: target.tip, attributes: target.tip });
  if (now.outcome !== "conflict") return [];
  const paths = [...new Set(now.files.map(({ path }) => path))];
  return paths.length > 0 ? paths : [...new Set(now.messages.flatMap((message) => message.paths))];
}

/** What a merge asks of base, for one that goes on. */
function refuseTarget(target: MergeTarget): void {
  const { branch } = target;
  const details = { base: branch };
  if (target.operation !== null) {
    throw new CoppiceError(
      "INVALID_STATE",
      `A ${target.operation} is in progress where ${branch} is checked out.`,
      {
        details: { ...details, operation: target.operation },
        suggestedAction: "End it there (git status says how), then resolve again.",
      },
    );
  }
  if (target.checkouts.length > 1) {
    throw new CoppiceError(
      "BRANCH_CHECKED_OUT",
      `${branch} is checked out in ${target.checkouts.length} worktrees.`,
      {
        details,
      },
    );
  }
  if (target.diverged) {
    throw new CoppiceError("BASE_DIVERGED", `${branch} and its upstream have both moved.`, { details });
  }
}
