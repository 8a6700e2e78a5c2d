import type { Repository } from "../git/repository.js";
import type { Actor, Entry } from "../lifecycle/entry.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { LifecycleEventInput } from "../lifecycle/events.js";
import type { Oid, RecordId, Stamp } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Journal, JournalHead } from "./fold.js";
import type { Joined } from "./sync.js";
export type { FoldedEntry, Journal, JournalHead } from "./fold.js";
export type CreateEvent = Extract<LifecycleEventInput, {
    type: "CREATE";
}>;
export interface AppendOptions {
    /**
     * False for what needs not survive a power cut before the next flush: it can be seen again, or nothing is done because
     * of it. Waiting for the disk is most of what an entry costs. Default true.
     */
    readonly durable?: boolean;
}
/**
 * Where journals are kept. Entries are only ever added. Of several records that were alive for one branch at one time
 * (two clones adopted it) the oldest is the record, and the others' entries are read with it.
 */
export interface JournalStore {
    /** The ids of records that are read with another one, and whose. As of the last read of all. */
    readonly joined: ReadonlyMap<RecordId, RecordId>;
    /**
     * The ids of records in whose journals a line stands that this version cannot read: what is told of them may be wanting.
     * As of the last read of all records.
     */
    readonly illegible: ReadonlySet<RecordId>;
    /** One record's journal, from spool and notes; undefined when nothing is known of it. A joined id gives the whole. */
    read(id: RecordId): Promise<Journal | undefined>;
    /** All journals. */
    readAll(): Promise<ReadonlyMap<RecordId, Journal>>;
    /**
     * All journals, of each only what is kept: it is held with its entries for a moment. Nothing is taken from a cache.
     * @param kept is called once more for records that are joined
     */
    readAs<T extends JournalHead>(kept: (journal: Journal) => T): Promise<ReadonlyMap<RecordId, T>>;
    /** All records, without their entries. */
    records(): Promise<ReadonlyMap<RecordId, WorktreeRecord>>;
    /**
     * Begins a journal: writes the CREATE entry into the spool and tells the new record's id.
     * @param prepare is told the id before anybody can see the entry, to take the record's lock first
     * @param after what the entry has to sort behind: the last stamp of a record that had the branch before
     * @throws CoppiceError INVALID_STATE when the event is not well-formed, and the system group
     */
    create(event: CreateEvent, by: Actor, prepare?: (id: RecordId) => void, after?: Stamp): Promise<{
        readonly id: RecordId;
        readonly entry: Entry;
    }>;
    /**
     * Adds an entry that sorts behind everything this process has read of the journal or written to it. When it returns,
     * every reader sees the entry and it survives a power cut. Long texts and lists are cut to fit; error messages lose
     * absolute paths and secrets.
     * @param after the last stamp of the journal that the decision was made from
     * @throws CoppiceError INVALID_STATE when the event is not well-formed, and the system group
     */
    append(id: RecordId, event: LifecycleEventInput, by: Actor, after?: Stamp, options?: AppendOptions): Promise<Entry>;
    /**
     * Returns when every entry that this process appended is in the ref.
     * @throws CoppiceError GIT_FAILED, TIMEOUT, JOURNAL_CORRUPT and the system group; the entries then wait in the spool
     */
    flush(): Promise<void>;
    /**
     * Joins another commit of the notes ref, one that was fetched: for each note the union of its lines. What waits in
     * the spool stays there; it is read with what was joined.
     * @throws CoppiceError GIT_FAILED, TIMEOUT, JOURNAL_CORRUPT and the system group; nothing has changed then
     */
    join(other: Oid): Promise<Joined>;
}
/** The store of a clone. */
export interface NotesJournal extends JournalStore {
    /** Like `flush`, also for the entries of processes that ended before theirs. */
    flushAll(): Promise<void>;
}
export interface StoreOptions {
    /** Full name of the notes ref: `refs/notes/coppice`. */
    readonly ref: string;
    /** Milliseconds since 1970. */
    readonly clock?: () => number;
    /** Reading leaves no cache for later runs. */
    readonly readOnly?: boolean;
}
/** The journals of a repository, in its notes ref and its spool. Nothing is read or written yet. */
export declare const openNotesStore: (repo: Repository, options: StoreOptions) => NotesJournal;
/** How long a flush waits for others that are flushing. */
export declare const flushWaitMs = 120000;
export declare const flushing = "flush the journal";
export declare const flushTimeout: () => CoppiceError;
