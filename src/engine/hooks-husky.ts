import { cpSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import type { Repository } from "../git/repository.js";
import { realPath } from "../git/worktree-links.js";
import type { Engine } from "./context.js";
import { hasCode } from "./files.js";
import type { Change } from "./hooks-directory.js";
import type { HookState } from "./hooks-model.js";
import { draftOf, isExecutable, type OwnHooks, readFile, standing } from "./hooks-own.js";
import { type HookName, hookNames } from "./hooks-package.js";
import { type HookPlace, placeOf } from "./hooks-places.js";
import { blockOf, findBlock, isBlockOf, withoutBlock, writeBytes } from "./marked-block.js";

/**
 * husky 9 points `core.hooksPath` at `.husky/_`, whose generated files run `.husky/<hook>` with `sh -e`. That file is
 * tracked, so what Coppice adds has to do no harm where Coppice is not.
 */
const readsStdin: readonly HookName[] = ["pre-push", "post-rewrite"];

/** The lines of a hook. What reads standard input leaves the same for the lines that follow. */
function linesOf(hook: HookName): string[] {
  const find = [
    `# Coppice, where it is installed: see "coppice hooks status".`,
    `coppice_hook=$(git rev-parse --git-common-dir 2>/dev/null)/coppice/hooks/${hook} || :`,
  ];
  if (!readsStdin.includes(hook))
    return [...find, `if [ -x "$coppice_hook" ]; then "$coppice_hook" "$@" || exit $?; fi`];
  return [
    ...find,
    `if [ -x "$coppice_hook" ]; then`,
    `  coppice_stdin=$(cat)`,
    `  if [ -n "$coppice_stdin" ]; then`,
    `    printf '%s\\n' "$coppice_stdin" | "$coppice_hook" "$@" || exit $?`,
    `    exec <<coppice_stdin`,
    `$coppice_stdin`,
    `coppice_stdin`,
    `  else`,
    `    "$coppice_hook" "$@" </dev/null || exit $?`,
    `    exec </dev/null`,
    `  fi`,
    `fi`,
  ];
}

const fileOf = (place: HookPlace, hook: HookName): string => join(dirname(place.directory), hook);

/** Adds our lines to husky's hooks of one worktree, at the top: a script may end early, or become another program. */
export function installIntoHusky(place: HookPlace, wanted: readonly HookName[]): Change {
  const taken = removeFromHusky(
    place,
    hookNames.filter((hook) => !wanted.includes(hook)),
  );
  let { changed } = taken;
  for (const hook of wanted) {
    const path = fileOf(place, hook);
    const text = readFile(path)?.toString("latin1");
    const block = text === undefined ? undefined : findBlock(text);
    if (block !== undefined && isBlockOf(block, linesOf(hook))) continue;
    const rest = block === undefined ? text : withoutBlock(block);
    mkdirSync(dirname(path), { recursive: true });
    writeBytes(path, inserted(rest, linesOf(hook)));
    changed = true;
  }
  return { changed, warnings: taken.warnings };
}

/** Below the first line where that names an interpreter. */
function inserted(text: string | undefined, lines: readonly string[]): string {
  const head = /^#!.*\n/.exec(text ?? "")?.[0] ?? "";
  return head + blockOf(lines, text === undefined) + (text ?? "").slice(head.length);
}

/** Takes our lines out of husky's hooks of one worktree; every other byte is as it was. */
export function removeFromHusky(place: HookPlace, hooks: readonly HookName[] = hookNames): Change {
  const warnings: string[] = [];
  let changed = false;
  for (const hook of hooks) {
    const path = fileOf(place, hook);
    rmSync(draftOf(path), { force: true });
    const block = findBlock(readFile(path)?.toString("latin1") ?? "");
    if (block === undefined) continue;
    if (!isBlockOf(block, linesOf(hook)))
      warnings.push(`Coppice's lines in ${hook} were edited, or are another version's; they are taken out.`);
    const rest = withoutBlock(block);
    if (rest === undefined) rmSync(path);
    else writeBytes(path, rest);
    changed = true;
  }
  return { changed, warnings };
}

/** Whether any of husky's hooks of a worktree calls ours. */
export const isInHusky = (place: HookPlace): boolean =>
  place.kind === "husky" &&
  hookNames.some((hook) => findBlock(readFile(fileOf(place, hook))?.toString("latin1") ?? "") !== undefined);

/** How one of our hooks stands in a worktree whose hooks husky runs. */
export function stateInHusky(place: HookPlace, own: OwnHooks, hook: HookName): HookState {
  const base = { chained: null, version: own.copyVersion(hook) };
  const generated = join(place.directory, hook);
  const block = findBlock(readFile(fileOf(place, hook))?.toString("latin1") ?? "");
  if (block === undefined) {
    return { ...base, state: "missing", detail: `${huskyFile(place, hook)} does not call Coppice here` };
  }
  if (standing(generated) === undefined || !isExecutable(generated)) {
    const detail = `${relative(place.worktree, place.directory)} is missing here, so git runs nothing; npx husky makes it`;
    return { ...base, state: "shadowed", detail };
  }
  const copy = own.copyState(hook);
  if (copy === "missing") return { ...base, state: "missing", detail: "its script in coppice/hooks is gone" };
  if (!isBlockOf(block, linesOf(hook)))
    return { ...base, state: "outdated", detail: `the lines in ${huskyFile(place, hook)} are others` };
  return { ...base, state: copy === "current" ? "installed" : "outdated", detail: null };
}

const huskyFile = (place: HookPlace, hook: HookName): string =>
  relative(realPath(place.worktree), join(realPath(dirname(place.directory)), hook));

/** What became of a worktree whose generated hooks were missing. */
export type Bootstrap = "there" | "made" | "missing";

/**
 * husky generates `.husky/_` where it is set up, which is not in a new linked worktree: git then runs no hook there and
 * says nothing. The generated folder ignores itself and holds nothing of its worktree, so the main worktree's is copied.
 */
export function bootstrapHusky(repo: Repository, place: HookPlace): Bootstrap {
  if (place.kind !== "husky") return "there";
  if (standing(place.directory) !== undefined) return "there";
  const main = repo.mainWorktree;
  if (main === undefined) return "missing";
  const model = join(main, relative(realPath(place.worktree), realPath(place.directory)));
  if (readFile(join(model, "h")) === undefined) return "missing";
  const draft = draftOf(place.directory);
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(dirname(place.directory), { recursive: true });
  cpSync(model, draft, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(draft, place.directory);
    return "made";
  } catch (error) {
    if (!hasCode(error, "ENOTEMPTY", "EEXIST")) throw error;
    rmSync(draft, { recursive: true, force: true });
    return "there";
  }
}

/**
 * Looks whether git will find hooks in a worktree that was just made. Where husky's generated folder is missing it is
 * made, or a person is told. Starts git only where `core.hooksPath` looks like husky's.
 */
export async function ensureHooksRun(engine: Engine, worktree: string): Promise<void> {
  const { repo, report } = engine;
  // The last value is our own runner's, which keeps hooks out.
  if (!repo.config.getAll("core.hooksPath").some((value) => /(?:^|[\\/])_[\\/]?$/.test(value))) return;
  const place = await placeOf(repo, worktree, null);
  const result = bootstrapHusky(repo, place);
  const folder = relative(realPath(worktree), realPath(place.directory));
  if (result === "made")
    report.step(`copied ${folder} to ${basename(worktree)}: husky's hooks run there too`);
  if (result === "missing") {
    report.warn(
      `git runs no hooks in ${basename(worktree)}: ${folder} is missing there. Set husky up in it (npx husky).`,
    );
  }
}
