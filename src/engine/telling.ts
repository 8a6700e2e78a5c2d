import { duplicateGroups, joinDuplicates } from "../journal/duplicates.js";
import { extend, fold, type Journal, linesOf } from "../journal/fold.js";
import type { IncomingLine } from "../journal/incoming.js";
import type { Entry } from "../lifecycle/entry.js";
import type { BranchName, RecordId, Stamp } from "../lifecycle/ids.js";
import { type PublishedEvent, published } from "../lifecycle/published.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Status } from "../lifecycle/states.js";
import { PrunePasses } from "./prune-passes.js";
import type { ToldEvent } from "./streamed-event.js";

type Known = Journal & { readonly record: WorktreeRecord };

/**
 * What entries let others know, one after the other as they arrive: what each tells follows from those that arrived
 * before it, and from nothing else. So the same arrivals tell the same again.
 *
 * Most entries come after all others of their record. One that comes late (of another clone, or whose file was seen
 * after a later one) is told where its stamp puts it; entries that take effect only because of it are told with it; and
 * where the record's state is another one than was told last, that is told too.
 */
export class Telling {
  readonly #journals = new Map<RecordId, Journal>();
  /** Which journals are of a branch: those that may be read as one. */
  readonly #ofBranch = new Map<BranchName, Set<RecordId>>();
  readonly #passes = new PrunePasses();

  arrive({ id, text }: IncomingLine): readonly ToldEvent[] {
    const before = this.#journals.get(id) ?? fold(id, []);
    const line = { text, pending: false };
    const extended = extend(before, [line]);
    const after = extended ?? fold(id, [...linesOf(before), line]);
    const own = after.entries.find(({ line: known }) => known === text);
    if (own === undefined) return [];
    const branches = [before.record?.branch, after.record?.branch].filter((name) => name !== undefined);
    const others = this.#others(id, branches);
    this.#journals.set(id, after);
    this.#move(id, before.record?.branch, after.record?.branch);
    const alone = !mayBeOne([before, ...others]) && !mayBeOne([after, ...others]);
    if (extended !== undefined && alone)
      return own.superseded ? [] : this.#effect(before.record, after.record, own.entry);
    return this.#late([before, ...others], [after, ...others], own.entry);
  }

  #effect(before: WorktreeRecord | null, after: WorktreeRecord | null, entry: Entry): ToldEvent[] {
    if (after === null) return [];
    const told = published(before, after, entry).map((event): ToldEvent => ({ ...event, by: entry.by }));
    return [...told, ...this.#passes.saw(before, after, entry)];
  }

  /** One that others follow already, or of which several records may be alive for its branch. */
  #late(before: readonly Journal[], after: readonly Journal[], arrived: Entry): ToldEvent[] {
    const then = viewOf(before);
    const status = new Map<RecordId, Status>();
    const known = new Map<Stamp, ReadonlySet<string>>();
    for (const journal of then) {
      if (journal.record !== null) status.set(journal.id, journal.record.status);
      for (const { entry, from, to } of effects(journal))
        known.set(entry.t, new Set(published(from, to, entry).map(whatHappened)));
    }
    const told: ToldEvent[] = [];
    const now = viewOf(after);
    for (const journal of now) {
      for (const { entry, from, to } of effects(journal)) {
        const before = known.get(entry.t);
        if (before === undefined) {
          const events = this.#effect(from, to, entry);
          if (from?.status !== to.status) status.set(journal.id, to.status);
          told.push(...events);
          continue;
        }
        // It led elsewhere than it does now: the state is told below.
        for (const event of published(from, to, entry))
          if (event.type !== "state:update" && !before.has(whatHappened(event)))
            told.push({ ...event, by: entry.by });
      }
    }
    for (const { id, branch, status: state } of now.filter(isKnown).map(({ record }) => record)) {
      if (status.get(id) === state) continue;
      told.push({ type: "state:update", status: state, id, branch, at: arrived.at, by: arrived.by });
    }
    return told;
  }

  /** The other journals of branches. */
  #others(id: RecordId, branches: readonly BranchName[]): Journal[] {
    const ids = new Set(branches.flatMap((branch) => [...(this.#ofBranch.get(branch) ?? [])]));
    ids.delete(id);
    return [...ids].flatMap((other) => this.#journals.get(other) ?? []);
  }

  #move(id: RecordId, from: BranchName | undefined, to: BranchName | undefined): void {
    if (from === to) return;
    if (from !== undefined) this.#ofBranch.get(from)?.delete(id);
    if (to === undefined) return;
    const ids = this.#ofBranch.get(to) ?? new Set();
    ids.add(id);
    this.#ofBranch.set(to, ids);
  }
}

/** Whether some of them may have to be read as one. */
const mayBeOne = (journals: readonly Journal[]): boolean =>
  duplicateGroups(journals.filter(isKnown).map(({ record }) => record)).length > 0;

/** Journals as the store tells them: those of records that were alive for one branch at one time are read as one. */
const viewOf = (journals: readonly Journal[]): Journal[] => [
  ...joinDuplicates(new Map(journals.map((journal) => [journal.id, journal]))).journals.values(),
];

/** The entries of a journal that took effect, with the record before and after each. */
function* effects(
  journal: Journal,
): Generator<{ readonly entry: Entry; readonly from: WorktreeRecord | null; readonly to: WorktreeRecord }> {
  let reached = fold(journal.id, []);
  for (const { entry, line, superseded } of journal.entries) {
    const next = extend(reached, [{ text: line, pending: false }]);
    if (next === undefined) continue;
    if (!superseded && next.record !== null) yield { entry, from: reached.record, to: next.record };
    reached = next;
  }
}

/** What an event says, apart from which of the records that are read as one it names. */
const whatHappened = (event: PublishedEvent): string => JSON.stringify({ ...event, id: undefined });

const isKnown = (journal: Journal): journal is Known => journal.record !== null;
