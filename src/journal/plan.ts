import type { Oid, RecordId } from "../lifecycle/ids.js";
import { decode } from "./entry.js";
import { formatOf, recordIdOf } from "./id.js";
import { joinNotes, splitLines } from "./lines.js";
import { lostEntries } from "./lost.js";
import { type NoteAt, type NotesTree, pathOf } from "./notes.js";

/** Lines to be added, without their line feeds, by record. */
export type Additions = ReadonlyMap<RecordId, readonly string[]>;

/** A commit of a notes ref, as it changes the tree of the one before it. */
export interface NotesCommit {
  readonly message: string;
  /** Paths of other layouts at which notes stood: one note never stands at two paths. They go first. */
  readonly removes: readonly string[];
  /** Whole notes. */
  readonly writes: readonly { readonly id: RecordId; readonly content: Buffer }[];
}

/** How many records a commit's message names. */
const namedRecords = 50;

/**
 * The commits that add lines to their notes on top of a tip; none when every line is there already.
 *
 * New records' CREATE lines get a commit of their own before the rest: a record's id is the blob that holds exactly
 * that line, and the history of the ref keeps that blob.
 *
 * @param last the commit that Coppice wrote last: what others have dropped of it is put back
 */
export async function planCommits(
  notes: NotesTree,
  tip: Oid | undefined,
  additions: Additions,
  last: Oid | undefined,
): Promise<NotesCommit[]> {
  const changes = await planChanges(notes, tip, await withLost(notes, tip, last, additions));
  const commits: NotesCommit[] = [];
  const created = changes.filter((change) => change.genesis !== undefined);
  if (created.length > 0) {
    commits.push({
      message: describe(created.map(({ id, genesis = "" }) => ({ id, lines: [genesis.trimEnd()] }))),
      removes: [],
      writes: created.map(({ id, genesis = "" }) => ({ id, content: Buffer.from(genesis, "utf8") })),
    });
  }
  const rest = changes.filter(
    ({ genesis, content }) => genesis === undefined || content.toString() !== genesis,
  );
  if (rest.length > 0) {
    const lines = rest.map(({ id, genesis, added }) => ({
      id,
      lines:
        genesis === undefined || added.length === 1 ? added : added.filter((line) => `${line}\n` !== genesis),
    }));
    commits.push({ message: describe(lines), removes: rest.flatMap(({ leaves }) => leaves), writes: rest });
  }
  return commits;
}

/** What becomes of one note. */
interface Change {
  readonly id: RecordId;
  /** The CREATE line alone, with its line feed, when it is new to the ref. */
  readonly genesis: string | undefined;
  /** The whole note after the change. */
  readonly content: Buffer;
  /** Paths of other layouts at which it stood: one note never stands at two paths. */
  readonly leaves: readonly string[];
  /** What is added, for the message. */
  readonly added: readonly string[];
}

async function withLost(
  notes: NotesTree,
  tip: Oid | undefined,
  last: Oid | undefined,
  additions: Additions,
): Promise<Additions> {
  const all = new Map(additions);
  for (const [id, lines] of await lostEntries(notes, tip, last))
    all.set(id, [...lines, ...(all.get(id) ?? [])]);
  return all;
}

async function planChanges(notes: NotesTree, tip: Oid | undefined, additions: Additions): Promise<Change[]> {
  const standing = new Map<RecordId, { at: NoteAt; data: Buffer }[]>();
  if (tip !== undefined) {
    for await (const { note, data } of notes.contents(await notes.find(tip, additions.keys()))) {
      standing.set(note.id, [...(standing.get(note.id) ?? []), { at: note, data }]);
    }
  }
  const changes: Change[] = [];
  for (const [id, lines] of additions) {
    const found = standing.get(id) ?? [];
    const before = joinNotes(found.map(({ data }) => data));
    const known = new Set(splitLines(before));
    const added = [...new Set(lines)].filter((line) => !known.has(line));
    if (added.length === 0) continue;
    const genesis = added.find((line) => recordIdOf(`${line}\n`, formatOf(id)) === id);
    changes.push({
      id,
      genesis: genesis === undefined ? undefined : `${genesis}\n`,
      content: joinNotes([before, Buffer.from(added.map((line) => `${line}\n`).join(""), "utf8")]),
      leaves: found.map(({ at }) => at.path).filter((path) => path !== pathOf(id)),
      added,
    });
  }
  return changes;
}

/** The message of a commit: what it adds, for a person who reads the ref's log. */
function describe(
  additions: readonly { readonly id: RecordId; readonly lines: readonly string[] }[],
): string {
  const entries = additions.reduce((sum, { lines }) => sum + lines.length, 0);
  const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
  const subject = `Record ${plural(entries, "entry", "entries")} of ${plural(additions.length, "worktree", "worktrees")}`;
  const named = additions.slice(0, namedRecords).map(({ id, lines }) => {
    const events = lines.map((line) => {
      const decoded = decode(line);
      if (decoded.kind === "unreadable") return "an unreadable line";
      const { event } = decoded.entry;
      return event.type === "CREATE" ? `CREATE (${event.branch})` : event.type;
    });
    return `${id.slice(0, 12)}: ${events.join(", ")}`;
  });
  const more = additions.length - named.length;
  if (more > 0) named.push(`and ${plural(more, "worktree", "worktrees")} more`);
  return `${subject}\n\n${named.join("\n")}\n`;
}
