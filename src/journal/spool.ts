import { closeSync, fsync, mkdirSync, openSync, readdirSync, statSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { readOwnText } from "../git/own-file.js";
import { currentOwner, liveness, type Owner, placeToken } from "../git/owner.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { type RecordId, recordIdSchema, type Stamp } from "../lifecycle/ids.js";
import { errnoOf, systemError } from "../lifecycle/system-errors.js";

/** An entry that lies in the spool. */
export interface SpoolFile {
  readonly name: string;
  readonly id: RecordId;
  /** The entry's line, without its line feed. */
  readonly line: string;
}

export interface AddOptions {
  /** False: it is not waited for that a power cut would leave it. Default true. */
  readonly durable?: boolean;
  /** Is told the file's name as soon as it is there. */
  readonly written?: (name: string) => void;
}

/** An open file of which somebody waits to hear that it is on the disk. */
interface Waiting {
  readonly file: number;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

const sync = promisify(fsync);

/**
 * `<record id>.<stamp>.<place>.<pid>.<start time>.line`. The id lets a reader of one record leave the rest unread, the
 * stamp makes the name unique, the process and the place where it runs tell whether a file that is not complete will
 * still become so.
 */
const fileName =
  /^([0-9a-f]{40}|[0-9a-f]{64})\.[0-9a-f]{16}-[0-9a-f]{16}\.([0-9a-f]{8})\.(\d+)\.(\d*)\.line$/;
/** How old a half-written file must be to be cleared away when its writer cannot be seen from here. */
const abandonedMs = 24 * 60 * 60_000;

/**
 * Where entries wait for the next commit of the notes ref: a directory of the common git directory with one small
 * file for each. A file is made exclusively and is complete when it ends in a line feed.
 */
export class Spool {
  readonly dir: string;
  readonly #waiting: Waiting[] = [];
  /** By name. A complete file does not change, and an operation reads its record's again after each entry. */
  readonly #complete = new Map<string, SpoolFile>();

  constructor(dir: string) {
    this.dir = dir;
  }

  /**
   * Writes one entry. It can be read at once; when the promise is kept, it survives a power cut, too. Entries that are
   * added together wait for the disk together.
   * @param line with its line feed
   * @returns the file's name
   * @throws CoppiceError PERMISSION_DENIED, READONLY_FS, NO_SPACE_LEFT, QUOTA_EXCEEDED; then nothing is there
   */
  async add(id: RecordId, stamp: Stamp, line: string, options: AddOptions = {}): Promise<string> {
    const { pid, startTime } = currentOwner();
    const name = `${id}.${stamp}.${placeToken()}.${pid}.${startTime ?? ""}.line`;
    try {
      const file = this.#open(join(this.dir, name));
      try {
        const bytes = Buffer.from(line, "utf8");
        for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
        options.written?.(name);
        if (options.durable !== false) await this.#synced(file);
        return name;
      } catch (error) {
        this.remove([name]);
        throw error;
      } finally {
        closeSync(file);
      }
    } catch (error) {
      throw systemError(error, "write to the journal's spool") ?? error;
    }
  }

  /** The complete files, of one record or of all, a record's in causal order. What is half-written is not there yet. */
  read(id?: RecordId): SpoolFile[] {
    const names = id === undefined ? this.#names() : this.#names().filter((name) => name.startsWith(id));
    const files: SpoolFile[] = [];
    for (const name of names.sort()) {
      const key = fileName.exec(name)?.[1];
      if (key === undefined || (id !== undefined && key !== id)) continue;
      const file = this.#complete.get(name) ?? this.#file(name, key);
      if (file === undefined) continue;
      this.#complete.set(name, file);
      files.push(file);
    }
    return files;
  }

  #file(name: string, id: string): SpoolFile | undefined {
    const text = this.#text(name);
    return text?.endsWith("\n") ? { name, id: recordIdSchema.parse(id), line: text.slice(0, -1) } : undefined;
  }

  /** Whether a file has not yet been taken into the notes. */
  has(name: string): boolean {
    return statSync(join(this.dir, name), { throwIfNoEntry: false }) !== undefined;
  }

  /** Removes files whose entries are in the notes, or were never promised. One that stays is an entry that counts once. */
  remove(names: readonly string[]): void {
    for (const name of names) {
      this.#complete.delete(name);
      try {
        unlinkSync(join(this.dir, name));
      } catch {
        // It is gone already, or stays.
      }
    }
  }

  /** Clears away half-written files that nobody will complete. Their entries were never acknowledged. */
  clean(): void {
    this.remove(this.abandoned());
  }

  /** The half-written files that nobody will complete. */
  abandoned(): string[] {
    return this.#names().filter((name) => {
      const match = fileName.exec(name);
      if (match === null || this.#text(name)?.endsWith("\n") !== false) return false;
      const age =
        Date.now() - (statSync(join(this.dir, name), { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      // Another machine or container may share the directory: its processes only look dead from here.
      const seen = match[2] === placeToken();
      const writer: Owner = { ...currentOwner(), pid: Number(match[3]), startTime: match[4] || null };
      return seen ? liveness(writer) === "dead" : age > abandonedMs;
    });
  }

  #open(path: string): number {
    try {
      return openSync(path, "wx", 0o666);
    } catch (error) {
      if (errnoOf(error) !== "ENOENT") throw error;
      mkdirSync(this.dir, { recursive: true });
      return openSync(path, "wx", 0o666);
    }
  }

  /** Kept when a file is on the disk together with its name. */
  #synced(file: number): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#syncWaiting());
      this.#waiting.push({ file, resolve, reject });
    });
  }

  async #syncWaiting(): Promise<void> {
    const together = this.#waiting.splice(0);
    const ends = await Promise.allSettled(together.map(({ file }) => sync(file)));
    const named = await this.#syncDirectory().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    for (const [index, { resolve, reject }] of together.entries()) {
      const end = ends[index];
      if (end?.status === "rejected") reject(end.reason);
      else if (named === undefined) resolve();
      else reject(named.error);
    }
  }

  /** Makes files' names survive too. Some systems cannot sync a directory; there a name is as safe as it gets. */
  async #syncDirectory(): Promise<void> {
    try {
      const directory = openSync(this.dir, "r");
      try {
        await sync(directory);
      } finally {
        closeSync(directory);
      }
    } catch (error) {
      if (errnoOf(error) === "EIO" || errnoOf(error) === "ENOSPC") throw error;
    }
  }

  #names(): string[] {
    try {
      return readdirSync(this.dir);
    } catch (error) {
      if (errnoOf(error) === "ENOENT") return [];
      throw systemError(error, "read the journal's spool") ?? error;
    }
  }

  /** Undefined when it has just been taken into the notes, and where something stands that is no file. */
  #text(name: string): string | undefined {
    try {
      return readOwnText(join(this.dir, name));
    } catch (error) {
      if (errnoOf(error) === "ENOENT" || error instanceof CoppiceError) return undefined;
      throw systemError(error, "read the journal's spool") ?? error;
    }
  }
}
