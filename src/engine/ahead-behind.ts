import { type AheadBehind, aheadBehind, reachable } from "../git/history.js";
import { nearHistory } from "../git/near-history.js";
import type { Repository } from "../git/repository.js";
import type { Oid } from "../lifecycle/ids.js";

/** Two commits to compare: a task branch's tip, and its base's. */
export interface Pair {
  readonly tip: Oid;
  readonly base: Oid;
}

/**
 * Counts for many pairs at once, of several bases too: at most two git processes however many there are. The commits
 * that are not common to all are read once, and the counting is done here.
 * @returns the counts in the order of the pairs
 */
export async function aheadBehindOf(repo: Repository, pairs: readonly Pair[]): Promise<AheadBehind[]> {
  const [only, ...more] = pairs.filter(({ tip, base }) => tip !== base);
  if (only === undefined) return pairs.map(() => ({ ahead: 0, behind: 0 }));
  if (more.length === 0) {
    const counts =
      (await nearHistory(repo, only.tip, only.base)) ?? (await aheadBehind(repo, only.tip, only.base));
    return pairs.map((pair) => (pair === only ? counts : { ahead: 0, behind: 0 }));
  }
  const parents = await graphOf(repo, [...new Set(pairs.flatMap(({ tip, base }) => [tip, base]))]);
  const reached = new Map<Oid, ReadonlySet<string>>();
  const reach = (oid: Oid): ReadonlySet<string> => {
    const known = reached.get(oid) ?? reachable(parents, oid);
    reached.set(oid, known);
    return known;
  };
  return pairs.map(({ tip, base }) => {
    const [mine, theirs] = [reachable(parents, tip), reach(base)];
    let shared = 0;
    for (const oid of mine) if (theirs.has(oid)) shared += 1;
    return { ahead: mine.size - shared, behind: theirs.size - shared };
  });
}

/** The commits of `tips` that are not in their common history, each with its parents. */
async function graphOf(
  repo: Repository,
  tips: readonly Oid[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const common = await repo.git.run(repo.commonDir, ["merge-base", "--octopus", ...tips], { codes: [0, 1] });
  const shared = common.stdout.toString("utf8").split("\n").filter(Boolean);
  const listing = await repo.git.text(repo.commonDir, ["rev-list", "--parents", "--stdin"], {
    stdin: [...tips, ...shared.map((oid) => `^${oid}`), ""].join("\n"),
  });
  const parents = new Map<string, readonly string[]>();
  for (const line of listing.split("\n")) {
    const [oid, ...of] = line.split(" ");
    if (oid !== undefined && oid !== "") parents.set(oid, of);
  }
  return parents;
}
