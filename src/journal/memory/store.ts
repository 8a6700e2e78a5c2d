import { setTimeout as sleep } from "node:timers/promises";
import type { Actor, Entry } from "../../lifecycle/entry.js";
import { CoppiceError } from "../../lifecycle/errors.js";
import type { LifecycleEventInput } from "../../lifecycle/events.js";
import type { Oid, RecordId, Stamp } from "../../lifecycle/ids.js";
import type { WorktreeRecord } from "../../lifecycle/record.js";
import type { CachedRecords } from "../cache.js";
import { HybridClock } from "../clock.js";
import { type JoinLimits, joinLimits, type KeptOut } from "../limits.js";
import { EntryMaker } from "../maker.js";
import { PendingLines } from "../pending.js";
import { planCommits } from "../plan.js";
import { JournalReader } from "../reader.js";
import type { CreateEvent, Journal, JournalHead, JournalStore } from "../store.js";
import type { Joined } from "../sync.js";
import { JournalView } from "../view.js";
import { fetchClient, type HttpClient, type TokenSource } from "./http.js";
import { MemoryNotes } from "./notes.js";
import { MemoryObjects } from "./objects.js";
import { Remote, type RemoteHeads } from "./remote.js";

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
  readonly committer?: { readonly name: string; readonly email: string };
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
export const openMemoryStore = (options: MemoryStoreOptions): MemoryStore => new RemoteStore(options);

const defaultRef = "refs/notes/coppice";
const defaultAnswerBytes = 256 * 1024 * 1024;
/** How often entries are added again while others keep moving the remote's ref. */
const mostTries = 8;
const shortestPauseMs = 50;
const longestPauseMs = 3000;

