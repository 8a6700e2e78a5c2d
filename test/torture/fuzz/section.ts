import { join } from "node:path";
import { Worker } from "node:worker_threads";
import * as z from "zod/mini";
import type { Loss, Row, Section, SectionOptions, SectionResult } from "../section.js";
import { kinds } from "./kinds.js";
import type { Kind } from "./model.js";
import { clockIn, clockMemory } from "./watch.js";

const triedSchema = z.object({
  kind: z.string(),
  inputs: z.number(),
  seconds: z.number(),
  slowest: z.number(),
  violations: z.array(z.object({ index: z.number(), what: z.string(), input: z.string() })),
});
type Tried = z.infer<typeof triedSchema>;

/** An input that has no end stops its thread. */
const hangsMs = 60_000;
/** More than any input may need. */
const memoryMb = 1_024;

/**
 * Inputs that nobody would write, and that somebody will: each kind that Coppice reads is made hostile from a seed, and
 * read in this process. Nothing may be thrown but an error of the catalogue, no prototype may change, and time and memory
 * are bounded.
 */
export const section: Section = { name: "fuzz", title: "Hostile inputs", run };

async function run(options: SectionOptions): Promise<SectionResult> {
  const threads = Math.max(1, Math.min(options.jobs, 4));
  const deadline = Date.now() + options.seconds * 1_000;
  const { only = "" } = options;
  const wanted = kinds.filter(({ name }) => name.includes(only));
  const results = await Promise.all(
    dealt(wanted, threads).map((names, number) =>
      thread(options, names, deadline, join(options.scratch, `fuzz-${number}`)),
    ),
  );
  const tried = results.flatMap((result) => result.tried);
  const losses = results.flatMap((result) => result.losses);
  const rows = kinds.flatMap(({ name }): Row[] => {
    const found = tried.filter(({ kind }) => kind === name);
    if (found.length === 0) return [];
    const inputs = found.reduce((sum, one) => sum + one.inputs, 0);
    return [
      {
        "kind of input": name,
        inputs,
        "a second": Math.round(inputs / found.reduce((sum, { seconds }) => sum + seconds, 0.001)),
        "slowest, ms": Math.round(Math.max(...found.map(({ slowest }) => slowest))),
        violations: found.reduce((sum, { violations }) => sum + violations.length, 0),
      },
    ];
  });
  return { rows, inputs: tried.reduce((sum, { inputs }) => sum + inputs, 0), losses };
}

/** The kinds for each thread, so that all of them work about as long. */
function dealt(wanted: readonly Kind[], threads: number): string[][] {
  const hands = Array.from({ length: threads }, () => ({ names: [] as string[], share: 0 }));
  for (const { name, share } of [...wanted].sort((one, other) => other.share - one.share)) {
    const [least] = hands.sort((one, other) => one.share - other.share);
    least?.names.push(name);
    if (least !== undefined) least.share += share;
  }
  return hands.map(({ names }) => names).filter((names) => names.length > 0);
}

interface ThreadResult {
  readonly tried: readonly Tried[];
  readonly losses: readonly Loss[];
}

/** Tries kinds in a thread, and says so when it hangs or dies. */
function thread(
  { seed, short, report }: SectionOptions,
  names: readonly string[],
  deadline: number,
  scratch: string,
): Promise<ThreadResult> {
  const [tried, losses, clock]: [Tried[], Loss[], SharedArrayBuffer] = [[], [], clockMemory()];
  const lose = (kind: string, index: number, what: string): void => {
    losses.push({ kind: "answer", where: `fuzz, ${kind}, input ${index} of seed ${seed}`, what });
  };
  return new Promise((resolve) => {
    const worker = new Worker(new URL("./start.mjs", import.meta.url), {
      workerData: { seed, names, deadline, short, scratch, clock },
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    const watch = clockIn(clock);
    const nameOf = (kind: number): string => kindAt(kind)?.name ?? "unknown";
    const watchdog = setInterval(() => {
      const now = watch.now();
      if (now === undefined || now.ms < hangsMs) return;
      lose(nameOf(now.kind), now.index, `no answer after ${Math.round(now.ms / 1_000)} seconds`);
      void worker.terminate();
    }, 1_000);
    worker.on("message", (message: unknown) => {
      const one = triedSchema.parse(message);
      tried.push(one);
      report(`fuzz: ${one.inputs} ${one.kind}`);
      for (const { index, what, input } of one.violations)
        lose(one.kind, index, `${what}\n  input: ${input}`);
    });
    worker.on("error", (error) => {
      const now = watch.now();
      lose(
        now === undefined ? "unknown" : nameOf(now.kind),
        now?.index ?? -1,
        `the thread died: ${error.stack ?? error.message}`,
      );
    });
    worker.on("exit", () => {
      clearInterval(watchdog);
      resolve({ tried, losses });
    });
  });
}

const kindAt = (index: number): Kind | undefined => kinds[index];
