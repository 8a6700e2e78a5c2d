import { type BranchName, branchRef, type Oid } from "../../lifecycle/ids.js";
import { type Ledger, openLedger } from "./ledger.js";
import type { HostedRun, HostedState } from "./model.js";
import type { PushEnd, RefChange } from "./remote.js";

/** What is to be over there after a push; the journals that wait in the draft go along. */
export interface Wanted {
  /** Where base goes; the tip itself: it stays. */
  readonly tip: Oid;
  /** The commits of the branches that base gets: one that has moved on does not count as merged. */
  readonly watched: ReadonlyMap<BranchName, Oid>;
}

/** How often the journals are put on top of what others wrote meanwhile. */
const attempts = 8;
const shortestPauseMs = 100;

const byRef = (branches: ReadonlyMap<BranchName, Oid>): ReadonlyMap<string, Oid> =>
  new Map([...branches].map(([branch, oid]) => [branchRef(branch), oid]));

const baseChange = (run: HostedRun, state: HostedState, { tip }: Wanted): RefChange[] =>
  tip === state.baseTip ? [] : [{ ref: branchRef(run.base), to: tip, expected: state.baseTip }];

/** What pushes the journals that wait; nothing where none do. */
export async function notesChange({ draft, engine }: HostedRun): Promise<RefChange[]> {
  const to = await draft.draft();
  return to === undefined ? [] : [{ ref: engine.config.notesRef, to, expected: draft.tip }];
}

/** Base and journals in one atomic push: both are there afterwards, or neither. Nothing to push is done as well. */
export async function publish(run: HostedRun, state: HostedState, wanted: Wanted): Promise<PushEnd> {
  const notes = await notesChange(run);
  const changes = [...baseChange(run, state, wanted), ...notes];
  if (changes.length === 0) return { kind: "done" };
  const end = await run.remote.push(changes, byRef(wanted.watched));
  if (end.kind === "done") settle(run, notes);
  return end;
}

/**
 * Base alone, for a remote on which the journals keep moving: what they say of base can be found out again, and base
 * must not starve. They are to be delivered right after.
 */
export function publishBase(run: HostedRun, state: HostedState, wanted: Wanted): Promise<PushEnd> {
  return run.remote.push(baseChange(run, state, wanted), byRef(wanted.watched));
}

/** Whether others wrote the journals between the look and the push: what is in them now may say the same already. */
export const isOvertaken = ({ engine }: HostedRun, end: PushEnd): boolean =>
  end.kind === "moved" && end.refs.has(engine.config.notesRef);

/**
 * Pushes the journals that wait, which tell only what is true already: where others wrote meanwhile, on top of theirs.
 * @param again says anew, on what others wrote, what waited; left out: it goes over as it is, whatever they said
 * @returns `moved` when the ref never stood still
 */
export async function deliverNotes(
  run: HostedRun,
  state: HostedState,
  again?: (ledger: Ledger) => Promise<void>,
): Promise<PushEnd> {
  for (let attempt = 1; ; attempt += 1) {
    const notes = await notesChange(run);
    if (notes.length === 0) return { kind: "done" };
    const end = await run.remote.push(notes);
    if (end.kind === "done") settle(run, notes);
    if (end.kind !== "moved" || attempt === attempts) return end;
    await run.pause(shortestPauseMs * 2 ** attempt * (0.5 + Math.random()));
    await catchUp(run, state);
    if (again === undefined) continue;
    run.draft.drop();
    await again(await ledgerOf(run));
  }
}

/** What is known to be over there, with what waits. */
export const ledgerOf = ({ draft, engine: { actor, now } }: HostedRun): Promise<Ledger> =>
  openLedger({ journal: draft, actor, now });

/** Fetches the journals anew, below what waits. */
export async function catchUp({ remote, base, draft }: HostedRun, { baseTip }: HostedState): Promise<void> {
  const { notes } = await remote.look();
  await remote.fetch({ base: { branch: base, oid: baseTip }, branches: new Map(), notes });
  draft.moveTo(notes);
}

export function settle({ draft }: HostedRun, notes: readonly RefChange[]): void {
  for (const { to } of notes) if (to !== undefined) draft.settle(to);
}
