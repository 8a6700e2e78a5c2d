import { type ChildProcess, spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { Readable } from "node:stream";
import type { CoppiceError } from "../lifecycle/errors.js";
import { mendCommonDir, unreadCommonDir } from "./common-dirs.js";
import { needsTransport, quiet, type Transport, transportConfig } from "./credentials.js";
import { cleanEnvironment, neutralConfig, withConfig } from "./environment.js";
import { backoff, heldLock, lockRetries } from "./locks.js";
import { GitProcess } from "./process.js";
import { failed, interrupted, noPipes, notStarted, subcommand, timedOut } from "./run-errors.js";
import { endWithProgram, killGroup, RunningGits } from "./running.js";
import { Semaphore } from "./semaphore.js";
import { speaksOfVersions } from "./wrapper.js";
import { toldProblem, writeProblem } from "./write-probe.js";

export interface GitOptions {
  /** Written to git's standard input, which is empty otherwise. */
  readonly stdin?: string | Uint8Array;
  /** Added to the cleaned environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Exit codes that are an answer; any other throws GIT_FAILED. Default `[0]`; "any": every code is an answer. */
  readonly codes?: readonly number[] | "any";
  /** Milliseconds until the process group is ended with TIMEOUT. Default two minutes. */
  readonly timeoutMs?: number;
  /** Ends the process group with INTERRUPTED. */
  readonly signal?: AbortSignal;
  /** Lets the repository's hooks run. Default false. */
  readonly hooks?: boolean;
  /** Leaves the person's configuration as it is. Default: what changes results is set to git's defaults. */
  readonly rawConfig?: boolean;
  /** Waits and tries again while another git holds a lock. Default true. */
  readonly retryLocks?: boolean;
  /**
   * A directory that the command writes to. When the command fails, a small file is tried there, so that a full
   * or read-only disk is told from the system's answer and not from git's wording.
   */
  readonly writes?: string;
  /** Nothing in the git directory is mended for this command: its caller can do without it. Default false. */
  readonly onlyReads?: boolean;
  /** The caller bounds how many of these run at once: they wait for no others, nor others for them. Default false. */
  readonly bounded?: boolean;
  /** Half of it would be worse than waiting for it: only its own time limit ends it. Default false. */
  readonly finish?: boolean;
  readonly onStderr?: (chunk: string) => void;
  /** Is told standard output as it comes; the result has it whole. */
  readonly onStdout?: (chunk: Buffer) => void;
  /** An open file that standard output is written to; the result has none then. */
  readonly stdoutTo?: number;
}

export interface GitResult {
  /** The exit code; -1 when a signal that was not ours ended git. */
  readonly code: number;
  readonly stdout: Buffer;
  /** The end of standard error, at most 64 KiB. */
  readonly stderr: string;
}

/** One git process that was started. */
export interface GitTrace {
  readonly args: readonly string[];
  readonly cwd: string;
  /** How long it ran, in milliseconds; 0 for one that is still open. */
  readonly ms: number;
  readonly code: number | undefined;
}

export interface GitRunnerOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** How many processes run at once. Default twice the processors, at most 8. */
  readonly parallelism?: number;
  /** Default `git`, found on PATH. */
  readonly binary?: string;
}

interface Finished extends GitResult {
  readonly extra: Buffer;
}

const defaultTimeoutMs = 120_000;
/** For a git that reads or writes whole files of a worktree, or sends its commits: large ones, and filters, take their time. */
export const filesTimeoutMs = 600_000;
/** How often a command is tried again that stumbled over somebody's registration. */
const unreadRetries = 2;
/** How long git may take to end after SIGTERM. */
const killGraceMs = 2_000;
/** How long a pipe may stay open after git's end: a background child of a hook may have inherited it. */
const drainGraceMs = 500;
const longestStderr = 65_536;
const longestTrace = 10_000;

/** The one place that starts git. One instance for each command run. */
export class GitRunner {
  readonly trace: GitTrace[] = [];
  /** What git and other commands inherit, as it was given; git gets it cleaned. */
  readonly inherited: Readonly<NodeJS.ProcessEnv>;
  readonly #binary: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #slots: Semaphore;
  readonly #running = new RunningGits();
  readonly #environments = new Map<string, Readonly<Record<string, string>>>();
  #hookConfig: readonly (readonly [string, string])[] = [];
  #transport: Transport | undefined;
  #onlyReads = false;
  #count = 0;

  constructor(options: GitRunnerOptions = {}) {
    this.#binary = options.binary ?? "git";
    this.inherited = options.env ?? process.env;
    this.#env = cleanEnvironment(this.inherited);
    this.#slots = new Semaphore(options.parallelism ?? Math.min(8, availableParallelism() * 2));
  }

  /** How many git processes were started. */
  get count(): number {
    return this.#count;
  }

