import type { RecordId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { duplicateGroups, joinDuplicates } from "./duplicates.js";
import { headOf, type Journal, type JournalHead } from "./fold.js";
import type { JournalReader } from "./reader.js";

/** Journals as a store tells them: those of records that were alive for one branch at one time are read as one. */
export class JournalView {
  readonly #reader: JournalReader;
  readonly #saw: (journal: JournalHead) => void;
  /** The ids that are read together with one; undefined: nobody has looked since others' notes came in. */
  #groups: ReadonlyMap<RecordId, readonly RecordId[]> | undefined;
  #joined: ReadonlyMap<RecordId, RecordId> = new Map();

  /** @param saw is told each journal that is read whole */
  constructor(reader: JournalReader, saw: (journal: JournalHead) => void) {
    this.#reader = reader;
    this.#saw = saw;
  }

  /** See `JournalStore.joined`. */
  get joined(): ReadonlyMap<RecordId, RecordId> {
    return this.#joined;
  }

  /** See `JournalStore.illegible`. */
  get illegible(): ReadonlySet<RecordId> {
    const found = new Set<RecordId>();
    for (const id of this.#reader.illegible) found.add(this.#joined.get(id) ?? id);
    return found;
  }

  /** Others' notes came in: which records belong together has to be found out anew. */
  forget(): void {
    this.#groups = undefined;
  }

  async read(id: RecordId): Promise<Journal | undefined> {
    if (this.#groups === undefined) await this.#records(true);
    const group = this.#groups?.get(id);
    const journal = group === undefined ? await this.#reader.one(id) : await this.#readJoined(id, group);
    if (journal !== undefined) this.#saw(journal);
    return journal;
  }

  async readAll(): Promise<ReadonlyMap<RecordId, Journal>> {
    const all = await this.#reader.all();
    const known = [...all.values()].flatMap(({ record }) => record ?? []);
    this.#group(duplicateGroups(known));
    const { journals, joined } = joinDuplicates(all);
    this.#joined = joined;
    for (const journal of journals.values()) this.#saw(journal);
    return journals;
  }

  async readHeads(): Promise<ReadonlyMap<RecordId, JournalHead>> {
    const heads = await this.#reader.heads();
    const journals = await this.#join([...heads.values()].flatMap(({ record }) => record ?? []));
    for (const id of this.#joined.keys()) heads.delete(id);
    for (const [id, journal] of journals) heads.set(id, headOf(journal));
    for (const head of heads.values()) this.#saw(head);
    return heads;
  }

  records(): Promise<ReadonlyMap<RecordId, WorktreeRecord>> {
    return this.#records(false);
  }

  async #records(cacheLater: boolean): Promise<ReadonlyMap<RecordId, WorktreeRecord>> {
    const records = await this.#reader.records(cacheLater);
    const journals = await this.#join(records.values());
    for (const id of this.#joined.keys()) records.delete(id);
    for (const [id, { record }] of journals) if (record !== null) records.set(id, record);
    return records;
  }

  /** Finds out which records are one, and reads their journals. */
  async #join(records: Iterable<WorktreeRecord>): Promise<ReadonlyMap<RecordId, Journal>> {
    const groups = duplicateGroups(records);
    this.#group(groups);
    const { journals, joined } = joinDuplicates(await this.#readMany(groups.flat()));
    this.#joined = joined;
    return journals;
  }

  #group(groups: readonly (readonly RecordId[])[]): void {
    this.#groups = new Map(groups.flatMap((group) => group.map((id) => [id, group])));
  }

  async #readMany(ids: readonly RecordId[]): Promise<ReadonlyMap<RecordId, Journal>> {
    const journals = new Map<RecordId, Journal>();
    for (const id of ids) {
      const journal = await this.#reader.one(id);
      if (journal !== undefined) journals.set(id, journal);
    }
    return journals;
  }

  async #readJoined(id: RecordId, group: readonly RecordId[]): Promise<Journal | undefined> {
    const { journals, joined } = joinDuplicates(await this.#readMany(group));
    return journals.get(joined.get(id) ?? id);
  }
}
