import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Repository } from "./repository.js";
import { readText } from "./worktree-links.js";

export type GitOperation = "merge" | "rebase" | "cherry-pick" | "revert" | "bisect" | "am";

/**
 * What a worktree is in the middle of, read from the files that git keeps for it, without a process.
 * A reftable repository keeps CHERRY_PICK_HEAD and REVERT_HEAD among its refs: they are looked up there.
 */
export async function operationInProgress(
  repo: Repository,
  gitDir: string,
): Promise<GitOperation | undefined> {
  const has = (name: string): boolean => existsSync(join(gitDir, name));
  if (has("rebase-merge")) return "rebase";
  if (has("rebase-apply")) return has("rebase-apply/applying") ? "am" : "rebase";
  if (has("MERGE_HEAD")) return "merge";
  if (has("CHERRY_PICK_HEAD") || (await hasPseudoRef(repo, gitDir, "CHERRY_PICK_HEAD"))) return "cherry-pick";
  if (has("REVERT_HEAD") || (await hasPseudoRef(repo, gitDir, "REVERT_HEAD"))) return "revert";
  // Between two commits of a sequence only its list of what is left to do remains.
  const todo = readText(join(gitDir, "sequencer", "todo"))?.trimStart();
  if (todo !== undefined && todo !== "") return /^(?:revert|r)\b/.test(todo) ? "revert" : "cherry-pick";
  if (has("BISECT_LOG")) return "bisect";
  return undefined;
}

async function hasPseudoRef(repo: Repository, gitDir: string, name: string): Promise<boolean> {
  if (repo.refFormat !== "reftable") return false;
  const [folder, id] = relative(repo.commonDir, gitDir).split(sep);
  const ref =
    folder === "worktrees" && id !== undefined ? `worktrees/${id}/${name}` : `main-worktree/${name}`;
  return (await repo.objects().resolve(ref)) !== undefined;
}
