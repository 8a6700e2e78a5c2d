import * as z from "zod/mini";
declare const holderSchema: z.ZodMiniObject<{
    pid: z.ZodMiniInt;
    startTime: z.ZodMiniNullable<z.ZodMiniString<string>>;
    bootId: z.ZodMiniNullable<z.ZodMiniString<string>>;
    pidNamespace: z.ZodMiniNullable<z.ZodMiniString<string>>;
    host: z.ZodMiniString<string>;
    token: z.ZodMiniString<string>;
    purpose: z.ZodMiniString<string>;
    since: z.ZodMiniNumber<number>;
}, z.core.$strip>;
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
/**
 * Takes a lock that is a file naming its holder. At most one living process holds it; the lock of a dead one is
 * broken. Its directory is made when it is missing.
 *
 * @returns the lock, or who holds it when it did not become free in time
 * @throws CoppiceError INTERRUPTED, PERMISSION_DENIED, READONLY_FS, NO_SPACE_LEFT, QUOTA_EXCEEDED
 */
export declare function acquireLock(path: string, { waitMs, signal, purpose }: LockOptions): Promise<Lock | {
    readonly heldBy: Holder;
}>;
/** Who holds a lock now; undefined when nobody does, or when its holder is dead. */
export declare function lockHolder(path: string): Holder | undefined;
/** One attempt, without waiting. A stale lock is broken and taken in the same attempt. */
export declare function tryLock(path: string, purpose: string): Lock | {
    readonly heldBy: Holder;
};
/** Whether somebody seems to hold a lock, for one system call; a holder that is dead counts too. */
export declare const isLocked: (path: string) => boolean;
export {};
