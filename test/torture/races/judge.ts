import { deepStrictEqual } from "node:assert";
import type { Loss } from "../section.js";
import type { Interleaved, Outcome } from "./interleave.js";
import { blobOid } from "./observe.js";
import type { Projection, RecordState, State } from "./projection.js";
import type { Deed } from "./scenarios.js";

/** How two deeds end one after the other. */
export interface InOrder {
  readonly first: Outcome;
  readonly second: Outcome;
  /** When only the first was done. */
  readonly between: State;
  readonly after: State;
}

/** What may come of two deeds at once. */
export interface Expected {
  /** Before anything was done. */
  readonly start: Projection;
  /** The one first. */
  readonly forward: InOrder;
  /** The other one first. */
  readonly backward: InOrder;
  /** Orders with what may be left of one of them, see `Deed.part`: found out when they are needed. */
  readonly parts: InOrder[];
  /** What is left where one of them, by its place, was ended by the other, see `Deed.cut`: found out when it is needed. */
  readonly cuts: Map<0 | 1, State>;
}

export type Verdict = "forward" | "backward" | "part" | "cut" | "alone" | "nothing" | "unexplained";

const same = (one: State, other: State): boolean => {
  try {
    deepStrictEqual(one, other);
    return true;
  } catch {
    return false;
  }
};

/** By which order, or by which refusal, what came of it is explained. */
export function verdictOf(
  expected: Expected,
  deeds: readonly [Deed, Deed],
  { one, other }: Interleaved,
  state: State,
): Verdict {
  const { start, forward, backward, parts, cuts } = expected;
  const endedAs = (first: Outcome, second: Outcome): boolean =>
    first.done === one.done && second.done === other.done;
  if (endedAs(forward.first, forward.second) && same(state, forward.after)) return "forward";
  if (endedAs(backward.second, backward.first) && same(state, backward.after)) return "backward";
  for (const [place, left] of cuts) {
    const [ending, ended] = place === 0 ? [other, one] : [one, other];
    if (ending.done && !ended.done && same(state, left)) return "cut";
  }
  // Refused while the other one was at work, and nothing of it is left: who comes too early may come again. Who looks at
  // many worktrees leaves those alone that are being worked on, and tells so.
  const isAs = (wanted: State): boolean => same(calm(state, [one, other]), calm(wanted, []));
  const idle = [one, other].map(({ done }, index) => !done || deeds[index]?.sweeps === true);
  if (one.done && idle[1] && isAs(forward.between)) return "alone";
  if (other.done && idle[0] && isAs(backward.between)) return "alone";
  if (idle[0] && idle[1] && isAs(start.state)) return "nothing";
  return parts.some(({ after }) => isAs(after)) ? "part" : "unexplained";
}

/**
 * A refusal that came after the operation had been opened is told by its record, and the next command goes on from there.
 * That something has landed is told as soon as it is known.
 */
function calm(state: State, outcomes: readonly Outcome[]): State {
  const told = outcomes.flatMap(({ why }) => why ?? []);
  const calmed = (record: RecordState): RecordState => {
    const refused =
      record.status === "error" && (told.includes(String(record.error)) || record.error === "WORKTREE_DIRTY");
    if (refused) return { ...record, status: "open", error: null, merge: null, landed: null };
    return record.status === "open" ? { ...record, landed: null } : record;
  };
  const records = Object.entries(state.records).map(([key, list]) => [key, list.map(calmed)] as const);
  return { ...state, records: Object.fromEntries(records) };
}

/** What cannot be had back. */
export function lossesOf(
  expected: Expected,
  deeds: readonly [Deed, Deed],
  interleaved: Interleaved,
  found: Projection,
  where: string,
): Loss[] {
  const losses: Loss[] = [];
  const reachable = new Set(found.reachable);
  const there = new Set([...reachable, ...found.blobs]);
  for (const oid of expected.start.reachable)
    if (!reachable.has(oid))
      losses.push({ kind: "commit", where, what: `the object ${oid} is reachable from nothing` });
  for (const oid of expected.start.blobs)
    if (!there.has(oid))
      losses.push({ kind: "edit", where, what: `a file with the content ${oid} is nowhere` });
  for (const [index, deed] of deeds.entries()) {
    const outcome = index === 0 ? interleaved.one : interleaved.other;
    if (!outcome.done) continue;
    for (const text of deed.edits ?? [])
      if (!there.has(blobOid(text)))
        losses.push({ kind: "edit", where, what: `${JSON.stringify(text)} of ${deed.name} is nowhere` });
  }
  const lines = new Set(found.lines);
  for (const stamp of [...expected.start.lines, ...interleaved.one.lines, ...interleaved.other.lines])
    if (!lines.has(stamp)) losses.push({ kind: "entry", where, what: `the entry ${stamp} is in no journal` });
  return losses;
}

/** Where two states differ, in a few words. */
export function differences(one: unknown, other: unknown, at = ""): string[] {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
    return one === other ? [] : [`${at}: ${JSON.stringify(one)} / ${JSON.stringify(other)}`];
  }
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) =>
    differences(Reflect.get(one, key), Reflect.get(other, key), at === "" ? key : `${at} > ${key}`),
  );
}
