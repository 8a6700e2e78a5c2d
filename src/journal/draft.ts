import { parseOid, zeroOid } from "../git/oid.js";
import type { Repository } from "../git/repository.js";
import type { Actor, Entry } from "../lifecycle/entry.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { LifecycleEventInput } from "../lifecycle/events.js";
import type { Oid, RecordId, Stamp } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { CachedRecords } from "./cache.js";
import { HybridClock } from "./clock.js";
import { streamOfCommits } from "./group-commit.js";
import { committer } from "./import.js";
import { LimitedNotes } from "./limited-notes.js";
import { type JoinLimits, joinLimits, type KeptOut } from "./limits.js";
import { EntryMaker } from "./maker.js";
import { NotesTree } from "./notes.js";
import { PendingLines } from "./pending.js";
import { type Additions, planCommits } from "./plan.js";
import { JournalReader } from "./reader.js";
import type { CreateEvent, Journal, JournalHead, JournalStore } from "./store.js";
import type { Joined } from "./sync.js";
import { JournalView } from "./view.js";

/**
 * The journals of a remote as they will be once a push has come through. What is appended waits in memory; `draft`
 * writes the commit that is to be pushed, on top of the one that was fetched, and no ref of ours moves before it is
 * known over there. Readers of this store see the fetched journals with what waits.
 */
export interface DraftStore extends JournalStore {
  /** The fetched commit that everything builds on; undefined: the remote has no journal. */
  readonly tip: Oid | undefined;
  /** Whether entries wait. */
  readonly hasPending: boolean;
  /** What was not read of the remote's notes, because it exceeds the limits. As of the last reads. */
  readonly keptOut: readonly KeptOut[];
  /**
   * The notes commit that carries what waits, on top of `tip`; undefined when nothing waits or all is there already.
   * One git process; no ref is made or moved.
   * @throws CoppiceError GIT_FAILED, TIMEOUT, JOURNAL_CORRUPT and the system group; what waits goes on waiting
   */
  draft(): Promise<Oid | undefined>;
  /** The remote's ref was fetched anew. What waits stays, and is read with it. */
  moveTo(tip: Oid | undefined): void;
  /** The drafted commit is over there: it is the tip now, and what it carries waits no more. */
  settle(oid: Oid): void;
  /** Forgets what waits: it is planned anew. */
  drop(): void;
}

export interface DraftOptions {
  /** Full name of the notes ref over there: `refs/notes/coppice`. */
  readonly ref: string;
  /** What it holds there; the commit is in the repository. Undefined: there is no such ref. */
  readonly tip: Oid | undefined;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  readonly limits?: JoinLimits;
}

/** Opens a remote's journals in a repository that has fetched them. Nothing is read yet. */
export const openDraftStore = (repo: Repository, options: DraftOptions): DraftStore =>
  new Drafts(repo, options);

/** Never made: only its name stands in what git is told. */
const draftRef = "refs/coppice/hosted/draft";

class Drafts implements DraftStore {
  readonly #repo: Repository;
  readonly #notes: FetchedNotes;
  readonly #limited: LimitedNotes;
  readonly #view: JournalView;
  readonly #clock: HybridClock;
  readonly #entries: EntryMaker;
  /** Lines that are not on the remote yet. */
  readonly #pending = new PendingLines();
  #tip: Oid | undefined;
  #drafted: { readonly oid: Oid; readonly additions: Additions } | undefined;
  /** The commit that came through last: what others drop of it is put back. */
  #last: Oid | undefined;
  #cached: CachedRecords | undefined;

