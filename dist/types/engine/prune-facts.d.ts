import { type GitOperation } from "../git/operations.js";
import type { RecordId } from "../lifecycle/ids.js";
import type { PruneFacts } from "../lifecycle/prune.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { type Sight } from "./facts.js";
import { type Observation } from "./observe.js";
import type { Works } from "./prune-works.js";
/** One of this clone's worktrees, with what decides about it. */
export interface LocalSubject {
    /** Under the name that its branch has now, and without an operation that is dead. */
    readonly record: WorktreeRecord;
    readonly facts: PruneFacts;
    readonly observed: Observation;
    readonly sight: Sight | undefined;
    /** Who works on the record at this moment. */
    readonly busy: string | undefined;
    /** A git operation in progress in the worktree. */
    readonly operation: GitOperation | undefined;
    /** The command runs inside it. */
    readonly inside: boolean;
    /** Why it could not be looked at. */
    readonly problem: string | undefined;
}
/** What is the same for all worktrees of one run. */
export interface Surroundings {
    readonly works: Works;
    /** Every live record, for what is to be merged into what. */
    readonly records: readonly WorktreeRecord[];
    /** The record whose lock this process holds. */
    readonly holding?: RecordId;
}
/**
 * Everything that decides about worktrees of this clone: one `git status` for each, bounded, and a handful of processes
 * for all of them. Writes nothing. What cannot be read of one worktree is undefined, and keeps that one alone.
 */
export declare function localSubjects(engine: Engine, records: readonly WorktreeRecord[], { works, records: all, holding }: Surroundings): Promise<LocalSubject[]>;
