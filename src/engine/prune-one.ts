import { CoppiceError } from "../lifecycle/errors.js";
import type { LifecycleEventInput, PassMark } from "../lifecycle/events.js";
import type { Facts } from "../lifecycle/facts.js";
import type { OpId, RecordId } from "../lifecycle/ids.js";
import { timestampSchema } from "../lifecycle/ids.js";
import type { PruneTerms, PruneVerdict } from "../lifecycle/prune.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { saveGone } from "./archive-gone.js";
import { tellUnsavable } from "./archive-obstacles.js";
import { saveLastSeen, saveWork } from "./archive-save.js";
import type { Engine } from "./context.js";
import { refusalNow } from "./decision.js";
import { journalObservation } from "./observe.js";
import { locate } from "./place.js";
import { withRecord } from "./protocol.js";
import { type LocalSubject, localSubjects, type Surroundings } from "./prune-facts.js";
import { dueFacts, isPlainPrune, type LocalVerdict, localVerdict, seenFacts } from "./prune-verdict.js";
import { rememberHeld } from "./reachable.js";
import { removalRunners } from "./removal.js";
import { lossFacts, noteForce } from "./removal-facts.js";
import { retry } from "./retry.js";
import { newOp, type RecordSession } from "./session.js";

/** A worktree with what is to become of it, or what has. */
export interface Decided {
  readonly subject: LocalSubject;
  readonly verdict: LocalVerdict;
  /** What went wrong when it was to go. */
  readonly error?: unknown;
}

type Pruned = Extract<PruneVerdict, { kind: "prune" }>;

type Opening = Extract<LifecycleEventInput, { type: "PRUNE" | "REMOVE" }> & { readonly op: OpId };

/** What a run of prune goes by, and how its entries name it. */
interface Run {
  readonly terms: PruneTerms;
  readonly pass: PassMark;
}

/**
 * What would become of a worktree, as far as it can be said without its lock.
 * @param places - where processes stand
 */
export async function foreseen(
  engine: Engine,
  subject: LocalSubject,
  terms: PruneTerms,
  places: readonly string[],
): Promise<Decided> {
  const verdict = localVerdict(engine, subject, terms, places);
  if (verdict.kind !== "prune") return { subject, verdict };
  // A writer would have told that it is dirty, or clean again.
  const record = { ...subject.record, status: statusOf(subject) };
  const facts = { ...seenFacts(subject), ...dueFacts(verdict.reason, terms.force) };
  const refusal =
    refused(engine, record, openingOf(record, verdict, terms), facts) ??
    (await unsavable(engine, record, facts, terms));
  return { subject, verdict: refusal ?? verdict };
}

const statusOf = ({ record, observed }: LocalSubject): WorktreeRecord["status"] =>
  record.status === "active" || record.status === "dirty" ? observed.status : record.status;

/**
 * Looks at a worktree again under its lock, and does what is to be done: marks it, removes it with its branch, or leaves
 * it. Commits that nothing else holds are archived first.
 */
export async function pruneOne(
  engine: Engine,
  id: RecordId,
  { terms, pass }: Run,
  around: Surroundings,
  before: Decided,
): Promise<Decided> {
  let last = before;
  try {
    if (before.verdict.kind === "finish") {
      await retry(engine, id, { pass });
      return before;
    }
    return await withRecord(engine, id, "prune", async (session) => {
      const [subject] = await localSubjects(session.engine, [session.record], { ...around, holding: id });
      if (subject === undefined) return before;
      const verdict = localVerdict(session.engine, subject, terms);
      last = { subject, verdict };
      if (verdict.kind === "mark") await markStale(session, verdict.lastWork);
      if (verdict.kind !== "prune") return last;
      const refusal = await end(session, subject, verdict, { terms, pass });
      return refusal === undefined ? last : { subject, verdict: refusal };
    });
  } catch (error) {
    return { ...last, error };
  }
}

