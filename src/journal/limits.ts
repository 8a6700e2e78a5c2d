import type { RecordId } from "../lifecycle/ids.js";
import { formatOf, recordIdOf } from "./id.js";
import { bytesOfLines } from "./lines.js";

/** How much of what others wrote is taken in. */
export interface JoinLimits {
  /** A larger note of another clone is left out, in bytes. */
  readonly noteBytes: number;
  /** No note becomes longer than so many lines by what another clone adds. */
  readonly entries: number;
}

export const joinLimits: JoinLimits = { noteBytes: 32 * 1024 * 1024, entries: 20_000 };

/** What of another clone's notes was not taken in. */
export interface KeptOut {
  readonly id: RecordId;
  readonly reason: "too large" | "too many entries" | "missing";
}

/** Lines without their line feeds, blank ones left out, by their bytes. */
export function linesOf(note: Buffer): Map<string, Buffer> {
  const lines = new Map<string, Buffer>();
  for (const line of bytesOfLines(note)) {
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

/**
 * Leaves out the latest of too many lines.
 * @returns whether there were too many
 */
export function cutLines(id: RecordId, lines: Map<string, Buffer>, most: number): boolean {
  if (lines.size <= Math.max(0, most)) return false;
  const sorted = [...lines.keys()].sort((a, b) => (a < b ? -1 : 1));
  // Without the CREATE line there would be no record.
  const genesis = genesisOf(id, lines)?.subarray(0, -1).toString("latin1");
  const kept = new Set(genesis === undefined ? [] : [genesis]);
  for (const key of sorted) if (kept.size < most) kept.add(key);
  for (const key of sorted) if (!kept.has(key)) lines.delete(key);
  return true;
}
