import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { decodePaths } from "../git/paths.js";
import { placeOf, standingAt } from "../git/raw-files.js";
import type { Repository } from "../git/repository.js";
import { filesTimeoutMs } from "../git/run.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";

export interface ArchivedFile {
  readonly mode: string;
  readonly oid: string;
  readonly path: string;
}

/** The files of one part of an archive. */
export async function filesOf(repo: Repository, archive: Oid, part: string): Promise<ArchivedFile[]> {
  const tree = `${archive}:${part}`;
  if ((await repo.objects().resolve(tree)) === undefined) return [];
  const { stdout } = await repo.git.run(repo.commonDir, ["ls-tree", "-r", "-z", "--full-tree", tree]);
  return decodePaths(stdout).flatMap((line) => {
    const [, mode, oid, path] = /^(\d+) blob ([0-9a-f]+)\t([\s\S]+)$/.exec(line) ?? [];
    return mode === undefined || oid === undefined || path === undefined ? [] : [{ mode, oid, path }];
  });
}

/**
 * An archive is Coppice's own, but its ref is one that others could have written.
 * @throws CoppiceError GIT_FAILED for a path that leads out of the worktree, or to git's own files
 */
export function requireSafe(repo: Repository, path: string): void {
  const bad = path
    .split("/")
    .some((part) => part === "" || part === "." || part === ".." || isDotGit(repo, part));
  if (!bad && !path.includes("\0")) return;
  throw new CoppiceError("GIT_FAILED", "The archive names a file outside the worktree.", {
    recoverable: false,
    suggestedAction: "Do not use this archive: Coppice wrote none like it.",
  });
}

const foreignFileSystem = process.platform === "win32" || process.platform === "darwin";

/** Names that a file system may take for `.git`: by case, and as verify_path of git's read-cache.c has it. */
export function isDotGit({ config }: Repository, part: string): boolean {
  if (part === ".git") return true;
  if (!foreignFileSystem) return config.bool("core.ignorecase") === true && /^\.git$/i.test(part);
  // HFS+ passes over some characters, NTFS over what follows, and has a short name for it.
  const plain = part.replaceAll(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, "");
  return /^(?:\.git|git~\d)(?:[ .]*$|:)/i.test(plain) || /\\/.test(part);
}

/** Takes a file away that was not there, and its directories with it. */
export function removeFile(root: string, path: string): void {
  if (!isReached(root, path)) return;
  const stat = standingAt(root, path);
  if (stat === undefined) return;
  if (stat.isDirectory()) {
    // A submodule that was not there; one that holds something stays.
    removeEmpty(root, path);
    return;
  }
  rmSync(placeOf(root, path));
  // As git does it: a directory goes with its last file.
  for (let at = dirname(path); at !== "." && removeEmpty(root, at); at = dirname(at));
}

/** Whether a path leads to a directory of the worktree itself, through no link. */
export const isFolder = (root: string, path: string): boolean =>
  isReached(root, path) && standingAt(root, path)?.isDirectory() === true;

/** Whether every part of a path but the last is a directory. */
const isReached = (root: string, path: string): boolean =>
  parentsOf(path).every((parent) => standingAt(root, parent)?.isDirectory() === true);

/** `a/b/c` lies in `a` and `a/b`. */
function parentsOf(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

function removeEmpty(root: string, path: string): boolean {
  try {
    rmdirSync(placeOf(root, path));
    return true;
  } catch {
    return false;
  }
}

/** Writes a file as it lay there, whatever stands in its way. Never through a symbolic link. */
export async function writeFile(
  repo: Repository,
  root: string,
  { mode, oid, path }: ArchivedFile,
  permissions: number | undefined,
): Promise<void> {
  for (const parent of parentsOf(path)) {
    const stat = standingAt(root, parent);
    if (stat?.isDirectory() === true) continue;
    if (stat !== undefined) rmSync(placeOf(root, parent));
    mkdirSync(placeOf(root, parent));
  }
  const target = placeOf(root, path);
  rmSync(target, { force: true, recursive: true });
  if (mode === "120000") {
    const object = await repo.objects().read(oid);
    if (object === undefined) throw lacking(path);
    symlinkSync(object.data, target);
    return;
  }
  await writeBlob(repo, oid, target);
  chmodSync(target, permissions === undefined ? (mode === "100755" ? 0o755 : 0o644) : permissions & 0o777);
}

/** What is longer, git writes itself. */
const largest = 8 * 1024 * 1024;

/** Writes a blob's content to a new file. */
export async function writeBlob(repo: Repository, oid: string, target: string | Buffer): Promise<void> {
  const info = await repo.objects().info(oid);
  if (info?.type !== "blob") throw lacking(String(target));
  if (info.size <= largest) {
    const object = await repo.objects().read(oid);
    if (object === undefined) throw lacking(String(target));
    writeFileSync(target, object.data, { flag: "wx", mode: 0o600 });
    return;
  }
  const file = openSync(target, "wx", 0o600);
  try {
    await repo.git.run(repo.commonDir, ["cat-file", "blob", oid], {
      stdoutTo: file,
      timeoutMs: filesTimeoutMs,
    });
  } finally {
    closeSync(file);
  }
}

const lacking = (path: string): CoppiceError =>
  new CoppiceError("GIT_FAILED", `The archive lacks the content of ${path}.`, { recoverable: false });

/** Gives a file that a checkout made the permissions that it had. */
export function permit(root: string, path: string, permissions: number): void {
  if (!isReached(root, path)) return;
  const target = placeOf(root, path);
  if (lstatSync(target, { throwIfNoEntry: false })?.isFile() === true) chmodSync(target, permissions & 0o777);
}
