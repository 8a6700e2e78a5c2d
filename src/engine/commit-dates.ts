import { committerOf } from "../git/object-format.js";
import type { Repository } from "../git/repository.js";
import type { Oid } from "../lifecycle/ids.js";

/**
 * Committer dates in milliseconds: a rebase makes old commits anew, and their authors' dates stay old. A commit that
 * cannot be read, or has no date, is left out.
 */
export async function commitDates(repo: Repository, oids: Iterable<Oid>): Promise<ReadonlyMap<Oid, number>> {
  const dates = new Map<Oid, number>();
  const objects = await repo.objects().readMany([...new Set(oids)]);
  for (const object of objects) {
    if (object?.type !== "commit") continue;
    const { time } = committerOf(object.data);
    // A date that is none reads as 0.
    if (Number.isFinite(time) && time > 0) dates.set(object.oid, time * 1000);
  }
  return dates;
}
