import type { Repository } from "../git/repository.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { type BranchName, branchRef, type Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { AheadGraph, readAhead } from "./merge-graph.js";

/** A branch whose merge can be tried. */
export interface Branch {
  readonly name: BranchName;
  readonly head: Oid;
}

/** The branches of one base, and why others of that base cannot be told anything about. */
export interface BranchGroup {
  readonly base: BranchName;
  /** In the order of the records. */
  readonly names: readonly BranchName[];
  readonly heads: ReadonlyMap<BranchName, Oid>;
}

/** Groups records by base; a branch with several records counts once. Home workspaces have no base and no part in it. */
export async function branchesByBase(
  repo: Repository,
  records: readonly WorktreeRecord[],
): Promise<BranchGroup[]> {
  const names = new Map<BranchName, BranchName[]>();
  const seen = new Set<string>();
  for (const { branch, base, type } of records) {
    if (base === null || type === "home" || seen.has(branch)) continue;
    seen.add(branch);
    const known = names.get(base);
    if (known === undefined) names.set(base, [branch]);
    else known.push(branch);
  }
  const groups: BranchGroup[] = [];
  for (const [base, branches] of names) {
    groups.push({ base, names: branches, heads: await readHeads(repo, branches) });
  }
  return groups;
}

/**
 * The commits at the tips of branches; those that do not exist or cannot be read are left out. Not by `for-each-ref`,
 * which one ref with a missing commit ends.
 */
async function readHeads(
  repo: Repository,
  branches: readonly BranchName[],
): Promise<ReadonlyMap<BranchName, Oid>> {
  const commits = await repo.objects().resolveMany(branches.map((branch) => `${branchRef(branch)}^{commit}`));
  const heads = new Map<BranchName, Oid>();
  branches.forEach((branch, index) => {
    const commit = commits[index];
    if (commit !== undefined) heads.set(branch, commit);
  });
  return heads;
}

export interface ReadableAhead {
  readonly graph: AheadGraph;
  /** Tips whose history could not be walked, and why. */
  readonly broken: ReadonlyMap<Oid, CoppiceError>;
}

/** `readAhead`, which one tip with a hole in its history would end for all of them. */
export async function readAheadOfSound(
  repo: Repository,
  tips: readonly Oid[],
  base: Oid,
): Promise<ReadableAhead> {
  const broken = new Map<Oid, CoppiceError>();
  const graph = await readAhead(repo, tips, base).catch(async (error: unknown) => {
    await findBroken(repo, tips, base, error, broken);
    const sound = tips.filter((tip) => !broken.has(tip));
    return sound.length === 0 ? new AheadGraph(new Map()) : readAhead(repo, sound, base);
  });
  return { graph, broken };
}

/** Halves the tips that failed together until each failure has its tip: few processes where few are broken. */
async function findBroken(
  repo: Repository,
  tips: readonly Oid[],
  base: Oid,
  error: unknown,
  broken: Map<Oid, CoppiceError>,
): Promise<void> {
  if (!isGitFailure(error)) throw error;
  const [only] = tips;
  if (only === undefined) return;
  if (tips.length === 1) {
    broken.set(only, error);
    return;
  }
  const middle = Math.ceil(tips.length / 2);
  for (const half of [tips.slice(0, middle), tips.slice(middle)]) {
    try {
      await readAhead(repo, half, base);
    } catch (cause) {
      await findBroken(repo, half, base, cause, broken);
    }
  }
}

/** A failure that belongs to what git was asked for, not to the machine or to the person. */
export const isGitFailure = (error: unknown): error is CoppiceError =>
  error instanceof CoppiceError && error.code === "GIT_FAILED";
