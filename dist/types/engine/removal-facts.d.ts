import type { Status } from "../git/status.js";
import { type Facts } from "../lifecycle/facts.js";
import { type RecordId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { type WorktreeFacts } from "./facts.js";
import type { Located } from "./place.js";
/** How often the person said `--force`. */
export type ForceLevel = 0 | 1 | 2;
/** Notes that the person said `--force`; forgotten with everything that is known of the worktree here. */
export declare function noteForce(engine: Engine, id: RecordId, { headOid }: Facts): void;
/** Whether the person said `--force` for what is there now: no commit has been made since. */
export declare function isForced(engine: Engine, id: RecordId, { headOid }: Facts): boolean;
/**
 * What decides about a removal: the worktree's facts, and whether its branch's commits exist elsewhere. What would be
 * lost beside files counts as uncommitted and is named like one: commits on a detached HEAD that no branch holds,
 * commits of submodules that were not pushed, those that only refs of the worktree itself hold, and worktrees inside.
 * @param known the worktree's status, when it was read just before
 */
export declare function removalFacts(engine: Engine, record: WorktreeRecord, force: ForceLevel, known?: Status): Promise<WorktreeFacts>;
/** The same without whether the branch's commits exist elsewhere: for who has decided about them, or archives them. */
export declare function lossFacts(engine: Engine, record: WorktreeRecord, force: ForceLevel, known?: Status): Promise<WorktreeFacts>;
/**
 * The facts of a merge that removes the worktree: commits of submodules that were not pushed would go with it, those that
 * only refs of its own hold, and worktrees inside.
 */
export declare function factsBeforeRemoval(engine: Engine, { facts, located }: WorktreeFacts): Promise<Facts>;
/** Why a worktree stays of which something would be lost, in a merge that cannot be refused any more; null: nothing. */
export declare function unsavedReason({ uncommitted }: Facts): string | null;
/**
 * Submodules whose commits would go with the worktree, named as among the uncommitted files.
 * @param moved where its files are by now, if not at their place
 */
export declare function submoduleLosses(engine: Engine, located: Located | undefined, moved?: string): Promise<string[]>;
