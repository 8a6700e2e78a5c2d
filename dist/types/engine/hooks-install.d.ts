import type { Engine } from "./context.js";
import type { HooksStatus, HookWay } from "./hooks-model.js";
import { type HookProgram } from "./hooks-package.js";
import { type StatusOptions } from "./hooks-status.js";
export interface InstallOptions extends StatusOptions {
    /** What the hooks start. Default: this package's. */
    readonly program?: HookProgram;
    /** Writes into the config of another hook manager, which is a file of the repository. Default: it is only shown. */
    readonly write?: boolean;
}
export interface Installed {
    readonly changed: boolean;
    /** How git comes to the hooks; null when none are wanted, or they wait for an entry that a person makes. */
    readonly way: HookWay | null;
    /** What a person has to write, where the files of another tool decide; null otherwise. */
    readonly advice: string | null;
    /** Read back afterwards. */
    readonly status: HooksStatus;
}
/**
 * Installs the hooks that the config wants, the way that disturbs least: git's own configuration where git reads hooks
 * from it, else the hooks directory, beside what is there; or through the tool that owns it. The second time it changes
 * nothing. Whenever it is killed, every hook that ran before still runs.
 * @throws CONFIG_INVALID where git takes hooks from a directory that is not this repository's alone
 */
export declare function installHooks(engine: Engine, options?: InstallOptions): Promise<Installed>;
export interface Uninstalled {
    readonly changed: boolean;
}
/**
 * Takes everything away that an install made, whatever way and version it was: each file is as it was before, byte for
 * byte. What somebody has edited since stays, with a warning.
 */
export declare function uninstallHooks(engine: Engine, options?: StatusOptions): Promise<Uninstalled>;
