import type { MergeSession } from "../git/merge-session.js";
import type { BranchName, Oid } from "../lifecycle/ids.js";
import { type Branch, isGitFailure } from "./forecast-branches.js";
import { commitMerge, type ForecastResult, plain, resultOf, tryAll } from "./forecast-merges.js";
import { type Changes, suspectsAmong, TreeComparison } from "./forecast-overlap.js";
import type { AheadGraph } from "./merge-graph.js";

/** A branch that git can merge into base, cleanly or not. */
export interface TriedBranch extends Branch {
  /** What base becomes with it, conflict markers included. */
  readonly tree: Oid;
  /** It conflicts with base. */
  readonly conflicts: boolean;
}

export interface PairsRequest {
  readonly tip: Oid;
  readonly branches: readonly TriedBranch[];
  readonly graph: AheadGraph;
  readonly session: MergeSession;
  readonly signal: AbortSignal;
}

export interface PairResult extends ForecastResult {
  readonly branch: BranchName;
  readonly with: BranchName;
}

/**
 * Each branch with each that comes after it, both as they are when merged into base: what base and one of them have
 * changed both is told once, by the pair of that one and base. Of a branch that conflicts with base the changed paths
 * are known, but no content: where they meet those of another branch, the two are merged as they stand.
 */
export async function pairsAmong(request: PairsRequest): Promise<PairResult[]> {
  const { session, branches, signal } = request;
  const changes = await changesOf(request);
  const commits = await landedCommits(request);
  const suspects = suspectsAmong(changes);
  const pairs = branches.flatMap((one, index) =>
    branches.slice(index + 1).map((two, offset) => {
      const other = index + 1 + offset;
      const [a, b] = [commits[index], commits[other]];
      const landed = a !== undefined && b !== undefined;
      const [ours, theirs] = landed ? [a, b] : [one.head, two.head];
      return { branch: one.name, with: two.name, ours, theirs, suspect: suspects.has(index, other) };
    }),
  );
  const trials = tryAll(
    session,
    pairs.filter(({ suspect }) => suspect),
    signal,
  );
  const results: PairResult[] = [];
  for (const { branch, with: other, suspect } of pairs) {
    const trial = suspect ? await trials.next() : undefined;
    const result = trial?.done === false ? resultOf(trial.value, { branch, target: other }) : plain("clean");
    results.push({ branch, with: other, ...result });
  }
  return results;
}

/** For each branch that is clean the merge commit that would be made of it. */
async function landedCommits({ tip, branches, session }: PairsRequest): Promise<(Oid | undefined)[]> {
  const commits: (Oid | undefined)[] = [];
  for (const { head, tree, conflicts } of branches) {
    commits.push(conflicts ? undefined : await commitMerge(session, tree, tip, head));
  }
  return commits;
}

/** What each changes of base. Not known of those that share commits: base is not the common ancestor of such a pair. */
async function changesOf({ tip, branches, graph, session }: PairsRequest): Promise<(Changes | undefined)[]> {
  const shared = sharingBranches(branches, graph);
  const reader = session.objects();
  const root = await reader.resolve(`${tip}^{tree}`);
  if (root === undefined) return branches.map(() => undefined);
  const comparison = new TreeComparison(reader, root);
  const changes: (Changes | undefined)[] = [];
  for (const { name, tree } of branches) {
    changes.push(shared.has(name) ? undefined : await comparison.changesTo(tree).catch(unreadable));
  }
  return changes;
}

function unreadable(error: unknown): undefined {
  if (!isGitFailure(error)) throw error;
}

/** The branches that have a commit which base has not and another of them has. */
function sharingBranches(branches: readonly Branch[], graph: AheadGraph): ReadonlySet<BranchName> {
  const owner = new Map<Oid, BranchName>();
  const sharing = new Set<BranchName>();
  for (const { name, head } of branches) {
    const open: Oid[] = [head];
    for (let oid = open.pop(); oid !== undefined; oid = open.pop()) {
      const other = owner.get(oid);
      if (other === name || !graph.has(oid)) continue;
      if (other !== undefined) {
        sharing.add(name);
        sharing.add(other);
        continue;
      }
      owner.set(oid, name);
      open.push(...graph.parentsOf(oid));
    }
  }
  return sharing;
}
