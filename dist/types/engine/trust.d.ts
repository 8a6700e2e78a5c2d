import type { CommandKey } from "../config/commands.js";
import type { Engine } from "./context.js";
import { type TrustPlace } from "./trust-store.js";
export type { TrustPlace } from "./trust-store.js";
/** A command of the config file, with what this clone has said about it. */
export interface TrustedCommand {
    readonly key: CommandKey;
    readonly command: string;
    /** Files of the repository that the command names; their content is trusted with it. */
    readonly files: readonly string[];
    readonly trusted: boolean;
}
/**
 * The commands of the config file as they are now, in the main worktree, in the worktree the command runs in, at the
 * tip of base, and where a command was refused last. One command stands here once for each content of its files.
 */
export declare function trustedCommands(engine: Engine): Promise<TrustedCommand[]>;
/**
 * Allows this clone to run the commands of the config file, with the files they name, as they are now. Whatever
 * changes in a command or such a file is asked about again.
 * @returns the commands that are new
 */
export declare function trust(engine: Engine): Promise<TrustedCommand[]>;
/**
 * Refuses to go on when a command of the config file is about to run that this clone has not allowed. Commands that a
 * person wrote into git's config or gave as a flag are their own and pass. Starts no process unless a command names
 * files of a commit.
 * @param keys what is about to run
 * @param place where, for the files that the commands name; `merge.verify` needs none
 * @param role whose files will lie there beside those of the place
 * @throws UNTRUSTED with the commands
 */
export declare function requireTrust(engine: Engine, keys: readonly CommandKey[], place?: TrustPlace, role?: string | null): Promise<void>;
