import { type Transport } from "./credentials.js";
import { GitProcess } from "./process.js";
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
/** For a git that reads or writes whole files of a worktree, or sends its commits: large ones, and filters, take their time. */
export declare const filesTimeoutMs = 600000;
/** The one place that starts git. One instance for each command run. */
export declare class GitRunner {
    #private;
    readonly trace: GitTrace[];
    /** What git and other commands inherit, as it was given; git gets it cleaned. */
    readonly inherited: Readonly<NodeJS.ProcessEnv>;
    constructor(options?: GitRunnerOptions);
    /** How many git processes were started. */
    get count(): number;
    /**
     * Names hooks that git's configuration defines (`hook.<name>.command`, git 2.54): core.hooksPath does not turn
     * them off, each has its own switch.
     */
    silenceConfiguredHooks(names: readonly string[]): void;
    /** When the signal comes, every git that then runs is ended with INTERRUPTED, unless it ends by itself soon after. */
    endOn(signal: AbortSignal): void;
    /** From now on nothing in the git directory is mended for any command. */
    onlyReads(): void;
    /** From now on the commands that talk to a remote, and only they, get its token. */
    useTransport(transport: Transport): void;
    /**
     * Runs git to its end.
     * @throws CoppiceError GIT_FAILED, TIMEOUT, INTERRUPTED, GIT_TOO_OLD (no git at all), WORKTREE_NOT_FOUND (`cwd` is gone)
     */
    run(cwd: string, args: readonly string[], options?: GitOptions): Promise<GitResult>;
    /** Standard output as UTF-8, without its final line feed. */
    text(cwd: string, args: readonly string[], options?: GitOptions): Promise<string>;
    /**
     * Runs git and reads the version that it tells on the way, through its trace on file descriptor 3 (git 2.22):
     * one process instead of two. `version` is undefined when git did not tell; `doubtful` when a wrapper may know better.
     */
    runWithVersion(cwd: string, args: readonly string[], options?: GitOptions): Promise<GitResult & {
        version: string | undefined;
        doubtful: boolean;
    }>;
    /** Starts a process that is asked and answers. The caller closes it. */
    open(cwd: string, args: readonly string[], options?: Pick<GitOptions, "env">): GitProcess;
}
