import { existsSync } from "node:fs";
import { join } from "node:path";
import type { WorktreePlace } from "../git/index-copy.js";
import type { Repository } from "../git/repository.js";
import { type Oid, oidSchema } from "../lifecycle/ids.js";

/** A ref that one worktree alone has, and that goes with it (git-worktree(1), "REFS"). */
export interface OwnRef {
  /** `refs/worktree/…` */
  readonly name: string;
  readonly commit: Oid;
}

/** A worktree's own refs that lead to commits. What bisect and rebase note by such refs leads to nothing new. */
export async function ownRefs(repo: Repository, { path, gitDir }: WorktreePlace): Promise<OwnRef[]> {
  // Refs of a worktree are never packed.
  if (repo.refFormat === "files" && !existsSync(join(gitDir, "refs", "worktree"))) return [];
  const fields = "--format=%(objecttype) %(objectname) %(*objecttype) %(*objectname) %(refname)";
  const told = await repo.git.text(path, [`--git-dir=${gitDir}`, "for-each-ref", fields, "refs/worktree"]);
  return told.split("\n").flatMap((line) => {
    const [type, oid, peeledType, peeled, ...name] = line.split(" ");
    const commit = oidSchema.safeParse(
      type === "commit" ? oid : peeledType === "commit" ? peeled : undefined,
    );
    return commit.success ? [{ name: name.join(" "), commit: commit.data }] : [];
  });
}
