import type { Colors } from "picocolors/types.js";
import type { PruneRow } from "../../engine/prune.js";
import { tableText } from "./table.js";
import { visible } from "./visible.js";

export interface PruneTableOptions {
  readonly dryRun: boolean;
  readonly paint: Colors;
}

/** What became of each worktree, the removed first. */
export function pruneTable(rows: readonly PruneRow[], { dryRun, paint }: PruneTableOptions): Promise<string> {
  const order = ["removed", "failed", "skipped"];
  const sorted = [...rows].sort((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict));
  const words: Readonly<Record<PruneRow["verdict"], string>> = {
    removed: paint.green(dryRun ? "would remove" : "removed"),
    failed: paint.red("failed"),
    skipped: dryRun ? "would skip" : "skipped",
  };
  return tableText(
    ["verdict", "branch", "idle", "evidence", "reason"].map((head) => paint.dim(head)),
    sorted.map((row) => [
      words[row.verdict],
      visible(row.branch),
      row.daysSinceActivity === null ? "-" : `${row.daysSinceActivity}d`,
      row.evidence ?? "-",
      visible(row.because),
    ]),
  );
}
