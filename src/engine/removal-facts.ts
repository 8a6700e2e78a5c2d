import * as z from "zod/mini";
import type { Status } from "../git/status.js";
import {
  type Facts,
  isNotElsewhere,
  isNotPushed,
  isWorktreeInside,
  notElsewhere,
  notPushed,
  worktreeInside,
} from "../lifecycle/facts.js";
import { type Oid, oidSchema, type RecordId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { type WorktreeFacts, worktreeFacts } from "./facts.js";
import type { LocalFile } from "./local.js";
import { ownRefs } from "./own-refs.js";
import type { Located } from "./place.js";
import { reachableElsewhere, unpushedSubmodules } from "./reachable.js";
import { worktreesInside } from "./worktrees-inside.js";

/** How often the person said `--force`. */
export type ForceLevel = 0 | 1 | 2;

/**
 * That a person in this clone said `--force`, and where the branch stood then. Only that lets a removal that was
 * interrupted be done with force again: an entry in the journal may be anybody's.
 */
const forcedFile = {
  name: "forced",
  schema: z.object({ v: z.literal(1), headOid: z.nullable(oidSchema) }),
} satisfies LocalFile<unknown>;

/** Notes that the person said `--force`; forgotten with everything that is known of the worktree here. */
export function noteForce(engine: Engine, id: RecordId, { headOid }: Facts): void {
  engine.local.write(id, forcedFile, { v: 1, headOid: headOid ?? null });
}

/** Whether the person said `--force` for what is there now: no commit has been made since. */
export function isForced(engine: Engine, id: RecordId, { headOid }: Facts): boolean {
  const said = engine.local.read(id, forcedFile);
  return said !== undefined && (headOid === undefined || said.headOid === headOid);
}

/**
 * What decides about a removal: the worktree's facts, and whether its branch's commits exist elsewhere. What would be
 * lost beside files counts as uncommitted and is named like one: commits on a detached HEAD that no branch holds,
 * commits of submodules that were not pushed, those that only refs of the worktree itself hold, and worktrees inside.
 * @param known the worktree's status, when it was read just before
 */
export async function removalFacts(
  engine: Engine,
  record: WorktreeRecord,
  force: ForceLevel,
  known?: Status,
): Promise<WorktreeFacts> {
  const seen = await lossFacts(engine, record, force, known);
  const { headOid } = seen.facts;
  if (headOid === undefined) return seen;
  const elsewhere = await reachableElsewhere(engine, [headOid], record.branch);
  return { ...seen, facts: { ...seen.facts, reachableElsewhere: elsewhere } };
}

/** The same without whether the branch's commits exist elsewhere: for who has decided about them, or archives them. */
export async function lossFacts(
  engine: Engine,
  record: WorktreeRecord,
  force: ForceLevel,
  known?: Status,
): Promise<WorktreeFacts> {
  const gathered = await worktreeFacts(engine, record, known);
  const losses = await hiddenLosses(engine, gathered);
  return { ...gathered, facts: { ...withLosses(gathered.facts, losses), forceLevel: force } };
}

/**
 * The facts of a merge that removes the worktree: commits of submodules that were not pushed would go with it, those that
 * only refs of its own hold, and worktrees inside.
 */
export async function factsBeforeRemoval(engine: Engine, { facts, located }: WorktreeFacts): Promise<Facts> {
  return withLosses(facts, await lossesWith(engine, located));
}

/** Why a worktree stays of which something would be lost, in a merge that cannot be refused any more; null: nothing. */
export function unsavedReason({ uncommitted }: Facts): string | null {
  if (uncommitted === undefined) return "its status could not be read";
  if (uncommitted.total === 0) return null;
  const { files, total } = uncommitted;
  return files.length === total && files.every(isLoss)
    ? `work would be lost with it: ${files.join(", ")}`
    : "it has uncommitted changes";
}

const isLoss = (file: string): boolean => isNotPushed(file) || isWorktreeInside(file) || isNotElsewhere(file);

function withLosses(facts: Facts, losses: readonly string[]): Facts {
  const { uncommitted } = facts;
  if (uncommitted === undefined || losses.length === 0) return facts;
  // A submodule that stands at a commit of its own is a changed file, too: it is named once.
  const files = uncommitted.files.filter((file) => !losses.includes(notPushed(file)));
  return {
    ...facts,
    uncommitted: {
      files: [...losses, ...files].slice(0, 100),
      total: uncommitted.total - (uncommitted.files.length - files.length) + losses.length,
    },
  };
}

async function hiddenLosses(engine: Engine, { status, located }: WorktreeFacts): Promise<string[]> {
  const losses: string[] = [];
  if (status?.detached === true && status.oid !== undefined) {
    if (!(await reachableElsewhere(engine, [status.oid]))) losses.push(detachedLoss(status.oid));
  }
  losses.push(...(await lossesWith(engine, located)));
  return losses;
}

/** What goes with a worktree beside its files and HEAD. */
async function lossesWith(engine: Engine, located: Located | undefined): Promise<string[]> {
  if (located?.state !== "intact") return [];
  const inside = worktreesInside(engine, located).map(worktreeInside);
  return [...inside, ...(await ownRefLosses(engine, located)), ...(await submoduleLosses(engine, located))];
}

async function ownRefLosses(engine: Engine, { path, gitDir }: Located): Promise<string[]> {
  if (gitDir === undefined) return [];
  const losses: string[] = [];
  for (const { name, commit } of await ownRefs(engine.repo, { path, gitDir }))
    if (!(await reachableElsewhere(engine, [commit]))) losses.push(notElsewhere(name));
  return losses;
}

/**
 * Submodules whose commits would go with the worktree, named as among the uncommitted files.
 * @param moved where its files are by now, if not at their place
 */
export async function submoduleLosses(
  engine: Engine,
  located: Located | undefined,
  moved?: string,
): Promise<string[]> {
  if (located?.state !== "intact" || located.gitDir === undefined) return [];
  return (await unpushedSubmodules(engine, located.gitDir, moved)).map(notPushed);
}

const detachedLoss = (oid: Oid): string => `HEAD (detached at ${oid.slice(0, 12)}, on no branch)`;
