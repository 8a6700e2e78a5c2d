import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { type Stream } from "./process.js";
export interface RunOptions {
    /** A program with its arguments; no shell reads them. A name with a slash is looked for from the worktree. */
    readonly command: readonly [string, ...string[]];
    /** What the command reads and writes: file descriptors of this process. Default: nothing. */
    readonly streams?: readonly [Stream, Stream, Stream];
    /**
     * Called when the command runs, with what passes a signal on to it; what it returns is called at the end. Without it the
     * engine's own signal, once aborted, ends the command with SIGTERM.
     */
    readonly signals?: (pass: (name: NodeJS.Signals) => void) => () => void;
    /** Milliseconds that the lease reaches after the last sign of life. Default 15 minutes. */
    readonly ttlMs?: number;
    /** Milliseconds between two signs of life, with which the worktree is looked at. Default: a third of the term. */
    readonly heartbeatMs?: number;
}
/** How a command under a lease ended. */
export interface RunOutcome {
    readonly record: WorktreeRecord;
    /** The worktree in which it ran. */
    readonly path: string;
    /** Undefined: a signal ended it, or it did not begin. */
    readonly code: number | undefined;
    readonly signal: NodeJS.Signals | undefined;
    /** There is no such program, or it may not be started; nothing has happened. */
    readonly notFound: boolean;
}
/**
 * Runs a command in a worktree, which is leased for as long as it runs: nobody removes it meanwhile, and a merge keeps it.
 * The lease is the command's: should this process be killed, it lasts until the command has ended. While the command
 * works no git process is kept.
 * @throws WORKTREE_IN_USE, INVALID_STATE where no command may work, WORKTREE_NOT_FOUND, NO_WORKTREE, INTERRUPTED before
 *   the command has begun
 */
export declare function run(engine: Engine, name: string | undefined, options: RunOptions): Promise<RunOutcome>;
