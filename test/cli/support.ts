import { execFileSync } from "node:child_process";
import { dirname, join, relative } from "node:path";
import type { Io, Output } from "../../src/cli/io.js";
import { logOutput } from "../../src/cli/output/log.js";
import { runCli } from "../../src/cli/run.js";
import { commandProgram } from "../support/hook-program.js";
import { Memory } from "../support/remembered.js";
import type { TestRepo } from "../support/repo.js";
import { checkOutput } from "./schema.js";

/** What one run of the command line showed. */
export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The one JSON document on stdout. */
  readonly json: () => unknown;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly tty?: boolean;
  readonly stdin?: string;
}

/**
 * Runs the command line in this process, in `cwd`, as a pipe would see it. What `--json` prints is checked against the
 * schema of its command, every time.
 */
export async function coppice(cwd: string, argv: readonly string[], options: RunOptions = {}): Promise<Run> {
  const stdout = collector(options.tty === true);
  const stderr = collector(options.tty === true);
  const io: Io = {
    cwd,
    env: { ...process.env, ...options.env },
    stdin: () => Promise.resolve(options.stdin ?? ""),
    stdout,
    stderr,
    canAsk: false,
    signal: options.signal ?? new AbortController().signal,
  };
  const code = await runCli(argv, io);
  if (argv.includes("--json") || argv.includes("--format")) checkOutput(argv, parse(stdout.text()));
  return { code, stdout: stdout.text(), stderr: stderr.text(), json: () => parse(stdout.text()) };
}

/** Runs it and expects exit code 0; the error is in the test's failure otherwise. */
export async function done(cwd: string, ...argv: string[]): Promise<Run> {
  const run = await coppice(cwd, argv);
  if (run.code !== 0)
    throw new Error(`coppice ${argv.join(" ")} ended with ${run.code}:\n${run.stderr}${run.stdout}`);
  return run;
}

const memory = new Memory<string>();

/** `create` as a step of preparation: by copying files where another test has begun alike. @returns the worktree */
export async function created(repo: TestRepo, branch: string, ...options: string[]): Promise<string> {
  const parent = dirname(repo.dir);
  const place = await memory.take(repo, JSON.stringify([branch, ...options]), async () => {
    const { stdout } = await done(repo.dir, "create", branch, "--print", "path", ...options);
    return relative(parent, stdout.trimEnd());
  });
  return join(parent, place);
}

/** The states that the journal of a branch went through, in order; what was ignored does not count. */
export async function states(cwd: string, branch: string): Promise<string[]> {
  const { entries } = logOutput.parse((await done(cwd, "log", branch, "--json")).json());
  const reached = entries.filter(({ superseded }) => !superseded).map(({ to }) => to);
  return reached.filter((state, number) => state !== reached[number - 1]);
}

const { node, program } = commandProgram();

/** The program and arguments that start the command line as a process of its own. */
export const command: readonly [string, ...string[]] = [node, program];

/** Runs it as a process of its own and expects exit code 0. */
export function spawned(cwd: string, ...argv: string[]): string {
  return execFileSync(node, [program, ...argv], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

function collector(isTTY: boolean): Output & { text(): string } {
  const chunks: string[] = [];
  return {
    isTTY,
    columns: isTTY ? 100 : undefined,
    write: (text) => {
      chunks.push(text);
    },
    text: () => chunks.join(""),
  };
}

function parse(text: string): unknown {
  return JSON.parse(text);
}
