import { isOid } from "../../git/oid.js";
import type { Repository } from "../../git/repository.js";
import type { Oid } from "../../lifecycle/ids.js";

/** What base was and what it became with one branch. */
export interface Step {
  readonly onto: Oid;
  readonly oid: Oid;
}

/** Those steps that change files from which GitHub starts workflows, by the commit that base became. One git process. */
export async function changingWorkflows(
  repo: Repository,
  steps: readonly Step[],
): Promise<ReadonlySet<string>> {
  const args = ["diff-tree", "--stdin", "-r", "--name-only", "--no-renames", "--", ".github/workflows"];
  const told = await repo.git.text(repo.commonDir, args, {
    // The second commit stands in for the parents of the first.
    stdin: steps.map(({ onto, oid }) => `${oid} ${onto}\n`).join(""),
  });
  // A commit without such files is not printed at all.
  return new Set(told.split("\n").filter((line) => isOid(line)));
}
