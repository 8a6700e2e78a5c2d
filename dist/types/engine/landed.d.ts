import type { EventOf } from "../lifecycle/events.js";
import type { BranchName, Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
/** That a base branch has the work of a commit, and how that is known. */
export type Landing = Pick<EventOf<"LANDED">, "target" | "headOid" | "mergeOid" | "evidence">;
/**
 * Whether a record's base, here or as its remote was seen last, has the work of a commit whose history it does not
 * have: squashed into one commit ("patch-id"), rebased or cherry-picked ("commits"), or brought by whatever way, so
 * that merging would change nothing ("tree"). What base did afterwards does not matter for the first two.
 * Writes nothing.
 * @returns undefined also when there is no base
 */
export declare function landingOf(engine: Engine, record: WorktreeRecord, head: Oid): Promise<Landing | undefined>;
/** Where a base branch stands here, and as its remote was seen last; nothing of one that is gone. */
export declare function baseTips(engine: Engine, base: BranchName): Promise<Oid[]>;
/** The same about one commit of a base branch. */
export declare function landingIn(engine: Engine, target: BranchName, tip: Oid, head: Oid): Promise<Landing | undefined>;
