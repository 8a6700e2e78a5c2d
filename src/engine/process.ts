import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { Writable } from "node:stream";
import { locationVariables, passVariable, withoutJobSecrets } from "../git/environment.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { errnoOf, systemError } from "../lifecycle/system-errors.js";
import { behindGate, programExists } from "./command-gate.js";
import { type Output, openOutput } from "./command-output.js";

/**
 * The one place that runs the person's commands: setup, verify, resolver. A command gets a process group of its own,
 * no terminal and no standard input unless text is given, and its output goes straight to a file: a background
 * process that it leaves behind keeps writing there and can neither be hurt by our end nor hold us up.
 */
export interface CommandOptions {
  /** One text is run by `sh -c`; a list is a program with its arguments. */
  readonly command: string | readonly string[];
  readonly cwd: string;
  /** Added to the inherited environment, from which what ties git to a repository, and a push's pass, is taken out. */
  readonly env?: Readonly<Record<string, string>>;
  /** The environment that is inherited. Default: this process's. */
  readonly inherited?: Readonly<NodeJS.ProcessEnv>;
  /** The command is run by a job's action: it inherits none of the job's tokens. */
  readonly inJob?: boolean;
  /** Milliseconds until the whole group is ended. */
  readonly timeoutMs?: number;
  /** Ends the whole group. */
  readonly signal?: AbortSignal;
  /** Written to standard input, which is empty otherwise. */
  readonly stdin?: string;
  /** Output is appended here; the file is made readable for its owner alone. Without it, nothing is kept but the tail. */
  readonly logFile?: string;
  /** Output as it comes, about ten times a second, secrets taken out. */
  readonly onOutput?: (chunk: string) => void;
  /** Called with the leader of the process group before the command begins; it begins only if this returns. */
  readonly onStart?: (pid: number) => void;
  /** Milliseconds between SIGTERM and SIGKILL. */
  readonly graceMs?: number;
}

export interface CommandResult {
  /** The exit code; undefined when a signal ended it or it was not found. */
  readonly code: number | undefined;
  readonly signal: NodeJS.Signals | undefined;
  readonly timedOut: boolean;
  readonly aborted: boolean;
  /** There is no such program. */
  readonly notFound: boolean;
  /** The end of what it wrote to both outputs, secrets taken out, at most 16,000 characters. */
  readonly tail: string;
}

const defaultGraceMs = 2_000;
const pollMs = 100;
const groupPollMs = 20;
/** How long an ended group may linger after SIGKILL: where nobody reaps orphans it stays visible for ever. */
const lingerMs = 500;

/**
 * Runs a command to its end. An exit code, a signal, a timeout and an abort are answers, not errors.
 * @throws WORKTREE_NOT_FOUND when `cwd` is gone, a system code when the log cannot be written
 */
export async function runCommand(options: CommandOptions): Promise<CommandResult> {
  if (options.signal?.aborted === true) return { ...nothing, aborted: true };
  const output = openOutput(options.logFile);
  try {
    const end = await run(options, output);
    return { ...end, tail: output.tail() };
  } finally {
    output.close();
  }
}

const nothing: CommandResult = {
  code: undefined,
  signal: undefined,
  timedOut: false,
  aborted: false,
  notFound: false,
  tail: "",
};

async function run(options: CommandOptions, output: Output): Promise<CommandResult> {
  const words = typeof options.command === "string" ? ["sh", "-c", options.command] : options.command;
  const env = environment(options);
  const gated = options.onStart !== undefined && process.platform !== "win32";
  if (gated && !programExists(words[0] ?? "", env.PATH)) return { ...nothing, notFound: true };
  const [program = "", ...args] = gated ? behindGate(words) : words;
  const child = spawn(program, args, {
    cwd: options.cwd,
    env,
    detached: process.platform !== "win32",
    stdio: [
      options.stdin === undefined ? "ignore" : "pipe",
      output.fd,
      output.fd,
      ...(gated ? (["pipe"] as const) : []),
    ],
    windowsHide: true,
  });
  // A command need not read what it is offered.
  child.stdin?.on("error", () => {});
  child.stdin?.end(options.stdin);

  openGate(child, options.onStart);
  const group = new Group(child, options.graceMs ?? defaultGraceMs);
  const ended = new Promise<Pick<CommandResult, "code" | "signal" | "notFound">>((resolve, reject) => {
    child.once("error", (error) => {
      if (child.pid !== undefined) return;
      if (errnoOf(error) === "ENOENT" && existsSync(options.cwd)) {
        resolve({ code: undefined, signal: undefined, notFound: true });
      } else reject(notStarted(error, options.cwd));
    });
    child.once("exit", (code, signal) =>
      resolve({ code: code ?? undefined, signal: signal ?? undefined, notFound: false }),
    );
  });

  let timedOut = false;
  let aborted = false;
  const timer =
    options.timeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          timedOut = !aborted;
          group.end();
        }, options.timeoutMs);
  const onAbort = (): void => {
    aborted = !timedOut;
    group.end();
  };
  options.signal?.addEventListener("abort", onAbort, { once: true });
  const { onOutput } = options;
  const poll = onOutput === undefined ? undefined : setInterval(() => output.news(onOutput), pollMs);
  try {
    const end = await ended;
    await group.ended();
    if (onOutput !== undefined) output.news(onOutput, true);
    return { ...end, timedOut, aborted, tail: "" };
  } finally {
    clearTimeout(timer);
    clearInterval(poll);
    options.signal?.removeEventListener("abort", onAbort);
    group.forget();
  }
}

