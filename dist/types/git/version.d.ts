/** A git version; what follows the patch number (`.windows.1`, `.rc0`) does not matter to us. */
export declare class GitVersion {
    readonly major: number;
    readonly minor: number;
    readonly patch: number;
    constructor(major: number, minor: number, patch: number);
    /** Reads `2.39.5`, `2.39.5 (Apple Git-154)`, `git version 2.55.GIT`; nothing when there is no version in it. */
    static parse(text: string): GitVersion | undefined;
    atLeast(major: number, minor: number): boolean;
    toString(): string;
}
/** Since when git can do what we use. Everything below falls back to another way on an older git. */
export declare const since: {
    /** `merge-tree --write-tree -z`: merging without a checkout. */
    readonly minimum: readonly [2, 38];
    /** `merge-tree --stdin`: many merges in one process. */
    readonly mergeTreeStdin: readonly [2, 39];
    /**
     * `--attr-source`: attributes of a tree instead of a work tree's. git has the option since 2.41, but there
     * merge-tree crashes with it as soon as two contents have to be merged (mended by git's e95bafc52f).
     */
    readonly attrSource: readonly [2, 43];
    /** `merge-tree --stdin` flushes after each record, so a program can wait for it. */
    readonly mergeTreeFlush: readonly [2, 49];
    /** Hooks that the configuration defines, `hook.<name>.command`. */
    readonly configHooks: readonly [2, 54];
};
/** @throws CoppiceError GIT_TOO_OLD */
export declare function requireVersion(version: GitVersion): void;
