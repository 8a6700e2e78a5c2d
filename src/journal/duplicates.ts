import type { BranchName, RecordId, Stamp } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { fold, type Journal, linesOf } from "./fold.js";

type Known = Journal & { readonly record: WorktreeRecord };
const isKnown = (journal: Journal): journal is Known => journal.record !== null;

/** Where the life of a journal's record begins and ends. */
interface Life {
  readonly created: Stamp | undefined;
  readonly removed: Stamp | undefined;
}

function lifeOf(journal: Journal): Life {
  return {
    created: journal.entries.find((it) => it.from === "none" && !it.superseded)?.entry.t,
    removed: journal.entries.findLast((it) => it.to === "removed" && it.from !== "removed")?.entry.t,
  };
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
  for (const group of groupsByBranch(journals).values()) {
    let [current, ...later] = group;
    for (const next of later) {
      if (current === undefined || !overlaps(lifeOf(current), lifeOf(next))) {
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

const overlaps = (earlier: Life, later: Life): boolean =>
  earlier.removed === undefined || later.created === undefined || later.created < earlier.removed;

/** The records of each branch that has several, the oldest first. */
function groupsByBranch(journals: ReadonlyMap<RecordId, Journal>): ReadonlyMap<BranchName, Journal[]> {
  const groups = new Map<BranchName, Journal[]>();
  for (const journal of journals.values()) {
    if (!isKnown(journal) || journal.record.type === "home") continue;
    const { branch } = journal.record;
    const group = groups.get(branch);
    if (group === undefined) groups.set(branch, [journal]);
    else group.push(journal);
  }
  for (const [branch, group] of groups) {
    if (group.length === 1) groups.delete(branch);
    else group.sort((a, b) => (age(a) < age(b) ? -1 : 1));
  }
  return groups;
}

const age = (journal: Journal): string => `${lifeOf(journal).created ?? ""} ${journal.id}`;
