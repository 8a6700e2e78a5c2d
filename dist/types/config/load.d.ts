import type { Repository } from "../git/repository.js";
import { type ConfigCommand } from "./commands.js";
import { type ConfigFileName } from "./file-names.js";
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
    readonly file: ConfigFileName | undefined;
}
/** What loading needs of a repository. */
export type ConfigRepository = Pick<Repository, "config" | "mainWorktree" | "objects">;
/**
 * Reads the configuration: the file at the root of the main worktree (of base's tree in a bare repository), over it
 * git's `coppice.*`, over both the flags. Starts no git process where there is a main worktree.
 * @throws CONFIG_INVALID
 */
export declare function loadConfig(repo: ConfigRepository, flags?: ConfigInput): Promise<LoadedConfig>;
