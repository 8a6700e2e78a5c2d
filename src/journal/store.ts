import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Repository } from "../git/repository.js";
import type { Actor, Entry } from "../lifecycle/entry.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { LifecycleEventInput } from "../lifecycle/events.js";
import type { Oid, RecordId, Stamp } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { RecordCache } from "./cache.js";
import { HybridClock } from "./clock.js";
import type { Journal, JournalHead } from "./fold.js";
import { commitLines } from "./group-commit.js";
import { acquireLock, isLocked, type Lock, tryLock } from "./lock.js";
import { LastWritten } from "./lost.js";
import { EntryMaker } from "./maker.js";
import { NotesReader } from "./notes.js";
import { JournalReader } from "./reader.js";
import { Spool, type SpoolFile } from "./spool.js";
import type { Joined } from "./sync.js";
import { JournalView } from "./view.js";

export type { FoldedEntry, Journal, JournalHead } from "./fold.js";

export type CreateEvent = Extract<LifecycleEventInput, { type: "CREATE" }>;

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
  create(
    event: CreateEvent,
    by: Actor,
    prepare?: (id: RecordId) => void,
    after?: Stamp,
  ): Promise<{ readonly id: RecordId; readonly entry: Entry }>;
  /**
   * Adds an entry that sorts behind everything this process has read of the journal or written to it. When it returns,
   * every reader sees the entry and it survives a power cut. Long texts and lists are cut to fit; error messages lose
   * absolute paths and secrets.
   * @param after the last stamp of the journal that the decision was made from
   * @throws CoppiceError INVALID_STATE when the event is not well-formed, and the system group
   */
  append(
    id: RecordId,
    event: LifecycleEventInput,
    by: Actor,
    after?: Stamp,
    options?: AppendOptions,
  ): Promise<Entry>;
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
export const openNotesStore = (repo: Repository, options: StoreOptions): NotesJournal =>
  new NotesStore(repo, options);

/** How long a flush waits for others that are flushing. */
export const flushWaitMs = 120_000;
const shortestPauseMs = 2;
const longestPauseMs = 30;
const holderTurns = 8;
export const flushing = "flush the journal";
/** How many commits one flusher makes for everybody before it lets another one go on. */
const mostRounds = 4;

class NotesStore implements NotesJournal {
  readonly #repo: Repository;
  readonly #ref: string;
  readonly #notes: NotesReader;
  readonly #spool: Spool;
  readonly #last: LastWritten;
  readonly #reader: JournalReader;
  readonly #view: JournalView;
  readonly #flushLock: string;
  readonly #clock: HybridClock;
  readonly #entries: EntryMaker;
  /** The spool files of this process that it does not know to be in the ref. */
  readonly #own = new Set<string>();

