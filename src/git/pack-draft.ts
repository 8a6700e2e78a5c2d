import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import type { Oid } from "../lifecycle/ids.js";
import { type ObjectFormat, parseOid } from "./oid.js";
import { adler32, crc32 } from "./pack-sums.js";

type PackedType = "commit" | "tree" | "blob";

const typeNumbers = { commit: 1, tree: 2, blob: 3 } as const;
/** What stands here is told as a change of an object before it, so many bytes back in the pack. */
const offsetDelta = 6;

/** For few bytes most of zlib's time goes into making its tables. */
const smallObject = 1024;
const forSmall = { windowBits: 10, memLevel: 2 };

/** How many changes may have to be followed to one object: git's own limit when it packs. */
const deepest = 50;

/** An object as it stood before: what comes after it is stored as a change of it. */
export interface Before {
  readonly oid: Oid;
  readonly data: Buffer;
}

/** The two files of a pack, see gitformat-pack(5). */
export interface PackFiles {
  /** `pack-<name>.pack` and `pack-<name>.idx`. */
  readonly name: string;
  readonly pack: Buffer;
  readonly index: Buffer;
}

interface Entry {
  readonly oid: Oid;
  readonly offset: number;
  readonly depth: number;
  readonly crc: number;
}

/**
 * Objects that are to be written together, as one pack. A tree of which one entry changed takes some fifty bytes, and
 * thousands of objects are one file instead of one each.
 */
export class PackDraft {
  readonly #format: ObjectFormat;
  readonly #entries = new Map<Oid, Entry>();
  #bytes = Buffer.allocUnsafe(64 * 1024);
  #size = 12;

  constructor(format: ObjectFormat) {
    this.#format = format;
  }

  /** How many objects it has. */
  get count(): number {
    return this.#entries.size;
  }

  /** Bytes. */
  get size(): number {
    return this.#size;
  }

