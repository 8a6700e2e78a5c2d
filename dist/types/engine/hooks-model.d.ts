import type { HookName, HookProgram } from "./hooks-package.js";
/**
 * How git comes to our hooks. `config`: git's configuration defines them (git 2.54); `directory`: they are the files of
 * the hooks directory; the others: that tool starts them.
 */
export type HookWay = "config" | "directory" | "husky" | "lefthook";
/** How one hook stands, seen from one worktree. */
export interface HookState {
    /**
     * `outdated`: of another version of Coppice; `edited`: somebody changed it; `shadowed`: it is there, and git runs
     * something else; `off`: config `hooks.install` does not want it.
     */
    readonly state: "installed" | "outdated" | "edited" | "shadowed" | "missing" | "off";
    /** The script that was there before, which it runs too; a name in the hooks directory. */
    readonly chained: string | null;
    /** The version of Coppice that wrote it, where that is known. */
    readonly version: string | null;
    readonly detail: string | null;
}
export interface HookReport extends HookState {
    readonly hook: HookName;
}
/** What one worktree's git does. */
export interface WorktreeHooks {
    readonly path: string;
    readonly branch: string | null;
    /** The directory that git takes hooks from there. */
    readonly directory: string;
    readonly way: HookWay | null;
    /** Why no hook can be installed for it, or what is in the way. */
    readonly problem: string | null;
    /** The hooks that stand otherwise than in `HooksStatus.hooks`. */
    readonly differs: readonly HookReport[];
}
export interface HooksStatus {
    /** Of the worktree that the command runs in; null: no hook can be installed there. */
    readonly way: HookWay | null;
    readonly hooks: readonly HookReport[];
    readonly worktrees: readonly WorktreeHooks[];
    /** What the hooks start, and whether it is there; null before the first install. */
    readonly program: (HookProgram & {
        readonly there: boolean;
    }) | null;
    /** What keeps hooks from running, in sentences. */
    readonly problems: readonly string[];
}