  /**
   * Names hooks that git's configuration defines (`hook.<name>.command`, git 2.54): core.hooksPath does not turn
   * them off, each has its own switch.
   */
  silenceConfiguredHooks(names: readonly string[]): void {
    this.#hookConfig = names.map((name) => [`hook.${name}.enabled`, "false"] as const);
    this.#environments.clear();
  }

  /** When the signal comes, every git that then runs is ended with INTERRUPTED, unless it ends by itself soon after. */
  endOn(signal: AbortSignal): void {
    this.#running.endOn(signal);
  }

  /** From now on nothing in the git directory is mended for any command. */
  onlyReads(): void {
    this.#onlyReads = true;
  }

  /** From now on the commands that talk to a remote, and only they, get its token. */
  useTransport(transport: Transport): void {
    this.#transport = transport;
    this.#environments.clear();
  }

  /**
   * Runs git to its end.
   * @throws CoppiceError GIT_FAILED, TIMEOUT, INTERRUPTED, GIT_TOO_OLD (no git at all), WORKTREE_NOT_FOUND (`cwd` is gone)
   */
  async run(cwd: string, args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
    const { stdout, stderr, code } = await this.#attempt(cwd, args, options, false);
    return { code, stdout, stderr };
  }

  /** Standard output as UTF-8, without its final line feed. */
  async text(cwd: string, args: readonly string[], options: GitOptions = {}): Promise<string> {
    const { stdout } = await this.run(cwd, args, options);
    return stdout.toString("utf8").replace(/\n$/, "");
  }

