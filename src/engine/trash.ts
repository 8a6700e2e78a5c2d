import { randomBytes } from "node:crypto";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, parse } from "node:path";
import { setImmediate } from "node:timers/promises";
import * as z from "zod/mini";
import { deleteEntry, deletion, type Undeleted } from "../git/delete-tree.js";
import { readOwnText } from "../git/own-file.js";
import type { TakeAway } from "../git/worktree-remove.js";
import { tryLock } from "../journal/lock.js";
import { startDetached } from "./detached.js";
import { hasCode, writeAtomically } from "./files.js";
import { heldIn, placeOfHeld, putBack } from "./trash-held.js";

/*
 * Worktrees that were removed and whose files are not deleted yet. They lie in a directory of the worktree root, each under
 * a name that holds its own inode number: what was put there by renaming proves it by its name, and nothing else in there is
 * ever deleted, whoever made it. No other note is needed of it, so nothing can be lost by being killed in between.
 */

/** The directory in a worktree root. No branch's directory begins with a dot (`directoryName`). */
const trashName = ".coppice-trash";
/** `<inode>-<random>`, both hexadecimal. */
const entryPattern = /^d([0-9a-f]{1,16})-[0-9a-f]{16}$/;
/** Who has looked for so long was killed. */
const longestLookMs = 3_600_000;

/** Why an entry could not be deleted, in a file beside it named `<entry>.json`. */
const problemSchema = z.object({
  v: z.literal(1),
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** Below the entry; empty: the entry itself. */
  path: z.string(),
  reason: z.string(),
  /** A person has been told. */
  told: z.boolean(),
});
type Problem = z.infer<typeof problemSchema>;

/** What could not be deleted is tried again when so much time has gone by. */
const patienceMs = 86_400_000;
/** So much is deleted at once, in a few milliseconds: starting a process for it would take longer. */
const fewEntries = 256;
const smallBytes = 1_048_576;
/** After so many entries others get their turn. */
const sliceEntries = 512;
const mostTries = 3;

export interface TrashOptions {
  /** Of the clone: an absolute path. */
  readonly root: string;
  /** The words that start `coppice` anew; undefined: this process deletes everything itself before it is done. */
  readonly program?: readonly [string, ...string[]] | undefined;
}

/** The trash of one worktree root. */
export class Trash {
  readonly #root: string;
  readonly #program: readonly [string, ...string[]] | undefined;
  /** This process has put something there that it did not delete. */
  #left = false;

  constructor({ root, program }: TrashOptions) {
    this.#root = root;
    this.#program = program;
  }

  get #directory(): string {
    return join(this.#root, trashName);
  }

