import { Worker } from "node:worker_threads";
import type { Loss } from "../section.js";
import type { Answer, Request, Tried } from "./messages.js";
import { clockIn, clockMemory } from "./watch.js";

/*
 * A process that tries kinds, one after the other, in a thread, and tells when that hangs or dies. Two threads of one
 * process would wait for each other: whenever one gives memory back, the other's processor is told of it.
 */

const [scratch = "", seed = "", length = ""] = process.argv.slice(2);

/** An input that has no end stops its thread. */
const hangsMs = 60_000;
/** More than any input may need. */
const memoryMb = 1_024;

const memory = clockMemory();
const watch = clockIn(memory);
let worker: Worker | undefined;
/** Hears what comes of the kind that is being tried. */
let hear: (answer: Answer) => void = () => {};
let trying = "";

function started(): Worker {
  if (worker !== undefined) return worker;
  const thread = new Worker(new URL("./start.mjs", import.meta.url), {
    workerData: { seed: Number(seed), short: length === "short", scratch, clock: memory },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    // Pipes to a git are opened by a number, and closed by their stream.
    trackUnmanagedFds: false,
  });
  thread.on("message", (tried: Tried) => hear({ tried, losses: lossesOf(tried) }));
  thread.on("error", (error: Error) => lose(thread, `the thread died: ${error.stack ?? error.message}`));
  thread.on("exit", () => lose(thread, "the thread ended"));
  worker = thread;
  return thread;
}

function lose(thread: Worker, what: string): void {
  if (thread !== worker) return;
  worker = undefined;
  const index = watch.now()?.index ?? -1;
  hear({
    tried: undefined,
    losses: [{ kind: "answer", where: `fuzz, ${trying}, input ${index} of seed ${seed}`, what }],
  });
  void thread.terminate();
}

setInterval(() => {
  const ms = watch.now()?.ms ?? 0;
  if (ms >= hangsMs && worker !== undefined)
    lose(worker, `no answer after ${Math.round(ms / 1_000)} seconds`);
}, 1_000);

const lossesOf = ({ kind, violations }: Tried): Loss[] =>
  violations.map(({ index, what, input }) => ({
    kind: "answer",
    where: `fuzz, ${kind}, input ${index} of seed ${seed}`,
    what: `${what}\n  input: ${input}`,
  }));

process.on("message", (request: Request) => {
  trying = request.kind;
  hear = (answer) => process.send?.(answer);
  started().postMessage(request);
});
process.on("disconnect", () => process.exit());
