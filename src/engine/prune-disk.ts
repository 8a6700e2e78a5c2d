import type { RecordId } from "../lifecycle/ids.js";
import type { PruneTerms } from "../lifecycle/prune.js";
import type { Engine } from "./context.js";
import { diskUse } from "./disk-use.js";
import { type Decided, foreseen } from "./prune-one.js";

/** How much this clone's worktrees take, and which of them go for it. */
export interface DiskPlan {
  /** In bytes, by record. */
  readonly sizes: ReadonlyMap<RecordId, number>;
  /** Those that go without waiting for the grace, oldest first. */
  readonly going: readonly Decided[];
}

/**
 * Where the worktrees that stay take more than they may, the stale ones among them go at once, the one without work for
 * the longest time first, until the others have room. Nothing else goes for it, so there may still be too much.
 * @param limit in bytes
 * @returns undefined: none is stale, so nothing was measured
 */
export async function planForDisk(
  engine: Engine,
  ends: readonly Decided[],
  { terms, places }: { readonly terms: PruneTerms; readonly places: readonly string[] },
  limit: number,
): Promise<DiskPlan | undefined> {
  const waiting = ends
    .filter(({ verdict }) => verdict.kind === "mark" || (verdict.kind === "keep" && verdict.why === "grace"))
    .sort((one, other) => workOf(one) - workOf(other));
  if (waiting.length === 0) return undefined;
  const readyOf = async (some: readonly Decided[]): Promise<Decided[]> => {
    const found: Decided[] = [];
    for (const { subject } of some) {
      const decided = await foreseen(engine, subject, { ...terms, grace: 0 }, places);
      if (decided.verdict.kind === "prune") found.push(decided);
    }
    return found;
  };
  // What has no directory here takes nothing: it only goes along with others.
  const ready = await readyOf(waiting.filter(({ subject }) => subject.sight?.located?.path !== undefined));
  const ids = new Set(ready.map(({ subject }) => subject.record.id));
  const staying = ends.filter(
    ({ verdict, subject }) =>
      (verdict.kind === "keep" || verdict.kind === "mark") && !ids.has(subject.record.id),
  );
  // What several have counts for the one that goes last: then what one takes is what its removal gives back.
  const sizes = await sizesOf(engine, [...staying, ...[...ready].reverse()]);
  let total = [...sizes.values()].reduce((sum, one) => sum + one, 0);
  if (total <= limit) return { sizes, going: [] };
  const going: Decided[] = [];
  for (const decided of await readyOf(waiting)) {
    if (total <= limit) break;
    going.push(decided);
    total -= sizes.get(decided.subject.record.id) ?? 0;
  }
  return { sizes, going };
}

/** With what git keeps for a worktree: the repositories of its submodules lie there. */
async function sizesOf(engine: Engine, decided: readonly Decided[]): Promise<Map<RecordId, number>> {
  const there = decided.flatMap(({ subject: { record, sight } }) => {
    const { path, gitDir } = sight?.located ?? {};
    return path === undefined ? [] : [{ record, paths: gitDir === undefined ? [path] : [path, gitDir] }];
  });
  engine.report.step("measuring disk use");
  const { signal } = engine;
  const uses = await diskUse(
    there.flatMap(({ paths }) => paths),
    { signal },
  );
  const sizes = new Map<RecordId, number>();
  for (const { record, paths } of there) {
    const own = uses.splice(0, paths.length);
    const bytes = own.reduce((sum, one) => sum + one.bytes, 0);
    sizes.set(record.id, bytes);
    if (own.some(({ complete }) => !complete)) {
      const megabytes = Math.floor(bytes / 1e6);
      engine.report.warn(
        `Not all of ${record.branch}'s worktree may be read: it takes at least ${megabytes} MB of the disk.`,
      );
    }
  }
  return sizes;
}

const workOf = ({ subject }: Decided): number => subject.facts.lastWork ?? Number.POSITIVE_INFINITY;
