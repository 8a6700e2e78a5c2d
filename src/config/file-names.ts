/** The names that the config file may have; with both present neither is believed. */
export const configFileNames = ["coppice.config.json", "coppice.config.jsonc"] as const;
export type ConfigFileName = (typeof configFileNames)[number];

/** How large a config file may be, in bytes. */
export const largestConfigFile = 1_048_576;
