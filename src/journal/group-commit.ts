import { setTimeout as sleep } from "node:timers/promises";
import { identity } from "../git/identity.js";
import { formatPerson, type Person } from "../git/object-format.js";
import { parseOid } from "../git/oid.js";
import type { Repository } from "../git/repository.js";
import { writeProblem } from "../git/write-probe.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid, RecordId } from "../lifecycle/ids.js";
import { decode } from "./entry.js";
import { formatOf, recordIdOf } from "./id.js";
import { joinNotes, splitLines } from "./lines.js";
import { lostEntries } from "./lost.js";
import { type NoteAt, type NotesReader, pathOf } from "./notes.js";

/** Lines to be added, without their line feeds, by record. */
export type Additions = ReadonlyMap<RecordId, readonly string[]>;

/** How long the commit is made anew while others keep moving the ref, in milliseconds. */
const patienceMs = 30_000;
/** How often it is tried while the ref stands still: another git may hold its lock for a moment. */
const refusals = 8;
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
  const deadline = performance.now() + patienceMs;
  for (let refused = 0; ; ) {
    // Started before the tip is read: the less time between reading and moving the ref, the fewer rivals get between.
    const git = repo.git.open(repo.commonDir, ["fast-import", "--quiet", "--date-format=raw"]);
    const { tip, stream } = await streamOf(ref, notes, additions, last, person).catch(
      async (error: unknown) => {
        await git.close();
        throw error;
      },
    );
    if (stream === undefined) {
      await git.close();
      return undefined;
    }
    git.write(stream);
    // Printed before the ref moves; a rival may move it on at once, so the ref could tell another commit.
    const written = git.readLine().catch(() => "");
    const code = await git.close();
    if (code === 0) return parseOid(await written);
    const moved = (await notes.tip()) !== tip;
    if (!moved) refused += 1;
    if (performance.now() > deadline || refused === refusals) {
      throw (await writeProblem(repo.commonDir)) ?? notMoved(ref, code, git.stderr, moved);
    }
    await sleep(moved ? Math.random() * 10 : 10 * 2 ** refused * (0.5 + Math.random()));
  }
}

async function streamOf(
  ref: string,
  notes: NotesReader,
  additions: Additions,
  last: Oid | undefined,
  person: Person,
): Promise<{ readonly tip: Oid | undefined; readonly stream: Buffer | undefined }> {
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

  // From here on a stream that breaks off (we were killed) changes nothing.
  text("feature done");
  const created = changes.filter((change) => change.genesis !== undefined);
  if (created.length > 0) {
    commit(describe(created.map(({ id, genesis = "" }) => ({ id, lines: [genesis.trimEnd()] }))), tip);
    for (const { id, genesis = "" } of created) write(id, Buffer.from(genesis, "utf8"));
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
    commit(describe(lines), created.length > 0 ? ":1" : tip);
    for (const { id, leaves, content } of rest) {
      for (const path of leaves) text(`D ${path}`);
      write(id, content);
    }
  }
  text("get-mark :1");
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
