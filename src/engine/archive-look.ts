import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { fullStatus, type IndexCopy, type IndexEntry, type WorktreePlace } from "../git/index-copy.js";
import { decodePath } from "../git/paths.js";
import { placeOf, standingAt } from "../git/raw-files.js";
import type { Repository } from "../git/repository.js";
import type { Status } from "../git/status.js";
import { isFolder } from "./archive-files.js";

/** What a worktree holds beside its branch's commits, sorted by how it is saved. */
export interface Sight {
  readonly status: Status;
  readonly entries: readonly IndexEntry[];
  /** Files of the index that lie there otherwise, unmerged ones too. */
  readonly changed: readonly string[];
  /** Files of the index that are not there. */
  readonly deleted: readonly string[];
  readonly untracked: readonly string[];
  /** Equal for two looks between which nothing was changed. */
  readonly print: string;
}

/** Looks at everything that would go with a worktree. `copy` is a copy of its index as it is now. */
export async function lookAt(
  repo: Repository,
  place: WorktreePlace,
  copy: IndexCopy,
  ignored: readonly string[],
): Promise<Sight> {
  const { status, text } = await fullStatus(repo, place);
  const entries = await copy.entries();
  const changed: string[] = [];
  const deleted: string[] = [];
  const untracked: string[] = [];
  for (const file of status.files) {
    if (file.kind === "untracked") {
      // Of a repository that git does not track it names the directory alone.
      if (!file.path.endsWith("/")) untracked.push(file.path);
    } else if (file.submodule !== undefined) {
      // Something else stands in a submodule's place, or a repository in a file's.
      if (file.worktree === "T") (isFile(place, file.path) ? changed : deleted).push(file.path);
      else if (file.worktree === "D") deleted.push(file.path);
    } else if (file.worktree === "D") deleted.push(file.path);
    else if (file.kind === "unmerged" || file.worktree !== ".") {
      (isFile(place, file.path) ? changed : deleted).push(file.path);
    }
  }
  for (const entry of entries) untracked.push(...filesForModule(place, entry));
  const told = new Set([...changed, ...deleted]);
  for (const { path, unwatched, mode } of entries) {
    if (!unwatched || mode === "160000" || told.has(path)) continue;
    told.add(path);
    (isFile(place, path) ? changed : deleted).push(path);
  }
  return {
    status,
    entries,
    changed,
    deleted,
    untracked,
    print: printOf(text, place, [...changed, ...deleted, ...untracked, ...ignored]),
  };
}

/** The print of a worktree now, by the files that an earlier look named. */
export async function printNow(
  repo: Repository,
  place: WorktreePlace,
  { changed, deleted, untracked }: Sight,
  ignored: readonly string[],
): Promise<string> {
  const { text } = await fullStatus(repo, place);
  return printOf(text, place, [...changed, ...deleted, ...untracked, ...ignored]);
}

const isFile = ({ path: root }: WorktreePlace, path: string): boolean => {
  const stat = standingAt(root, path);
  return stat !== undefined && (stat.isFile() || stat.isSymbolicLink());
};

/** What lies in the folder of a submodule that is not there: git tells nothing of it. */
export const filesForModule = (
  place: WorktreePlace,
  { path, mode }: Pick<IndexEntry, "path" | "mode">,
): string[] =>
  mode === "160000" && isFolder(place.path, path) && standingAt(place.path, `${path}/.git`) === undefined
    ? filesBelow(place, path)
    : [];

function filesBelow(place: WorktreePlace, folder: string): string[] {
  if (!isFolder(place.path, folder)) return [];
  const names = readdirSync(placeOf(place.path, folder), { encoding: "buffer" }).map(decodePath);
  return names.flatMap((name) => {
    const path = `${folder}/${name}`;
    return isFile(place, path) ? [path] : filesBelow(place, path);
  });
}

function printOf(status: Buffer, { path, gitDir }: WorktreePlace, paths: readonly string[]): string {
  const hash = createHash("sha1").update(status);
  const add = (root: string, name: string): void => {
    const stat = standingAt(root, name);
    hash.update(
      stat === undefined ? "\0-" : `\0${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.mode}`,
    );
  };
  add(gitDir, "index");
  for (const name of paths) add(path, name);
  return hash.digest("hex");
}
