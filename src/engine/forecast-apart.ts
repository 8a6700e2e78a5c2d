import { nearHistory } from "../git/near-history.js";
import type { Repository } from "../git/repository.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import { suspectsAmong, TreeComparison } from "./forecast-overlap.js";

/**
 * Whether a branch has commits that base has not, and merges cleanly because since they parted the two have changed
 * nothing that the other has. True is certain; false: the merge has to be tried. Costs no process of its own.
 */
export async function isApart(repo: Repository, base: Oid, head: Oid): Promise<boolean> {
  const history = await nearHistory(repo, base, head);
  const [parting, ...others] = history?.mergeBases ?? [];
  if (history === undefined || parting === undefined || others.length > 0 || history.behind === 0)
    return false;
  const reader = repo.objects();
  try {
    const [root, ...sides] = await Promise.all(
      [parting, base, head].map(async (oid) => (await reader.commit(oid)).tree),
    );
    if (root === undefined) return false;
    const comparison = new TreeComparison(reader, root);
    const changes = await Promise.all(sides.map((tree) => comparison.changesTo(tree)));
    return !suspectsAmong(changes).has(0, 1);
  } catch (error) {
    // Something is missing; what becomes of the merge then, git tells.
    if (error instanceof CoppiceError && error.code === "GIT_FAILED") return false;
    throw error;
  }
}