  /**
   * Takes a directory out of the way by renaming it, which takes no longer for a large one, and deletes it when it is small.
   * Impossible when it lies on another file system, is a mount point, or may not be moved.
   * @param look sees it where it is now, and nobody finds it under its name any more; what it throws puts it back
   */
  readonly takeAway = async (
    path: string,
    ino: bigint,
    look?: (moved: string) => Promise<void>,
  ): ReturnType<TakeAway> => {
    const name = `${ino.toString(16)}-${randomBytes(8).toString("hex")}`;
    const entry = join(this.#directory, `d${name}`);
    const first = look === undefined ? entry : join(this.#directory, `h${name}`);
    if (!this.#moved(path, first)) return "impossible";
    if (lstatSync(first, { bigint: true }).ino !== ino) {
      renameSync(first, path);
      // Some file systems make up a number for each path: nothing in the trash could be recognised there.
      return lstatSync(path, { bigint: true }).ino === ino ? "impossible" : "swapped";
    }
    try {
      await look?.(first);
      if (first !== entry) renameSync(first, entry);
    } catch (error) {
      putBack(first, path);
      this.#tidy();
      throw error;
    }
    if (deleteNow(entry, ino)) this.#tidy();
    else this.#left = true;
    return "taken";
  };

  /** What is still looked at, or was when a process was killed. */
  readonly held = (): string[] => heldIn(this.#directory);

  #moved(path: string, entry: string): boolean {
    for (let tries = 1; ; tries += 1) {
      try {
        this.#prepare();
        renameSync(path, entry);
        return true;
      } catch (error) {
        // Another process has just tidied up.
        if (hasCode(error, "ENOENT") && tries < mostTries) continue;
        // A directory that is moved to another one has to be writable itself.
        if (hasCode(error, "EACCES") && tries === 1 && opened(path)) continue;
        this.#tidy();
        return false;
      }
    }
  }

  /** @throws what the system says; also where something else stands in the directory's place */
  #prepare(): void {
    mkdirSync(this.#root, { recursive: true });
    try {
      mkdirSync(this.#directory);
    } catch (error) {
      if (!hasCode(error, "EEXIST") || !lstatSync(this.#directory).isDirectory()) throw error;
    }
    this.#hide();
  }

  /** From the `git status` of whatever repository the root lies in. */
  #hide(): void {
    try {
      writeFileSync(join(this.#directory, ".gitignore"), "*\n", { flag: "wx" });
    } catch (error) {
      if (!hasCode(error, "EEXIST")) throw error;
    }
  }

  /** Takes the trash away when nothing is in it. */
  #tidy(): void {
    try {
      if (readdirSync(this.#directory).some((name) => name !== ".gitignore")) return;
      rmSync(join(this.#directory, ".gitignore"), { force: true });
      rmdirSync(this.#directory);
    } catch (error) {
      // Something has come into it since.
      if (hasCode(error, "ENOTEMPTY", "EEXIST")) this.#hide();
    }
  }

  /**
   * At the end of a command: what is in the trash goes, also what a killed process has left there. It goes in the background
   * where this is a program that can be started anew; else what this process has put there goes now.
   * @param warn is told what cannot be deleted, once
   */
  async end(now: number, warn: (text: string) => void): Promise<void> {
    if (this.#program === undefined) {
      if (this.#left) await this.sweep(now);
      this.#left = false;
      return;
    }
    const names = this.#names();
    if (names.length === 0) return;
    const entries = names.filter(isEntry);
    // A process was killed before it could take the trash away.
    if (entries.length === 0) return this.sweep(now);
    for (const entry of entries) this.#tell(entry, warn);
    if (!entries.some((entry) => this.#isDue(entry, now))) return;
    startDetached([...this.#program, "__sweep", this.#root], parse(this.#root).root);
  }

  /** Deletes what is in the trash. Other work of this process gets its turn in between. */
  async sweep(now: number): Promise<void> {
    if (this.#names().length === 0) return;
    const lock = tryLock(join(this.#directory, "sweep.lock"), "delete what was removed");
    if ("heldBy" in lock) return;
    try {
      this.#putBackForgotten(now);
      // Others may put something there meanwhile.
      for (const seen = new Set<string>(); ; ) {
        const entry = this.#names().find(
          (name) => isEntry(name) && !seen.has(name) && this.#isDue(name, now),
        );
        if (entry === undefined) break;
        seen.add(entry);
        await this.#delete(entry, now);
      }
      this.#forgetProblems();
    } finally {
      lock.release();
    }
    this.#tidy();
  }

  /**
   * What a killed process was looking at goes back: what was written into it just before is nowhere else. Mostly the next
   * command on that worktree has done so. Moving a directory sets the time at which it was changed itself.
   */
  #putBackForgotten(now: number): void {
    for (const entry of this.held()) {
      const since = lstatSync(entry, { throwIfNoEntry: false })?.ctimeMs ?? now;
      if (now - since > longestLookMs) putBack(entry, placeOfHeld(entry, this.#root));
    }
  }

  /** Of what somebody has deleted by hand. */
  #forgetProblems(): void {
    const names = new Set(readdirSync(this.#directory));
    for (const name of names) {
      const entry = name.replace(/\.json$/, "");
      if (entry !== name && isEntry(entry) && !names.has(entry))
        rmSync(join(this.#directory, name), { force: true });
    }
  }

  async #delete(entry: string, now: number): Promise<void> {
    const path = join(this.#directory, entry);
    const ino = inoOf(entry);
    const left =
      ino !== undefined && isOwn(path, ino) ? await deleteAll(path, ino) : { path, reason: "swapped" };
    if (left === undefined) return;
    const problem: Problem = {
      v: 1,
      at: now,
      path: left.path.slice(path.length + 1),
      reason: left.reason,
      told: this.#problemOf(entry)?.told ?? false,
    };
    writeAtomically(`${path}.json`, `${JSON.stringify(problem)}\n`);
  }

  /** What is in the trash, if that is a directory of this user's own and no link to one. */
  #names(): string[] {
    try {
      const names = readdirSync(this.#directory);
      const stat = lstatSync(this.#directory);
      const own = process.geteuid === undefined || stat.uid === process.geteuid();
      return own && stat.isDirectory() ? names : [];
    } catch (error) {
      if (hasCode(error, "ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP")) return [];
      throw error;
    }
  }

  #problemOf(entry: string): Problem | undefined {
    try {
      const text = readOwnText(join(this.#directory, `${entry}.json`));
      const parsed = problemSchema.safeParse(JSON.parse(text));
      return parsed.success ? parsed.data : undefined;
    } catch {
      return undefined;
    }
  }

  #isDue(entry: string, now: number): boolean {
    const problem = this.#problemOf(entry);
    return problem === undefined || Math.abs(now - problem.at) >= patienceMs;
  }

  #tell(entry: string, warn: (text: string) => void): void {
    const problem = this.#problemOf(entry);
    if (problem === undefined || problem.told) return;
    const path = join(this.#directory, entry, problem.path);
    warn(
      problem.reason === "mount"
        ? `Of a worktree that was removed something is left, as something is mounted there: ${path}. Unmount it, and a later command deletes the rest.`
        : `Of a worktree that was removed something could not be deleted (${problem.reason}): ${path}. It can be deleted by hand.`,
    );
    try {
      writeAtomically(
        join(this.#directory, `${entry}.json`),
        `${JSON.stringify({ ...problem, told: true })}\n`,
      );
    } catch {
      // Then it is told once more.
    }
  }
}

const isEntry = (name: string): boolean => entryPattern.test(name);

/** The inode number that a name tells. */
function inoOf(entry: string): bigint | undefined {
  const digits = entryPattern.exec(entry)?.[1];
  return digits === undefined ? undefined : BigInt(`0x${digits}`);
}

/** A directory is what its name says, and no symbolic link. */
function isOwn(path: string, ino: bigint): boolean {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined || (stat.isDirectory() && stat.ino === ino);
}

/** Deletes what can be quickly. What cannot be deleted at all is the sweep's to tell. @returns whether nothing is left */
function deleteNow(entry: string, ino: bigint): boolean {
  try {
    // Its name is about to be free for another worktree, which programs that still run in here must not meet.
    deleteEntry(entry, ino, ".git");
    return deleteSmall(entry, ino);
  } catch (error) {
    // Another process may be deleting it, and have come first.
    if (error instanceof Error && "syscall" in error) return false;
    throw error;
  }
}

/** Deletes a directory when that is quickly done. @returns false: something of it is left */
function deleteSmall(path: string, ino: bigint): boolean {
  const steps = deletion(path, ino);
  try {
    for (let count = 0; count <= fewEntries; count += 1) {
      const step = steps.next();
      if (step.done === true) return step.value === undefined;
      const stat = lstatSync(step.value, { throwIfNoEntry: false });
      if (stat !== undefined && !stat.isDirectory() && stat.blocks * 512 > smallBytes) return false;
    }
    return false;
  } finally {
    steps.return(undefined);
  }
}

async function deleteAll(path: string, ino: bigint): Promise<Undeleted | undefined> {
  const steps = deletion(path, ino);
  for (let count = 1; ; count += 1) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (count % sliceEntries === 0) await setImmediate();
  }
}

function opened(path: string): boolean {
  try {
    const { mode } = lstatSync(path);
    if ((mode & 0o300) === 0o300) return false;
    chmodSync(path, mode | 0o700);
    return true;
  } catch {
    return false;
  }
}
