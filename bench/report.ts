import { readFileSync, writeFileSync } from "node:fs";
import type { Row } from "./support.js";

const [begin, end] = ["<!-- bench:begin -->", "<!-- bench:end -->"];

/** What is held against the target: the ratio, or the number itself where there is no floor. */
const measured = ({ ours, floor }: Row): number => (floor === undefined ? ours : ours / floor);

/** Whether a row's promise is kept. */
export function isMet(row: Row): boolean {
  const { target } = row;
  return "atMost" in target ? measured(row) <= target.atMost : measured(row) >= target.atLeast;
}

/** The rows as a markdown table. */
export function table(rows: readonly Row[]): string {
  const cells = rows.map((row) => {
    const { what, ours, floor, unit, target } = row;
    const sign = "atMost" in target ? "≤" : "≥";
    const bound = "atMost" in target ? target.atMost : target.atLeast;
    const times = floor === undefined ? "" : "×";
    return [
      what,
      `${amount(ours)} ${unit}`,
      floor === undefined ? "" : `${amount(floor)} ${unit}`,
      floor === undefined ? "" : `${amount(measured(row))}×`,
      `${sign} ${bound}${times}`,
      isMet(row) ? "yes" : "**no**",
    ];
  });
  const head = ["What", "Coppice", "Floor", "Ratio", "Promised", "Kept"];
  return [head, head.map((_, at) => (at === 0 || at === 5 ? "---" : "---:")), ...cells]
    .map((line) => `| ${line.join(" | ")} |`)
    .join("\n");
}

const amount = (value: number): string =>
  value >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toPrecision(3);

/** Replaces the table between the marks of a document. */
export function writeReport(path: string, about: string, rows: readonly Row[]): void {
  const text = readFileSync(path, "utf8");
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${path} has no place for the table: ${begin} ... ${end}`);
  writeFileSync(path, `${text.slice(0, from + begin.length)}\n${about}\n\n${table(rows)}\n${text.slice(to)}`);
}
