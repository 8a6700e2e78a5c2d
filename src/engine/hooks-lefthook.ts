import { mkdirSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { hasCode } from "./files.js";
import type { HookState } from "./hooks-model.js";
import { draftOf, type OwnHooks, readFile, standing } from "./hooks-own.js";
import { type HookName, hookNames } from "./hooks-package.js";
import { blockOf, findBlock, withoutBlock, writeBytes } from "./marked-block.js";

/**
 * lefthook writes the hooks directory itself and takes what it runs from its config. Coppice adds a config of its own,
 * named in `extends`, with a script for each hook. Scripts, since lefthook leaves commands out where a commit or a push
 * has no files: a push that only deletes would go out unseen.
 */
const ownConfig = "lefthook-coppice.yml";
const ownScript = "coppice.sh";
const firstLine = "# Coppice's hooks, where it is installed: see coppice hooks status.";
const entry = `- ${ownConfig} # coppice`;

const configNames = ["lefthook", ".lefthook", ".config/lefthook"].flatMap((name) =>
  ["yml", "yaml", "toml", "json", "jsonc"].map((extension) => `${name}.${extension}`),
);

/** The config of lefthook in a worktree, relative; undefined where it is not used. */
export const lefthookConfig = (worktree: string): string | undefined =>
  configNames.find((name) => standing(join(worktree, name))?.isFile() === true);

const needsStdin: readonly HookName[] = ["pre-push", "post-rewrite"];

const configText = (wanted: readonly HookName[]): string =>
  [
    firstLine,
    ...wanted.flatMap((hook) => [
      `${hook}:`,
      "  scripts:",
      `    ${ownScript}:`,
      "      runner: sh",
      ...(needsStdin.includes(hook) ? ["      use_stdin: true"] : []),
    ]),
    "",
  ].join("\n");

const scriptText = (hook: HookName): string =>
  [
    "#!/bin/sh",
    firstLine,
    `coppice_hook=$(git rev-parse --git-common-dir 2>/dev/null)/coppice/hooks/${hook}`,
    '[ -x "$coppice_hook" ] || exit 0',
    'exec "$coppice_hook" "$@"',
    "",
  ].join("\n");

/** lefthook's `source_dir`: where it looks for scripts. */
const sourceDir = (text: string): string =>
  /^source_dir:[ \t]*["']?([^"'#\r\n]+?)["']?[ \t]*(?:#.*)?\r?$/m.exec(text)?.[1] ?? ".lefthook";

/** What a person would write by hand. */
export function lefthookAdvice(config: string, wanted: readonly HookName[]): string {
  return [
    `lefthook runs the hooks here. "coppice hooks install --write" makes these files and the entry; then run lefthook install.`,
    "",
    `${config}:`,
    "  extends:",
    `    - ${ownConfig}`,
    "",
    `${ownConfig}:`,
    ...configText(wanted)
      .trimEnd()
      .split("\n")
      .map((line) => `  ${line}`),
    "",
    `.lefthook/<hook>/${ownScript}, for each of these hooks:`,
    ...scriptText("pre-push")
      .trimEnd()
      .replaceAll("pre-push", "<hook>")
      .split("\n")
      .map((line) => `  ${line}`),
  ].join("\n");
}

/** The text with our config named in it; undefined where `extends` is written in a way that is left to a person. */
function extended(text: string): string | undefined {
  if (isExtended(text)) return text;
  const list = /^extends:[ \t]*(?:#.*)?\r?\n(?=([ \t]*)- )/m.exec(text);
  if (list !== null) {
    const at = list.index + list[0].length;
    return `${text.slice(0, at)}${list[1] ?? ""}${entry}\n${text.slice(at)}`;
  }
  if (/^["']?extends["']?[ \t]*:/m.test(text)) return undefined;
  const start = /^(?:\xef\xbb\xbf)?(?:(?:[#%].*|[ \t]*)\r?\n)*---[ \t]*\r?\n/.exec(text)?.[0].length;
  // Before a document's start nothing but directives and comments may stand.
  if (start === undefined && /^(?:---|%)/m.test(text)) return undefined;
  const at = start ?? (text.startsWith("\xef\xbb\xbf") ? 3 : 0);
  return text.slice(0, at) + blockOf(["extends:", `  - ${ownConfig}`], false) + text.slice(at);
}

const isExtended = (text: string): boolean =>
  findBlock(text) !== undefined || entryLine.test(text) || namedByHand.test(text);

const entryLine = new RegExp(`^[ \\t]*${entry}\\r?\\n`, "m");
const namedByHand = new RegExp(`^[ \\t]*-?.*\\b${ownConfig.replaceAll(".", "\\.")}\\b`, "m");

/**
 * Makes our config, its scripts and the entry in lefthook's config of one worktree.
 * @returns whether anything changed; "by hand": the entry has to be written by a person
 */
export function installIntoLefthook(
  worktree: string,
  config: string,
  wanted: readonly HookName[],
): boolean | "by hand" {
  const text = readFile(join(worktree, config))?.toString("latin1") ?? "";
  const next = /^\.?lefthook\.ya?ml$/.test(config) ? extended(text) : undefined;
  if (next === undefined) return "by hand";
  let changed = removeScripts(
    worktree,
    sourceDir(text),
    hookNames.filter((hook) => !wanted.includes(hook)),
  );
  for (const hook of wanted)
    changed = writeOwn(join(worktree, sourceDir(text), hook, ownScript), scriptText(hook), 0o755) || changed;
  changed = writeOwn(join(worktree, ownConfig), configText(wanted), 0o644) || changed;
  if (next !== text) writeBytes(join(worktree, config), next);
  return changed || next !== text;
}

function writeOwn(path: string, content: string, mode: number): boolean {
  if (readFile(path)?.toString("utf8") === content) return false;
  mkdirSync(dirname(path), { recursive: true });
  writeBytes(path, content, mode);
  return true;
}

/** Takes all of it out again; every other byte is as it was. */
export function removeFromLefthook(worktree: string): boolean {
  const config = lefthookConfig(worktree);
  const path = join(worktree, config ?? "");
  const text = config === undefined ? "" : (readFile(path)?.toString("latin1") ?? "");
  const block = findBlock(text);
  const next = (block === undefined ? text : (withoutBlock(block) ?? "")).replace(entryLine, "");
  if (next !== text) writeBytes(path, next);
  const scripts = removeScripts(worktree, sourceDir(text), hookNames);
  const own = join(worktree, ownConfig);
  const made = readFile(own)?.toString("utf8").startsWith(firstLine) === true;
  if (made) rmSync(own);
  return next !== text || scripts || made;
}

function removeScripts(worktree: string, folder: string, hooks: readonly HookName[]): boolean {
  let removed = false;
  for (const hook of hooks) {
    const path = join(worktree, folder, hook, ownScript);
    rmSync(draftOf(path), { force: true });
    if (readFile(path)?.toString("utf8").includes(firstLine) !== true) continue;
    rmSync(path);
    removed = true;
    for (const directory of [dirname(path), dirname(dirname(path))]) removeIfEmpty(directory);
  }
  return removed;
}

function removeIfEmpty(directory: string): void {
  try {
    rmdirSync(directory);
  } catch (error) {
    if (!hasCode(error, "ENOTEMPTY", "EEXIST", "ENOENT")) throw error;
  }
}

/** Whether lefthook's config of a worktree names ours. */
export function isInLefthook(worktree: string): boolean {
  const config = lefthookConfig(worktree);
  if (config === undefined) return false;
  return isExtended(readFile(join(worktree, config))?.toString("latin1") ?? "");
}

/** How one of our hooks stands in a worktree whose hooks lefthook runs. */
export function stateInLefthook(
  worktree: string,
  directory: string,
  own: OwnHooks,
  hook: HookName,
): HookState {
  const base = { chained: null, version: own.copyVersion(hook) };
  const config = lefthookConfig(worktree);
  const text = readFile(join(worktree, config ?? ""))?.toString("latin1") ?? "";
  const script = readFile(join(worktree, sourceDir(text), hook, ownScript))?.toString("utf8");
  const named = readFile(join(worktree, ownConfig))?.toString("utf8").includes(`${hook}:`) === true;
  if (script === undefined || !named)
    return { ...base, state: "missing", detail: `${ownConfig} or its script is missing here` };
  if (readFile(join(directory, hook))?.includes("lefthook") !== true)
    return {
      ...base,
      state: "missing",
      detail: "lefthook has not installed this hook: run lefthook install",
    };
  const copy = own.copyState(hook);
  if (copy === "missing") return { ...base, state: "missing", detail: "its script in coppice/hooks is gone" };
  const current = copy === "current" && script === scriptText(hook);
  return { ...base, state: current ? "installed" : "outdated", detail: null };
}
