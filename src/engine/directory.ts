import { type BigIntStats, lstatSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readRegistrations, realPath } from "../git/worktree-links.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { directoryName, uniqueDirectoryName } from "../lifecycle/names.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { refuseBroughtLinks } from "./brought-links.js";
import type { Engine } from "./context.js";
import { hasCode } from "./files.js";
import { worktreeRoot } from "./worktree-root.js";

/** What the `directory` pattern of the config can name. */
export interface DirectoryNames {
  readonly branch: string;
  readonly role?: string | undefined;
  readonly session?: string | undefined;
  readonly run?: string | undefined;
  readonly task?: string | undefined;
}

/**
 * The directory for a new worktree: the root and the pattern of the config, each part of it a name that every file
 * system takes. Where a worktree has that name already (names that sanitize alike, or differ in case alone), the
 * branch gets one of its own.
 * @param records all records; the directories of the live ones are taken
 * @throws UNTRUSTED where the repository's own files lead elsewhere, CONFIG_INVALID where they would lie among git's
 */
export async function newDirectory(
  engine: Engine,
  names: DirectoryNames,
  records: Iterable<WorktreeRecord>,
): Promise<string> {
  const parts = engine.config.directory
    .split("/")
    .map((part) => fill(part, names))
    .filter((part) => part !== "");
  const last = parts.pop() ?? names.branch;
  const named = join(worktreeRoot(engine), ...parts.map(directoryName));
  await refuseBroughtLinks(engine, named);
  const parent = realPath(named);
  const directory = join(parent, uniqueDirectoryName(last, takenIn(engine, parent, records)));
  refuseGitDirectory(engine, directory);
  return directory;
}

/** What git keeps in a repository; a bare one may have worktrees beside it. */
const ofGit = new Set(
  "hooks info objects refs logs worktrees modules branches remotes config rr-cache lfs reftable coppice".split(
    " ",
  ),
);

/** Files of a branch would be git's hooks, or its settings, there; those of another repository, too. */
function refuseGitDirectory({ repo }: Engine, directory: string): void {
  const own = fileAt(repo.commonDir);
  let [at, first] = [directory, ""];
  for (; dirname(at) !== at; [at, first] = [dirname(at), basename(at)]) {
    const file = fileAt(at);
    if (file === undefined) continue;
    // By its number: a file system may take other spellings of the name, too.
    const isOwn = own !== undefined && file.ino === own.ino && file.dev === own.dev;
    if (isOwn ? repo.mainWorktree !== undefined || ofGit.has(first.toLowerCase()) : isGitDirectory(at)) break;
  }
  if (dirname(at) === at) return;
  throw new CoppiceError("CONFIG_INVALID", `A worktree at ${directory} would lie among git's own files.`, {
    details: { key: "worktreeRoot" },
    suggestedAction: "Set worktreeRoot to a directory outside of git's, .worktrees for example.",
  });
}

/** gitrepository-layout(5): what git itself looks for. */
const isGitDirectory = (path: string): boolean =>
  ["HEAD", "objects", "refs"].every((name) => fileAt(join(path, name)) !== undefined);

function fileAt(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    // A name that no file can have, or one that may not be looked at.
    return undefined;
  }
}

/** Nothing is there, or an empty directory. */
export function isFree(path: string): boolean {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat === undefined || (stat.isDirectory() && readdirSync(path).length === 0);
  } catch (error) {
    // A file stands where one of its parents would have to be.
    if (hasCode(error, "ENOTDIR")) return false;
    throw error;
  }
}

/** A part that speaks only of what a worktree does not have, as one of no session, is left out. */
function fill(part: string, names: DirectoryNames): string {
  let has = !/\{\w+\}/.test(part);
  const filled = part.replace(/\{(branch|role|session|run|task)\}/g, (_match, key: keyof DirectoryNames) => {
    if (names[key] !== undefined && names[key] !== "") has = true;
    return names[key] ?? "";
  });
  return has ? filled : "";
}

function takenIn(engine: Engine, parent: string, records: Iterable<WorktreeRecord>): string[] {
  const places = [...records].flatMap((record) =>
    record.status === "removed" ? [] : (engine.local.place(record.id)?.path ?? []),
  );
  const registered = readRegistrations(engine.repo.commonDir).map((one) => realPath(one.path));
  return [...places, ...registered].filter((path) => dirname(path) === parent).map((path) => basename(path));
}
