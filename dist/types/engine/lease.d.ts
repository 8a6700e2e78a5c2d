import { type RecordId, type Timestamp } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import type { RecordSession } from "./session.js";
/** Fifteen minutes: as long as a worktree stays taken after its holder went out of sight. */
export declare const defaultTtlMs: number;
/** A worktree that is taken. */
export interface Lease {
    readonly until: Timestamp;
    /** Says which process does the work: the lease outlives its holder as long as that one runs. */
    worksAs(pid: number): void;
    /** Says that the holder lives: the lease reaches a whole term further. Call it several times in each term. */
    heartbeat(): Promise<void>;
    /** Gives it back. Idempotent. */
    release(): Promise<void>;
}
export interface LeaseOptions {
    /** Who takes it, for messages: a command, an agent's name. */
    readonly holder: string;
    /** Milliseconds. Default 15 minutes. */
    readonly ttlMs?: number;
}
/**
 * Takes a worktree: while the lease lives nobody removes it, and a merge keeps it. It holds git's own lock too.
 * @throws WORKTREE_IN_USE while another lease lives, INVALID_STATE, WORKTREE_NOT_FOUND
 */
export declare function acquireLease(engine: Engine, id: RecordId, options: LeaseOptions): Promise<Lease>;
/** The same under the record's lock. */
export declare function takeLease(session: RecordSession, options: LeaseOptions): Promise<Lease>;
/**
 * The lease that is alive; null when there is none. Where its process can be seen, that decides; else its term does
 * (another host, boot or pid namespace, another clone).
 */
export declare function liveLease(engine: Engine, record: WorktreeRecord): {
    readonly until: string;
    readonly holder: string;
} | null;
/**
 * The same for who asks whether nobody works here, which only what can be read tells: this clone's own file about a lease
 * counts also where the journal does not tell of it.
 * @returns undefined: that cannot be found out
 */
export declare function certainLease(engine: Engine, record: WorktreeRecord): {
    readonly until: string;
    readonly holder: string;
} | null | undefined;
/** Whether a lease of this clone is still told of whose process has ended, or whose term is over. */
export declare const isLeaseLeft: (engine: Engine, record: WorktreeRecord) => boolean;
/** Gives back a lease that is dead: git's lock, this clone's file, RELEASE. The caller holds the record's lock. */
export declare function releaseLeft(session: RecordSession): Promise<void>;
/**
 * git's lock on a worktree, unless it is what a dead lease left behind. One that cannot be read is somebody's.
 * @param live the lease that is alive
 */
export declare function gitLock(gitDir: string, live: {
    readonly until: string;
} | null): {
    readonly reason: string | null;
} | null;
/** Takes git's lock for a lease that lives. One that a person holds stays theirs, and serves as well. */
export declare function holdLock(gitDir: string, holder: string): void;
