import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Config } from "../config/load.js";
import type { Repository } from "../git/repository.js";
import { systemError } from "../lifecycle/system-errors.js";
import { hasCode } from "./files.js";

/** Of an engine, what says where the root is. */
interface Setting {
  readonly repo: Repository;
  readonly config: Config;
}

/** The directory under which new worktrees are made: config `worktreeRoot`, absolute. It may not exist yet. */
export function worktreeRoot({ repo, config }: Setting): string {
  const text = config.worktreeRoot.replaceAll("{repo}", repo.name);
  if (text === "~" || text.startsWith("~/")) return join(homedir(), text.slice(1));
  return isAbsolute(text) ? resolve(text) : resolve(repo.root, text);
}

/** The root relative to the main worktree, with slashes; undefined when it lies elsewhere. */
export function rootInMainWorktree(engine: Setting): string | undefined {
  const main = engine.repo.mainWorktree;
  if (main === undefined) return undefined;
  const path = relative(main, worktreeRoot(engine));
  if (path === "" || path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path)) return undefined;
  return path.split(sep).join("/");
}

/** The line of `info/exclude` that names the root; undefined when it lies outside the main worktree. */
export function excludeLine(engine: Setting): string | undefined {
  const path = rootInMainWorktree(engine);
  return path === undefined
    ? undefined
    : `/${path.replace(/[\\*?[\]]/g, "\\$&").replace(/ (?= *$)/g, "\\ ")}/`;
}

const excludeFile = ({ repo }: Setting): string => join(repo.commonDir, "info", "exclude");

/** The line of `info/exclude` that names the root, where it is wanted and not there. */
export function missingExclude(engine: Setting): string | undefined {
  const line = excludeLine(engine);
  return line === undefined || readText(excludeFile(engine)).split(/\r?\n/).includes(line) ? undefined : line;
}

/**
 * Keeps the worktree root out of `git status` of the main worktree, by a line in `info/exclude` of the common git
 * directory. Idempotent.
 * @returns the line, when it was added now
 */
export function excludeWorktreeRoot(engine: Setting): string | undefined {
  const line = missingExclude(engine);
  if (line === undefined) return undefined;
  const file = excludeFile(engine);
  const before = readText(file);
  try {
    mkdirSync(dirname(file), { recursive: true });
    // Appended, not replaced: the file may be a symbolic link to one that is shared.
    appendFileSync(file, `${before === "" || before.endsWith("\n") ? "" : "\n"}${line}\n`);
  } catch (error) {
    throw systemError(error, "write info/exclude") ?? error;
  }
  return line;
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return "";
    throw systemError(error, "read info/exclude") ?? error;
  }
}
