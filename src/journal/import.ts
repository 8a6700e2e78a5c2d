import { setTimeout as sleep } from "node:timers/promises";
import { identity } from "../git/identity.js";
import { formatPerson, type Person } from "../git/object-format.js";
import { parseOid } from "../git/oid.js";
import type { Repository } from "../git/repository.js";
import { writeProblem } from "../git/write-probe.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid, RecordId } from "../lifecycle/ids.js";
import { type NotesReader, pathOf } from "./notes.js";

/** How long the commit is made anew while others keep moving the ref, in milliseconds. */
const patienceMs = 30_000;
/** A clock that nobody sets; the one of node:perf_hooks takes half a millisecond to load. */
const uptimeMs = (): number => process.uptime() * 1000;
/** How often it is tried while the ref stands still: another git may hold its lock for a moment. */
const refusals = 8;

/** What is to be written on top of a tip. */
export interface Import {
  readonly tip: Oid | undefined;
  /** Undefined: nothing is to be written. */
  readonly stream: Buffer | undefined;
}

/**
 * Moves a notes ref with one `git fast-import`, from the tip that was read and from no other: when somebody else has
 * moved it (a person with `git notes`, a fetch), everything is read and made again.
 * @param make reads the tip and makes the stream
 * @param meanwhile is called when git has everything and works
 * @returns the commit that was written; nothing when there was nothing to write
 * @throws CoppiceError GIT_FAILED, JOURNAL_CORRUPT and the system group; nothing has changed then
 */
export async function importOnto(
  repo: Repository,
  ref: string,
  notes: NotesReader,
  make: () => Promise<Import>,
  meanwhile: () => void = () => {},
): Promise<Oid | undefined> {
  const deadline = uptimeMs() + patienceMs;
  for (let refused = 0; ; ) {
    // Started before the tip is read: the less time between reading and moving the ref, the fewer rivals get between.
    const git = repo.git.open(repo.commonDir, ["fast-import", "--quiet", "--date-format=raw"]);
    const { tip, stream } = await make().catch(async (error: unknown) => {
      await git.close();
      throw error;
    });
    if (stream === undefined) {
      await git.close();
      return undefined;
    }
    git.write(stream);
    // Printed before the ref moves; a rival may move it on at once, so the ref could tell another commit.
    const written = git.readLine().catch(() => "");
    meanwhile();
    const code = await git.close();
    if (code === 0) return parseOid(await written);
    const moved = (await notes.tip()) !== tip;
    if (!moved) refused += 1;
    if (uptimeMs() > deadline || refused === refusals) {
      throw (await writeProblem(repo.commonDir)) ?? notMoved(ref, code, git.stderr, moved);
    }
    await sleep(moved ? Math.random() * 10 : 10 * 2 ** refused * (0.5 + Math.random()));
  }
}

/** A stream for fast-import that makes one or more commits of a notes ref. */
export class ImportStream {
  readonly #ref: string;
  readonly #person: Person;
  readonly #parts: Buffer[] = [];

  constructor(ref: string, person: Person) {
    this.#ref = ref;
    this.#person = person;
    // From here on a stream that breaks off (we were killed) changes nothing.
    this.#text("feature done");
  }

  /**
   * Begins a commit with its first parent's tree. It is `:1` for the commits after it.
   * @param from an oid or `:1`; undefined: the first commit there is
   */
  commit(message: string, from: string | undefined, other?: Oid): void {
    this.#text(`commit ${this.#ref}`);
    this.#text("mark :1");
    this.#text(`committer ${formatPerson(this.#person)}`);
    this.#data(Buffer.from(message, "utf8"));
    if (from !== undefined) this.#text(`from ${from}`);
    if (other !== undefined) this.#text(`merge ${other}`);
  }

  /** Puts a note where ours stand: its content, or the blob that holds it. */
  write(id: RecordId, content: Buffer | Oid): void {
    if (typeof content === "string") {
      this.#text(`M 100644 ${content} ${pathOf(id)}`);
      return;
    }
    this.#text(`M 100644 inline ${pathOf(id)}`);
    this.#data(content);
  }

  /** Takes away what stands at a path. */
  remove(path: string): void {
    this.#text(`D ${path}`);
  }

  /**
   * Ends the stream; git prints the oid of the last commit.
   * @param nothing the oid of no object: the commits are written, and the ref, which must not exist, is not made
   */
  end(nothing?: string): Buffer {
    this.#text("get-mark :1");
    // git makes no ref that is reset to nothing at the end.
    if (nothing !== undefined) this.#text(`reset ${this.#ref}\nfrom ${nothing}\n`);
    this.#text("done");
    return Buffer.concat(this.#parts);
  }

  #text(line: string): void {
    this.#parts.push(Buffer.from(`${line}\n`, "utf8"));
  }

  #data(bytes: Buffer): void {
    this.#text(`data ${bytes.length}`);
    this.#parts.push(bytes, Buffer.from("\n"));
  }
}

/**
 * Whose name the commit carries: the person's, as for every commit of theirs. Where git knows none, the journal is
 * written all the same, under a name without an address: an invented one would be a lie that servers refuse.
 */
export async function committer(repo: Repository, now: number): Promise<Person> {
  try {
    return (await identity(repo, repo.git.inherited, now)).committer;
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
