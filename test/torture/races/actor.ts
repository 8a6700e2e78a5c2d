import fs from "node:fs";
import { join } from "node:path";
import { run as runAction, runFailed } from "../../../src/action/run.js";
import type { Io, Output } from "../../../src/cli/io.js";
import { runCli } from "../../../src/cli/run.js";
import { closeEngine, openEngine } from "../../../src/engine/context.js";
import { findRecord } from "../../../src/engine/find.js";
import { acquireLease } from "../../../src/engine/lease.js";
import { CoppiceError } from "../../../src/lifecycle/errors.js";
import { type Answer, channels, type Ended, type Request, stepHook } from "./messages.js";
import { observe } from "./observe.js";

/*
 * A process that runs one command after the other, as fast as one that has run for long, and that can be stopped before
 * any step: the preload tells it of each. Two of them are two processes to each other's locks.
 */

/** What was there before anybody could be told of it. */
const { readdirSync, readFileSync, readSync, writeSync } = fs;

let steps = 0;
let stops: readonly number[] = [];
let spool = "";
const seen = new Set<string>();
const lines = new Set<string>();

Reflect.set(globalThis, stepHook, (label: string) => {
  if (spool === "") return;
  steps += 1;
  readSpool();
  if (!stops.includes(steps)) return;
  writeSync(channels.stopped, `${steps}\t${label.replaceAll(/\s+/g, " ")}\n`);
  readSync(channels.goOn, Buffer.alloc(1));
});

/** A spool file goes only by a step, so between the steps each of them is seen. */
function readSpool(): void {
  let names: string[] = [];
  try {
    names = readdirSync(spool);
  } catch {
    // Nothing was ever written.
  }
  for (const name of names) {
    if (seen.has(name)) continue;
    try {
      const text = readFileSync(join(spool, name), "utf8");
      if (!text.endsWith("\n")) continue;
      seen.add(name);
      const stamp = /^\{"t":"([^"]+)"/.exec(text)?.[1];
      if (stamp !== undefined) lines.add(stamp);
    } catch {
      // Another process has just written it to the notes.
    }
  }
}

async function run({ cwd, argv, ...asked }: Extract<Request, { kind: "run" }>): Promise<Ended> {
  const stderr = collector();
  const stop = new AbortController();
  const onTerm = (): void => stop.abort();
  process.on("SIGTERM", onTerm);
  const io: Io = {
    cwd,
    env: process.env,
    stdin: () => Promise.resolve(""),
    stdout: collector(),
    stderr,
    canAsk: false,
    signal: stop.signal,
  };
  steps = 0;
  stops = asked.stops;
  seen.clear();
  lines.clear();
  spool = join(commonDirOf(cwd), "coppice", "spool");
  const code = await (argv[0] === "lease"
    ? lease(cwd, argv[1], stderr)
    : asked.job === undefined
      ? runCli(argv, io)
      : runJob(asked.job));
  process.removeListener("SIGTERM", onTerm);
  readSpool();
  spool = "";
  stops = [];
  const said = stderr.text();
  const error = /error\[([A-Z_]+)\]/.exec(said)?.[1] ?? null;
  return { kind: "ended", code, error, said: said.slice(-2_000), steps, lines: [...lines] };
}

/** Takes a worktree and gives it back, as a program does that uses the library. @returns as the command line would */
async function lease(cwd: string, branch: string | undefined, stderr: Output): Promise<number> {
  const engine = await openEngine({ cwd, door: "cli" });
  try {
    const { id } = await findRecord(engine, branch);
    const held = await acquireLease(engine, id, { holder: "torture" });
    await held.heartbeat();
    await held.release();
    return 0;
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    stderr.write(`error[${error.code}] ${error.message}\n`);
    return error.exitCode;
  } finally {
    await closeEngine(engine);
  }
}

/** @returns the exit code of the job's step */
async function runJob(job: Readonly<Record<string, string>>): Promise<number> {
  Object.assign(process.env, job);
  process.exitCode = 0;
  try {
    await runAction(process.env).catch((error: unknown) => runFailed(error, process.env));
    return Number(process.exitCode);
  } finally {
    process.exitCode = 0;
    for (const name of Object.keys(job)) delete process.env[name];
  }
}

/** The directory that a repository's worktrees share. */
function commonDirOf(cwd: string): string {
  try {
    const gitDir = /^gitdir: (.*)$/m.exec(readFileSync(join(cwd, ".git"), "utf8"))?.[1] ?? "";
    return join(gitDir, readFileSync(join(gitDir, "commondir"), "utf8").trim());
  } catch {
    return join(cwd, ".git");
  }
}

function collector(): Output & { text(): string } {
  const chunks: string[] = [];
  return {
    isTTY: false,
    columns: undefined,
    write: (text) => {
      chunks.push(text);
    },
    text: () => chunks.join(""),
  };
}

async function answer(request: Request): Promise<Answer> {
  return request.kind === "run"
    ? run(request)
    : { kind: "observed", projection: await observe(request.world) };
}

process.on("message", (request: Request) => {
  answer(request)
    .catch(
      (error: unknown): Answer => ({
        kind: "broken",
        message: error instanceof Error ? String(error.stack) : String(error),
      }),
    )
    .then((told) => process.send?.(told));
});
process.on("disconnect", () => process.exit());
