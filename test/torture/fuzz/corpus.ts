import fc from "fast-check";
import { encode } from "../../../src/journal/entry.js";
import type { RecordId } from "../../../src/lifecycle/ids.js";
import { type Life, life } from "../../properties/lives.js";

/** Whole lives of records, the same for the same seed. */
export const lives = (seed: number, count: number): readonly Life[] =>
  fc.sample(life(), { seed, numRuns: count });

/** A journal as its note has it. */
export interface Note {
  readonly id: RecordId;
  /** Without line feeds. */
  readonly lines: readonly string[];
}

export const notesOf = (all: readonly Life[]): readonly Note[] =>
  all.map(({ id, entries }) => ({ id, lines: entries.map((entry) => encode(entry).slice(0, -1)) }));
