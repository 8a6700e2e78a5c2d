import type { BranchName, RecordId, Timestamp } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { fold, type Journal, linesOf } from "./fold.js";

type Known = Journal & { readonly record: WorktreeRecord };
const isKnown = (journal: Journal): journal is Known => journal.record !== null;

/** When a record ended; undefined: it is alive. */
const endOf = (record: WorktreeRecord): Timestamp | undefined =>
  record.status === "removed" ? (record.removedAt ?? record.updatedAt) : undefined;

/** Whether the first was alive when the second began. */
function overlaps(earlier: WorktreeRecord, later: WorktreeRecord): boolean {
  const end = endOf(earlier);
  return end === undefined || later.createdAt < end;
}

/**
 * The records of branches that may have had several at one time: only their journals need to be read to join them.
 * @returns ids, a list for each such branch
 */
export function duplicateGroups(records: Iterable<WorktreeRecord>): RecordId[][] {
  const groups = [...groupsByBranch(records).values()];
  return groups
    .filter((group) => group.some((record, at) => at > 0 && overlaps(group[at - 1] ?? record, record)))
    .map((group) => group.map(({ id }) => id));
}

/**
 * Makes one record of several that were alive for one branch at the same time, because two clones adopted it:
 * the oldest is the record, and the others' entries are read with it. A record that was created after the one
 * before it had been removed stays a record of its own.
 *
 * @returns the journals by the ids that remain, and for each id that was joined the id that now stands for it
 */
export function joinDuplicates(journals: ReadonlyMap<RecordId, Journal>): {
  journals: ReadonlyMap<RecordId, Journal>;
  joined: ReadonlyMap<RecordId, RecordId>;
} {
  const joined = new Map<RecordId, RecordId>();
  const result = new Map(journals);
  const known = [...journals.values()].filter(isKnown);
  for (const group of groupsByBranch(known.map(({ record }) => record)).values()) {
    let [current, ...later] = group.map(({ id }) => result.get(id));
    for (const next of later) {
      const [one, two] = [current?.record, next?.record];
      if (next === undefined) continue;
      if (current === undefined || !one || !two || !overlaps(one, two)) {
        current = next;
        continue;
      }
      joined.set(next.id, current.id);
      result.delete(next.id);
      current = fold(current.id, [...linesOf(current), ...linesOf(next)]);
      result.set(current.id, current);
    }
  }
  return { journals: result, joined };
}

/** The records of each branch that has several, the oldest first. */
function groupsByBranch(
  records: Iterable<WorktreeRecord>,
): ReadonlyMap<BranchName, readonly WorktreeRecord[]> {
  const groups = new Map<BranchName, WorktreeRecord[]>();
  for (const record of records) {
    if (record.type === "home") continue;
    const group = groups.get(record.branch);
    if (group === undefined) groups.set(record.branch, [record]);
    else group.push(record);
  }
  for (const [branch, group] of groups) {
    if (group.length === 1) groups.delete(branch);
    else group.sort((a, b) => (age(a) < age(b) ? -1 : 1));
  }
  return groups;
}

const age = ({ createdAt, id }: WorktreeRecord): string => `${createdAt} ${id}`;
