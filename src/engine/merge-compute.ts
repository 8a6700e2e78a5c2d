import type { Person } from "../git/object-format.js";
import type { Oid } from "../lifecycle/ids.js";
import { contact, readCommit } from "./merge-commit.js";
import { replay } from "./merge-rebase.js";
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
    ? mergeCommit(tools, wish, tip, result.tree)
    : squashCommit(tools, wish, tip, result.tree, commits));
  return oid === undefined ? { kind: "empty" } : { kind: "made", oid, dropped: [], joined: [] };
}

/** A two-parent commit, also where base could have been moved forward. */
function mergeCommit(tools: MergeTools, wish: MergeWish, tip: Oid, tree: Oid): Promise<Oid> {
  return tools.maker.make({
    tree,
    parents: [tip, wish.head],
    message: mergeMessage({ ...messageParts(tools, wish), strategy: "merge", commits: [], coAuthors: [] }),
  });
}

/** One commit of base's alone. Undefined: it would change nothing. */
async function squashCommit(
  tools: MergeTools,
  wish: MergeWish,
  tip: Oid,
  tree: Oid,
  oids: readonly Oid[],
): Promise<Oid | undefined> {
  const { repo } = tools.engine;
  if ((await repo.objects().resolve(`${tip}^{tree}`)) === tree) return undefined;
  const commits = await Promise.all(oids.map((oid) => readCommit(repo, oid)));
  const own = commits.filter((commit) => commit.parents.length < 2);
  const { author, others } = authorship(own.map((commit) => commit.author));
  return tools.maker.make({
    tree,
    parents: [tip],
    ...(author === undefined ? {} : { author }),
    message: mergeMessage({
      ...messageParts(tools, wish),
      strategy: "squash",
      commits: own.map((commit) => commit.message),
      coAuthors: others.map(contact),
    }),
  });
}

/**
 * Who a squash is by: whoever began the work, at the time of the last commit; the others are named as co-authors.
 */
export function authorship(authors: readonly Person[]): {
  readonly author: Person | undefined;
  readonly others: readonly Person[];
} {
  const [first] = authors;
  const last = authors.at(-1);
  if (first === undefined || last === undefined) return { author: undefined, others: [] };
  const known = new Set([first.email.toLowerCase()]);
  const others = authors.filter(({ email }) => {
    const key = email.toLowerCase();
    return known.has(key) ? false : known.add(key);
  });
  return { author: { ...first, time: last.time, zone: last.zone }, others };
}
