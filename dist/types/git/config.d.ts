/**
 * Git's effective configuration, read once. Section and variable names do not depend on case, what stands between
 * them does (`branch.Feat.merge`).
 */
export declare class GitConfig {
    #private;
    /** @param listing - the output of `git config -z --list`: `key LF value NUL`, or `key NUL` for a bare switch. */
    constructor(listing: string);
    /** The last value, which is the one that counts; a bare switch reads "true". */
    get(key: string): string | undefined;
    /** All values, the one that counts last. */
    getAll(key: string): string[];
    /** A boolean as git reads it; undefined when it is not set or is no boolean. */
    bool(key: string): boolean | undefined;
    /** Every key, in git's spelling. */
    keys(): string[];
}
