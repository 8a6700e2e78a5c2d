import { lstat, readFile, readlink, rm } from "node:fs/promises";
import { join } from "node:path";
import { encodePath, nativePath } from "../git/paths.js";
import { diskProblem } from "../git/write-probe.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { keptFiles } from "../lifecycle/events.js";
import type { Oid } from "../lifecycle/ids.js";
import { hasCode } from "./files.js";

/** Runs git where the files are; every exit code is an answer. */
export type GitThere = (
  args: readonly string[],
  stdin?: string | Uint8Array,
) => Promise<{ readonly code: number; readonly stdout: Buffer; readonly stderr: string }>;

/** Whether a file's content is what git writes of a version, or the beginning of it. */
export const beginsWith = (written: Buffer, content: Buffer): boolean =>
  written.subarray(0, content.length).equals(content);

/**
 * Takes back what a fast-forward has written that stopped in the middle (a full disk, a filter that failed): HEAD and
 * index are as before, but some files are the new ones, cut off, or gone. What is neither is somebody's, and stays.
 * @param root the worktree's directory
 * @param changed the paths that the fast-forward was to change
 * @returns the paths that were taken back
 * @throws NO_SPACE_LEFT, GIT_FAILED where an old file cannot be written again: it is missing, until this is done once more
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
    if (now === null || now === undefined) return now === null;
    // The index has the old version: of that there is the beginning when taking back was stopped, too.
    for (const version of [`${to}:${path}`, `:${path}`]) {
      const { code, stdout } = await git(["cat-file", "--filters", version]);
      if (code === 0 && beginsWith(stdout, now)) return true;
    }
    return false;
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
    const { code, stderr } = await git(
      ["checkout-index", "--force", "--quiet", "-u", "-z", "--stdin"],
      paths,
    );
    if (code !== 0) throw (await diskProblem(root, stderr)) ?? unfinished(replaced, stderr);
  }
  return [...added, ...replaced];
}

const unfinished = (files: readonly string[], said: string): CoppiceError =>
  new CoppiceError(
    "GIT_FAILED",
    "A merge was stopped where base is checked out, and its files could not all be taken back. Base has not moved.",
    { details: { files: files.slice(0, keptFiles), output: said.slice(-16_384) } },
  );

/** Files beyond this are not read to be compared; bytes. */
const mostBytes = 2 ** 29;

/** What a file holds, or where a link leads; null where there is nothing, undefined for what is not to be compared. */
export async function contentAt(path: string): Promise<Buffer | null | undefined> {
  const file = nativePath(path);
  const stat = await lstat(file).catch((error: unknown) => {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return undefined;
    throw error;
  });
  if (stat === undefined) return null;
  if (stat.isSymbolicLink()) return readlink(file, { encoding: "buffer" });
  return stat.isFile() && stat.size <= mostBytes ? readFile(file) : undefined;
}
