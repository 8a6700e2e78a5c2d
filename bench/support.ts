import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";

/** What a benchmark is run with. */
export interface Bench {
  /** The built command line that is measured as whole processes. */
  readonly cli: string;
  /** Small sizes and few rounds: a check that everything runs, whose ratios say little. */
  readonly quick: boolean;
  /** How often each side is timed. */
  readonly rounds: number;
  /** Progress, for the person who waits. */
  readonly say: (text: string) => void;
}

/** One benchmark: named by a word of the command line, it gives rows of the table. */
export interface Suite {
  readonly name: string;
  readonly run: (bench: Bench) => Promise<readonly Row[]>;
}

/** One line of the table. */
export interface Row {
  readonly what: string;
  /** Our side, in `unit`. */
  readonly ours: number;
  /** The bare commands, in the same unit; undefined for a count that is held against a fixed number. */
  readonly floor: number | undefined;
  readonly unit: "ms" | "per second" | "git processes" | "MB" | "pushes" | "API requests";
  /** What was promised of `ours / floor`, or of `ours` alone where there is no floor; undefined: shown to compare. */
  readonly target: Target | undefined;
  /** A point of one of the curves of the plot: the curve's name, and how many there are of what it counts. */
  readonly curve?: { readonly name: string; readonly at: number };
}

export type Target = { readonly atMost: number } | { readonly atLeast: number } | { readonly below: number };

/** One bare command of a floor. */
export interface Command {
  readonly argv: readonly string[];
  readonly cwd?: string;
  /** A file that is its standard input. */
  readonly stdin?: string;
}

/** The commands that a person would need at the least, one after the other or so many at once. */
export interface Floor {
  readonly commands: readonly Command[];
  readonly parallelism?: number;
}

/** What GitRunner runs at once by default: a floor in parallel gets as much. */
export const parallelism = Math.min(8, availableParallelism() * 2);

/** git as it comes: neither the person's configuration nor a location that a hook has exported. */
export const environment: NodeJS.ProcessEnv = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"))),
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_AUTHOR_NAME: "Bench",
  GIT_AUTHOR_EMAIL: "bench@example.com",
  GIT_COMMITTER_NAME: "Bench",
  GIT_COMMITTER_EMAIL: "bench@example.com",
  LC_ALL: "C",
};

const longestOutput = 512 * 1024 * 1024;

export interface Run {
  readonly ms: number;
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** Exit codes that are right. Default: 0 alone. */
  readonly codes?: readonly number[];
}

/** Runs a program to its end and times it. @throws when it ends with another code */
export function run(program: string, args: readonly string[], options: RunOptions = {}): Run {
  const started = performance.now();
  const { status, signal, stdout, stderr, error } = spawnSync(program, args, {
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...(options.stdin === undefined ? {} : { input: options.stdin }),
    env: { ...environment, ...options.env },
    encoding: "utf8",
    maxBuffer: longestOutput,
  });
  const ms = performance.now() - started;
  if (error !== undefined) throw error;
  if (status === null || !(options.codes ?? [0]).includes(status)) {
    throw new Error(
      `${program} ${args.slice(0, 6).join(" ")} ended with ${status ?? signal}:\n${stderr}${stdout}`,
    );
  }
  return { ms, code: status, stdout, stderr };
}

/** Runs git in a directory; its standard output without the last line feed. */
export const git = (cwd: string, args: readonly string[], options: RunOptions = {}): string =>
  run("git", args, { ...options, cwd }).stdout.replace(/\n$/, "");

/** One run of the command line, as a process of its own. */
export const coppice = (bench: Bench, cwd: string, args: readonly string[], options: RunOptions = {}): Run =>
  run(process.execPath, [bench.cli, ...args], { ...options, cwd });

/**
 * Runs a floor and times it. The commands are started by sh, or by xargs where several run at once: starting them from
 * this process would add Node's cost of starting a process to each.
 * @returns milliseconds
 */
export function runFloor(floor: Floor): number {
  const [first] = floor.commands;
  if (first === undefined) throw new Error("a floor without commands");
  if (floor.parallelism === undefined) {
    return run("sh", ["-e"], { stdin: floor.commands.map(shellLine).join("\n") }).ms;
  }
  const width = first.argv.length - 1;
  const words = floor.commands.flatMap(({ argv: [program, ...args], cwd, stdin }) => {
    if (program !== first.argv[0] || args.length !== width || cwd !== undefined || stdin !== undefined) {
      throw new Error("commands that run at once differ in their arguments alone");
    }
    return args;
  });
  return run("xargs", ["-0", "-P", String(floor.parallelism), "-n", String(width), first.argv[0] ?? ""], {
    stdin: words.map((word) => `${word}\0`).join(""),
  }).ms;
}

function shellLine({ argv, cwd, stdin }: Command): string {
  const line = argv.map(quoted).join(" ") + (stdin === undefined ? "" : ` <${quoted(stdin)}`);
  return `${cwd === undefined ? "" : `cd ${quoted(cwd)}; `}${line} >/dev/null`;
}

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** Waits, and keeps everything else of this process waiting. */
export const pause = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};

/** The middle one; of an even number the mean of the two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.ceil((sorted.length - 1) / 2)],
  ];
  if (low === undefined || high === undefined) throw new Error("a median of nothing");
  return (low + high) / 2;
}

/**
 * Times several things by turns, so that whatever else the machine does meets all of them, and gives the median of each.
 * @param sides each runs once and says how many milliseconds counted
 */
export function byTurns<Side extends string>(
  rounds: number,
  sides: Readonly<Record<Side, () => number>>,
): Readonly<Record<Side, number>>;
export function byTurns(
  rounds: number,
  sides: Readonly<Record<string, () => number>>,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(roundsByTurns(rounds, sides)).map(([name, values]) => [name, median(values)]),
  );
}

/** The same, with the time of each round: two sides' differences of one round share what the machine did meanwhile. */
export function roundsByTurns<Side extends string>(
  rounds: number,
  sides: Readonly<Record<Side, () => number>>,
): Readonly<Record<Side, readonly number[]>>;
export function roundsByTurns(
  rounds: number,
  sides: Readonly<Record<string, () => number>>,
): Readonly<Record<string, readonly number[]>> {
  const times = new Map<string, number[]>(Object.keys(sides).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    // Who comes first changes, so that nobody always finds the other's caches.
    const order = Object.keys(sides);
    if (round % 2 === 1) order.reverse();
    for (const name of order) times.get(name)?.push(sides[name]?.() ?? 0);
  }
  return Object.fromEntries(times);
}

/** A directory of one benchmark's own, as a real path; deleted when `work` has ended. */
export async function inScratch<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "coppice-bench-")));
  try {
    return await work(dir);
  } finally {
    // Of hundreds of thousands of files rm needs a fraction of the time that Node's own rmSync does.
    run("rm", ["-rf", dir]);
  }
}
