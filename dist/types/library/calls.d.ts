import { type Engine, type Reporter } from "../engine/context.js";
/** Where and how a `Coppice` works. */
export interface CoppiceOptions {
    /**
     * The repository's directory, or one in it. Inside a worktree, that is the one that no name means. Default: that of
     * this process when the instance is made.
     */
    readonly cwd?: string;
    /** Is told of progress and of what a person should know. Default: nobody is. */
    readonly reporter?: Reporter;
    /** Milliseconds since 1970, for what is journaled. Default `Date.now`. */
    readonly clock?: () => number;
    /** The environment of git and of every command that is run. Default: that of this process. */
    readonly env?: Readonly<NodeJS.ProcessEnv>;
}
/** Opens an engine, works with it, and closes it. */
type OneEngine = <T>(work: (engine: Engine) => Promise<T>) => Promise<T>;
/** Runs operations, each with an engine of its own: as one command does that runs by itself. */
export declare class Calls {
    #private;
    /** Where names that are paths start from. */
    readonly cwd: string;
    constructor(options: CoppiceOptions);
    /** Aborted when no more is to be told. */
    get closing(): AbortSignal;
    get env(): Readonly<NodeJS.ProcessEnv>;
    /**
     * Runs one operation; when it returns, what it journaled is in the notes.
     * @throws INVALID_STATE when it is closed, INTERRUPTED when the signal is aborted, and what the operation throws
     */
    run<T>(work: (engine: Engine) => Promise<T>, signal?: AbortSignal): Promise<T>;
    /**
     * Runs one operation that opens what it needs itself: engines one after the other, or none. Closing waits for all of it.
     * @throws the same
     */
    during<T>(work: (one: OneEngine, signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>;
    /** Ends the streams, and waits for what still runs. */
    close(): Promise<void>;
}
export {};