/** Lets a command that waits behind its gate begin, when its start has been noted. */
function openGate(child: ChildProcess, onStart: CommandOptions["onStart"]): void {
  const gate = child.stdio[3];
  // A shell that was ended before it could read.
  if (gate instanceof Writable) gate.on("error", () => {});
  try {
    if (child.pid !== undefined) onStart?.(child.pid);
  } catch (error) {
    if (gate instanceof Writable) gate.destroy();
    throw error;
  }
  if (gate instanceof Writable) gate.end("\n");
}

/** A command with everything that it started, as far as that stayed in its process group. */
class Group {
  readonly #child: ChildProcess;
  readonly #graceMs: number;
  #ending: Promise<void> | undefined;
  // Whatever ends us, nothing of ours goes on unwatched.
  readonly #onExit = (): void => {
    this.#signal("SIGKILL");
  };

  constructor(child: ChildProcess, graceMs: number) {
    this.#child = child;
    this.#graceMs = graceMs;
    process.once("exit", this.#onExit);
  }

  /** Asks the whole group to end, and makes it. */
  end(): void {
    this.#ending ??= this.#terminate();
  }

  /** Waits for the group's end where it was asked for. */
  async ended(): Promise<void> {
    await this.#ending;
  }

  forget(): void {
    process.removeListener("exit", this.#onExit);
  }

  async #terminate(): Promise<void> {
    this.#signal("SIGTERM");
    if (await this.#gone(this.#graceMs)) return;
    this.#signal("SIGKILL");
    await this.#gone(lingerMs);
  }

  async #gone(withinMs: number): Promise<boolean> {
    const until = performance.now() + withinMs;
    while (this.#alive()) {
      if (performance.now() >= until) return false;
      await new Promise((resolve) => setTimeout(resolve, groupPollMs));
    }
    return true;
  }

  #alive(): boolean {
    if (process.platform === "win32") return this.#child.exitCode === null && this.#child.signalCode === null;
    return this.#signal(0);
  }

  #signal(signal: NodeJS.Signals | 0): boolean {
    const { pid } = this.#child;
    if (pid === undefined) return false;
    try {
      return process.platform === "win32" ? this.#child.kill(signal) : process.kill(-pid, signal);
    } catch (error) {
      return errnoOf(error) === "EPERM";
    }
  }
}

function environment({
  env: added,
  inherited = process.env,
  inJob = false,
}: Pick<CommandOptions, "env" | "inherited" | "inJob">): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = inJob ? withoutJobSecrets(inherited) : { ...inherited };
  for (const name of locationVariables) delete env[name];
  delete env[passVariable];
  return { ...env, ...added };
}

function notStarted(error: Error, cwd: string): Error {
  // spawn reports a missing working directory exactly like a missing program.
  if (!existsSync(cwd)) {
    return new CoppiceError(
      "WORKTREE_NOT_FOUND",
      "The directory in which a command was to run does not exist.",
      {
        cause: error,
      },
    );
  }
  return systemError(error, "start a command") ?? error;
}

/**
 * What a program of the system prints, whatever it ends with. It gets no input, and what it complains about is dropped.
 * @returns undefined: there is no such program, or it may not be started
 * @throws INTERRUPTED
 */
export async function outputOf(
  words: readonly [string, ...string[]],
  signal: AbortSignal,
): Promise<string | undefined> {
  const [program, ...args] = words;
  const env = { ...process.env, LC_ALL: "C" };
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "ignore"], windowsHide: true, signal });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.once("error", () => {
      if (signal.aborted) reject(new CoppiceError("INTERRUPTED", `${program} was interrupted.`));
      else resolve(undefined);
    });
    child.once("close", () => resolve(Buffer.concat(chunks).toString("utf8")));
  });
}

/** A command that takes this process's place for a while: it has its streams, and stays in its process group. */
export interface AttachedOptions {
  readonly words: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly inherited: Readonly<NodeJS.ProcessEnv>;
  /** Standard input, output and error: a file descriptor of this process, or none. */
  readonly streams: readonly [Stream, Stream, Stream];
  /** Called with the process before the command begins; it begins only if this returns. */
  readonly onStart: (pid: number) => void;
}
export type Stream = number | "ignore";

export interface Attached {
  /** Passes a signal on. One that comes too late goes nowhere. */
  signal(name: NodeJS.Signals): void;
  /** @throws WORKTREE_NOT_FOUND when `cwd` is gone, a system code when it cannot be started */
  readonly ended: Promise<Pick<CommandResult, "code" | "signal">>;
}

/**
 * Starts a command as a shell would in the foreground: what the terminal sends reaches it as it does us. It is gone with
 * nothing of ours; whoever ends us without a chance to say so leaves it running.
 */
export function attach({ words, cwd, env, inherited, streams, onStart }: AttachedOptions): Attached {
  const gated = process.platform !== "win32";
  const [program, ...args] = gated ? behindGate(words) : words;
  const child = spawn(program, args, {
    cwd,
    env: environment({ env, inherited }),
    stdio: [...streams, ...(gated ? (["pipe"] as const) : [])],
  });
  const ended = new Promise<Pick<CommandResult, "code" | "signal">>((resolve, reject) => {
    child.once("error", (error) => {
      if (child.pid === undefined) reject(notStarted(error, cwd));
    });
    child.once("exit", (code, signal) => resolve({ code: code ?? undefined, signal: signal ?? undefined }));
  });
  openGate(child, onStart);
  return { signal: (name) => void child.kill(name), ended };
}
