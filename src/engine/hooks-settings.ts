import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Config } from "../config/load.js";
import { branchPatternParts } from "../config/task-branches.js";
import { readOwnText } from "../git/own-file.js";
import { systemError } from "../lifecycle/system-errors.js";
import type { Engine } from "./context.js";
import { hasCode, writeAtomically } from "./files.js";
import { type HookProgram, packagedProgram } from "./hooks-package.js";
import { coppiceDir } from "./init-clone.js";

/** Where the hooks that this clone has lie, with their settings. */
export const installedHooksDir = (commonDir: string): string => join(coppiceDir(commonDir), "hooks");
export const settingsFile = (commonDir: string): string => join(installedHooksDir(commonDir), "settings");

export interface SettingsOptions {
  /** What the hooks start. Default: this package's. */
  readonly program?: HookProgram;
}

/**
 * Writes what the hooks read before they do anything: sh, sourced. Nothing is written when it stands there already.
 * @returns whether it was written
 * @throws PERMISSION_DENIED, READONLY_FS, NO_SPACE_LEFT
 */
export function writeHookSettings(
  { repo, config }: Pick<Engine, "repo" | "config">,
  options: SettingsOptions = {},
): boolean {
  const file = settingsFile(repo.commonDir);
  const text = settingsText(config, options.program ?? packagedProgram());
  if (readText(file) === text) return false;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeAtomically(file, text);
    return true;
  } catch (error) {
    throw systemError(error, "write the hooks' settings") ?? error;
  }
}

/**
 * Brings the settings of hooks that are installed up to the config as it is now. What they start stays as long as it is
 * there: whoever runs Coppice from elsewhere for once does not move the hooks there.
 * @throws PERMISSION_DENIED, READONLY_FS, NO_SPACE_LEFT
 */
export function refreshHookSettings(engine: Pick<Engine, "repo" | "config">): void {
  const { commonDir } = engine.repo;
  if (readText(settingsFile(commonDir)) === undefined) return;
  const program = settingsProgram(commonDir);
  const there = program !== undefined && existsSync(program.node) && existsSync(program.program);
  writeHookSettings(engine, there ? { program } : {});
}

/** What the hooks of this clone start; undefined when the settings are not there, or not as we write them. */
export function settingsProgram(commonDir: string): HookProgram | undefined {
  const text = readText(settingsFile(commonDir)) ?? "";
  const value = (name: string): string | undefined =>
    new RegExp(`^${name}=((?:'[^']*'|\\\\')+)$`, "m")
      .exec(text)?.[1]
      ?.replace(/'([^']*)'|\\'/g, (_quoted, inner: string | undefined) => inner ?? "'");
  const node = value("coppice_node");
  const program = value("coppice_program");
  return node === undefined || program === undefined ? undefined : { node, program };
}

function readText(file: string): string | undefined {
  try {
    return readOwnText(file);
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return undefined;
    throw systemError(error, "read the hooks' settings") ?? error;
  }
}

function settingsText(config: Config, { node, program }: HookProgram): string {
  const { hooks } = config;
  const patterns = config.taskBranches.map(casePattern);
  return [
    "# Written by coppice; changes are lost.",
    "coppice_version=1",
    `coppice_node=${shellQuote(node)}`,
    `coppice_program=${shellQuote(program)}`,
    `coppice_flush=${hooks.flush}`,
    `coppice_fail_closed=${hooks.failClosed ? 1 : 0}`,
    `coppice_order=${hooks.order}`,
    `coppice_notes=${shellQuote(config.notesRef)}`,
    `coppice_task() { case $1 in ${patterns.map((one) => `${one}) return 0 ;; `).join("")}esac; return 1; }`,
    "",
  ].join("\n");
}

/** One word of sh that means exactly this text, whatever is in it but NUL, which no argument can hold. */
export const shellQuote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * A pattern of `taskBranches` for `case`. It matches every branch that the pattern matches, and some more: sh's star
 * goes across slashes, and its question mark is one byte in some shells. What decides in the end is `isTaskBranch`.
 * The patterns come from a file that a branch can change: all but our own stars is quoted.
 */
function casePattern(pattern: string): string {
  const parts = branchPatternParts(pattern).map((part) => {
    if (part.kind === "text") return shellQuote(part.text);
    return part.kind === "one" ? "?*" : "*";
  });
  return parts.length === 0 ? "''" : parts.join("");
}
