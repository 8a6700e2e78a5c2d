import type { Config, ConfigInput } from "./schema.js";
/** The keys that can hold a command of the person's own. */
export declare const commandKeys: readonly ["setup.install", "setup.initScript", "merge.verify", "conflict.resolver"];
export type CommandKey = (typeof commandKeys)[number];
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
