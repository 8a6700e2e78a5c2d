import type { Repository } from "../git/repository.js";
import { type BranchName, type Oid } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
/** Where a task branch forks from and merges back into. */
export interface Base {
    readonly branch: BranchName;
    /** The commit to fork at: the branch's tip, or that of the remote-tracking branch that was named. */
    readonly oid: Oid;
}
/**
 * Finds the base of a new worktree: what was asked for, the config's, the remote's default branch, the main
 * worktree's branch, HEAD.
 * @param wanted a branch, or a remote-tracking one: `origin/x` forks there, and the base is `x`
 * @throws BRANCH_CREATION_FAILED when there is none, NOT_A_REPO when the repository has no commit yet
 */
export declare function findBase(engine: Engine, wanted: string | undefined): Promise<Base>;
/** The branches that tasks fork from: the config's base, the remote's default branch, the main worktree's. */
export declare function baseBranches(engine: Pick<Engine, "repo" | "config">): Promise<ReadonlySet<string>>;
/** The remote that counts where none is named: the config's, the only one, `origin`. */
export declare function mainRemote({ repo, config }: Pick<Engine, "repo" | "config">): string | undefined;
/** The remotes that git's configuration knows. */
export declare function remotes(repo: Repository): string[];
/** The branch that a worktree's HEAD names, born or not; undefined when HEAD is detached. */
export declare function headBranch(repo: Repository, gitDir: string): Promise<BranchName | undefined>;
/** What the remote's HEAD names, as a plain branch name. `git clone` writes it, `git remote set-head` corrects it. */
export declare function defaultBranch(repo: Repository, remote: string): Promise<string | undefined>;
