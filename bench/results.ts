import { existsSync, readFileSync, writeFileSync } from "node:fs";
import * as z from "zod/mini";
import type { Row } from "./support.js";

/** Where and how a suite was run. */
export interface Setting {
  readonly node: string;
  readonly git: string;
  /** Logical processors. */
  readonly cores: number;
  readonly system: string;
  /** How often each side was timed, unless the suite says otherwise. */
  readonly rounds: number;
}

/** The rows of one suite's last run. */
export interface SuiteResult {
  readonly name: string;
  readonly setting: Setting;
  readonly rows: readonly Row[];
}

const targetSchema = z.union([
  z.object({ atMost: z.number() }),
  z.object({ atLeast: z.number() }),
  z.object({ below: z.number() }),
]);

const resultsSchema = z.object({
  v: z.literal(1),
  suites: z.array(
    z.object({
      name: z.string(),
      setting: z.object({
        node: z.string(),
        git: z.string(),
        cores: z.number(),
        system: z.string(),
        rounds: z.number(),
      }),
      rows: z.array(
        z.object({
          what: z.string(),
          ours: z.number(),
          floor: z.optional(z.number()),
          unit: z.enum(["ms", "per second", "git processes", "MB", "pushes", "API requests"]),
          target: z.optional(targetSchema),
          curve: z.optional(z.object({ name: z.string(), at: z.number() })),
        }),
      ),
    }),
  ),
});

/** What was measured last of each suite, in a file that is committed. None: no suite was written down yet. */
export function readResults(path: string): readonly SuiteResult[] {
  if (!existsSync(path)) return [];
  return resultsSchema.parse(JSON.parse(readFileSync(path, "utf8"))).suites.map(({ rows, ...suite }) => ({
    ...suite,
    rows: rows.map(({ floor, target, curve, ...row }) => ({
      ...row,
      floor,
      target,
      ...(curve === undefined ? {} : { curve }),
    })),
  }));
}

/**
 * Puts one suite's results in the place of its former ones.
 * @param order the names of all suites: who is not among them is dropped
 */
export function keepResult(path: string, result: SuiteResult, order: readonly string[]): void {
  const others = readResults(path).filter(({ name }) => name !== result.name);
  const suites = [...others, result]
    .filter(({ name }) => order.includes(name))
    .sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  writeFileSync(path, `${JSON.stringify({ v: 1, suites }, rounded, 2)}\n`);
}

/** More than four digits of a measurement are noise. */
const rounded = (_key: string, value: unknown): unknown =>
  typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
