import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { type RecordId, recordIdSchema, type Stamp } from "../lifecycle/ids.js";
import { errnoOf, systemError } from "../lifecycle/system-errors.js";
import { currentOwner, liveness, type Owner, placeToken } from "./owner.js";

/** An entry that lies in the spool. */
export interface SpoolFile {
  readonly name: string;
  readonly id: RecordId;
  /** The entry's line, without its line feed. */
  readonly line: string;
}

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

  constructor(dir: string) {
    this.dir = dir;
  }

  /**
   * Writes one entry; when it returns, the entry survives a power cut.
   * @param line with its line feed
   * @returns the file's name
   * @throws CoppiceError PERMISSION_DENIED, READONLY_FS, NO_SPACE_LEFT, QUOTA_EXCEEDED; then nothing is there
   */
  add(id: RecordId, stamp: Stamp, line: string): string {
    const { pid, startTime } = currentOwner();
    const name = `${id}.${stamp}.${placeToken()}.${pid}.${startTime ?? ""}.line`;
    const path = join(this.dir, name);
    try {
      const file = this.#open(path);
      try {
        const bytes = Buffer.from(line, "utf8");
        for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
        fsyncSync(file);
      } catch (error) {
        this.remove([name]);
        throw error;
      } finally {
        closeSync(file);
      }
      this.#syncDirectory();
    } catch (error) {
      throw systemError(error, "write to the journal's spool") ?? error;
    }
    return name;
  }

  /** The complete files, of one record or of all. What is half-written is not there yet. */
  read(id?: RecordId): SpoolFile[] {
    const files: SpoolFile[] = [];
    for (const name of this.#names()) {
      const key = fileName.exec(name)?.[1];
      if (key === undefined || (id !== undefined && key !== id)) continue;
      const text = this.#text(name);
      if (text?.endsWith("\n")) files.push({ name, id: recordIdSchema.parse(key), line: text.slice(0, -1) });
    }
    return files;
  }

  /** Whether a file has not yet been taken into the notes. */
  has(name: string): boolean {
    return statSync(join(this.dir, name), { throwIfNoEntry: false }) !== undefined;
  }

  /** Removes files whose entries are in the notes. */
  remove(names: readonly string[]): void {
    for (const name of names) {
      try {
        unlinkSync(join(this.dir, name));
      } catch (error) {
        if (errnoOf(error) !== "ENOENT") throw systemError(error, "clear the journal's spool") ?? error;
      }
    }
  }

  /** Clears away half-written files that nobody will complete. Their entries were never acknowledged. */
  clean(): void {
    for (const name of this.#names()) {
      const match = fileName.exec(name);
      if (match === null || this.#text(name)?.endsWith("\n") !== false) continue;
      const age =
        Date.now() - (statSync(join(this.dir, name), { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      // Another machine or container may share the directory: its processes only look dead from here.
      const seen = match[2] === placeToken();
      const writer: Owner = { ...currentOwner(), pid: Number(match[3]), startTime: match[4] || null };
      if (seen ? liveness(writer) === "dead" : age > abandonedMs) this.remove([name]);
    }
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

  /** Makes the file's name survive too. Some systems cannot sync a directory; there the name is as safe as it gets. */
  #syncDirectory(): void {
    try {
      const directory = openSync(this.dir, "r");
      try {
        fsyncSync(directory);
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

  /** Undefined when it has just been taken into the notes. */
  #text(name: string): string | undefined {
    try {
      return readFileSync(join(this.dir, name), "utf8");
    } catch (error) {
      if (errnoOf(error) === "ENOENT") return undefined;
      throw systemError(error, "read the journal's spool") ?? error;
    }
  }
}
