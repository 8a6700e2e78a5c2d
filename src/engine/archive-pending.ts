import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { WorktreePlace } from "../git/index-copy.js";
import { operationInProgress } from "../git/operations.js";
import { standingAt } from "../git/raw-files.js";
import { resolveCommit } from "../git/refs.js";
import type { Repository } from "../git/repository.js";
import { readText } from "../git/worktree-links.js";
import { type Oid, oidSchema } from "../lifecycle/ids.js";

/** Where git notes commits that nothing else may lead to. */
const heads = ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "REBASE_HEAD", "ORIG_HEAD"] as const;
/** An autostash is what was not committed when the operation began: it is in no file of the worktree. */
const files = [
  "MERGE_AUTOSTASH",
  "rebase-merge/autostash",
  "rebase-merge/orig-head",
  "rebase-merge/onto",
  "rebase-apply/autostash",
  "rebase-apply/orig-head",
  "rebase-apply/onto",
  "sequencer/head",
  "sequencer/abort-safety",
] as const;

/** The commits that HEAD and an operation in progress hold. */
export async function pendingCommits(
  repo: Repository,
  { gitDir }: WorktreePlace,
  head: Oid | undefined,
): Promise<Oid[]> {
  const found = new Set<Oid>(head === undefined ? [] : [head]);
  for (const name of [...heads, ...files]) {
    for (const line of (readText(join(gitDir, name)) ?? "").split("\n")) {
      const oid = oidSchema.safeParse(line.trim());
      if (!oid.success || found.has(oid.data)) continue;
      if ((await resolveCommit(repo, oid.data)) === oid.data) found.add(oid.data);
    }
  }
  // With reftable most of the heads are refs of the worktree.
  if (repo.refFormat === "reftable") {
    const prefix = refPrefix(repo, gitDir);
    const names = heads.map((name) => `${prefix}${name}^{commit}`);
    for (const oid of await repo.objects().resolveMany(names)) if (oid !== undefined) found.add(oid);
  }
  return [...found];
}

/** How another worktree's own refs are named from the repository (gitrevisions(7)). */
function refPrefix(repo: Repository, gitDir: string): string {
  const [folder, id] = relative(repo.commonDir, gitDir).split(sep);
  return folder === "worktrees" && id !== undefined ? `worktrees/${id}/` : "main-worktree/";
}

const folders = ["rebase-merge", "rebase-apply", "sequencer"] as const;
const notes = [
  "MERGE_HEAD",
  "MERGE_MSG",
  "MERGE_MODE",
  "MERGE_AUTOSTASH",
  "CHERRY_PICK_HEAD",
  "REVERT_HEAD",
  "SQUASH_MSG",
  "BISECT_LOG",
  "BISECT_NAMES",
  "BISECT_START",
  "BISECT_TERMS",
] as const;

/** What git keeps in files about an operation in progress: patches that `am` has yet to apply are nowhere else. */
export async function operationFiles(repo: Repository, gitDir: string): Promise<string[]> {
  if ((await operationInProgress(repo, gitDir)) === undefined) return [];
  const isFile = (name: string): boolean => standingAt(gitDir, name)?.isFile() === true;
  const inFolders = folders.flatMap((folder) => {
    if (standingAt(gitDir, folder)?.isDirectory() !== true) return [];
    return readdirSync(join(gitDir, folder)).map((name) => `${folder}/${name}`);
  });
  return [...notes, ...inFolders].filter(isFile);
}
