import type { CreateEvent, Journal, JournalStore } from "../../journal/store.js";
import type { Decision } from "../../lifecycle/decide.js";
import type { Actor, Entry } from "../../lifecycle/entry.js";
import type { LifecycleEventInput } from "../../lifecycle/events.js";
import type { Facts } from "../../lifecycle/facts.js";
import type { RecordId, Stamp } from "../../lifecycle/ids.js";
import { reduce } from "../../lifecycle/machine.js";
import type { WorktreeRecord } from "../../lifecycle/record.js";
import type { Refusal } from "../../lifecycle/refusal.js";
import { accepted, decided } from "../decision.js";

export interface LedgerOptions {
  readonly journal: JournalStore;
  readonly actor: Actor;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * All records of a repository, read once and kept current by what is appended here. Everything that a run over a hosted
 * repository journals goes through it. Each entry is decided about first, so what is written is valid.
 */
export class Ledger {
  readonly actor: Actor;
  readonly now: () => number;
  readonly #journal: JournalStore;
  readonly #records = new Map<RecordId, WorktreeRecord>();
  readonly #joined: ReadonlyMap<RecordId, RecordId>;
  readonly #stamps = new Map<RecordId, Stamp>();
  /** The journals as they were read; what was appended since is in `#written`. */
  readonly #journals: ReadonlyMap<RecordId, Journal>;
  readonly #written = new Map<RecordId, Entry[]>();
  #live: Map<string, WorktreeRecord> | undefined;
  #refusal: Refusal | undefined;

  constructor({ journal, actor, now }: LedgerOptions, journals: ReadonlyMap<RecordId, Journal>) {
    this.actor = actor;
    this.now = now;
    this.#journal = journal;
    this.#journals = journals;
    this.#joined = new Map(journal.joined);
    for (const [id, { record, lastStamp }] of journals) {
      if (record !== null) this.#records.set(id, record);
      if (lastStamp !== undefined) this.#stamps.set(id, lastStamp);
    }
  }

  /** By id; records that are read with another one are left out. */
  get records(): ReadonlyMap<RecordId, WorktreeRecord> {
    return this.#records;
  }

  /** Why the last `append` wrote nothing; undefined: it wrote its entry. */
  get refusal(): Refusal | undefined {
    return this.#refusal;
  }

  /** The records that have not ended, one for each branch. The home workspaces are left out. */
  live(): WorktreeRecord[] {
    return [...this.#liveByBranch().values()];
  }

  /** The record of a branch that has not ended. */
  liveOf(branch: string): WorktreeRecord | undefined {
    return this.#liveByBranch().get(branch);
  }

  /**
   * A record as it is now. The id of one that is read with another gives that one.
   * @throws when nothing is known of it
   */
  get(id: RecordId): WorktreeRecord {
    const record = this.#records.get(this.#idOf(id));
    if (record === undefined) throw new Error(`no record ${id} in the ledger`);
    return record;
  }

  /** Whether anything is known of a record. */
  knows(id: RecordId): boolean {
    return this.#records.has(this.#idOf(id));
  }

  /** The entries of a record that took effect, in their order; what was appended here is among them. */
  entries(id: RecordId): Entry[] {
    const own = this.#idOf(id);
    const read = this.#journals.get(own)?.entries ?? [];
    return [
      ...read.filter(({ superseded }) => !superseded).map(({ entry }) => entry),
      ...(this.#written.get(own) ?? []),
    ];
  }

  /** Whether every line of a record's journal could be read. Another one may say anything. */
  isLegible(id: RecordId): boolean {
    return (this.#journals.get(this.#idOf(id))?.unreadable.length ?? 0) === 0;
  }

  /** A record's journal as the store tells it now. */
  journal(id: RecordId): Promise<Journal | undefined> {
    return this.#journal.read(this.#idOf(id));
  }

  /** What would come of an event; nothing is written. */
  ask(id: RecordId, event: LifecycleEventInput, facts: Facts = {}): Decision {
    return decided(this, this.get(id), event, facts);
  }

  /**
   * Decides about an event and journals it.
   * @param facts for the guard of a transition
   * @returns the record after it; undefined: it was refused, nothing was written, and `refusal` says why
   * @throws INVALID_STATE when the event is not well-formed
   */
  async append(
    id: RecordId,
    event: LifecycleEventInput,
    facts: Facts = {},
  ): Promise<WorktreeRecord | undefined> {
    const own = this.#idOf(id);
    const decision = this.ask(own, event, facts);
    if (decision.kind === "refused") {
      const { kind: _kind, ...refusal } = decision;
      this.#refusal = refusal;
      return undefined;
    }
    this.#refusal = undefined;
    const entry = await this.#journal.append(own, event, this.actor, this.#stamps.get(own));
    this.#took(own, entry);
    return this.get(own);
  }

  /**
   * Begins a record that no clone holds.
   * @throws WORKTREE_EXISTS when the branch has a record that has not ended, INVALID_STATE when it is not well-formed
   */
  async create(event: CreateEvent): Promise<RecordId> {
    accepted(
      decided(this, null, event, { hasCommit: true, liveRecord: this.#liveByBranch().has(event.branch) }),
    );
    const former = [...this.#records.values()].filter(({ branch }) => branch === event.branch);
    const [after] = former
      .flatMap(({ id }) => this.#stamps.get(id) ?? [])
      .sort()
      .reverse();
    const { id, entry } = await this.#journal.create(event, this.actor, undefined, after);
    this.#took(id, entry);
    return id;
  }

  #took(id: RecordId, entry: Entry): void {
    this.#stamps.set(id, entry.t);
    this.#written.set(id, [...(this.#written.get(id) ?? []), entry]);
    const before = this.#records.get(id) ?? null;
    const reduction = reduce(id, before, entry);
    if (reduction.kind === "ignored") return;
    this.#records.set(id, reduction.record);
    this.#index(before, reduction.record);
  }

  /** Keeps the index of live records current without making it anew: most entries change neither branch nor life. */
  #index(before: WorktreeRecord | null, after: WorktreeRecord): void {
    const known = this.#live?.get(after.branch);
    if (this.#live === undefined || (before !== null && before.branch !== after.branch))
      this.#live = undefined;
    else if (isLive(after) && (known === undefined || known.id === after.id))
      this.#live.set(after.branch, after);
    else if (known?.id === after.id) this.#live = undefined;
  }

  #liveByBranch(): ReadonlyMap<string, WorktreeRecord> {
    if (this.#live !== undefined) return this.#live;
    const live = new Map<string, WorktreeRecord>();
    for (const record of this.#records.values()) {
      const other = live.get(record.branch);
      if (isLive(record) && (other === undefined || isOlder(record, other))) live.set(record.branch, record);
    }
    this.#live = live;
    return live;
  }

  #idOf(id: RecordId): RecordId {
    return this.#joined.get(id) ?? id;
  }
}

const isLive = ({ status, type }: WorktreeRecord): boolean => status !== "removed" && type !== "home";
const isOlder = (one: WorktreeRecord, other: WorktreeRecord): boolean =>
  `${one.createdAt} ${one.id}` < `${other.createdAt} ${other.id}`;

/**
 * Reads all journals of a store.
 * @throws CoppiceError what reading throws
 */
export async function openLedger(options: LedgerOptions): Promise<Ledger> {
  return new Ledger(options, await options.journal.readAll());
}
