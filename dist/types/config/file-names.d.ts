/** The names that the config file may have; with both present neither is believed. */
export declare const configFileNames: readonly ["coppice.config.json", "coppice.config.jsonc"];
export type ConfigFileName = (typeof configFileNames)[number];
/** How large a config file may be, in bytes. */
export declare const largestConfigFile = 1048576;
