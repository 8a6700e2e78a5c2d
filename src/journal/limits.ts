import type { RecordId } from "../lifecycle/ids.js";
import { formatOf, recordIdOf } from "./id.js";
import { eachLine } from "./lines.js";

/** How much of what others wrote is taken in. */
export interface JoinLimits {
  /** A larger note of another clone is left out, in bytes. */
  readonly noteBytes: number;
  /** No note becomes longer than so many lines by what another clone adds. */
  readonly entries: number;
  /** The notes of another clone that are looked into at once have no more bytes together: the smallest are. */
  readonly allBytes: number;
}

export const joinLimits: JoinLimits = {
  noteBytes: 32 * 1024 * 1024,
  entries: 20_000,
  allBytes: 256 * 1024 * 1024,
};

/** What of another clone's notes was not taken in. */
export interface KeptOut {
  readonly id: RecordId;
  readonly reason: "too large" | "too many entries" | "missing";
}

/** Lines without their line feeds, blank ones left out, by their bytes. */
export function linesOf(note: Buffer): Map<string, Buffer> {
  const lines = new Map<string, Buffer>();
  for (const line of eachLine(note)) {
    const key = line.toString("latin1");
    if (key.trim() !== "") lines.set(key, line);
  }
  return lines;
}

/** The line that an id names, with its line feed. */
export function genesisOf(id: RecordId, lines: ReadonlyMap<string, Buffer>): Buffer | undefined {
  for (const line of lines.values()) {
    const whole = Buffer.concat([line, Buffer.from("\n")]);
    if (recordIdOf(whole, formatOf(id)) === id) return whole;
  }
  return undefined;
}

/** No entry is shorter: a line that is need not be held against an id. */
const shortestEntry = 128;

/** What a note of another clone brings. */
export interface Coming {
  /** Lines that were not known, without their line feeds, by their bytes. */
  readonly lines: Map<string, Buffer>;
  /** There were too many: these are the earliest, and the one that the id names. */
  readonly cut: boolean;
  /** Whether it has every line that was known. */
  readonly hasKnown: boolean;
}

/**
 * Looks through the lines of a note. Of however many there are, few more than are taken are held in memory.
 * @param most how many lines are taken at most
 */
export function comingLines(
  id: RecordId,
  note: Buffer,
  known: ReadonlyMap<string, Buffer>,
  most: number,
): Coming {
  const lines = new Map<string, Buffer>();
  const seen = new Set<string>();
  const room = Math.max(0, most);
  let genesis: readonly [string, Buffer] | undefined;
  let last: string | undefined;
  const drop = (key: string, line: Buffer): void => {
    lines.delete(key);
    if (genesis !== undefined || line.length < shortestEntry) return;
    // Without the CREATE line there would be no record.
    if (genesisOf(id, new Map([[key, line]])) !== undefined) genesis = [key, line];
  };
  const shrink = (): void => {
    const sorted = [...lines].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [key, line] of sorted.slice(room)) drop(key, line);
    last = sorted[room - 1]?.[0] ?? "";
  };
  for (const line of eachLine(note)) {
    const key = line.toString("latin1");
    if (key.trim() === "") continue;
    if (known.has(key)) seen.add(key);
    else if (last !== undefined && key > last) drop(key, line);
    else if (lines.set(key, line).size > room * 2 + 1) shrink();
  }
  if (lines.size > room) shrink();
  if (genesis !== undefined) {
    if (lines.size >= room && last !== undefined) lines.delete(last);
    lines.set(...genesis);
  }
  return { lines, cut: last !== undefined, hasKnown: seen.size === known.size };
}

/** Of notes by their sizes, those that are too much: larger than one may be, or no room beside the smaller ones. */
export function tooLarge(sizes: ReadonlyMap<RecordId, number>, limits: JoinLimits): Set<RecordId> {
  const result = new Set<RecordId>();
  let room = limits.allBytes;
  for (const [id, size] of [...sizes].sort(([, a], [, b]) => a - b)) {
    if (size > limits.noteBytes || size > room) result.add(id);
    else room -= size;
  }
  return result;
}
