import { readFileSync, writeFileSync } from "node:fs";
import type { Row, Target } from "./support.js";

const [begin, end] = ["<!-- bench:begin -->", "<!-- bench:end -->"];

/** What is held against the target: the ratio, or the number itself where there is no floor. */
const measured = ({ ours, floor }: Row): number => (floor === undefined ? ours : ours / floor);

/** Whether a row's promise is kept. */
export function isMet(row: Row): boolean {
  const { target } = row;
  if (target === undefined) return true;
  if ("below" in target) return measured(row) < target.below;
  return "atMost" in target ? measured(row) <= target.atMost : measured(row) >= target.atLeast;
}

/** The rows as a markdown table. */
export function table(rows: readonly Row[]): string {
  const cells = rows.map((row) => {
    const { what, ours, floor, unit, target } = row;
    const times = floor === undefined ? "" : "×";
    return [
      what,
      `${amount(ours)} ${unit}`,
      floor === undefined ? "" : `${amount(floor)} ${unit}`,
      floor === undefined ? "" : `${amount(measured(row))}×`,
      target === undefined ? "" : `${bound(target)}${times}`,
      target === undefined ? "" : isMet(row) ? "yes" : "**no**",
    ];
  });
  const head = ["What", "Coppice", "Floor", "Ratio", "Promised", "Kept"];
  return [head, head.map((_, at) => (at === 0 || at === 5 ? "---" : "---:")), ...cells]
    .map((line) => `| ${line.join(" | ")} |`)
    .join("\n");
}

function bound(target: Target): string {
  if ("below" in target) return `< ${target.below}`;
  return "atMost" in target ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`;
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
