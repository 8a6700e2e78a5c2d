import { type ConfigInput } from "./schema.js";
/** The names that the config file may have; with both present neither is believed. */
export declare const configFileNames: readonly ["coppice.config.json", "coppice.config.jsonc"];
export type ConfigFileName = (typeof configFileNames)[number];
/** How large a config file may be, in bytes. */
export declare const largestConfigFile = 1048576;
/**
 * Reads the text of a config file. `.json` is plain JSON; in `.jsonc` comments and trailing commas are allowed.
 * @returns what the file says, checked, without defaults
 * @throws CONFIG_INVALID with file, line and column (both from 1) and the nearest known key
 */
export declare function parseConfigFile(name: ConfigFileName, text: string): ConfigInput;
/** The nearest key in brackets, for the end of a sentence. */
export declare const meant: (nearest: string | undefined) => string;
