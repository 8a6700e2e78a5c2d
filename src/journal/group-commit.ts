import type { Person } from "../git/object-format.js";
import type { Repository } from "../git/repository.js";
import type { Oid, RecordId } from "../lifecycle/ids.js";
import { decode } from "./entry.js";
import { formatOf, recordIdOf } from "./id.js";
import { committer, type Import, ImportStream, importOnto } from "./import.js";
import { joinNotes, splitLines } from "./lines.js";
import { lostEntries } from "./lost.js";
import { type NoteAt, type NotesReader, pathOf } from "./notes.js";

/** Lines to be added, without their line feeds, by record. */
export type Additions = ReadonlyMap<RecordId, readonly string[]>;

/** How many records a commit's message names. */
const namedRecords = 50;

/**
 * Adds lines to their notes with one `git fast-import`. How it reaches the disk is the person's core.fsync; by
 * default git syncs the ref after the objects, which is enough where the file system keeps that order. The ref moves only from the tip that was read; when somebody
 * else has moved it (a person with `git notes`, a fetch), their notes are read and ours are added again.
 *
 * New records' CREATE lines get a commit of their own before the rest: a record's id is the blob that holds exactly
 * that line, and the history of the ref keeps that blob.
 *
 * @param last the commit that Coppice wrote last: what others have dropped of it is put back
 * @returns the commit that was written; nothing when every line was there already
 * @throws CoppiceError GIT_FAILED, JOURNAL_CORRUPT and the system group; nothing has changed then
 */
export async function commitLines(
  repo: Repository,
  ref: string,
  notes: NotesReader,
  additions: Additions,
  last: Oid | undefined,
  now: number,
): Promise<Oid | undefined> {
  const person = await committer(repo, now);
  return importOnto(repo, ref, notes, () => streamOf(ref, notes, additions, last, person));
}

async function streamOf(
  ref: string,
  notes: NotesReader,
  additions: Additions,
  last: Oid | undefined,
  person: Person,
): Promise<Import> {
  const tip = await notes.tip();
  const changes = await planChanges(notes, tip, await withLost(notes, tip, last, additions));
  return { tip, stream: changes.length === 0 ? undefined : importStream(ref, tip, changes, person) };
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
  notes: NotesReader,
  tip: Oid | undefined,
  last: Oid | undefined,
  additions: Additions,
): Promise<Additions> {
  // No ref at all is somebody's decision, not an accident.
  if (tip === undefined) return additions;
  const all = new Map(additions);
  for (const [id, lines] of await lostEntries(notes, tip, last))
    all.set(id, [...lines, ...(all.get(id) ?? [])]);
  return all;
}

async function planChanges(
  notes: NotesReader,
  tip: Oid | undefined,
  additions: Additions,
): Promise<Change[]> {
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

function importStream(ref: string, tip: Oid | undefined, changes: readonly Change[], person: Person): Buffer {
  const stream = new ImportStream(ref, person);
  const created = changes.filter((change) => change.genesis !== undefined);
  if (created.length > 0) {
    stream.commit(describe(created.map(({ id, genesis = "" }) => ({ id, lines: [genesis.trimEnd()] }))), tip);
    for (const { id, genesis = "" } of created) stream.write(id, Buffer.from(genesis, "utf8"));
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
    stream.commit(describe(lines), created.length > 0 ? ":1" : tip);
    for (const { id, leaves, content } of rest) {
      for (const path of leaves) stream.remove(path);
      stream.write(id, content);
    }
  }
  return stream.end();
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
