import { statfs } from "node:fs/promises";
import type { Repository } from "../git/repository.js";
import { spaceProblem } from "../git/write-probe.js";
import type { Oid } from "../lifecycle/ids.js";
import type { TreeDifference } from "./tree-diff.js";

/** Where so much of the disk is free, nobody adds up what is to be written; bytes. */
const plenty = 2 ** 30;
/** What the index and git's own files take besides; bytes. */
const slack = 2 ** 16;

/**
 * Whether a disk has room for what a fast-forward writes: one that fills up in the middle would leave some files new and
 * others gone.
 * @param root the worktree's directory
 * @throws NO_SPACE_LEFT, with both sizes
 */
export async function checkRoom(
  repo: Repository,
  root: string,
  from: Oid,
  to: Oid,
  { files, modified }: TreeDifference,
): Promise<void> {
  const { bavail, bsize } = await statfs(root);
  if (bavail * bsize > plenty) return;
  const blocks = (size: number): number => Math.ceil(size / 4096) * 4096;
  const old = new Set(modified);
  const sizeAt = async (commit: Oid, path: string): Promise<number> =>
    blocks((await repo.objects().info(`${commit}:${path}`))?.size ?? 0);
  const more = await Promise.all(
    files.map(async (path) => {
      const [now, then] = await Promise.all([old.has(path) ? sizeAt(from, path) : 0, sizeAt(to, path)]);
      return Math.max(0, then - now);
    }),
  );
  const problem = await spaceProblem(
    root,
    more.reduce((sum, size) => sum + size, slack),
  );
  if (problem !== undefined) throw problem;
}
