import type { CommitDraft } from "../git/object-format.js";
import type { Oid } from "../lifecycle/ids.js";
import { replay } from "./merge-rebase.js";
import { squashCommit } from "./merge-squash.js";
import {
  type Computed,
  fromTaskSide,
  type MergeTools,
  type MergeWish,
  messageParts,
  unrelated,
} from "./merge-wish.js";
import { mergeMessage } from "./message.js";

/**
 * Computes what lands of one branch on top of `tip`, and writes its commits. No ref, index or file is touched.
 * @throws MERGE_FAILED for unrelated histories, and for a rebase of merges
 */
export async function computeMerge(tools: MergeTools, wish: MergeWish, tip: Oid): Promise<Computed> {
  const commits = tools.graph.commitsOf(wish.head).filter((oid) => !tools.landed.has(oid));
  if (commits.length === 0) return { kind: "contained" };
  if (tools.graph.isUnrelated(wish.head)) throw unrelated(wish);
  if (wish.strategy === "rebase") return replay(tools, wish, tip, commits);
  const result = await tools.merge(tip, wish.head);
  if (result.outcome === "unrelated") throw unrelated(wish);
  if (result.outcome === "conflict") {
    return { kind: "conflict", merge: await fromTaskSide(tools.engine.repo, wish.head, tip, result) };
  }
  const oid = await (wish.strategy === "merge"
    ? tools.maker.make(mergeDraft(tools, wish, tip, result.tree))
    : squashCommit(tools, wish, tip, result.tree, commits));
  return oid === undefined ? { kind: "empty" } : { kind: "made", oid, dropped: [], joined: [] };
}

/** A two-parent commit, also where base could have been moved forward. */
export const mergeDraft = (
  tools: Pick<MergeTools, "engine">,
  wish: MergeWish,
  tip: Oid,
  tree: Oid,
): Pick<CommitDraft, "tree" | "parents" | "message"> => ({
  tree,
  parents: [tip, wish.head],
  message: mergeMessage({ ...messageParts(tools, wish), strategy: "merge", commits: [], coAuthors: [] }),
});
