import type { Config } from "../config/schema.js";
import type { Oid } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
/** A file that a role brings: both paths relative, with slashes, from the root of the main worktree and of the new one. */
export interface RoleFile {
    readonly from: string;
    readonly to: string;
}
export interface Role {
    readonly name: string;
    readonly config: Config["roles"][string];
    /** By target; each target once. */
    readonly files: readonly RoleFile[];
}
/** What the config says of a role; nothing of one that is a directory alone. */
export declare const roleConfig: ({ config }: Pick<Engine, "config">, name: string | null) => Role["config"];
/**
 * Finds a role, by the config or by a directory `roles/NAME` of the main worktree, with the files that it brings as they
 * are there now. Nothing is read but names.
 * @throws ROLE_NOT_FOUND; ENV_COPY_FAILED when a file that the config names is missing, or cannot be brought; UNTRUSTED
 *   when one of them lies outside the main worktree
 */
export declare function findRole(engine: Engine, name: string): Role;
/** The roles that there are, by the config or as directories. */
export declare const roleNames: (engine: Engine) => string[];
/**
 * Refuses a role whose files would stand where the branch has its own.
 * @param commit what the new worktree will have checked out
 * @throws PATH_EXISTS
 */
export declare function refuseTracked({ repo }: Engine, { name, files }: Role, commit: Oid): Promise<void>;