  constructor(repo: Repository, options: DraftOptions) {
    this.#repo = repo;
    this.#tip = options.tip;
    const from = { ref: options.ref, objects: () => repo.objects(), format: repo.objectFormat };
    const tip = (): Oid | undefined => this.#tip;
    this.#notes = new FetchedNotes(from, tip);
    this.#limited = new LimitedNotes(from, options.limits ?? joinLimits, tip);
    this.#clock = new HybridClock(options.clock === undefined ? {} : { now: options.clock });
    const roots = [repo.worktree, repo.mainWorktree, repo.root];
    this.#entries = new EntryMaker(this.#clock, [...new Set(roots.filter((root) => root !== undefined))]);
    const reader = new JournalReader({
      notes: this.#limited,
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

  get tip(): Oid | undefined {
    return this.#tip;
  }

  get hasPending(): boolean {
    return this.#pending.size > 0;
  }

  get joined(): ReadonlyMap<RecordId, RecordId> {
    return this.#view.joined;
  }

  get illegible(): ReadonlySet<RecordId> {
    return this.#view.illegible;
  }

  get keptOut(): readonly KeptOut[] {
    return [...this.#limited.keptOut].map(([id, reason]) => ({ id, reason }));
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
  ): Promise<{ id: RecordId; entry: Entry }> {
    const { id, entry, line } = this.#entries.first(event, by, this.#repo.objectFormat);
    prepare?.(id);
    this.#pending.add(id, line);
    return { id, entry };
  }

  async append(id: RecordId, event: LifecycleEventInput, by: Actor, after?: Stamp): Promise<Entry> {
    const { entry, line } = this.#entries.next(id, event, by, after);
    this.#pending.add(id, line);
    return entry;
  }

  async draft(): Promise<Oid | undefined> {
    const [tip, additions] = [this.#tip, this.#pending.taken()];
    const commits = additions.size === 0 ? [] : await planCommits(this.#notes, tip, additions, this.#last);
    if (commits.length === 0) {
      this.#pending.settle(additions);
      return undefined;
    }
    const person = await committer(this.#repo, this.#clock.now());
    const stream = streamOfCommits(draftRef, tip, commits, person).end(zeroOid(this.#repo.objectFormat));
    const { git, commonDir } = this.#repo;
    const args = ["fast-import", "--quiet", "--date-format=raw"];
    const oid = parseOid(await git.text(commonDir, args, { stdin: stream, writes: commonDir }));
    this.#drafted = { oid, additions };
    return oid;
  }

  moveTo(tip: Oid | undefined): void {
    if (tip === this.#tip) return;
    this.#tip = tip;
    this.#limited.keptOut.clear();
    this.#view.forget();
  }

  settle(oid: Oid): void {
    if (this.#drafted?.oid === oid) this.#pending.settle(this.#drafted.additions);
    this.#drafted = undefined;
    this.#last = oid;
    this.moveTo(oid);
  }

  drop(): void {
    this.#pending.clear();
    this.#drafted = undefined;
    this.#view.forget();
  }

  /**
   * Nothing of this store is written before it is pushed: draft it, push it, settle it.
   * @throws CoppiceError INVALID_STATE when entries wait
   */
  async flush(): Promise<void> {
    if (!this.hasPending) return;
    throw new CoppiceError(
      "INVALID_STATE",
      "These entries are written by the push that does what they say.",
      {
        details: { reason: "not pushed" },
      },
    );
  }

  /** What another commit of the ref has and the remote's has not waits with what was appended. */
  async join(other: Oid): Promise<Joined> {
    const tip = this.#tip;
    const added = await this.#pending.addMissing(this.#view, this.#limited, other, tip);
    return { outcome: added > 0 ? "joined" : "current", tip: tip ?? other, keptOut: this.keptOut };
  }
}

/** The notes of the fetched commit, byte for byte: what is written goes on from these. */
class FetchedNotes extends NotesTree {
  readonly #tip: () => Oid | undefined;

  constructor(
    from: {
      readonly ref: string;
      readonly objects: () => ReturnType<Repository["objects"]>;
      readonly format: Repository["objectFormat"];
    },
    tip: () => Oid | undefined,
  ) {
    super(from.ref, from.objects, from.format);
    this.#tip = tip;
  }

  async tip(): Promise<Oid | undefined> {
    return this.#tip();
  }
}