  /**
   * Runs git and reads the version that it tells on the way, through its trace on file descriptor 3 (git 2.22):
   * one process instead of two. `version` is undefined when git did not tell; `doubtful` when a wrapper may know better.
   */
  async runWithVersion(
    cwd: string,
    args: readonly string[],
    options: GitOptions = {},
  ): Promise<GitResult & { version: string | undefined; doubtful: boolean }> {
    const env = { ...options.env, GIT_TRACE2_EVENT: "3", GIT_TRACE2_EVENT_NESTING: "1" };
    const { extra, ...result } = await this.#attempt(cwd, args, { ...options, env }, true);
    const version = /"event":"version".*"exe":"([^"]*)"/.exec(extra.toString("utf8"))?.[1];
    return { ...result, version, doubtful: speaksOfVersions(this.#binary, this.#env.PATH) };
  }

  /** Starts a process that is asked and answers. The caller closes it. */
  open(cwd: string, args: readonly string[], options: Pick<GitOptions, "env"> = {}): GitProcess {
    const child = this.#start(cwd, args, options, false);
    const { stdin, stdout, stderr } = child;
    if (stdin === null || stdout === null || stderr === null) throw noPipes(args);
    this.#remember({ args, cwd, ms: 0, code: undefined });
    const open = new GitProcess({ child, stdin, stdout, stderr, command: subcommand(args) });
    child.once(
      "close",
      this.#running.add(() => open.interrupt(interrupted(args))),
    );
    return open;
  }

  async #attempt(
    cwd: string,
    args: readonly string[],
    options: GitOptions,
    extra: boolean,
  ): Promise<Finished> {
    for (let attempt = 0; ; attempt += 1) {
      const once = (): Promise<Finished> => this.#once(cwd, args, options, extra);
      const result = await (options.bounded === true ? once() : this.#slots.run(once));
      const lock =
        result.code === 0 || options.retryLocks === false ? undefined : heldLock(cwd, result.stderr);
      const unread = result.code === 0 ? undefined : unreadCommonDir(cwd, result.stderr);
      if (unread !== undefined) {
        const mended = !this.#onlyReads && options.onlyReads !== true && mendCommonDir(unread);
        if (options.retryLocks !== false && attempt < unreadRetries) {
          if (!mended)
            await backoff(attempt, options.signal).catch(() => {
              throw interrupted(args);
            });
          continue;
        }
      }
      if (lock !== undefined && attempt < lockRetries) {
        await backoff(attempt, options.signal).catch(() => {
          throw interrupted(args);
        });
        continue;
      }
      if (isAnswer(result.code, options.codes)) return result;
      throw (await diskProblem(options, result.stderr)) ?? failed(args, result, lock);
    }
  }

  #once(cwd: string, args: readonly string[], options: GitOptions, extra: boolean): Promise<Finished> {
    if (options.signal?.aborted === true) return Promise.reject(interrupted(args));
    const started = process.hrtime.bigint();
    return new Promise((resolve, reject) => {
      const child = this.#start(cwd, args, options, extra);
      const stdout = collect(child.stdout);
      if (options.onStdout !== undefined) child.stdout?.on("data", options.onStdout);
      const trace = collect(child.stdio[3] instanceof Readable ? child.stdio[3] : null);
      let stderr = "";
      child.stderr?.on("data", (chunk: Buffer) => {
        const text = chunk.toString("utf8");
        options.onStderr?.(text);
        stderr = (stderr + text).slice(-longestStderr);
      });

      let ending: CoppiceError | undefined;
      const end = (reason: CoppiceError): void => {
        if (ending !== undefined) return;
        ending = reason;
        killGroup(child, "SIGTERM");
        kill = setTimeout(() => killGroup(child, "SIGKILL"), killGraceMs);
      };
      let kill: NodeJS.Timeout | undefined;
      const limit = options.timeoutMs ?? defaultTimeoutMs;
      const timer = setTimeout(() => end(timedOut(args, limit)), limit);
      const onAbort = (): void => end(interrupted(args));
      options.signal?.addEventListener("abort", onAbort, { once: true });
      const ended = options.finish === true ? undefined : this.#running.add(onAbort);
      const settle = (): void => {
        clearTimeout(timer);
        clearTimeout(kill);
        options.signal?.removeEventListener("abort", onAbort);
        ended?.();
      };

      child.once("error", (error) => {
        settle();
        reject(notStarted(error, cwd, args));
      });
      let exited: number | undefined;
      const finish = (): void => {
        settle();
        const code = exited ?? -1;
        this.#remember({ args, cwd, ms: Number(process.hrtime.bigint() - started) / 1e6, code });
        if (ending !== undefined) reject(ending);
        else resolve({ code, stdout: stdout(), stderr, extra: trace() });
      };
      child.once("exit", (code) => {
        exited = code ?? -1;
        closeIdlePipes(child);
      });
      child.once("close", finish);
      child.stdin?.on("error", () => {});
      child.stdin?.end(options.stdin);
    });
  }

  #start(cwd: string, args: readonly string[], options: GitOptions, extra: boolean): ChildProcess {
    try {
      return this.#spawn(cwd, args, options, extra);
    } catch (error) {
      // What no event tells: a directory that is a file, an argument with a NUL.
      throw error instanceof Error ? notStarted(error, cwd, args) : error;
    }
  }

  #spawn(cwd: string, args: readonly string[], options: GitOptions, extra: boolean): ChildProcess {
    const child = spawn(this.#binary, args, {
      cwd,
      env: { ...this.#environment(args, options), ...options.env },
      // A group and a session of its own: a timeout ends git together with what it started, no terminal is left to ask
      // on, and its Ctrl-C reaches us alone: we decide what ends.
      detached: process.platform !== "win32",
      stdio: ["pipe", options.stdoutTo ?? "pipe", "pipe", ...(extra ? (["pipe"] as const) : [])],
      windowsHide: true,
    });
    if (options.finish !== true) endWithProgram(child);
    return child;
  }

  #environment(args: readonly string[], options: GitOptions): Readonly<Record<string, string>> {
    const wanted = this.#transport;
    const transport =
      wanted !== undefined && needsTransport(wanted, subcommand(args), options) ? wanted : undefined;
    const key = `${options.hooks === true} ${options.rawConfig === true} ${transport !== undefined}`;
    const known = this.#environments.get(key);
    if (known !== undefined) return known;
    const config = [
      ...(options.rawConfig === true ? [] : neutralConfig),
      ...(options.hooks === true ? [] : [["core.hooksPath", "/dev/null"] as const, ...this.#hookConfig]),
      ...(transport === undefined ? [] : transportConfig(transport)),
    ];
    // With hooks, people's programs run below this git: they may write what is optional, such as the index,
    // and need a locale that knows all characters. Both locales let git speak English.
    const own: Record<string, string> =
      options.hooks === true ? { LC_ALL: "C.UTF-8" } : { GIT_OPTIONAL_LOCKS: "0" };
    const base = transport === undefined ? this.#env : quiet(this.#env);
    const env = { ...(config.length === 0 ? base : withConfig(base, config)), ...own };
    this.#environments.set(key, env);
    return env;
  }

  #remember(entry: GitTrace): void {
    this.#count += 1;
    if (this.trace.length >= longestTrace) this.trace.shift();
    this.trace.push(entry);
  }
}

const isAnswer = (code: number, codes: GitOptions["codes"]): boolean =>
  codes === "any" || (codes ?? [0]).includes(code);

function collect(stream: Readable | null): () => Buffer {
  const chunks: Buffer[] = [];
  stream?.on("data", (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks);
}

/** Once git has ended, waits for its pipes only as long as data still comes. */
function closeIdlePipes(child: ChildProcess): void {
  const pipes = child.stdio.filter((pipe) => pipe !== null && pipe !== undefined && "destroy" in pipe);
  const timer = setTimeout(() => {
    for (const pipe of pipes) pipe?.destroy();
  }, drainGraceMs);
  for (const pipe of pipes) pipe?.on("data", () => timer.refresh());
  child.once("close", () => clearTimeout(timer));
}

async function diskProblem({ writes }: GitOptions, stderr: string): Promise<CoppiceError | undefined> {
  return (writes === undefined ? undefined : await writeProblem(writes)) ?? toldProblem(stderr);
}
