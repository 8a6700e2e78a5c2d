import type { TakeAway } from "../git/worktree-remove.js";
export interface TrashOptions {
    /** Of the clone: an absolute path. */
    readonly root: string;
    /** The words that start `coppice` anew; undefined: this process deletes everything itself before it is done. */
    readonly program?: readonly [string, ...string[]] | undefined;
}
/** The trash of one worktree root. */
export declare class Trash {
    #private;
    constructor({ root, program }: TrashOptions);
    /**
     * Takes a directory out of the way by renaming it, which takes no longer for a large one, and deletes it when it is small.
     * Impossible when it lies on another file system, is a mount point, or may not be moved.
     * @param look sees it where it is now, and nobody finds it under its name any more; what it throws puts it back
     */
    readonly takeAway: (path: string, ino: bigint, look?: (moved: string) => Promise<void>) => ReturnType<TakeAway>;
    /** What is still looked at, or was when a process was killed. */
    readonly held: () => string[];
    /**
     * At the end of a command: what is in the trash goes, also what a killed process has left there. It goes in the background
     * where this is a program that can be started anew; else what this process has put there goes now.
     * @param warn is told what cannot be deleted, once
     */
    end(now: number, warn: (text: string) => void): Promise<void>;
    /** Deletes what is in the trash. Other work of this process gets its turn in between. */
    sweep(now: number): Promise<void>;
}
