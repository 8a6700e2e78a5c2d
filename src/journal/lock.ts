import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readdirSync, statSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";
import { readOwnText } from "../git/own-file.js";
import { currentOwner, liveness, ownerSchema } from "../git/owner.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { errnoOf, systemError } from "../lifecycle/system-errors.js";

const holderSchema = z.extend(ownerSchema, {
  /** Makes each taking of the lock another one. */
  token: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  /** What it is held for, for messages. */
  purpose: z.string().check(z.maxLength(255)),
  /** Milliseconds since 1970. */
  since: z.number(),
});
/** Who holds a lock, since when and what for. */
export type Holder = z.infer<typeof holderSchema>;

/** A lock that this process holds. */
export interface Lock {
  readonly holder: Holder;
  /** Gives it up. Idempotent. */
  release(): void;
}

export interface LockOptions {
  /** How long to wait while it is held, in milliseconds. Default: not at all. */
  readonly waitMs?: number;
  /** Ends the waiting with INTERRUPTED. */
  readonly signal?: AbortSignal;
  readonly purpose: string;
}

/** A lock whose holder cannot be seen from here is given up when it shows no sign of life for so long. */
const expiryMs = 5 * 60_000;
/** How often a holder shows that it lives. */
const heartbeatMs = 30_000;
const shortestPauseMs = 2;
const longestPauseMs = 25;
/** When a file that a dead process left behind while taking a lock is old enough to be cleared away. */
const leftoverMs = 60 * 60_000;

/**
 * Takes a lock that is a file naming its holder. At most one living process holds it; the lock of a dead one is
 * broken. Its directory is made when it is missing.
 *
 * @returns the lock, or who holds it when it did not become free in time
 * @throws CoppiceError INTERRUPTED, PERMISSION_DENIED, READONLY_FS, NO_SPACE_LEFT, QUOTA_EXCEEDED
 */
export async function acquireLock(
  path: string,
  { waitMs = 0, signal, purpose }: LockOptions,
): Promise<Lock | { readonly heldBy: Holder }> {
  const deadline = Date.now() + waitMs;
  for (let pause = shortestPauseMs; ; pause = Math.min(longestPauseMs, pause * 2)) {
    if (signal?.aborted === true) throw interrupted(purpose);
    const answer = tryLock(path, purpose);
    if (!("heldBy" in answer)) return answer;
    const left = deadline - Date.now();
    if (left <= 0) return answer;
    const jittered = pause * (0.5 + Math.random());
    await sleep(Math.min(left, jittered), undefined, signal === undefined ? {} : { signal }).catch(() => {
      throw interrupted(purpose);
    });
  }
}

/** Who holds a lock now; undefined when nobody does, or when its holder is dead. */
export function lockHolder(path: string): Holder | undefined {
  const found = readHolder(path);
  return found === undefined || isAbandoned(found) ? undefined : found.holder;
}

const interrupted = (purpose: string): CoppiceError =>
  new CoppiceError("INTERRUPTED", `Waiting for a lock was interrupted (${purpose}).`, {
    suggestedAction: "Run the command again.",
  });

/** One attempt, without waiting. A stale lock is broken and taken in the same attempt. */
export function tryLock(path: string, purpose: string): Lock | { readonly heldBy: Holder } {
  for (;;) {
    const found = readHolder(path);
    if (found === undefined) {
      const lock = take(path, purpose);
      if (lock !== undefined) return lock;
    } else if (isAbandoned(found)) {
      const breaker = breakLock(path, found.holder);
      if (breaker !== undefined) return { heldBy: breaker };
    } else {
      return { heldBy: found.holder };
    }
  }
}

/** Whether somebody seems to hold a lock, for one system call; a holder that is dead counts too. */
export const isLocked = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

/**
 * Removes the lock of a dead holder. Two processes that both saw it dead must not both remove it: the second could
 * remove the lock that the first has taken since. So removing is itself done under a lock, whose name is that of the
 * one taking of the lock that was found dead; who holds it looks again before removing.
 *
 * @returns who is breaking it, when somebody else is
 */
