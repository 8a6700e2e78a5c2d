import type { Commit } from "../git/object-format.js";
import type { Status as GitStatus } from "../git/status.js";
import { type BranchName, type Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { type Status } from "../lifecycle/states.js";
import type { Engine } from "./context.js";
import { type Sight } from "./facts.js";
import { type RecordSession } from "./session.js";
/** What a look at a worktree tells beside its record. Nothing is written for it. */
export interface Observation {
    /** The state with what git says now: `active` and `dirty` as the files are, everything else as journaled. */
    readonly status: Status;
    /** Null where this clone holds no directory. */
    readonly path: string | null;
    /** The directory is there and is the record's. */
    readonly present: boolean;
    /** Its directory, its branch or its link to git has disappeared. */
    readonly broken: boolean;
    /** Null when it was not looked at or could not be read: never to be taken for clean. */
    readonly uncommitted: {
        readonly files: readonly string[];
        readonly total: number;
    } | null;
    /** The commit that HEAD stands at in the worktree. */
    readonly headOid: Oid | null;
    /** The branch that is checked out there; null when HEAD is detached, or unknown. */
    readonly branch: BranchName | null;
    readonly detached: boolean;
    /** The record's branch was renamed to the one that is checked out. */
    readonly renamed: boolean;
    /** The operation that the state speaks of is dead: its process has ended without an end. */
    readonly interrupted: boolean;
    /** What does not fit together, each a sentence for a person. */
    readonly problems: readonly string[];
}
export interface ObserveOptions {
    /** Whether to run `git status`. Default true. */
    readonly dirtiness?: boolean;
}
/** Whether a record's directory could be here. Another clone's is nothing that could be looked for. */
export declare const isHere: (engine: Engine, record: WorktreeRecord) => boolean;
/** Looks at a worktree, with one `git status` or none. For readers: writes nothing, and never throws for one worktree. */
export declare function observe(engine: Engine, record: WorktreeRecord, options?: ObserveOptions): Promise<Observation>;
/** What a look at a worktree told. */
export declare function observationOf(engine: Engine, record: WorktreeRecord, sight: Sight | undefined): Promise<Observation>;
/** Whether the record's running operation is one of this clone and nobody holds the lock any more. */
export declare const isDead: (engine: Engine, record: WorktreeRecord) => boolean;
/**
 * Journals what was seen, so that a writer decides from what is true: the branch's new name, commits that were made
 * with plain git, HEAD after an amend or a reset, MODIFY or DISCARD. The caller holds the record's lock.
 * @param now the worktree's status; undefined (not read) journals nothing
 */
export declare function journalObservation(session: RecordSession, now: GitStatus | undefined): Promise<WorktreeRecord>;
/**
 * Journals that the branch stands at a commit: one COMMIT for each on the way there from the one that was known, HEAD
 * where there is no such way (an amend, a reset) or the state knows no commits.
 */
export declare function journalCommits(session: RecordSession, branch: BranchName, oid: Oid): Promise<void>;
/** The commits on the way from `known` to `tip` along first parents, newest first; none when it is not on that way. */
export declare function commitsSince(engine: Engine, known: Oid, tip: Oid): Promise<Commit[]>;
