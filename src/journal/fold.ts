import type { Entry } from "../lifecycle/entry.js";
import type { RecordId, Stamp } from "../lifecycle/ids.js";
import { reduce } from "../lifecycle/machine.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Status } from "../lifecycle/states.js";
import { type Decoded, decode } from "./entry.js";
import { formatOf, recordIdOf } from "./id.js";

/** One entry of a journal and what it did. */
export interface FoldedEntry {
  readonly entry: Entry;
  /** The line as it stands in the note, without its line feed. */
  readonly line: string;
  readonly from: Status | "none";
  readonly to: Status | "none";
  /** It was not valid in the state reached, so it changed nothing: two clones acted at once. */
  readonly superseded: boolean;
  /** It still lies in the spool. */
  readonly pending: boolean;
}

/** What is known of one record: the fold of its lines. */
export interface Journal {
  readonly id: RecordId;
  /** Null when no CREATE line is there that the id names. */
  readonly record: WorktreeRecord | null;
  /** In causal order, every entry once. */
  readonly entries: readonly FoldedEntry[];
  /** Lines that are no entry this version can read, as they stand in the note. */
  readonly unreadable: readonly string[];
  /** The greatest stamp: what a new entry has to follow. */
  readonly lastStamp: Stamp | undefined;
}

/** What tells journals apart without their entries, which are most of them. */
export type JournalHead = Omit<Journal, "entries">;

/** One line of a journal, without its line feed, and where it was found. */
export interface Line {
  readonly text: string;
  readonly pending: boolean;
}

interface Candidate {
  readonly entry: Entry;
  readonly line: Line;
  /** It is the line that the id names. */
  readonly genesis: boolean;
}

/**
 * Computes a record from its journal's lines, in whatever order they come. Total: an entry that is not valid in the
 * state reached changes nothing and is marked, a line that cannot be read is kept, a blank one is nothing. So the
 * same set of lines gives the same record everywhere.
 *
 * An entry counts once for each stamp: a line that was reformatted or written twice is one entry. Of two entries
 * that share a stamp and differ, the CREATE that the id names counts, else the first in the order of their lines.
 */
export function fold(id: RecordId, lines: Iterable<Line>): Journal {
  const candidates = new Map<Stamp, Candidate>();
  const unreadable = new Set<string>();
  for (const line of lines) {
    if (line.text.trim() === "") continue;
    const decoded = decodeOnce(line);
    if (decoded.kind === "unreadable") {
      unreadable.add(line.text);
      continue;
    }
    const candidate = { entry: decoded.entry, line, genesis: isGenesis(id, decoded.entry, line.text) };
    const { t } = decoded.entry;
    candidates.set(t, preferred(candidates.get(t), candidate));
  }

  const sorted = [...candidates.values()].sort((a, b) => order(a.entry.t, b.entry.t));
  const empty: Journal = {
    id,
    record: null,
    entries: [],
    unreadable: [...unreadable].sort(order),
    lastStamp: undefined,
  };
  return goOn(empty, sorted);
}

/**
 * Folds lines that came to a journal since: the same result as folding all of them anew.
 * @returns undefined when they do not all come after it, or not all can be read
 */
export function extend(journal: Journal, lines: readonly Line[]): Journal | undefined {
  const added: Candidate[] = [];
  for (const line of lines) {
    const decoded = decodeOnce(line);
    if (decoded.kind === "unreadable") return undefined;
    added.push({ entry: decoded.entry, line, genesis: isGenesis(journal.id, decoded.entry, line.text) });
  }
  added.sort((a, b) => order(a.entry.t, b.entry.t));
  let last = journal.lastStamp;
  for (const { entry } of added) {
    if (last !== undefined && entry.t <= last) return undefined;
    last = entry.t;
  }
  return goOn(journal, added);
}

/** @param added in causal order, all of them after what the journal has */
function goOn(journal: Journal, added: readonly Candidate[]): Journal {
  const entries = [...journal.entries];
  let { record } = journal;
  for (const { entry, line, genesis } of added) {
    const from: Status | "none" = record?.status ?? "none";
    const next: WorktreeRecord | undefined = take(journal.id, record, entry, genesis);
    if (next !== undefined) record = next;
    const to: Status | "none" = record?.status ?? "none";
    entries.push({ entry, line: line.text, from, to, superseded: next === undefined, pending: line.pending });
  }
  return { ...journal, record, entries, lastStamp: added.at(-1)?.entry.t ?? journal.lastStamp };
}

/** A journal is folded again after each entry that is added to it, with the same lines. */
const decodings = new WeakMap<Line, Decoded>();

function decodeOnce(line: Line): Decoded {
  const known = decodings.get(line) ?? decode(line.text);
  decodings.set(line, known);
  return known;
}

/** The record after an entry, or nothing when the entry changes nothing. */
function take(
  id: RecordId,
  record: WorktreeRecord | null,
  entry: Entry,
  genesis: boolean,
): WorktreeRecord | undefined {
  // Another record's CREATE may stand here: two clones adopted one branch, and their journals are read together.
  if (entry.event.type === "CREATE" && !genesis) return undefined;
  const reduction = reduce(id, record, entry);
  return reduction.kind === "applied" ? reduction.record : undefined;
}

const isGenesis = (id: RecordId, entry: Entry, text: string): boolean =>
  entry.event.type === "CREATE" && recordIdOf(`${text}\n`, formatOf(id)) === id;

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function preferred(known: Candidate | undefined, other: Candidate): Candidate {
  if (known === undefined) return other;
  if (known.line.text === other.line.text) return known.line.pending ? other : known;
  if (known.genesis !== other.genesis) return known.genesis ? known : other;
  return order(known.line.text, other.line.text) <= 0 ? known : other;
}

/** The lines that a journal was folded from, duplicates once. */
export function* linesOf(journal: Journal): Generator<Line> {
  for (const { line, pending } of journal.entries) yield { text: line, pending };
  for (const text of journal.unreadable) yield { text, pending: false };
}
