import type { Config, ConfigInput } from "./schema.js";

/** The keys that can hold a command of the person's own. */
export const commandKeys = [
  "setup.install",
  "setup.initScript",
  "merge.verify",
  "conflict.resolver",
] as const;
const ofRole = ["install", "initScript"] as const;
type RoleCommand = (typeof ofRole)[number];
/** The same of one role; the role's name may hold dots. */
export type RoleCommandKey = `roles.${string}.setup.${RoleCommand}`;
export type CommandKey = (typeof commandKeys)[number] | RoleCommandKey;

/** The key of a command that a role has for a step of its own. */
export const roleCommandKey = (role: string, command: RoleCommand): RoleCommandKey =>
  `roles.${role}.setup.${command}`;

/** Every key under which a configuration can hold a command: those of its roles come after the others. */
export const commandKeysOf = (config: Config | ConfigInput): readonly CommandKey[] => [
  ...commandKeys,
  ...Object.keys(config.roles ?? {}).flatMap((role) =>
    ofRole.map((command) => roleCommandKey(role, command)),
  ),
];

/** The names that lead to a key's value. */
export function commandPath(key: CommandKey): readonly string[] {
  const role = roleOf(key);
  return role === undefined ? key.split(".") : ["roles", role.name, "setup", role.command];
}

function roleOf(key: CommandKey): { readonly name: string; readonly command: RoleCommand } | undefined {
  const [, name, last] = /^roles\.(.+)\.setup\.([^.]+)$/.exec(key) ?? [];
  const command = ofRole.find((one) => one === last);
  return name === undefined || command === undefined ? undefined : { name, command };
}

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
    case "setup.install":
      return written(config.setup?.install);
    case "setup.initScript":
      return config.setup?.initScript;
    case "merge.verify":
      return config.merge?.verify;
    case "conflict.resolver":
      return config.conflict?.resolver;
    default: {
      const role = roleOf(key);
      return role && written(config.roles?.[role.name]?.setup?.[role.command]);
    }
  }
}

const written = (install: string | undefined): string | undefined =>
  install === "auto" || install === "off" ? undefined : install;
