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
/**
 * Runs a command to its end. An exit code, a signal, a timeout and an abort are answers, not errors.
 * @throws WORKTREE_NOT_FOUND when `cwd` is gone, a system code when the log cannot be written
 */
export declare function runCommand(options: CommandOptions): Promise<CommandResult>;
/**
 * What a program of the system prints, whatever it ends with. It gets no input, and what it complains about is dropped.
 * @returns undefined: there is no such program, or it may not be started
 * @throws INTERRUPTED
 */
export declare function outputOf(words: readonly [string, ...string[]], signal: AbortSignal): Promise<string | undefined>;
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
export declare function attach({ words, cwd, env, inherited, streams, onStart }: AttachedOptions): Attached;
