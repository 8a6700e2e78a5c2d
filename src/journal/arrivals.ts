import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  readSync,
  renameSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { openOwn, writeOwn } from "../git/own-file.js";
import { type Stamp, stampSchema } from "../lifecycle/ids.js";
import { errnoOf } from "../lifecycle/system-errors.js";
import { acquireLock } from "./lock.js";

const lineLength = 34;
const patienceMs = 10_000;

/**
 * In which order the entries of all journals came to this clone, as far as anybody has looked: their stamps alone, in a
 * local file. Stamps tell causal order, and an entry of another clone that comes late sorts before what was seen long
 * ago; who reads on from a place needs an order that only grows at its end. All who look share it.
 *
 * What nobody has looked at yet is in no order: the next who looks adds it by its stamps. The file can be deleted at any
 * time; then the order begins anew, by stamps. Where it cannot be written, the order is this process's own.
 */
export class ArrivalOrder {
  readonly #file: string;
  readonly #head: string;
  readonly #order: Stamp[] = [];
  readonly #places = new Map<Stamp, number>();
  /** Which file was read, and how far; undefined: none. */
  #read: { readonly inode: number; readonly end: number } | undefined;
  /** Why the order could not be shared; undefined: it is. */
  #problem: unknown;

  /** @param ref the notes ref that the order is about */
  constructor(file: string, ref: string) {
    this.#file = file;
    // The file is read as bytes; a ref's name may hold any letters.
    this.#head = Buffer.from(`coppice arrivals 1 ${ref}\n`, "utf8").toString("latin1");
  }

  /** Every stamp, in the order of arrival. */
  get stamps(): readonly Stamp[] {
    return this.#order;
  }

  /** What kept the order from being shared with others and with later looks. */
  get problem(): unknown {
    return this.#problem;
  }

  /** The place of an entry, from 0; undefined: it has not arrived. */
  placeOf(stamp: Stamp): number | undefined {
    return this.#places.get(stamp);
  }

  /**
   * Takes what others have added, then adds what is still missing.
   * @param stamps in the order in which they are to arrive, when nobody else has seen them yet
   */
  async add(stamps: readonly Stamp[]): Promise<void> {
    if (this.#problem === undefined) {
      try {
        await this.#share(stamps);
        return;
      } catch (error) {
        this.#problem = error;
      }
    }
    for (const stamp of stamps) this.#push(stamp);
  }

  async #share(stamps: readonly Stamp[]): Promise<void> {
    const before = this.#order.length;
    if (this.#catchUp() && stamps.every((stamp) => this.#places.has(stamp))) return;
    const lock = await acquireLock(`${this.#file}.lock`, {
      purpose: "note what has arrived",
      waitMs: patienceMs,
    });
    if ("heldBy" in lock) throw new Error("another process has been noting what arrived for ten seconds");
    try {
      const whole = this.#catchUp();
      const missing = [...new Set(stamps)].filter((stamp) => !this.#places.has(stamp));
      for (const stamp of missing) this.#push(stamp);
      if (whole) this.#append(missing);
      else this.#rewrite();
    } catch (error) {
      // What was taken into the order without reaching the file is in the order all the same.
      if (this.#order.length === before) throw error;
      this.#problem = error;
    } finally {
      lock.release();
    }
  }

  /**
   * Reads on in the file.
   * @returns false when there is none, it is another one, or damaged: it has to be written anew
   */
  #catchUp(): boolean {
    let file: number;
    try {
      file = openOwn(this.#file);
    } catch (error) {
      if (errnoOf(error) !== "ENOENT") throw error;
      return false;
    }
    try {
      const { ino: inode, size } = fstatSync(file);
      const same = this.#read?.inode === inode && size >= this.#read.end;
      const start = same ? (this.#read?.end ?? 0) : 0;
      const bytes = Buffer.alloc(size - start);
      const text = bytes.toString("latin1", 0, readSync(file, bytes, 0, bytes.length, start));
      const body = same ? text : text.startsWith(this.#head) ? text.slice(this.#head.length) : undefined;
      if (body === undefined) return false;
      const count = Math.floor(body.length / lineLength);
      const found: Stamp[] = [];
      for (let at = 0; at < count; at += 1) {
        const [start, end] = [at * lineLength, (at + 1) * lineLength - 1];
        const stamp = stampSchema.safeParse(body.slice(start, end));
        if (!stamp.success || body[end] !== "\n") return false;
        found.push(stamp.data);
      }
      // Another follower may have made the file anew: what only this one has seen must come into it.
      const other = !same && this.#order.some((stamp, at) => found[at] !== stamp);
      for (const stamp of found) this.#push(stamp);
      if (other) return false;
      this.#read = { inode, end: (same ? start : this.#head.length) + count * lineLength };
      return true;
    } finally {
      closeSync(file);
    }
  }

  /** Needs the lock, and a file that was read to its end: a line that a power cut halved is cut off. */
  #append(stamps: readonly Stamp[]): void {
    if (stamps.length === 0 || this.#read === undefined) return;
    const { inode, end } = this.#read;
    const file = openOwn(this.#file, constants.O_RDWR);
    try {
      ftruncateSync(file, end);
      const bytes = Buffer.from(textOf(stamps), "latin1");
      for (let done = 0; done < bytes.length; )
        done += writeSync(file, bytes, done, bytes.length - done, end + done);
      fdatasyncSync(file);
      this.#read = { inode, end: end + bytes.length };
    } finally {
      closeSync(file);
    }
  }

  /** Needs the lock. */
  #rewrite(): void {
    mkdirSync(dirname(this.#file), { recursive: true });
    const scratch = `${this.#file}.new`;
    const text = this.#head + textOf(this.#order);
    writeOwn(scratch, text, { encoding: "latin1", flush: true });
    renameSync(scratch, this.#file);
    const file = openOwn(this.#file);
    this.#read = { inode: fstatSync(file).ino, end: text.length };
    closeSync(file);
  }

  #push(stamp: Stamp): void {
    if (this.#places.has(stamp)) return;
    this.#places.set(stamp, this.#order.length);
    this.#order.push(stamp);
  }
}

const textOf = (stamps: readonly Stamp[]): string => stamps.map((stamp) => `${stamp}\n`).join("");
