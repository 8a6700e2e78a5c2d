import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import type { AheadGraph } from "./merge-graph.js";
import type { MergeWish } from "./merge-wish.js";

type Wish = Pick<MergeWish, "record" | "head" | "target" | "strategy">;

/**
 * Looks for the root trees of all commits that some merges are computed from. Before git 2.44 merge-tree takes a missing
 * one for an empty one: in a damaged repository a merge would then delete every file. Of a missing tree below the root
 * every git says so itself.
 * @returns throws GIT_FAILED for a wish whose merge needs a tree that is missing
 */
export async function rootTreeCheck(
  { repo }: Engine,
  graph: AheadGraph,
  wishes: readonly Wish[],
  tip: Oid,
): Promise<(wish: Wish) => void> {
  const commitsOf = ({ head, strategy }: Wish): readonly Oid[] => [
    tip,
    head,
    // A rebase merges each commit by itself.
    ...(strategy === "rebase" ? graph.commitsOf(head) : []),
    ...graph.forksOf(head),
  ];
  const commits = [...new Set(wishes.flatMap(commitsOf))];
  const trees = await repo.objects().resolveMany(commits.map((oid) => `${oid}^{tree}`));
  const bare = new Set(commits.filter((_, index) => trees[index] === undefined));
  return (wish) => {
    const missing = bare.size === 0 ? undefined : commitsOf(wish).find((oid) => bare.has(oid));
    if (missing !== undefined) throw damaged(wish, missing);
  };
}

const damaged = ({ record, target }: Wish, commit: Oid): CoppiceError =>
  new CoppiceError(
    "GIT_FAILED",
    `The repository is damaged: the tree of commit ${commit.slice(0, 12)} is missing, without which ${record.branch} cannot be merged.`,
    {
      details: { branch: record.branch, base: target, actualOid: commit },
      suggestedAction:
        "git fsck tells what else is missing; bring it back from another clone or a backup, then merge again.",
    },
  );
