import { setTimeout as sleep } from "node:timers/promises";
import { identity } from "../git/identity.js";
import { formatPerson, type Person } from "../git/object-format.js";
import type { Repository } from "../git/repository.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid, RecordId } from "../lifecycle/ids.js";
import { decode } from "./entry.js";
import { formatOf, recordIdOf } from "./id.js";
import { joinNotes, splitLines } from "./lines.js";
import { type NoteAt, type NotesReader, pathOf } from "./notes.js";

/** Lines to be added, without their line feeds, by record. */
export type Additions = ReadonlyMap<RecordId, readonly string[]>;

/** How often the commit is made anew because somebody else moved the ref. */
const attempts = 12;
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
 * @throws CoppiceError GIT_FAILED, JOURNAL_CORRUPT and the system group; nothing has changed then
 */
export async function commitLines(
  repo: Repository,
  ref: string,
  notes: NotesReader,
  additions: Additions,
  now: number,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const tip = await notes.tip();
    const changes = await planChanges(notes, tip, additions);
    if (changes.length === 0) return;
    const stream = importStream(ref, tip, changes, await committer(repo, now));
    const { code, stderr } = await repo.git.run(
      repo.commonDir,
      ["fast-import", "--quiet", "--done", "--date-format=raw"],
      { stdin: stream, codes: "any", writes: repo.commonDir },
    );
    if (code === 0) return;
    const moved = (await notes.tip()) !== tip;
    if (attempt === attempts || (!moved && attempt > 1)) throw notMoved(ref, code, stderr, moved);
    await sleep(5 + Math.random() * 10 * 2 ** Math.min(attempt, 5));
  }
}

/** What becomes of one note. */
interface Change {
  readonly id: RecordId;
  /** The CREATE line alone, with its line feed, when the record is new to the ref. */
  readonly genesis: string | undefined;
  /** The whole note after the change. */
  readonly content: Buffer;
  /** Paths of other layouts at which it stood: one note never stands at two paths. */
  readonly leaves: readonly string[];
  /** What is added, for the message. */
  readonly added: readonly string[];
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
    const genesis =
      found.length > 0 ? undefined : added.find((line) => recordIdOf(`${line}\n`, formatOf(id)) === id);
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
  const parts: Buffer[] = [];
  const text = (line: string): void => {
    parts.push(Buffer.from(`${line}\n`, "utf8"));
  };
  const data = (bytes: Buffer): void => {
    text(`data ${bytes.length}`);
    parts.push(bytes, Buffer.from("\n"));
  };
  const commit = (message: string, from: string | undefined): void => {
    text(`commit ${ref}`);
    text("mark :1");
    text(`committer ${formatPerson(person)}`);
    data(Buffer.from(message, "utf8"));
    if (from !== undefined) text(`from ${from}`);
  };
  const write = (id: RecordId, content: Buffer): void => {
    text(`M 100644 inline ${pathOf(id)}`);
    data(content);
  };

  const created = changes.filter((change) => change.genesis !== undefined);
  if (created.length > 0) {
    commit(describe(created.map(({ id, genesis = "" }) => ({ id, lines: [genesis.trimEnd()] }))), tip);
    for (const { id, genesis = "" } of created) write(id, Buffer.from(genesis, "utf8"));
  }
  const rest = changes.filter(({ genesis, added }) => genesis === undefined || added.length > 1);
  if (rest.length > 0) {
    const lines = rest.map(({ id, genesis, added }) => ({
      id,
      lines: genesis === undefined ? added : added.filter((line) => `${line}\n` !== genesis),
    }));
    commit(describe(lines), created.length > 0 ? ":1" : tip);
    for (const { id, leaves, content } of rest) {
      for (const path of leaves) text(`D ${path}`);
      write(id, content);
    }
  }
  text("done");
  return Buffer.concat(parts);
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

/**
 * Whose name the commit carries: the person's, as for every commit of theirs. Where git knows none, the journal is
 * written all the same, under a name without an address: an invented one would be a lie that servers refuse.
 */
async function committer(repo: Repository, now: number): Promise<Person> {
  try {
    return (await identity(repo, process.env, now)).committer;
  } catch (error) {
    if (!(error instanceof CoppiceError) || error.code !== "GIT_FAILED") throw error;
    return { name: "coppice", email: "", time: Math.floor(now / 1000), zone: "+0000" };
  }
}

function notMoved(ref: string, code: number, stderr: string, moved: boolean): CoppiceError {
  const why = moved ? "others keep moving it" : "git refused to move it";
  return new CoppiceError("GIT_FAILED", `The journal's ref ${ref} could not be written: ${why}.`, {
    details: { exitCode: code, output: stderr.slice(-16_384), step: "git fast-import" },
    recoverable: true,
    suggestedAction:
      "Nothing is lost: the entries wait in the spool, and the next command that writes tries again.",
  });
}
