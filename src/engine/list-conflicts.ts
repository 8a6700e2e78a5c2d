import type { RecordId } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import type { ForecastPair } from "./forecast.js";
import type { ListRow } from "./list.js";

/**
 * In how many files each would conflict with its base now. It goes by what the list found out of commits: nothing to
 * merge, or base as it was, needs no merge to know.
 * @returns by record id; rows of which it cannot be told are left out
 */
export async function conflictCounts(
  engine: Engine,
  rows: readonly ListRow[],
): Promise<ReadonlyMap<RecordId, number>> {
  const files = new Map<RecordId, number>();
  const apart: ListRow[] = [];
  for (const row of rows) {
    if (row.ahead === null || row.behind === null) continue;
    if (row.ahead === 0 || row.behind === 0) files.set(row.record.id, 0);
    else apart.push(row);
  }
  if (apart.length === 0) return files;
  const { forecastOf } = await import("./forecast.js");
  const { pairs } = await forecastOf(
    engine,
    apart.map(({ record }) => record),
  );
  const byBranch = new Map<string, ForecastPair>(pairs.map((pair) => [pair.branch, pair]));
  for (const { record } of apart) {
    const pair = byBranch.get(record.branch);
    if (pair?.outcome === "clean" || pair?.outcome === "conflict") files.set(record.id, pair.total);
  }
  return files;
}
