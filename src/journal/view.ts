import type { RecordId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { duplicateGroups, joinDuplicates } from "./duplicates.js";
import type { Journal, JournalHead } from "./fold.js";
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

  async readAs<T extends JournalHead>(kept: (journal: Journal) => T): Promise<ReadonlyMap<RecordId, T>> {
    const all = new Map<RecordId, T>();
    for await (const journal of this.#reader.all()) all.set(journal.id, kept(journal));
    const journals = await this.#join([...all.values()].flatMap(({ record }) => record ?? []));
    for (const id of this.#joined.keys()) all.delete(id);
    for (const [id, journal] of journals) all.set(id, kept(journal));
    for (const one of all.values()) this.#saw(one);
    return all;
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
    this.#groups = new Map(groups.flatMap((group) => group.map((id) => [id, group])));
    const { journals, joined } = joinDuplicates(await this.#readMany(groups.flat()));
    this.#joined = joined;
    return journals;
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
