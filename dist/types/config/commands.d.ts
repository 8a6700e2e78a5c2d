import type { Config, ConfigInput } from "./schema.js";
/** The keys that can hold a command of the person's own. */
export declare const commandKeys: readonly ["setup.install", "setup.initScript", "merge.verify", "conflict.resolver"];
declare const ofRole: readonly ["install", "initScript"];
type RoleCommand = (typeof ofRole)[number];
/** The same of one role; the role's name may hold dots. */
export type RoleCommandKey = `roles.${string}.setup.${RoleCommand}`;
export type CommandKey = (typeof commandKeys)[number] | RoleCommandKey;
/** The key of a command that a role has for a step of its own. */
export declare const roleCommandKey: (role: string, command: RoleCommand) => RoleCommandKey;
/** Every key under which a configuration can hold a command: those of its roles come after the others. */
export declare const commandKeysOf: (config: Config | ConfigInput) => readonly CommandKey[];
/** The names that lead to a key's value. */
export declare function commandPath(key: CommandKey): readonly string[];
/** Where a command was written. Only the file is one that a branch can change; the others are the person's own. */
export type CommandSource = "file" | "git" | "flag";
/** A command of the configuration. */
export interface ConfigCommand {
    readonly key: CommandKey;
    readonly command: string;
    readonly source: CommandSource;
}
/** A command that is written out; `auto` and `off` are none. */
export declare function commandAt(config: Config | ConfigInput, key: CommandKey): string | undefined;
export {};
