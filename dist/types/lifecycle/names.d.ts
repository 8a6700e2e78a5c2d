/**
 * The directory that a branch's worktree gets: a single name that every file system takes, of at most 200 bytes.
 * Different branches may get the same one; `uniqueDirectoryName` tells them apart.
 *
 * @example directoryName("feature/auth-login") // "feature-auth-login"
 */
export declare const directoryName: (branch: string) => string;
/** Two names with the same key are one directory where file systems ignore case or Unicode form. */
export declare const directoryKey: (name: string) => string;
/**
 * The directory for a branch where others exist already: its plain name when that is free, else the name with a
 * suffix that depends on the branch alone, so that asking again gives the same.
 *
 * @param taken names (not paths) that exist beside it, in any case and Unicode form
 */
export declare function uniqueDirectoryName(branch: string, taken: Iterable<string>): string;