class RemoteStore implements MemoryStore {
  readonly #ref: string;
  readonly #objects = new MemoryObjects();
  readonly #notes: MemoryNotes;
  readonly #remote: Remote;
  readonly #view: JournalView;
  readonly #clock: HybridClock;
  readonly #entries: EntryMaker;
  readonly #committer: { readonly name: string; readonly email: string };
  /** Lines that are not on the remote yet. */
  readonly #pending = new PendingLines();
  #fetched = false;
  /** The commit that was pushed last: what others drop of it is put back. */
  #last: Oid | undefined;
  #cached: CachedRecords | undefined;
  /** Conversations with the remote, one after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: MemoryStoreOptions) {
    const limits = { ...joinLimits, answerBytes: defaultAnswerBytes, ...options.limits };
    this.#ref = options.ref ?? defaultRef;
    this.#notes = new MemoryNotes(this.#ref, this.#objects, limits);
    this.#remote = new Remote(
      {
        url: options.url,
        ref: this.#ref,
        token: options.token,
        http: options.http ?? fetchClient,
        answerBytes: limits.answerBytes,
      },
      this.#objects,
    );
    this.#committer = options.committer ?? { name: "coppice", email: "" };
    this.#clock = new HybridClock(options.clock === undefined ? {} : { now: options.clock });
    this.#entries = new EntryMaker(this.#clock);
    const reader = new JournalReader({
      notes: this.#notes.limited,
      spool: this.#pending,
      last: { read: () => this.#last },
      cache: {
        // Copies: what is read is gone on with.
        read: () => this.#cached && { ...this.#cached, records: new Map(this.#cached.records) },
        write: (cached) => {
          this.#cached = { ...cached, records: new Map(cached.records) };
        },
      },
    });
    this.#view = new JournalView(reader, (journal) => this.#entries.saw(journal));
  }

  get joined(): ReadonlyMap<RecordId, RecordId> {
    return this.#view.joined;
  }

  get illegible(): ReadonlySet<RecordId> {
    return this.#view.illegible;
  }

  get keptOut(): readonly KeptOut[] {
    return this.#notes.keptOut;
  }

  get heads(): RemoteHeads | undefined {
    return this.#remote.seen;
  }

  async fetch(): Promise<Oid | undefined> {
    return this.#inTurn(() => this.#fetch());
  }

  async read(id: RecordId): Promise<Journal | undefined> {
    await this.#ready();
    return this.#view.read(id);
  }

  async readAll(): Promise<ReadonlyMap<RecordId, Journal>> {
    await this.#ready();
    return this.#view.readAs((journal) => journal);
  }

  async readAs<T extends JournalHead>(kept: (journal: Journal) => T): Promise<ReadonlyMap<RecordId, T>> {
    await this.#ready();
    return this.#view.readAs(kept);
  }

  async records(): Promise<ReadonlyMap<RecordId, WorktreeRecord>> {
    await this.#ready();
    return this.#view.records();
  }

  async create(
    event: CreateEvent,
    by: Actor,
    prepare?: (id: RecordId) => void,
    after?: Stamp,
  ): Promise<{ id: RecordId; entry: Entry }> {
    const { id, entry, line } = this.#entries.first(event, by, "sha1", after);
    prepare?.(id);
    this.#pending.add(id, line);
    return { id, entry };
  }

  async append(id: RecordId, event: LifecycleEventInput, by: Actor, after?: Stamp): Promise<Entry> {
    const { entry, line } = this.#entries.next(id, event, by, after);
    this.#pending.add(id, line);
    return entry;
  }

  async flush(again?: () => Promise<void>): Promise<void> {
    await this.#inTurn(async () => {
      for (let tries = 1; this.#pending.size > 0; ) {
        if (!this.#fetched) await this.#fetch();
        if (await this.#push()) continue;
        if (tries === mostTries) throw this.#overtaken();
        await sleep(Math.min(longestPauseMs, shortestPauseMs * 2 ** tries) * (0.5 + Math.random()));
        await this.#fetch();
        tries += 1;
        if (again === undefined) continue;
        this.#pending.clear();
        this.#view.forget();
        await again();
      }
    });
  }

  /**
   * What another commit of the ref has and the remote's has not waits with what was appended; a commit that was never
   * fetched cannot be joined.
   */
  async join(other: Oid): Promise<Joined> {
    await this.#ready();
    if (!(await this.#objects.hasCommit(other))) {
      throw new CoppiceError("INVALID_STATE", `The commit ${other} was not fetched by this store.`, {
        details: { reason: "not fetched" },
        suggestedAction: "Fetch first; a commit of another remote needs a clone.",
      });
    }
    const tip = await this.#notes.tip();
    const added = await this.#pending.addMissing(this.#view, this.#notes.limited, other, tip);
    return { outcome: added > 0 ? "joined" : "current", tip: tip ?? other, keptOut: this.keptOut };
  }

  async #ready(): Promise<void> {
    if (!this.#fetched) await this.#inTurn(async () => this.#fetched || (await this.#fetch()));
  }

  async #fetch(): Promise<Oid | undefined> {
    const tip = await this.#remote.fetch(await this.#notes.tip());
    this.#arrive(tip);
    this.#fetched = true;
    return tip;
  }

  /** @returns false when others have moved the remote's ref */
  async #push(): Promise<boolean> {
    const tip = await this.#notes.tip();
    const additions = this.#pending.taken();
    const commits = await planCommits(this.#notes, tip, additions, this.#last);
    if (commits.length > 0) {
      const person = { ...this.#committer, time: Math.floor(this.#clock.now() / 1000), zone: "+0000" };
      const written = await this.#objects.commit(tip, commits, person);
      if (!(await this.#delivered(tip, written))) return false;
      this.#last = written;
      this.#arrive(written);
    }
    this.#pending.settle(additions);
    return true;
  }

  /** A push that failed may have come through, or lost against another at the last moment: the ref tells. */
  async #delivered(tip: Oid | undefined, written: Oid): Promise<boolean> {
    try {
      return (await this.#remote.push(tip, written)) === "pushed";
    } catch (error) {
      const now = await this.#remote.fetch(tip).catch(() => tip);
      if (now === tip) throw error;
      return now === written;
    }
  }

  #arrive(tip: Oid | undefined): void {
    if (this.#notes.moveTo(tip)) this.#view.forget();
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#turn.then(work, work);
    this.#turn = turn.catch(() => {});
    return turn;
  }

  #overtaken(): CoppiceError {
    return new CoppiceError(
      "PUSH_REJECTED",
      `The journal in ${this.#ref} could not be pushed: others moved it ${mostTries} times.`,
      { details: { reason: "others keep moving it" }, suggestedAction: "Nothing is lost: flush again." },
    );
  }
}
