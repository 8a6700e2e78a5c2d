import type { Config, ConfigInput } from "./schema.js";

/** The keys that can hold a command of the person's own. */
export const commandKeys = [
  "setup.install",
  "setup.initScript",
  "merge.verify",
  "conflict.resolver",
] as const;
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
export function commandAt(config: Config | ConfigInput, key: CommandKey): string | undefined {
  switch (key) {
    case "setup.install": {
      const install = config.setup?.install;
      return install === "auto" || install === "off" ? undefined : install;
    }
    case "setup.initScript":
      return config.setup?.initScript;
    case "merge.verify":
      return config.merge?.verify;
    case "conflict.resolver":
      return config.conflict?.resolver;
  }
}
