import { type GitVersion } from "../git/version.js";
import type { Engine } from "./context.js";
import type { HooksStatus } from "./hooks-model.js";
import { type HookName } from "./hooks-package.js";
export interface StatusOptions {
    /** The directory with the hook scripts. Default: this package's. */
    readonly source?: string;
    /** The git that will run the hooks. Default: the one that runs now. */
    readonly version?: GitVersion;
    /** Leaves the other worktrees unasked where nothing that is configured depends on it. Default false. */
    readonly brief?: boolean;
}
/** The hooks that the config wants. */
export declare const wantedHooks: ({ config }: Pick<Engine, "config">) => readonly HookName[];
/**
 * How each hook stands, as git sees it from each worktree: whether it runs, and why not.
 * @throws CONFIG_INVALID when the package came without its hooks
 */
export declare function hooksStatus(engine: Engine, options?: StatusOptions): Promise<HooksStatus>;