  constructor(repo: Repository, options: StoreOptions) {
    const home = join(repo.commonDir, "coppice");
    this.#repo = repo;
    this.#ref = options.ref;
    this.#notes = new NotesReader(repo, options.ref);
    this.#spool = new Spool(join(home, "spool"));
    this.#last = new LastWritten(join(home, "last-written"), options.ref);
    this.#flushLock = join(home, "flush.lock");
    this.#clock = new HybridClock(options.clock === undefined ? {} : { now: options.clock });
    const roots = [repo.worktree, repo.mainWorktree, repo.root];
    this.#entries = new EntryMaker(this.#clock, [...new Set(roots.filter((root) => root !== undefined))]);
    const cache = new RecordCache(join(home, "cache", "records"), options.ref);
    this.#reader = new JournalReader({
      notes: this.#notes,
      spool: this.#spool,
      last: this.#last,
      cache: options.readOnly === true ? { read: () => cache.read(), write: () => {} } : cache,
    });
    this.#view = new JournalView(this.#reader, (journal) => this.#entries.saw(journal));
  }

  get joined(): ReadonlyMap<RecordId, RecordId> {
    return this.#view.joined;
  }

  get illegible(): ReadonlySet<RecordId> {
    return this.#view.illegible;
  }

  async read(id: RecordId): Promise<Journal | undefined> {
    return this.#view.read(id);
  }

  async readAll(): Promise<ReadonlyMap<RecordId, Journal>> {
    return this.#view.readAs((journal) => journal);
  }

  async readAs<T extends JournalHead>(kept: (journal: Journal) => T): Promise<ReadonlyMap<RecordId, T>> {
    return this.#view.readAs(kept);
  }

  async records(): Promise<ReadonlyMap<RecordId, WorktreeRecord>> {
    return this.#view.records();
  }

  async create(
    event: CreateEvent,
    by: Actor,
    prepare?: (id: RecordId) => void,
    after?: Stamp,
  ): Promise<{ id: RecordId; entry: Entry }> {
    const { id, entry, line } = this.#entries.first(event, by, this.#repo.objectFormat, after);
    prepare?.(id);
    await this.#write(id, entry, line);
    return { id, entry };
  }

  async append(
    id: RecordId,
    event: LifecycleEventInput,
    by: Actor,
    after?: Stamp,
    { durable = true }: AppendOptions = {},
  ): Promise<Entry> {
    const { entry, line } = this.#entries.next(id, event, by, after);
    await this.#write(id, entry, line, durable);
    return entry;
  }

  async flushAll(): Promise<void> {
    for (const { name } of this.#spool.read()) this.#own.add(name);
    await this.flush();
  }

  async flush(): Promise<void> {
    const deadline = Date.now() + flushWaitMs;
    for (let turn = 0; this.#waiting(); turn += 1) {
      // Many may be waiting, so a turn is cheap: only now and then the holder is looked at, whether it lives.
      const free = turn % holderTurns === 0 || !isLocked(this.#flushLock);
      const lock = free ? tryLock(this.#flushLock, flushing) : undefined;
      if (lock !== undefined && !("heldBy" in lock)) {
        await this.#commitAll(lock);
        // Who came while the lock was held has left its entry to us; this once we look again.
        const late = this.#spool.read().length > 0 ? tryLock(this.#flushLock, flushing) : undefined;
        if (late !== undefined && !("heldBy" in late)) await this.#commitAll(late);
      } else if (Date.now() > deadline) {
        throw flushTimeout();
      } else {
        await sleep(Math.min(longestPauseMs, shortestPauseMs * 2 ** turn) * (0.5 + Math.random()));
      }
    }
    this.#reader.save();
  }

  async join(other: Oid): Promise<Joined> {
    const lock = await acquireLock(this.#flushLock, { purpose: flushing, waitMs: flushWaitMs });
    if ("heldBy" in lock) throw flushTimeout();
    try {
      const { joinCommit } = await import("./sync.js");
      const joined = await joinCommit(
        {
          repo: this.#repo,
          ref: this.#ref,
          notes: this.#notes,
          last: this.#last.read(),
          now: this.#clock.now(),
        },
        other,
      );
      if (joined.outcome !== "current") this.#last.write(joined.tip);
      this.#view.forget();
      return joined;
    } finally {
      lock.release();
    }
  }

  /** Whether entries of this process are still in the spool. Another process's flush may have taken them. */
  #waiting(): boolean {
    for (const name of this.#own) if (!this.#spool.has(name)) this.#own.delete(name);
    return this.#own.size > 0;
  }

  /** Commits what lies in the spool, whoever put it there, and what has come in meanwhile. */
  async #commitAll(flushLock: Lock): Promise<void> {
    try {
      for (let round = 0; round < mostRounds; round += 1) {
        const files = this.#spool.read();
        if (files.length === 0) break;
        const [additions, last] = [additionsOf(files), this.#last.read()];
        const written = await commitLines(
          this.#repo,
          this.#ref,
          this.#notes,
          additions,
          last,
          this.#clock.now(),
          () => this.#reader.save(),
        );
        // Remembered before the files go: at every moment an entry is in the spool or in what is read with the ref.
        if (written !== undefined) this.#last.write(written);
        const names = files.map(({ name }) => name);
        this.#spool.remove(names);
        for (const name of names) this.#own.delete(name);
      }
      this.#spool.clean();
    } finally {
      flushLock.release();
    }
  }

  async #write(id: RecordId, entry: Entry, line: string, durable = true): Promise<void> {
    await this.#spool.add(id, entry.t, line, { durable, written: (name) => this.#own.add(name) });
  }
}

/** The lines of each record in the order of their bytes, which is causal order. */
function additionsOf(files: readonly SpoolFile[]): ReadonlyMap<RecordId, readonly string[]> {
  const additions = new Map<RecordId, string[]>();
  for (const { id, line } of files) {
    const lines = additions.get(id);
    if (lines === undefined) additions.set(id, [line]);
    else lines.push(line);
  }
  for (const lines of additions.values()) lines.sort();
  return additions;
}

export const flushTimeout = (): CoppiceError =>
  new CoppiceError("TIMEOUT", "Another process has been writing the journal for two minutes.", {
    details: { timeoutMs: flushWaitMs, step: flushing },
    suggestedAction:
      "Nothing is lost: the entries wait in the spool and are seen by every command. The next command that writes tries again.",
  });
