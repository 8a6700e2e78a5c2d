import { lstat, readFile, readlink, rm } from "node:fs/promises";
import { join } from "node:path";
import { encodePath } from "../git/paths.js";
import type { Oid } from "../lifecycle/ids.js";

/** Runs git where the files are; every exit code is an answer. */
export type GitThere = (
  args: readonly string[],
  stdin?: string | Uint8Array,
) => Promise<{ readonly code: number; readonly stdout: Buffer }>;

/**
 * Takes back what a fast-forward has written that stopped in the middle (a full disk, a filter that failed): HEAD and
 * index are as before, but some files are the new ones, cut off, or gone. What is neither is somebody's, and stays.
 * @param root the worktree's directory
 * @param changed the paths that the fast-forward was to change
 * @returns the paths that were taken back
 */
export async function takeBackHalf(
  root: string,
  git: GitThere,
  to: Oid,
  changed: readonly string[],
): Promise<readonly string[]> {
  const wanted = new Set(changed);
  const named = async (...args: readonly string[]): Promise<string[]> =>
    (await git(args)).stdout
      .toString("utf8")
      .split("\0")
      .filter((path) => wanted.has(path));
  const isHalf = async (path: string): Promise<boolean> => {
    const now = await contentAt(join(root, path));
    if (now === undefined) return true;
    const { code, stdout } = await git(["cat-file", "--filters", `${to}:${path}`]);
    return code === 0 && stdout.subarray(0, now.length).equals(now);
  };
  const halves = async (paths: readonly string[]): Promise<string[]> => {
    const found: string[] = [];
    for (const path of paths) if (await isHalf(path)) found.push(path);
    return found;
  };
  const added = await halves(await named("ls-files", "-z", "--others"));
  const replaced = await halves(await named("diff-files", "-z", "--no-renames", "--name-only"));
  // First what is new: the old files may have no room otherwise.
  for (const path of [...added, ...replaced]) await rm(join(root, path), { force: true });
  if (replaced.length > 0) {
    const paths = encodePath(replaced.map((path) => `${path}\0`).join(""));
    await git(["checkout-index", "--force", "--quiet", "-u", "-z", "--stdin"], paths);
  }
  return [...added, ...replaced];
}

/** What a file holds, or where a link leads; undefined when there is neither. */
async function contentAt(path: string): Promise<Buffer | undefined> {
  const stat = await lstat(path).catch(() => undefined);
  if (stat?.isSymbolicLink() === true) return readlink(path, { encoding: "buffer" });
  return stat?.isFile() === true ? readFile(path) : undefined;
}
