import { mergeTree } from "../git/merge-tree.js";
import type { Commit } from "../git/object-format.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import { readCommit } from "./merge-commit.js";
import {
  type Computed,
  fromTaskSide,
  type MergeTools,
  type MergeWish,
  messageParts,
  unrelated,
} from "./merge-wish.js";
import { mergeMessage, recordTrailers, withTrailers } from "./message.js";

/** A commit that is to stand on base: what it was made of and the tree it leads to. */
interface Pick {
  readonly from: readonly Commit[];
  readonly tree: Oid;
}

/**
 * Replays the task's commits on base, oldest first. A commit that changes nothing there is dropped. After a resolved
 * conflict the branch holds the resolution as a merge of base: from the first commit on that conflicts alone, the rest
 * lands as one commit with the resolved content.
 * @throws MERGE_FAILED when the branch holds other merges
 */
export async function replay(
  tools: MergeTools,
  wish: MergeWish,
  tip: Oid,
  oids: readonly Oid[],
): Promise<Computed> {
  const { repo } = tools.engine;
  const commits = await Promise.all(oids.map((oid) => readCommit(repo, oid)));
  const isResolved = refuseMerges(tools, wish, commits);
  const picks: Pick[] = [];
  const dropped: Oid[] = [];
  let tree = (await readCommit(repo, tip)).tree;
  for (const [index, commit] of commits.entries()) {
    const next = commit.parents.length > 1 ? undefined : await pick(tools, commit, tree);
    if (next === undefined) {
      const whole = await tools.merge(tip, wish.head);
      if (whole.outcome === "unrelated") throw unrelated(wish);
      if (whole.outcome === "conflict") {
        return { kind: "conflict", merge: await fromTaskSide(repo, wish.head, tip, whole) };
      }
      if (!isResolved) return conflictOf(tools, commit, tree, tip);
      if (whole.tree !== tree) picks.push({ from: commits.slice(index), tree: whole.tree });
      break;
    }
    if (next === tree) dropped.push(commit.oid);
    else picks.push({ from: [commit], tree: next });
    tree = next;
  }
  if (picks.length === 0) return { kind: "empty" };
  const joined = picks.flatMap(({ from }) => (from.length > 1 ? from.map(({ oid }) => oid) : []));
  return { kind: "made", oid: await write(tools, wish, tip, picks), dropped, joined };
}

/** Whether the branch holds a resolution of ours; any other merge is refused. */
function refuseMerges(tools: MergeTools, wish: MergeWish, commits: readonly Commit[]): boolean {
  const resolved = new Set(wish.resolutions.flatMap((tip) => tools.graph.commitsOf(tip)));
  const known = new Set(commits.map(({ oid }) => oid));
  const others = commits.filter(
    ({ oid, parents }) =>
      parents.length > 1 && !(resolved.has(oid) && parents.slice(1).every((parent) => !known.has(parent))),
  );
  if (others.length === 0) return commits.some(({ parents }) => parents.length > 1);
  throw new CoppiceError(
    "MERGE_FAILED",
    `${wish.record.branch} holds ${others.length === 1 ? "a merge commit" : `${others.length} merge commits`}, which a rebase would flatten.`,
    {
      details: { branch: wish.record.branch, base: wish.target },
      suggestedAction: "Merge it with --strategy merge or squash.",
    },
  );
}

/**
 * The tree that a commit leads to on top of another tree; undefined: it conflicts. merge-tree finds its merge base
 * by itself (`--merge-base` came with git 2.40), so base's content is given the commit's parent as its own parent.
 */
async function pick(tools: MergeTools, commit: Commit, onto: Oid): Promise<Oid | undefined> {
  const [parent] = commit.parents;
  if (parent === undefined) return undefined;
  if ((await tools.engine.repo.objects().resolve(`${parent}^{tree}`)) === onto) return commit.tree;
  const result = await tools.merge(await tools.maker.scratch(onto, [parent]), commit.oid);
  return result.outcome === "clean" ? result.tree : undefined;
}

async function conflictOf(tools: MergeTools, commit: Commit, onto: Oid, tip: Oid): Promise<Computed> {
  const base = await tools.maker.scratch(onto, commit.parents.slice(0, 1));
  const merge = await mergeTree(tools.engine.repo, { ours: commit.oid, theirs: base, attributes: tip });
  if (merge.outcome === "conflict") return { kind: "conflict", merge };
  throw new CoppiceError("MERGE_FAILED", `The commit ${commit.oid.slice(0, 12)} cannot be replayed.`);
}

/** Writes the commits. Authors stay; the last one carries the trailers. */
async function write(tools: MergeTools, wish: MergeWish, tip: Oid, picks: readonly Pick[]): Promise<Oid> {
  let parent = tip;
  for (const [index, { from, tree }] of picks.entries()) {
    const own = from.filter((commit) => commit.parents.length < 2);
    const [first] = own.length > 0 ? own : from;
    const message =
      own.length === 1 && first !== undefined
        ? first.message
        : mergeMessage({
            ...messageParts(tools, wish),
            strategy: "squash",
            commits: own.map((commit) => commit.message),
            coAuthors: [],
          });
    const { record } = wish;
    parent = await tools.maker.make({
      tree,
      parents: [parent],
      ...(first === undefined ? {} : { author: first.author }),
      message:
        index === picks.length - 1
          ? withTrailers(message, recordTrailers(record.id, record.task?.id ?? null))
          : message,
    });
  }
  return parent;
}
