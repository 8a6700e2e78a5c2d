import { CoppiceError } from "../lifecycle/errors.js";
import type { EventOf } from "../lifecycle/events.js";
import type { BranchName, Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { worksOf } from "./evidence.js";
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
  const { repo, signal } = engine;
  const work = (await worksOf(repo, tip, [head], { signal })).get(head);
  if (work?.kind !== "merged" || work.evidence === "ancestor") return undefined;
  const { evidence, mergeOid } = work;
  return { target, headOid: head, evidence, ...(mergeOid === null ? {} : { mergeOid }) };
}