  /** Adds an object, unless it is there, and returns its id. */
  add(type: PackedType, data: Buffer, before?: Before): Oid {
    const oid = parseOid(
      createHash(this.#format).update(`${type} ${data.length}\0`).update(data).digest("hex"),
    );
    if (this.#entries.has(oid)) return oid;
    const base = before === undefined ? undefined : this.#entries.get(before.oid);
    const change =
      before === undefined || base === undefined || base.depth >= deepest
        ? undefined
        : changeOf(before.data, data);
    const offset = this.#size;
    if (change === undefined || base === undefined) {
      this.#head(typeNumbers[type], data.length);
      this.#append(deflateSync(data, data.length < smallObject ? forSmall : {}));
    } else {
      this.#head(offsetDelta, change.length);
      this.#back(offset - base.offset);
      this.#append(stored(change));
    }
    const depth = change === undefined || base === undefined ? 0 : base.depth + 1;
    this.#entries.set(oid, { oid, offset, depth, crc: crc32(this.#bytes, offset, this.#size) });
    return oid;
  }

  /** The files of a pack with all objects. */
  files(): PackFiles {
    const entries = [...this.#entries.values()];
    const end = this.#size;
    const width = this.#format === "sha1" ? 20 : 32;
    const pack = Buffer.allocUnsafe(end + width);
    this.#bytes.copy(pack, 0, 0, end);
    pack.write("PACK", 0, "latin1");
    pack.writeUInt32BE(2, 4);
    pack.writeUInt32BE(entries.length, 8);
    const sum = createHash(this.#format).update(pack.subarray(0, end)).digest();
    sum.copy(pack, end);
    return { name: sum.toString("hex"), pack, index: indexOf(entries, sum, this.#format) };
  }

  /** Type and size: four bits of the size, then seven in each further byte. */
  #head(type: number, size: number): void {
    const head = [(type << 4) | (size & 15)];
    for (let left = Math.floor(size / 16); left > 0; left = Math.floor(left / 128)) {
      head[head.length - 1] = (head.at(-1) ?? 0) | 0x80;
      head.push(left & 0x7f);
    }
    this.#append(Uint8Array.from(head));
  }

  /** How far back the base stands: seven bits in each byte, the highest first, one less in each that goes on. */
  #back(distance: number): void {
    const bytes = [distance & 0x7f];
    for (let left = Math.floor(distance / 128); left > 0; left = Math.floor(left / 128)) {
      left -= 1;
      bytes.unshift(0x80 | (left & 0x7f));
    }
    this.#append(Uint8Array.from(bytes));
  }

  #append(bytes: Uint8Array): void {
    if (this.#size + bytes.length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#size + bytes.length));
      this.#bytes.copy(larger, 0, 0, this.#size);
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, this.#size);
    this.#size += bytes.length;
  }
}

/** Bytes that are not worth compressing, in zlib's form: at most 64 KiB of them. */
function stored(bytes: Buffer): Buffer {
  const whole = Buffer.allocUnsafe(bytes.length + 11);
  whole.set([0x78, 0x01, 0x01]);
  whole.writeUInt16LE(bytes.length, 3);
  whole.writeUInt16LE(~bytes.length & 0xffff, 5);
  bytes.copy(whole, 7);
  whole.writeUInt32BE(adler32(bytes), bytes.length + 7);
  return whole;
}

/** One instruction inserts so many bytes. */
const longestInsert = 127;
/** More than so many new bytes are stored better as a whole. */
const largestChange = 4096;

/** What leads from one object to another: its beginning, new bytes, its end. Undefined: that is no gain. */
function changeOf(before: Buffer, after: Buffer): Buffer | undefined {
  // A change without an instruction is too short for git.
  if (after.length === 0) return undefined;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const fresh = after.length - start - end;
  if (fresh > largestChange || fresh > after.length / 2) return undefined;
  const head = [...sizeOf(before.length), ...sizeOf(after.length), ...copied(0, start)];
  const tail = copied(before.length - end, end);
  const pieces = Math.ceil(fresh / longestInsert);
  const change = Buffer.allocUnsafe(head.length + fresh + pieces + tail.length);
  change.set(head);
  let at = head.length;
  for (let from = start; from < start + fresh; from += longestInsert) {
    const length = Math.min(longestInsert, start + fresh - from);
    change[at] = length;
    after.copy(change, at + 1, from, from + length);
    at += length + 1;
  }
  change.set(tail, at);
  return change;
}

function sizeOf(size: number): number[] {
  const bytes: number[] = [];
  for (let left = size; ; left = Math.floor(left / 128)) {
    if (left < 128) return [...bytes, left];
    bytes.push(0x80 | (left & 0x7f));
  }
}

/** Instructions that take bytes of the base: which bytes of offset and size follow, then those that are not zero. */
function copied(from: number, length: number): number[] {
  const bytes: number[] = [];
  for (let done = 0; done < length; done += 0xffff) {
    const [offset, size] = [from + done, Math.min(0xffff, length - done)];
    const parts = [offset & 0xff, (offset >>> 8) & 0xff, (offset >>> 16) & 0xff, offset >>> 24];
    const all = [...parts, size & 0xff, size >>> 8];
    const present = all.reduce((bits, byte, bit) => (byte === 0 ? bits : bits | (1 << bit)), 0x80);
    bytes.push(present, ...all.filter((byte) => byte !== 0));
  }
  return bytes;
}

/** An index of version 2: how many ids begin with at most each byte, the ids, their checksums, where they stand. */
function indexOf(entries: readonly Entry[], packSum: Buffer, format: ObjectFormat): Buffer {
  const sorted = [...entries].sort((one, other) => (one.oid < other.oid ? -1 : 1));
  const width = packSum.length;
  const index = Buffer.alloc(8 + 1024 + sorted.length * (width + 8) + 2 * width);
  index.writeUInt32BE(0xff744f63, 0);
  index.writeUInt32BE(2, 4);
  const [oids, crcs] = [1032, 1032 + sorted.length * width];
  sorted.forEach(({ oid, offset, crc }, at) => {
    index.write(oid, oids + at * width, "hex");
    index.writeUInt32BE(crc, crcs + at * 4);
    index.writeUInt32BE(offset, crcs + (sorted.length + at) * 4);
    const first = index[oids + at * width] ?? 0;
    index.writeUInt32BE(at + 1, 8 + first * 4);
  });
  for (let byte = 1; byte < 256; byte += 1) {
    const at = 8 + byte * 4;
    index.writeUInt32BE(Math.max(index.readUInt32BE(at), index.readUInt32BE(at - 4)), at);
  }
  packSum.copy(index, index.length - 2 * width);
  const sum = createHash(format)
    .update(index.subarray(0, index.length - width))
    .digest();
  sum.copy(index, index.length - width);
  return index;
}
