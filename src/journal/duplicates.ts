import type { Entry } from "../lifecycle/entry.js";
import type { BranchName, RecordId, Stamp, Timestamp } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { fold, type Journal, linesOf } from "./fold.js";

type Known = Journal & { readonly record: WorktreeRecord };
const isKnown = (journal: Journal): journal is Known => journal.record !== null;

/** When a record ended; undefined: it is alive. */
const endOf = (record: WorktreeRecord): Timestamp | undefined =>
  record.status === "removed" ? (record.removedAt ?? record.updatedAt) : undefined;

/** Whether the first may have been alive when the second began: clocks that were set, and new names, are not considered. */
function mayOverlap(earlier: WorktreeRecord, later: WorktreeRecord): boolean {
  const end = endOf(earlier);
  return end === undefined || later.createdAt < end;
}

/** When a record had the branch that it has, as the entries tell. */
interface Tenure {
  readonly since: Entry;
  /** Undefined: it has it still. */
  readonly until: Entry | undefined;
}

function tenureOf({ entries, record }: Known): Tenure | undefined {
  let [since, until]: (Entry | undefined)[] = [];
  for (const { entry, superseded, from, to } of entries) {
    if (superseded) continue;
    const { event } = entry;
    const isRenaming = event.type === "HEAD" && event.from !== undefined && event.from !== event.branch;
    if (since === undefined || (isRenaming && event.branch === record.branch)) since = entry;
    if (to === "removed" && from !== "removed") until = entry;
  }
  return since && { since, until: record.status === "removed" ? until : undefined };
}

const tenures = new WeakMap<Known, Tenure | undefined>();

function knownTenureOf(journal: Known): Tenure | undefined {
  if (!tenures.has(journal)) tenures.set(journal, tenureOf(journal));
  return tenures.get(journal);
}

/**
 * Whether two had the branch at one time. Who makes a record, or gives it another branch, stamps that after all it knows
 * of that branch (`lastOfEnded`): where a clock was set back, the stamps tell what came first.
 */
const overlaps = (one: Known, other: Known): boolean => !isBefore(one, other) && !isBefore(other, one);

function isBefore(earlier: Known, later: Known): boolean {
  const [until, since] = [knownTenureOf(earlier)?.until, knownTenureOf(later)?.since];
  return until !== undefined && since !== undefined && (since.t >= until.t || since.at >= until.at);
}

/**
 * The stamp that a new record of a branch has to follow, so that it is not taken for one that was alive together with one
 * that has ended. They are read only when one of them ended at a time that this machine's clock has not reached.
 * @param now milliseconds since 1970
 */
export async function lastOfEnded(
  records: Iterable<WorktreeRecord>,
  { branch, now }: { readonly branch: string; readonly now: number },
  read: (id: RecordId) => Promise<Pick<Journal, "lastStamp"> | undefined>,
): Promise<Stamp | undefined> {
  const ended = [...records].filter((record) => record.branch === branch && record.status === "removed");
  if (!ended.some(({ updatedAt }) => Date.parse(updatedAt) >= now)) return undefined;
  let last: Stamp | undefined;
  for (const { id } of ended) {
    const stamp = (await read(id))?.lastStamp;
    if (stamp !== undefined && (last === undefined || stamp > last)) last = stamp;
  }
  return last;
}

/**
 * The records of branches that may have had several at one time: only their journals need to be read to join them.
 * @returns ids, a list for each such branch
 */
export function duplicateGroups(records: Iterable<WorktreeRecord>): RecordId[][] {
  const groups = [...groupsByBranch(records).values()];
  return groups
    .filter((group) => group.some((record, at) => at > 0 && mayOverlap(group[at - 1] ?? record, record)))
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
  const byId = new Map(known.map((journal) => [journal.id, journal]));
  for (const group of groupsByBranch(known.map(({ record }) => record)).values()) {
    const inOrder = group.flatMap(({ id }) => byId.get(id) ?? []).sort(bySince);
    let current: Journal | undefined;
    for (const next of inOrder) {
      if (current === undefined || !isKnown(current) || !overlaps(current, next)) {
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

const bySince = (one: Known, other: Known): number => {
  const [a, b] = [knownTenureOf(one)?.since.t ?? "", knownTenureOf(other)?.since.t ?? ""];
  return a < b ? -1 : a > b ? 1 : 0;
};

const age = ({ createdAt, id }: WorktreeRecord): string => `${createdAt} ${id}`;
