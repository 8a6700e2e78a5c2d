import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { currentOwner, liveness, type Owner, ownerOf, ownerSchema } from "../git/owner.js";
import { readText } from "../git/worktree-links.js";
import { lockWorktree, unlockWorktree } from "../git/worktrees.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { type RecordId, type Timestamp, timestampSchema } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import type { LocalFile } from "./local.js";
import { locate, present } from "./place.js";
import { withRecord } from "./protocol.js";
import type { RecordSession } from "./session.js";

/** The process that holds a lease, and how long its last heartbeat reaches. */
const leaseFile = {
  name: "lease",
  schema: z.object({
    v: z.literal(1),
    token: z.string(),
    owner: ownerSchema,
    /** The command that the holder runs there: while it lives, so does the lease, whatever became of the holder. */
    work: z.optional(ownerSchema),
    holder: z.string(),
    until: timestampSchema,
  }),
} satisfies LocalFile<unknown>;

/** Fifteen minutes: as long as a worktree stays taken after its holder went out of sight. */
export const defaultTtlMs = 15 * 60_000;
const lockReason = "coppice lease";

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
export function acquireLease(engine: Engine, id: RecordId, options: LeaseOptions): Promise<Lease> {
  return withRecord(engine, id, "lease", (session) => takeLease(session, options));
}

/** The same under the record's lock. */
export async function takeLease(session: RecordSession, options: LeaseOptions): Promise<Lease> {
  const { engine, id, record } = session;
  const { holder, ttlMs = defaultTtlMs } = options;
  const other = liveLease(engine, record);
  if (other !== null) throw inUse(record, other);
  const { gitDir } = present(engine, record);
  unlockLease(gitDir);
  holdLock(gitDir, holder);
  const held = new HeldLease(engine, id, { token: randomBytes(8).toString("hex"), holder, ttlMs });
  try {
    held.write();
    await session.note({ type: "LEASE", until: held.until });
  } catch (error) {
    held.letGo(record);
    throw error;
  }
  return held;
}

/**
 * The lease that is alive; null when there is none. Where its process can be seen, that decides; else its term does
 * (another host, boot or pid namespace, another clone).
 */
export function liveLease(
  engine: Engine,
  record: WorktreeRecord,
): { readonly until: string; readonly holder: string } | null {
  const { lease, status } = record;
  // A removal with force twice leaves a lease that nobody gives back.
  if (lease === null || status === "removed") return null;
  const mine = lease.clone === engine.clone ? engine.local.read(record.id, leaseFile) : undefined;
  if (mine === undefined)
    return isPast(engine, lease.until) ? null : { until: lease.until, holder: lease.holder };
  return isHeld(engine, mine) ? { until: mine.until, holder: mine.holder } : null;
}

/**
 * The same for who asks whether nobody works here, which only what can be read tells: this clone's own file about a lease
 * counts also where the journal does not tell of it.
 * @returns undefined: that cannot be found out
 */
export function certainLease(
  engine: Engine,
  record: WorktreeRecord,
): { readonly until: string; readonly holder: string } | null | undefined {
  const live = liveLease(engine, record);
  if (live !== null) return live;
  if (!engine.local.holds(record.id, leaseFile)) return null;
  const mine = engine.local.read(record.id, leaseFile);
  if (mine === undefined) return undefined;
  return record.lease === null && isHeld(engine, mine) ? { until: mine.until, holder: mine.holder } : null;
}

/** Whether a lease of this clone is still told of whose process has ended, or whose term is over. */
export const isLeaseLeft = (engine: Engine, record: WorktreeRecord): boolean =>
  certainLease(engine, record) === null &&
  (record.lease?.clone === engine.clone || engine.local.holds(record.id, leaseFile));

/** Gives back a lease that is dead: git's lock, this clone's file, RELEASE. The caller holds the record's lock. */
export async function releaseLeft(session: RecordSession): Promise<void> {
  const { engine, id, record } = session;
  giveLockBack(engine, record);
  engine.local.clear(id, leaseFile);
  if (record.lease !== null) await session.note({ type: "RELEASE" });
}

/** Whether one of its processes lives, as far as they can be seen, else whether the term runs. */
function isHeld(engine: Engine, { owner, work, until }: z.infer<typeof leaseFile.schema>): boolean {
  const states = [owner, work].flatMap((process) => (process === undefined ? [] : liveness(process)));
  return states.includes("alive") || (states.includes("unknown") && !isPast(engine, until));
}

/**
 * git's lock on a worktree, unless it is what a dead lease left behind. One that cannot be read is somebody's.
 * @param live the lease that is alive
 */
