import type { Repository } from "../git/repository.js";
import type { Oid } from "../lifecycle/ids.js";
import { type ConfigCommand } from "./commands.js";
import { type Config, type ConfigInput } from "./schema.js";
export type { ConfigCommand } from "./commands.js";
export type { Config, ConfigInput } from "./schema.js";
/** A configuration and where it came from. */
export interface LoadedConfig {
    /** Everything, defaults filled in. */
    readonly config: Config;
    /** The commands that are written in it; those of the file run only when this clone trusts them. */
    readonly commands: readonly ConfigCommand[];
    /** The file's name; undefined when there is none. */
    readonly file: string | undefined;
}
/** A commit whose file counts instead of the worktree's. */
export interface ConfigPlace {
    readonly commit: Oid;
    /** The file's path in its tree, from the root; default: the usual names there. */
    readonly path?: string;
}
/** What loading needs of a repository. */
export type ConfigRepository = Pick<Repository, "config" | "mainWorktree" | "objects">;
/**
 * Reads the configuration: the file at the root of the main worktree (of base's tree in a bare repository), over it
 * git's `coppice.*`, over both the flags. Starts no git process where there is a main worktree.
 * @param place the file of this commit counts, and no worktree is looked at
 * @throws CONFIG_INVALID
 */
export declare function loadConfig(repo: ConfigRepository, flags?: ConfigInput, place?: ConfigPlace): Promise<LoadedConfig>;
