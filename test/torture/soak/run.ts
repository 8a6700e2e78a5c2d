import { spawn } from "node:child_process";

/** How a process ended. */
export interface Ended {
  /** -1: a signal ended it. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
  /** It was killed on purpose. */
  readonly killed: boolean;
  /** It did not end by itself. */
  readonly hung: boolean;
}

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Kills it, and nothing that it has started, after so many milliseconds. */
  readonly killAfter?: number | undefined;
}

const longestMs = 300_000;
/** A repository of many thousand operations has megabytes of objects to list; characters. */
const longestText = 2 ** 28;

/** Runs a program to its end. */
export function run(
  cwd: string,
  [program, ...args]: readonly [string, ...string[]],
  { env = process.env, killAfter }: RunOptions = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const since = performance.now();
    const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let [stdout, stderr, killed, hung] = ["", "", false, false];
    child.stdout.on("data", (chunk: Buffer) => {
      if (stdout.length < longestText) stdout += chunk.toString("utf8");
    });
    child.stderr.on("data", (chunk: Buffer) => {
      stderr = (stderr + chunk.toString("utf8")).slice(-20_000);
    });
    const kill =
      killAfter === undefined ? undefined : setTimeout(() => (killed = child.kill("SIGKILL")), killAfter);
    const limit = setTimeout(() => {
      hung = child.kill("SIGKILL");
    }, longestMs);
    const finish = (code: number): void => {
      clearTimeout(kill);
      clearTimeout(limit);
      resolve({ code, stdout, stderr, ms: performance.now() - since, killed: killed && code === -1, hung });
    };
    child.once("error", (error) => {
      stderr += String(error);
      finish(-1);
    });
    // What a killed process has left running may hold the pipes.
    child.once("exit", (code) => setTimeout(() => finish(code ?? -1), 20));
  });
}
