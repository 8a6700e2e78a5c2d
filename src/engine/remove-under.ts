import type { Status } from "../git/status.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { LifecycleEventInput } from "../lifecycle/events.js";
import type { Facts } from "../lifecycle/facts.js";
import type { OpId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { shellWord } from "../lifecycle/shell-word.js";
import { tellUnsavable } from "./archive-obstacles.js";
import { saveLastSeen } from "./archive-save.js";
import type { Engine } from "./context.js";
import type { WorktreeFacts } from "./facts.js";
import { landingOf } from "./landed.js";
import { journalObservation } from "./observe.js";
import { absence, type Located } from "./place.js";
import { removalRunners } from "./removal.js";
import { type ForceLevel, noteForce, removalFacts } from "./removal-facts.js";
import { newOp, type RecordSession } from "./session.js";
import { refuseWorktreesInside } from "./worktrees-inside.js";

export interface RemoveOptions {
  /** How often the person said `--force`. Default 0. */
  readonly force?: ForceLevel;
  readonly keepBranch?: boolean;
  /** Gives up, knowingly, what force would lose. */
  readonly discard?: boolean;
}

/**
 * As `remove`, under a lock that is held.
 * @param known the worktree's status, when it was read under that lock
 */
export async function removeUnder(
  session: RecordSession,
  options: RemoveOptions,
  known?: Status,
): Promise<WorktreeRecord> {
  const event = removeEvent(options);
  const { facts, status, located } = await settledFacts(session, options, known);
  const force = options.force ?? 0;
  if (force > 0 && located?.state === "intact") refuseWorktreesInside(session.engine, located);
  if (force > 0 && options.discard !== true)
    await tellUnsavable(session.engine, session.record, facts, force);
  // Somebody has deleted the branch: the registration that goes may be the last to hold its commits, by its log.
  if (facts.headOid === undefined && !(force > 0 && options.discard === true))
    await saveLastSeen(session.engine, session.record);
  const runners = removalRunners(session, {
    force,
    expected: facts.headOid,
    discard: options.discard === true,
    known: status,
  });
  if (session.record.status === "error") return session.openAfterEffects(event, facts, runners, "remove");
  const effects = await session.open(event, facts);
  if (force > 0) noteForce(session.engine, session.id, facts);
  return session.run(effects, runners);
}

/** Facts that the record agrees with: what was seen is journaled, and a branch that was renamed is looked at anew. */
async function settledFacts(
  session: RecordSession,
  options: RemoveOptions,
  known?: Status,
): Promise<WorktreeFacts> {
  const { engine } = session;
  const { branch } = session.record;
  const force = options.force ?? 0;
  const seen = await removalFacts(engine, session.record, force, known);
  const { located } = seen;
  const givenUp = force > 0 && options.discard === true;
  if (!givenUp && located !== undefined && seen.facts.directoryExists === undefined) {
    throw broken(engine, session.record, located);
  }
  await journalObservation(session, seen.status);
  const settled = session.record.branch === branch ? seen : await removalFacts(engine, session.record, force);
  if (!givenUp && options.keepBranch !== true) await journalLanding(session, settled.facts);
  return settled;
}

/** Commits that are nowhere else are lost to nobody when base has their work: then that is in the journal. */
async function journalLanding(session: RecordSession, facts: Facts): Promise<void> {
  const { engine, record } = session;
  const { headOid } = facts;
  if (headOid === undefined || facts.reachableElsewhere !== false) return;
  if (record.landed?.headOid === headOid) return;
  const landing = await landingOf(engine, record, headOid);
  if (landing !== undefined) await session.note({ type: "LANDED", ...landing });
}

const broken = (engine: Engine, record: WorktreeRecord, located: Located): CoppiceError =>
  new CoppiceError(
    "WORKTREE_NOT_FOUND",
    `The worktree of ${record.branch} ${absence(engine, record, located)}; what lies in it is not known to be saved.`,
    {
      details: { branch: record.branch, reason: located.state },
      suggestedAction: `Mend it (git worktree repair), or give it up with coppice remove ${shellWord(record.branch)} --force --discard; what lies there stays.`,
    },
  );

export const removeEvent = (options: RemoveOptions): LifecycleEventInput & { readonly op: OpId } => ({
  type: "REMOVE",
  op: newOp(),
  force: (options.force ?? 0) > 0,
  pruneBranch: options.keepBranch !== true,
  ...(options.discard === true ? { discard: true } : {}),
});
