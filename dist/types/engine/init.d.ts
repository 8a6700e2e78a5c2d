import type { Engine } from "./context.js";
import { type InstallOptions } from "./hooks-install.js";
/** One thing that a repository needs once. */
export interface InitStep {
    readonly name: "config" | "exclude" | "refspec" | "hooks" | "agent" | "workflow" | "home";
    /** `none`: there is nothing to do here, and `detail` says why. */
    readonly outcome: "made" | "kept" | "none";
    /** The file, the line, the refspec, or the reason. */
    readonly detail: string;
}
export interface InitResult {
    readonly steps: readonly InitStep[];
    /** Whether anything was written. */
    readonly changed: boolean;
    /** What is left for a person to do, a sentence each. */
    readonly next?: readonly string[];
}
/**
 * Prepares a repository: a config file with comments (an existing one is kept), the line in `info/exclude` that keeps
 * worktrees out of `git status`, the refspec by which `git fetch` brings the journals of other clones, and the hooks. The
 * second time it changes nothing.
 * @throws PERMISSION_DENIED, READONLY_FS, NO_SPACE_LEFT, GIT_FAILED
 */
export declare function init(engine: Engine, options?: InstallOptions): Promise<InitResult>;
/**
 * `+refs/notes/coppice*:refs/notes/remotes/origin/coppice*`: beside our own ref, never over it. The star is there
 * because `git fetch` dies of a configured ref without one that the remote does not have, and before the first sync
 * no remote has it.
 */
export declare function notesRefspec(notesRef: string, remote: string): string;
/** A refspec that is missing, and the key that it belongs under. */
export interface MissingRefspec {
    readonly key: string;
    readonly wanted: string;
}
/** Whether `git fetch` brings the journals of other clones; `reason`: there is nothing that they could come from. */
export declare function refspecState(engine: Engine): MissingRefspec | {
    readonly present: string;
} | {
    readonly reason: string;
};
export declare function addRefspec({ repo }: Engine, { key, wanted }: MissingRefspec): Promise<void>;
