import { GitConfig } from "./config.js";
import { type BegunListing } from "./near-place.js";
import { ObjectReader } from "./objects.js";
import type { ObjectFormat } from "./oid.js";
import { GitRunner } from "./run.js";
import { GitVersion } from "./version.js";
/** A repository as seen from one directory. */
export interface Repository {
    readonly git: GitRunner;
    readonly version: GitVersion;
    /** What all worktrees share; absolute, symbolic links resolved. */
    readonly commonDir: string;
    /** Of the worktree that the command runs in; equal to `commonDir` in the main one. */
    readonly gitDir: string;
    /** Top of the worktree that the command runs in; undefined in a bare repository and inside a git directory. */
    readonly worktree: string | undefined;
    /** The main worktree, which may be gone; undefined: bare. */
    readonly mainWorktree: string | undefined;
    /** `repo` for `repo`, `repo.git`, `repo/.git` and `repo/.bare`. */
    readonly name: string;
    /**
     * What a relative worktree root starts from: the main worktree; for a bare repository the directory that holds
     * `.bare`, `.git` or the `.git` file, else the repository itself.
     */
    readonly root: string;
    readonly objectFormat: ObjectFormat;
    readonly refFormat: "files" | "reftable";
    /** Effective configuration at the time of opening. */
    readonly config: GitConfig;
    /** One persistent `cat-file` process, started with the first read. */
    objects(): ObjectReader;
    /** Ends what is still open. Idempotent. */
    close(): Promise<void>;
}
/**
 * Finds the repository of a directory, with one git process; with two where its files do not plainly tell where its parts
 * lie. A repository without a commit is a valid result.
 * @param begun what `beginListing` began for the same directory and git
 * @throws CoppiceError NOT_A_REPO, GIT_TOO_OLD, PERMISSION_DENIED (git distrusts the owner), WORKTREE_NOT_FOUND (`cwd` is gone)
 */
export declare function openRepository(cwd: string, git?: GitRunner, begun?: BegunListing): Promise<Repository>;
/** What finding the main worktree needs to know. */
export interface Discovered {
    readonly commonDir: string;
    readonly config: GitConfig;
    readonly worktree: string | undefined;
    readonly inMain: boolean;
    readonly bare: boolean;
}
/** The main worktree, which may be gone; undefined: bare. */
export declare function findMainWorktree(git: GitRunner, found: Discovered): Promise<string | undefined>;
/** What a relative worktree root of a bare repository starts from. */
export declare function bareRoot(commonDir: string): string;
/** Hooks that the configuration defines (git 2.54): `hook.<name>.command`. */
export declare function configuredHooks(config: GitConfig): string[];
