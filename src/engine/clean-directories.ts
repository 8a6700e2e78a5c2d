import { lstatSync, readdirSync, rmdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { directoryName } from "../lifecycle/names.js";
import type { SetName } from "./clean-branches.js";
import type { Engine } from "./context.js";
import { isInside } from "./find.js";
import { worktreeRoot } from "./worktree-root.js";

/**
 * Directories under the root that hold nothing but what goes: those above worktrees, and those that a pattern like
 * `{session}/{role}` gives to a set. The innermost first.
 * @param gone paths of worktrees that go, or have gone
 */
export function hollowDirectories(
  engine: Engine,
  names: readonly SetName[],
  gone: ReadonlySet<string>,
): string[] {
  const root = worktreeRoot(engine);
  const hollow = new Set<string>();
  const isHollow = (path: string): boolean =>
    entriesOf(path)?.every((name) => gone.has(join(path, name)) || hollow.has(join(path, name))) === true;
  const lookInto = (path: string): void => {
    if (gone.has(path)) return;
    for (const name of entriesOf(path) ?? []) lookInto(join(path, name));
    if (isHollow(path)) hollow.add(path);
  };
  for (const name of names) {
    const own = directoryOf(engine, name);
    if (own !== undefined) lookInto(own);
  }
  for (const path of gone) {
    for (const at of above(root, path)) {
      if (!isHollow(at)) break;
      hollow.add(at);
    }
  }
  return [...hollow].filter((path) => path !== root && isInside(path, root));
}

/** The directories between a worktree and the root, the innermost first. */
function above(root: string, path: string): string[] {
  const found: string[] = [];
  for (let at = dirname(path); at !== root && isInside(at, root); at = dirname(at)) found.push(at);
  return found;
}

/** Of the directories above worktrees that have gone those that have gone with them: a removal leaves none empty. */
export const goneAbove = (engine: Engine, gone: Iterable<string>): string[] =>
  [...new Set([...gone].flatMap((path) => above(worktreeRoot(engine), path)))].filter(
    (path) => lstatSync(path, { throwIfNoEntry: false }) === undefined,
  );

/** Takes empty directories away. @returns those that are gone now */
export const removeHollow = (paths: readonly string[]): string[] =>
  paths.filter((path) => {
    try {
      // Refuses a directory that holds something.
      rmdirSync(path);
      return true;
    } catch {
      return lstatSync(path, { throwIfNoEntry: false }) === undefined;
    }
  });

/** The directory that holds the worktrees of a set and no others; undefined: the pattern gives it none. */
function directoryOf(engine: Engine, { key, value }: SetName): string | undefined {
  const parts = engine.config.directory.split("/");
  const own: string[] = [];
  for (const part of parts.slice(0, -1)) {
    const filled = part.replaceAll(`{${key}}`, value);
    if (/\{[a-z]+\}/.test(filled)) return undefined;
    own.push(directoryName(filled));
    if (filled !== part) return join(worktreeRoot(engine), ...own);
  }
  return undefined;
}

/** The names in a directory; undefined: it is none, or cannot be read. A link to one is none. */
function entriesOf(path: string): string[] | undefined {
  try {
    return lstatSync(path).isDirectory() ? readdirSync(path) : undefined;
  } catch {
    return undefined;
  }
}
