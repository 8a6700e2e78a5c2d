import type { Loss, Row } from "./section.js";

/** Rows under each other: words to the left, numbers to the right. */
export function tableOf(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? "")))];
  const numeric = columns.map((column) => rows.some((row) => typeof row[column] === "number"));
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  return cells
    .map((line) =>
      line
        .map((cell, at) =>
          numeric[at] === true ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** A line for each loss. */
export const lossesOf = (losses: readonly Loss[]): string[] =>
  losses.map(({ kind, where, what }) => `LOST ${kind} [${where}] ${what}`);