export function gitLock(
  gitDir: string,
  live: { readonly until: string } | null,
): { readonly reason: string | null } | null {
  const path = join(gitDir, "locked");
  const text = readText(path);
  if (text === undefined) return existsSync(path) ? { reason: null } : null;
  const reason = text.trim();
  if (isLeaseLock(reason) && live === null) return null;
  return { reason: reason === "" ? null : reason };
}

class HeldLease implements Lease {
  #until: Timestamp;
  #journaled: number;
  #work: Owner | undefined;
  #released = false;

  constructor(
    readonly engine: Engine,
    readonly id: RecordId,
    readonly terms: {
      readonly token: string;
      readonly holder: string;
      readonly ttlMs: number;
    },
  ) {
    this.#until = this.#next();
    this.#journaled = engine.now();
  }

  get until(): Timestamp {
    return this.#until;
  }

  write(): void {
    const { token, holder } = this.terms;
    this.engine.local.write(this.id, leaseFile, {
      v: 1,
      token,
      owner: currentOwner(),
      ...(this.#work === undefined ? {} : { work: this.#work }),
      holder,
      until: this.#until,
    });
  }

  worksAs(pid: number): void {
    this.#work = ownerOf(pid);
    if (!this.#released && this.#isOurs()) this.write();
  }

  async heartbeat(): Promise<void> {
    if (this.#released || !this.#isOurs()) return;
    this.#until = this.#next();
    this.write();
    // Other clones see the journal alone, but an entry for each heartbeat would be noise for ever.
    // Where the clock was put back, the term that they see is of another time.
    const age = this.engine.now() - this.#journaled;
    if (age >= 0 && age < this.terms.ttlMs / 2) return;
    this.#journaled = this.engine.now();
    await this.#append({ type: "LEASE", until: this.#until });
  }

  async release(): Promise<void> {
    if (this.#released) return;
    this.#released = true;
    if (!this.#isOurs()) return;
    // First: where that cannot be written the file still tells that the lease is dead, once this process is.
    const record = await this.#append({ type: "RELEASE" });
    this.letGo(record);
  }

  /** Takes back what is not journaled: git's lock, this clone's file. */
  letGo(record: WorktreeRecord | null): void {
    giveLockBack(this.engine, record ?? { id: this.id, lock: null });
    this.engine.local.clear(this.id, leaseFile);
  }

  /**
   * An annotation is valid in every state, so it waits for no operation.
   * @returns the record just before
   */
  async #append(
    event: { type: "LEASE"; until: Timestamp } | { type: "RELEASE" },
  ): Promise<WorktreeRecord | null> {
    const journal = await this.engine.journal.read(this.id);
    if (journal?.record === undefined || journal.record === null) return null;
    await this.engine.journal.append(this.id, event, this.engine.actor, journal.lastStamp);
    return journal.record;
  }

  #isOurs(): boolean {
    return this.engine.local.read(this.id, leaseFile)?.token === this.terms.token;
  }

  #next(): Timestamp {
    return timestampSchema.parse(new Date(this.engine.now() + this.terms.ttlMs).toISOString());
  }
}

/** Takes git's lock for a lease that lives. One that a person holds stays theirs, and serves as well. */
export function holdLock(gitDir: string, holder: string): void {
  lockWorktree({ gitDir, main: false }, `${lockReason}: ${holder}`);
}

/** git has one lock for each worktree: where a person locked it while the lease held that, it is theirs from now on. */
function giveLockBack(engine: Engine, { id, lock }: Pick<WorktreeRecord, "id" | "lock">): void {
  const gitDir = locate(engine, id)?.gitDir;
  if (gitDir === undefined || !existsSync(gitDir)) return;
  unlockLease(gitDir);
  if (lock !== null) lockWorktree({ gitDir, main: false }, lock.reason ?? "");
}

/** No lease lives that holds this lock, or the one that does is about to end. */
function unlockLease(gitDir: string): void {
  if (isLeaseLock(readText(join(gitDir, "locked")) ?? "")) unlockWorktree({ gitDir, main: false });
}

const isLeaseLock = (reason: string): boolean => reason.startsWith(lockReason);

const isPast = (engine: Engine, until: string): boolean => Date.parse(until) <= engine.now();

const inUse = (record: WorktreeRecord, lease: { until: string; holder: string }): CoppiceError =>
  new CoppiceError("WORKTREE_IN_USE", `${record.branch} is in use by ${lease.holder}.`, {
    details: { branch: record.branch, lease: { until: lease.until, holder: lease.holder } },
    suggestedAction: "Wait until it has ended: coppice show <worktree> tells whether it has.",
  });
