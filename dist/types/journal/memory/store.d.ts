import type { Oid } from "../../lifecycle/ids.js";
import { type JoinLimits, type KeptOut } from "../limits.js";
import type { JournalStore } from "../store.js";
import { type HttpClient, type TokenSource } from "./http.js";
import { type RemoteHeads } from "./remote.js";
/** How much is taken in of what a remote says. */
export interface MemoryLimits extends JoinLimits {
    /** The most bytes of one answer: a larger journal is not read at all. */
    readonly answerBytes: number;
}
export interface MemoryStoreOptions {
    /** `https://github.com/owner/name.git`; plain http only for this machine. It must hold no user and no secret. */
    readonly url: string;
    /** Full name of the notes ref; default `refs/notes/coppice`. */
    readonly ref?: string;
    /** Asked before each conversation with the remote. A public repository is read without, or with an empty one. */
    readonly token?: TokenSource;
    /** Who the commits are by; default `coppice` without an address. */
    readonly committer?: {
        readonly name: string;
        readonly email: string;
    };
    /** How requests are sent; default Node's `fetch`. */
    readonly http?: HttpClient;
    /** Milliseconds since 1970. */
    readonly clock?: () => number;
    readonly limits?: Partial<MemoryLimits>;
}
/** The journals of a remote. */
export interface MemoryStore extends JournalStore {
    /**
     * Brings the journals as they now are on the remote. The first read does it by itself; later ones read what is here.
     * @returns the commit that the remote's ref holds; undefined: it has none, an empty journal
     * @throws CoppiceError FETCH_FAILED, RATE_LIMITED, TIMEOUT, JOURNAL_CORRUPT; what was here stays readable
     */
    fetch(): Promise<Oid | undefined>;
    /**
     * Returns when every entry that was appended is on the remote. The remote's ref only ever moves forward; where others
     * moved it, their entries are fetched and ours are added again.
     * @param again - where others moved it, ours are forgotten instead, and this appends what has to be said after theirs
     * @throws CoppiceError PUSH_REJECTED, FETCH_FAILED, RATE_LIMITED, TIMEOUT, JOURNAL_CORRUPT; the entries then wait here
     */
    flush(again?: () => Promise<void>): Promise<void>;
    /**
     * The remote's branches as the last fetch saw them, in the same answer as the journals.
     * @returns undefined before the first fetch
     */
    readonly heads: RemoteHeads | undefined;
    /** What was not read of the remote's notes, because it exceeds the limits. As of the last reads. */
    readonly keptOut: readonly KeptOut[];
}
/**
 * Opens the journals of a remote without a clone and without git, for dashboards and for jobs that check out nothing.
 * It fetches only the notes ref, without its history, keeps it in memory, and pushes what is appended. Nothing is
 * asked of the remote yet. Repositories whose objects are named by SHA-256 need git.
 *
 * @example
 * const store = openMemoryStore({ url: "https://github.com/acme/site.git", token: () => readToken() });
 * for (const record of (await store.records()).values()) console.log(record.branch, record.status);
 *
 * @throws CoppiceError CONFIG_INVALID when the address is not https, or holds a secret
 */
export declare const openMemoryStore: (options: MemoryStoreOptions) => MemoryStore;
