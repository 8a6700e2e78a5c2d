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
  terms: PruneTerms,
  limit: number,
): Promise<DiskPlan | undefined> {
  const waiting = ends
    .filter(({ verdict }) => verdict.kind === "mark" || (verdict.kind === "keep" && verdict.why === "grace"))
    .sort((one, other) => workOf(one) - workOf(other));
  if (waiting.length === 0) return undefined;
  const staying = ends.filter(({ verdict }) => verdict.kind === "keep" || verdict.kind === "mark");
  const there = staying.flatMap(({ subject: { record, sight } }) => {
    const path = sight?.located?.path;
    return path === undefined ? [] : [{ id: record.id, path }];
  });
  engine.report.step("measuring disk use");
  const bytes = await diskUse(
    there.map(({ path }) => path),
    engine.signal,
  );
  const sizes = new Map(there.map(({ id }, index) => [id, bytes[index] ?? 0]));
  let total = bytes.reduce((sum, one) => sum + one, 0);
  const going: Decided[] = [];
  for (const { subject } of waiting) {
    if (total <= limit) break;
    const decided = await foreseen(engine, subject, { ...terms, grace: 0 });
    if (decided.verdict.kind !== "prune") continue;
    going.push(decided);
    total -= sizes.get(subject.record.id) ?? 0;
  }
  return { sizes, going };
}

const workOf = ({ subject }: Decided): number => subject.facts.lastWork ?? Number.POSITIVE_INFINITY;
