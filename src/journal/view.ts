import type { RecordId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { duplicateGroups, joinDuplicates } from "./duplicates.js";
import type { Journal } from "./fold.js";
import type { JournalReader } from "./reader.js";

/** Journals as a store tells them: those of records that were alive for one branch at one time are read as one. */
export class JournalView {
  readonly #reader: JournalReader;
  readonly #saw: (journal: Journal) => void;
  /** The ids that are read together with one; undefined: nobody has looked since others' notes came in. */
  #groups: ReadonlyMap<RecordId, readonly RecordId[]> | undefined;
  #joined: ReadonlyMap<RecordId, RecordId> = new Map();

  /** @param saw is told each journal that is read with its entries */
  constructor(reader: JournalReader, saw: (journal: Journal) => void) {
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

  records(): Promise<ReadonlyMap<RecordId, WorktreeRecord>> {
    return this.#records(false);
  }

  async #records(cacheLater: boolean): Promise<ReadonlyMap<RecordId, WorktreeRecord>> {
    const records = await this.#reader.records(cacheLater);
    const groups = duplicateGroups(records.values());
    this.#group(groups);
    const { journals, joined } = joinDuplicates(await this.#readMany(groups.flat()));
    this.#joined = joined;
    for (const id of joined.keys()) records.delete(id);
    for (const [id, { record }] of journals) if (record !== null) records.set(id, record);
    return records;
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
