import { branchRef, type Oid } from "../../lifecycle/ids.js";
import type { PruneVerdict } from "../../lifecycle/prune.js";
import { archiveRef, restoreCommand } from "../archive.js";
import { type Archive, archiveChange, saveArchives } from "./archive.js";
import { beginPrune, recordEnded } from "./endings.js";
import type { Ledger } from "./ledger.js";
import type { HostedRun, HostedState } from "./model.js";
import type { Subject } from "./prune-facts.js";
import { catchUp, isOvertaken, ledgerOf, notesChange, settle } from "./publish.js";
import type { DeleteEnd, PushEnd, RefChange, Refused } from "./remote.js";

/** A branch that is to go, by the commit that was looked at. */
export interface Going {
  readonly subject: Subject;
  readonly verdict: Extract<PruneVerdict, { kind: "prune" }>;
  /** The ref that keeps its commits; undefined: base contains them. */
  readonly archive: string | undefined;
}

/** How a deletion ended. `unsaved`: its commits could not be archived, so it was not tried. */
export type GoingEnd = DeleteEnd | { readonly kind: "unsaved"; readonly why: Refused | undefined };

/** Takes the names that archives get, none of which exists. */
export function goingOf(
  run: HostedRun,
  pruned: readonly Pick<Going, "subject" | "verdict">[],
  archives: ReadonlyMap<string, Oid>,
): Going[] {
  return pruned.map(({ subject, verdict }) => {
    if (subject.contained) return { subject, verdict, archive: undefined };
    let at = run.engine.now();
    while (archives.has(archiveRef(subject.task.branch, at))) at += 1000;
    return { subject, verdict, archive: archiveRef(subject.task.branch, at) };
  });
}

/** The plain command that undoes it. */
export function restoreOf({ base }: HostedRun, { subject, archive }: Going): string {
  const { task, head } = subject;
  return restoreCommand(task.branch, archive === undefined ? { oid: head, within: base } : { archive });
}

/** What one command line takes with ease, in bytes. */
const largestPush = process.platform === "win32" ? 20_000 : 400_000;

/** So many that one push can name them all. */
export function portionsOf(all: readonly Going[]): Going[][] {
  const portions: Going[][] = [];
  let room = 0;
  for (const one of all) {
    const size = 2 * Buffer.byteLength(`${one.subject.task.branch}${one.archive ?? ""}`) + 300;
    if (size > room || portions.length === 0) {
      portions.push([]);
      room = largestPush;
    }
    portions.at(-1)?.push(one);
    room -= size;
  }
  return portions;
}

export interface Deleted {
  /** How each ended, by branch. */
  readonly ends: ReadonlyMap<string, GoingEnd>;
  /** What is known to be over there, with what waits. */
  readonly ledger: Ledger;
}

/**
 * Deletes branches, with archives and journals in one atomic push; where something stands in the way, first the archives
 * that can be made, and then one by one what can go. A record ends only when its branch is gone.
 * @param insist false: where others have written the journals meanwhile, or have moved base, nothing is deleted
 * @returns undefined: others have, and that has to be looked at first
 * @throws PUSH_REJECTED when the remote is lost on the way, INTERRUPTED
 */
export async function deleteBranches(
  run: HostedRun,
  state: HostedState,
  ledger: Ledger,
  going: readonly Going[],
  insist: boolean,
): Promise<Deleted | undefined> {
  const end = await deleteTogether(run, state, ledger, going);
  if (end.kind === "done") {
    return { ends: new Map(going.map(({ subject }) => [subject.task.branch, { kind: "deleted" }])), ledger };
  }
  const isOver = isOvertaken(run, end);
  const hasBaseMoved = end.kind === "moved" && end.refs.has(branchRef(run.base));
  if (!insist && (isOver || hasBaseMoved)) return undefined;
  if (isOver) await catchUp(run, state);
  const fresh = await ledgerOf(run);
  const unsaved = await saveArchives(run, state.baseTip, going.flatMap(archiveOf));
  const { heads } = await run.remote.look();
  const isSame = heads.get(run.base) === state.baseTip;
  const safe = going.filter(({ archive }) => (archive === undefined ? isSame : !unsaved.has(archive)));
  const removed = await run.remote.remove(new Map(safe.map(({ subject }) => [refOf(subject), subject.head])));
  const ends = new Map<string, GoingEnd>();
  for (const one of going) {
    const { subject, archive = "" } = one;
    const ended = removed.ends.get(refOf(subject)) ?? { kind: "unsaved", why: unsaved.get(archive) };
    ends.set(subject.task.branch, ended);
  }
  await journalEnds(fresh, going, ends);
  return { ends, ledger: fresh };
}

/** Journals how they ended, as far as that is not said yet. */
export async function journalEnds(
  ledger: Ledger,
  going: readonly Going[],
  ends: Deleted["ends"],
): Promise<void> {
  for (const one of going) {
    const { branch, record } = one.subject.task;
    const kind = ends.get(branch)?.kind;
    if (kind === "deleted") await journalEnd(ledger, one);
    else if (kind === "gone") await recordEnded(ledger, record.id);
  }
}

/** What base alone keeps goes only while that stays where it was. */
function watchedFor(run: HostedRun, { baseTip }: HostedState, going: readonly Going[]): Map<string, Oid> {
  const isNeeded = going.some(({ archive }) => archive === undefined);
  return new Map(isNeeded ? [[branchRef(run.base), baseTip]] : []);
}

async function deleteTogether(
  run: HostedRun,
  state: HostedState,
  ledger: Ledger,
  going: readonly Going[],
): Promise<PushEnd> {
  for (const one of going) await journalEnd(ledger, one);
  const changes = going.flatMap((one): RefChange[] => [
    ...archiveOf(one).map(archiveChange),
    { ref: refOf(one.subject), to: undefined, expected: one.subject.head },
  ]);
  try {
    const notes = await notesChange(run);
    const end = await run.remote.push([...changes, ...notes], watchedFor(run, state, going));
    if (end.kind === "done") settle(run, notes);
    return end;
  } finally {
    // Nothing waits after a push that came through.
    run.draft.drop();
  }
}

const archiveOf = ({ subject, archive }: Going): Archive[] =>
  archive === undefined ? [] : [{ ref: archive, head: subject.head }];

const refOf = ({ task }: Subject): string => branchRef(task.branch);

/** Journals what a record has come to. Of what a clone owns only that it has landed: its owner ends it. */
export async function journalEnd(ledger: Ledger, { subject, verdict }: Going): Promise<void> {
  const { task, head, facts } = subject;
  const { id } = task.record;
  const { work } = facts;
  const record = ledger.get(id);
  const landed = record.landed?.headOid === head;
  if (!landed && verdict.evidence !== null && record.base !== null && record.status !== "removed") {
    const mergeOid = work.kind === "merged" && work.mergeOid !== null ? { mergeOid: work.mergeOid } : {};
    const { evidence } = verdict;
    await ledger.append(id, { type: "LANDED", target: record.base, headOid: head, evidence, ...mergeOid });
  }
  const { reason } = verdict;
  const due = {
    completed: reason === "task_completed",
    stale: reason === "stale",
    orphaned: reason === "orphaned" || reason === "branch_deleted",
  };
  if (record.owner === null && record.status === "active") await beginPrune(ledger, id, reason, due);
  await recordEnded(ledger, id);
}
