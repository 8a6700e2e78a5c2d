import type { ObjectFormat } from "./oid.js";

const headerSize = 12;
/** Times, device, inode, mode, owner and size, before the object's name. */
const statSize = 40;
const modeAt = 24;
const hashSizes: Readonly<Record<ObjectFormat, number>> = { sha1: 20, sha256: 32 };

const assumeUnchanged = 0x8000;
const isExtended = 0x4000;
/** skip-worktree, and intent-to-add. */
const extendedFlags = 0x6000;
const typeMask = 0o170000;
const gitlink = 0o160000;

/**
 * Whether `git status` tells all that an index may differ in (index-format(5)): no entry is marked assume-unchanged,
 * skip-worktree or intent-to-add, none is a submodule, none is unmerged, all entries stand in this file, and it remembers nothing
 * that would keep git from looking at the files (a monitor's marks, the cache of untracked ones).
 * @param bytes the index file
 * @returns false also where that cannot be told
 */
export function isPlainIndex(bytes: Buffer, format: ObjectFormat): boolean {
  const hashSize = hashSizes[format];
  if (bytes.length < headerSize + hashSize || bytes.toString("latin1", 0, 4) !== "DIRC") return false;
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) return false;
  const end = bytes.length - hashSize;
  const nameAt = statSize + hashSize + 2;
  let at = headerSize;
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    if (at + nameAt + 1 > end) return false;
    const flags = bytes.readUInt16BE(at + statSize + hashSize);
    const stage = (flags >> 12) & 3;
    if ((flags & assumeUnchanged) !== 0 || stage !== 0) return false;
    if ((bytes.readUInt32BE(at + modeAt) & typeMask) === gitlink) return false;
    const extended = (flags & isExtended) !== 0;
    if (extended && (bytes.readUInt16BE(at + nameAt) & extendedFlags) !== 0) return false;
    const name = at + nameAt + (extended ? 2 : 0);
    const zero = bytes.indexOf(0, version === 4 ? afterNumber(bytes, name) : name);
    if (zero < 0 || zero >= end) return false;
    // Up to version 3 an entry is filled up to a multiple of eight bytes, with one zero at the least.
    at = version === 4 ? zero + 1 : at + ((zero - at + 8) & ~7);
  }
  return hasOwnEntries(bytes, at, end);
}

/** Version 4 begins a name with how much of the last one it drops: a number whose bytes but the last have the high bit. */
function afterNumber(bytes: Buffer, at: number): number {
  let next = at;
  while (((bytes[next] ?? 0) & 0x80) !== 0) next += 1;
  return next + 1;
}

const notLookedAt: readonly string[] = ["FSMN", "UNTR"];

/** Extensions that a reader may not pass over (`link`: a split index, `sdir`: whole directories) begin with a small letter. */
function hasOwnEntries(bytes: Buffer, from: number, end: number): boolean {
  let at = from;
  while (at + 8 <= end) {
    const name = bytes.toString("latin1", at, at + 4);
    if (!/^[A-Z]/.test(name) || notLookedAt.includes(name)) return false;
    at += 8 + bytes.readUInt32BE(at + 4);
  }
  return at === end;
}
