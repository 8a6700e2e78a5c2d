import { mergeBase } from "../git/history.js";
import { MergePlace } from "../git/merge-place.js";
import { mergeOnce } from "../git/merge-tree.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { EventOf } from "../lifecycle/events.js";
import { type BranchName, type Oid, oidSchema } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { readBase } from "./merge-target.js";

/** That a base branch has the work of a commit, and how that is known. */
export type Landing = Pick<EventOf<"LANDED">, "target" | "headOid" | "mergeOid" | "evidence">;

/**
 * Whether a record's base, here or as its remote was seen last, has the work of a commit whose history it does not
 * have: squashed into one commit ("patch-id"), rebased or cherry-picked ("commits"), or brought by whatever way, so
 * that merging would change nothing ("tree"). What base did afterwards does not matter for the first two.
 * Writes nothing.
 * @returns undefined also when there is no base
 */
export async function landingOf(
  engine: Engine,
  record: WorktreeRecord,
  head: Oid,
): Promise<Landing | undefined> {
  const target = record.base;
  if (target === null || record.type !== "worktree") return undefined;
  for (const tip of await baseTips(engine, target)) {
    const landing = await landingIn(engine, target, tip, head);
    if (landing !== undefined) return landing;
  }
  return undefined;
}

/** Where a base branch stands here, and as its remote was seen last; nothing of one that is gone. */
export async function baseTips(engine: Engine, base: BranchName): Promise<Oid[]> {
  try {
    const { local, upstream } = await readBase(engine, base);
    return [...new Set([local, upstream?.oid])].filter((oid) => oid !== undefined);
  } catch (error) {
    // A base that is gone tells nothing.
    if (error instanceof CoppiceError && error.code === "INVALID_STATE") return [];
    throw error;
  }
}

/** The same about one commit of a base branch. */
export async function landingIn(
  engine: Engine,
  target: BranchName,
  tip: Oid,
  head: Oid,
): Promise<Landing | undefined> {
  const { repo } = engine;
  const fork = await mergeBase(repo, tip, head);
  if (fork === undefined || fork === head) return undefined;
  const { tree } = await repo.objects().commit(head);
  // Commits that come to nothing have no changes by which they could be found again.
  if (tree === (await repo.objects().commit(fork)).tree) return undefined;
  const place = new MergePlace(repo, false);
  try {
    const whole = await place.scratch.commit({
      tree,
      parents: [fork],
      author: nobody,
      committer: nobody,
      message: `all of ${head}`,
    });
    const squashed = await counterpart(engine, place, tip, whole);
    if (squashed !== undefined) return { target, headOid: head, mergeOid: squashed, evidence: "patch-id" };
    const picked = await counterpart(engine, place, tip, head);
    if (picked !== undefined) return { target, headOid: head, mergeOid: picked, evidence: "commits" };
    await place.pin(tip);
    const merged = await mergeOnce(repo, place, tip, head);
    const same = merged.outcome === "clean" && merged.tree === (await repo.objects().commit(tip)).tree;
    return same ? { target, headOid: head, evidence: "tree" } : undefined;
  } finally {
    place.dispose();
  }
}

const nobody = { name: "Coppice", email: "coppice@localhost", time: 0, zone: "+0000" };

/**
 * Whether each commit of `head` has one in `tip` that makes the same changes.
 * @returns the newest of those in `tip`; undefined when one has none, or when there are merges among them: what a
 *   merge changed itself is in no other commit
 */
async function counterpart(engine: Engine, place: MergePlace, tip: Oid, head: Oid): Promise<Oid | undefined> {
  const marked = async (side: "--left-only" | "--right-only"): Promise<string[]> => {
    const args = ["rev-list", "--topo-order", "--cherry-mark", side, `${tip}...${head}`, "--"];
    const text = await engine.repo.git.text(place.cwd, args, { env: place.env, signal: engine.signal });
    return text.split("\n").filter(Boolean);
  };
  const own = await marked("--right-only");
  if (own.length === 0 || !own.every((line) => line.startsWith("="))) return undefined;
  const newest = (await marked("--left-only")).find((line) => line.startsWith("="));
  return newest === undefined ? undefined : oidSchema.parse(newest.slice(1));
}