function breakLock(path: string, dead: Holder): Holder | undefined {
  const answer = tryLock(`${path}.${dead.token}`, "break a lock");
  if ("heldBy" in answer) return answer.heldBy;
  try {
    if (readHolder(path)?.holder.token === dead.token) remove(path);
    sweep(path);
  } finally {
    answer.release();
  }
  return undefined;
}

function take(path: string, purpose: string): Lock | undefined {
  const token = randomBytes(8).toString("hex");
  const holder: Holder = { ...currentOwner(), token, purpose, since: Date.now() };
  if (!create(path, `${JSON.stringify(holder)}\n`, token)) return undefined;
  const heartbeat = setInterval(() => touch(path, token), heartbeatMs);
  heartbeat.unref();
  return {
    holder,
    release: () => {
      clearInterval(heartbeat);
      letGo(path, token);
    },
  };
}

/**
 * Makes the file together with its content, or says that there is one. A name given by link(2) is exclusive, and
 * nobody sees the file half-written; where there are no links, a reader may see it empty for a moment.
 */
function create(path: string, content: string, token: string): boolean {
  const scratch = `${path}.${token}.tmp`;
  try {
    try {
      // On a full disk there may be a file and nothing in it.
      writeNew(scratch, content);
      linkSync(scratch, path);
      return true;
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === "EEXIST") return false;
      if (errno !== "EPERM" && errno !== "ENOTSUP" && errno !== "ENOSYS" && errno !== "EOPNOTSUPP")
        throw error;
      writeFileSync(path, content, { flag: "wx" });
      return true;
    } finally {
      remove(scratch);
    }
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    throw systemError(error, "write a lock file") ?? error;
  }
}

function writeNew(path: string, content: string): void {
  try {
    writeFileSync(path, content, { flag: "wx" });
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content, { flag: "wx" });
  }
}

interface Found {
  readonly holder: Holder;
  /** When the file was last touched; milliseconds since 1970. */
  readonly touched: number;
}

/** A file that names nobody: cut off by a full disk, or written by something else. Only its age counts. */
const nobody: Holder = {
  pid: 1,
  startTime: null,
  bootId: null,
  pidNamespace: null,
  host: "",
  token: "0000000000000000",
  purpose: "unknown",
  since: 0,
};

function readHolder(path: string): Found | undefined {
  try {
    // Most often there is none, and an error costs more than the look.
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return undefined;
    return { holder: parseHolder(readOwnText(path)), touched: stat.mtimeMs };
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw systemError(error, "read a lock file") ?? error;
  }
}

function parseHolder(text: string): Holder {
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return nobody;
  }
}

function isAbandoned({ holder, touched }: Found): boolean {
  const state = liveness(holder);
  return state === "dead" || (state === "unknown" && Date.now() - touched > expiryMs);
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw systemError(error, "remove a lock file") ?? error;
  }
}

/** What was done under a lock stays done when its file cannot be removed: it is broken when its holder has ended. */
function letGo(path: string, token: string): void {
  try {
    if (readHolder(path)?.holder.token === token) remove(path);
  } catch {
    // Nothing more can be done about it here.
  }
}

function touch(path: string, token: string): void {
  try {
    const now = new Date();
    if (readHolder(path)?.holder.token === token) utimesSync(path, now, now);
  } catch {
    // The next heartbeat tries again; a lock whose process can be seen does not need it.
  }
}

/** Clears away what processes that died while taking this lock have left. */
function sweep(path: string): void {
  const [dir, prefix] = [dirname(path), `${basename(path)}.`];
  for (const name of readdirSync(dir)) {
    if (!name.startsWith(prefix) || !name.endsWith(".tmp")) continue;
    const age = Date.now() - (statSync(join(dir, name), { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > leftoverMs) remove(join(dir, name));
  }
}
