import { lstatSync, mkdirSync, readlinkSync, renameSync, rmdirSync, rmSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { hasCode, linkOrCopy } from "./files.js";
import type { HookState } from "./hooks-model.js";
import {
  draftOf,
  isExecutable,
  namesIn,
  type OwnFile,
  type OwnHooks,
  readFile,
  standing,
  writeExecutable,
} from "./hooks-own.js";
import { type HookName, hookNames } from "./hooks-package.js";

/** What was changed, and what a person must know about it. */
export interface Change {
  readonly changed: boolean;
  readonly warnings: readonly string[];
}

/** Where a script that was there before is kept; our hook runs it from there. */
const keptName = (hook: HookName): string => `${hook}.coppice-kept`;
/** What other tools call a hook that they push aside: pre-commit goes on running it, lefthook does not. */
const asideNames = (hook: HookName): string[] => [`${hook}.legacy`, `${hook}.old`];

type Found =
  | { readonly kind: "nothing" }
  | { readonly kind: "ours"; readonly file: OwnFile }
  | { readonly kind: "script"; readonly content: Buffer | undefined }
  /** A directory, or something stranger: git cannot run it, and it is nobody's to move. */
  | { readonly kind: "other" };

function look(own: OwnHooks, hook: HookName, path: string): Found {
  const stat = standing(path);
  if (stat === undefined) return { kind: "nothing" };
  if (!stat.isFile() && !stat.isSymbolicLink()) return { kind: "other" };
  const content = readFile(path);
  const file = content === undefined || stat.isSymbolicLink() ? undefined : own.recognise(hook, content);
  return file === undefined ? { kind: "script", content } : { kind: "ours", file };
}

/**
 * Puts our hooks into the repository's hooks directory. A script that is there is kept beside, with its inode and its
 * mode, and run by ours. Each hook changes in one rename: whenever this is killed, git runs either the script that was
 * there or ours, which runs it.
 */
export function installIntoDirectory(directory: string, own: OwnHooks, wanted: readonly HookName[]): Change {
  const warnings: string[] = [];
  let changed = false;
  if (wanted.length > 0) mkdirSync(directory, { recursive: true });
  for (const hook of wanted) {
    const path = join(directory, hook);
    if (dropAside(directory, own, hook)) changed = true;
    const found = look(own, hook, path);
    if (found.kind === "ours" && found.file.kind === "current" && isExecutable(path)) continue;
    if (found.kind === "ours" && found.file.kind === "edited") {
      warnings.push(`${hook} was edited since Coppice wrote it; it stays as it is.`);
      continue;
    }
    if (found.kind === "other") {
      warnings.push(`${hook} in the hooks directory is no file; git runs nothing there.`);
      continue;
    }
    if (found.kind === "script") warnings.push(...keep(directory, hook));
    own.remember(own.script(hook));
    writeExecutable(path, own.script(hook));
    changed = true;
  }
  return { changed, warnings };
}

/** Gives the script that is there its second name. Its first one is taken by our hook in the next step. */
function keep(directory: string, hook: HookName): string[] {
  const path = join(directory, hook);
  const kept = join(directory, keptName(hook));
  const before = standing(kept);
  if (before === undefined) {
    duplicate(path, kept);
    return [];
  }
  // The run that made this name was killed before it took the other.
  if (before.ino === lstatSync(path).ino) return [];
  const same = readFile(path)?.equals(readFile(kept) ?? Buffer.alloc(0)) === true;
  const draft = draftOf(kept);
  rmSync(draft, { force: true });
  duplicate(path, draft);
  if (same) {
    renameSync(draft, kept);
    return [];
  }
  const aside = freeName(kept);
  duplicate(kept, aside);
  renameSync(draft, kept);
  return [
    `Another tool has replaced ${hook}. The script that Coppice kept until now is in ${basename(aside)}.`,
  ];
}

function freeName(kept: string): string {
  const taken = namesIn(dirname(kept));
  for (let number = 1; ; number += 1) {
    const name = `${kept}.${number}`;
    if (!taken.includes(basename(name))) return name;
  }
}

/** A second name for the same file; where the file system has none, a copy. A symbolic link is made once more. */
function duplicate(from: string, to: string): void {
  const stat = lstatSync(from);
  if (stat.isSymbolicLink()) {
    symlinkSync(readlinkSync(from), to);
    return;
  }
  linkOrCopy(from, to);
}

/** Takes a hook of ours away that another tool has pushed aside: it would run twice, or stay for ever. */
function dropAside(directory: string, own: OwnHooks, hook: HookName): boolean {
  let dropped = false;
  for (const name of asideNames(hook)) {
    const found = look(own, hook, join(directory, name));
    if (found.kind !== "ours" || found.file.kind === "edited") continue;
    rmSync(join(directory, name));
    dropped = true;
  }
  return dropped;
}

/** Takes our hooks out of the hooks directory: every script that was kept is back in its place, the same file. */
export function removeFromDirectory(
  directory: string,
  own: OwnHooks,
  hooks: readonly HookName[] = hookNames,
): Change {
  const warnings: string[] = [];
  let changed = false;
  for (const hook of hooks) {
    const path = join(directory, hook);
    const kept = join(directory, keptName(hook));
    rmSync(draftOf(path), { force: true });
    rmSync(draftOf(kept), { force: true });
    if (dropAside(directory, own, hook)) changed = true;
    const found = look(own, hook, path);
    const keptStat = standing(kept);
    if (found.kind === "ours" && found.file.kind === "edited") {
      warnings.push(
        `${hook} was edited since Coppice wrote it; it stays${keptStat === undefined ? "" : `, and ${keptName(hook)} with it`}.`,
      );
      continue;
    }
    if (found.kind === "ours" || found.kind === "nothing") {
      if (keptStat !== undefined) renameSync(kept, path);
      else if (found.kind === "ours") rmSync(path);
      else continue;
      changed = true;
    } else if (keptStat !== undefined && found.kind === "script") {
      const same = keptStat.ino === lstatSync(path).ino || isSameScript(path, kept);
      if (same) {
        rmSync(kept);
        changed = true;
      } else
        warnings.push(`Another tool has replaced ${hook}; what was there before is in ${keptName(hook)}.`);
    }
  }
  return { changed, warnings };
}

const isSameScript = (one: string, other: string): boolean => {
  const [a, b] = [readFile(one), readFile(other)];
  return a !== undefined && b !== undefined && a.equals(b) && lstatSync(one).mode === lstatSync(other).mode;
};

/** Takes the hooks directory itself away when Coppice had to make it and nothing else came into it. */
export function removeEmptyDirectory(directory: string): void {
  try {
    rmdirSync(directory);
  } catch (error) {
    if (!hasCode(error, "ENOTEMPTY", "ENOENT", "ENOTDIR", "EEXIST")) throw error;
  }
}

/** Whether any hook of ours stands in a directory. */
export const isInDirectory = (directory: string, own: OwnHooks): boolean =>
  hookNames.some((hook) => look(own, hook, join(directory, hook)).kind === "ours");

/** How one of our hooks stands in the hooks directory that git uses. */
export function stateInDirectory(directory: string, own: OwnHooks, hook: HookName): HookState {
  const path = join(directory, hook);
  const kept = standing(join(directory, keptName(hook)));
  const chained = kept === undefined ? null : keptName(hook);
  const found = look(own, hook, path);
  const base = { chained, version: null, detail: null } as const;
  switch (found.kind) {
    case "nothing":
      return { ...base, state: "missing" };
    case "other":
      return { ...base, state: "missing", detail: `${hook} in the hooks directory is no file` };
    case "script":
      return { ...base, chained: null, ...scriptState(directory, own, hook, kept !== undefined) };
    case "ours": {
      const { kind, version } = found.file;
      if (!isExecutable(path)) return { ...base, version, state: "missing", detail: "it is not executable" };
      if (own.copyState(hook) === "missing")
        return { ...base, version, state: "missing", detail: "what it reads in coppice/hooks is gone" };
      if (kind === "edited") return { ...base, state: "edited", detail: "somebody changed it" };
      const current = kind === "current" && own.copyState(hook) === "current";
      return { ...base, version, state: current ? "installed" : "outdated" };
    }
  }
}

/** Another script stands where ours should. */
function scriptState(
  directory: string,
  own: OwnHooks,
  hook: HookName,
  kept: boolean,
): Pick<HookState, "state" | "detail"> {
  const aside = asideNames(hook).find((name) => look(own, hook, join(directory, name)).kind === "ours");
  if (aside?.endsWith(".legacy") === true)
    return { state: "installed", detail: `the pre-commit framework runs it as ${aside}` };
  if (aside !== undefined || kept)
    return { state: "shadowed", detail: "another tool has put its own script in its place" };
  return {
    state: "missing",
    detail: "another script is there, which coppice hooks install keeps and runs too",
  };
}