/** Takes the worktree away. @returns why it stays, when a guard says so; nothing has been removed then */
async function end(
  session: RecordSession,
  subject: LocalSubject,
  verdict: Pruned,
  { terms, pass }: Run,
): Promise<LocalVerdict | undefined> {
  const { engine, id } = session;
  const { head, lastWork } = subject.facts;
  await journalObservation(session, subject.sight?.status);
  const event = { ...openingOf(session.record, verdict, terms), pass };
  // Nothing has run since the status was read under this lock; it is read again once the directory is out of the way.
  const { facts: seen } = await lossFacts(engine, session.record, terms.force ? 1 : 0, subject.sight?.status);
  const facts = { ...seen, ...dueFacts(verdict.reason, terms.force) };
  const refusal =
    refused(engine, session.record, event, facts) ?? (await unsavable(engine, session.record, facts, terms));
  if (refusal !== undefined) return refusal;
  if (verdict.reason === "stale" && session.record.stale === null && lastWork !== undefined) {
    await markStale(session, lastWork);
  }
  await tellLanding(session, subject, verdict);
  const { base } = session.record;
  if (verdict.evidence === "ancestor" && base !== null) await rememberHeld(engine, base);
  if (head === null) await saveLastSeen(session.engine, session.record);
  await saveGone(engine, session.record, locate(engine, id));
  // The archive is among the effects, and the branch goes only while it stands where it was saved.
  const runners = removalRunners(session, {
    force: terms.force ? 1 : 0,
    expected: head ?? undefined,
    checkedOut: session.record.branch,
    known: subject.sight?.status,
  });
  if (session.record.status === "error") {
    // A REMOVE without force has no archive among its effects.
    await saveWork(engine, session.record);
    await session.openAfterEffects(event, facts, runners, "remove");
    return undefined;
  }
  const effects = await session.open(event, facts);
  if (terms.force) noteForce(engine, id, facts);
  await session.run(effects, runners);
  return undefined;
}

function openingOf(record: WorktreeRecord, { reason }: Pruned, terms: PruneTerms): Opening {
  return isPlainPrune(record, terms)
    ? { type: "PRUNE", op: newOp(), reason }
    : { type: "REMOVE", op: newOp(), force: terms.force, pruneBranch: true };
}

function refused(
  engine: Engine,
  record: WorktreeRecord,
  event: LifecycleEventInput,
  facts: Facts,
): LocalVerdict | undefined {
  const decision = refusalNow(engine, record, event, facts);
  if (decision === undefined) return undefined;
  const why = decision.code === "WORKTREE_DIRTY" ? "uncommitted" : "refused";
  return { kind: "keep", why, because: decision.message.replace(/\.$/, "") };
}

/** Force takes what can be brought back, nothing else. */
async function unsavable(
  engine: Engine,
  record: WorktreeRecord,
  facts: Facts,
  { force }: PruneTerms,
): Promise<LocalVerdict | undefined> {
  if (!force) return undefined;
  try {
    await tellUnsavable(engine, record, facts, 1);
    return undefined;
  } catch (error) {
    if (!(error instanceof CoppiceError) || engine.signal.aborted) throw error;
    const why = error.code === "WORKTREE_DIRTY" ? "uncommitted" : "unknown";
    return { kind: "keep", why, because: error.message.replace(/\.$/, "") };
  }
}

/** Without grace, mark and end come in one run; the journal still tells both. */
async function markStale(session: RecordSession, lastWork: number): Promise<void> {
  // A mark that is older than what the record calls its last activity would be taken for one that missed some work.
  const at = Math.max(lastWork, Date.parse(session.record.lastActivity));
  await session.note({ type: "STALE", lastActivity: timestampSchema.parse(new Date(at).toISOString()) });
}

/** By which evidence base has its work. */
async function tellLanding(
  session: RecordSession,
  { facts: { head, work } }: LocalSubject,
  { evidence }: Pruned,
): Promise<void> {
  const { base, landed } = session.record;
  if (evidence === null || base === null || head === null || head === undefined) return;
  if (landed?.headOid === head) return;
  const mergeOid = work.kind === "merged" && work.mergeOid !== null ? { mergeOid: work.mergeOid } : {};
  await session.note({ type: "LANDED", target: base, headOid: head, evidence, ...mergeOid });
}
