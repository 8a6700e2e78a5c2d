import { existsSync, readFileSync } from "node:fs";
import type { Row } from "../section.js";
import type { Ended } from "./run.js";

interface Counts {
  runs: number;
  done: number;
  refused: number;
  killed: number;
  readonly ms: number[];
}

/** Counts what the workers did, command by command, and how much memory that took. */
export class Tally {
  readonly #counts = new Map<string, Counts>();
  readonly #codes = new Map<string, number>();
  readonly #firsts = new Map<string, string>();

  count(name: string, { code, killed, ms, stderr }: Ended): void {
    const counts = this.#counts.get(name) ?? { runs: 0, done: 0, refused: 0, killed: 0, ms: [] };
    this.#counts.set(name, counts);
    counts.runs += 1;
    counts.ms.push(ms);
    if (killed) counts.killed += 1;
    else if (code === 0) counts.done += 1;
    else {
      counts.refused += 1;
      const told = /error\[([A-Z_]+)\]/.exec(stderr)?.[1] ?? `exit ${code}`;
      this.#codes.set(told, (this.#codes.get(told) ?? 0) + 1);
      if (!this.#firsts.has(told)) this.#firsts.set(told, `${name}: ${stderr.trim().slice(-400)}`);
    }
  }

  get runs(): number {
    return [...this.#counts.values()].reduce((sum, { runs }) => sum + runs, 0);
  }

  /** How long a command takes, in milliseconds: the median of the last ones. */
  get usualMs(): number {
    return median([...this.#counts.values()].flatMap(({ ms }) => ms.slice(-5)));
  }

  /** What was said with each code first. */
  firsts(): string {
    return [...this.#firsts].map(([code, said]) => `${code}: ${said}`).join("\n");
  }

  /** The codes that commands were refused with, the most frequent first. */
  codes(): string {
    const sorted = [...this.#codes].sort(([, one], [, other]) => other - one);
    return sorted.map(([code, count]) => `${code} ${count}`).join(", ");
  }

  rows(memory: ReadonlyMap<string, Thirds>): Row[] {
    return [...this.#counts]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, counts]) => {
        const thirds = memory.get(name);
        return {
          command: name,
          runs: counts.runs,
          done: counts.done,
          refused: counts.refused,
          killed: counts.killed,
          "median ms": Math.round(median(counts.ms)),
          "MB in the first third": thirds === undefined ? "" : Math.round(thirds.first),
          "MB in the last third": thirds === undefined ? "" : Math.round(thirds.last),
        };
      });
  }
}

/** The median of the most memory that the processes of a command had, in the first and the last third of the time. */
export interface Thirds {
  readonly first: number;
  readonly last: number;
}

/** Reads what processes told when they ended: see memory.mjs in site.ts. */
export function readMemory(log: string, from: number, to: number): Map<string, Thirds> {
  const found = new Map<string, { readonly first: number[]; readonly last: number[] }>();
  const text = existsSync(log) ? readFileSync(log, "utf8") : "";
  for (const line of text.split("\n").filter(Boolean)) {
    const [at = "", command = "", kilobytes = ""] = line.split("\t");
    const part = (Number(at) - from) / (to - from);
    const lists = found.get(command) ?? { first: [], last: [] };
    found.set(command, lists);
    if (part < 1 / 3) lists.first.push(Number(kilobytes) / 1024);
    else if (part > 2 / 3) lists.last.push(Number(kilobytes) / 1024);
  }
  const few = 5;
  return new Map(
    [...found]
      .filter(([, { first, last }]) => first.length >= few && last.length >= few)
      .map(([command, { first, last }]) => [command, { first: median(first), last: median(last) }]),
  );
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
