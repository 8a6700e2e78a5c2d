import type { Setting, SuiteResult } from "./results.js";
import type { Row, Target } from "./support.js";

/** What is held against the target: the ratio, or the number itself where there is no floor. */
export const measured = ({ ours, floor }: Row): number => (floor === undefined ? ours : ours / floor);

/** Whether a row's promise is kept; a row without one is not broken. */
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
  return markdownTable(["What", "Coppice", "Floor", "Ratio", "Promised", "Kept"], cells);
}

/** The points of the curves: a line for each number, a column for each curve. */
function curveTable(rows: readonly Row[]): string {
  const points = rows.flatMap((row) => (row.curve === undefined ? [] : [{ ...row, curve: row.curve }]));
  const names = [...new Set(points.map(({ curve }) => curve.name))];
  const numbers = [...new Set(points.map(({ curve }) => curve.at))].sort((a, b) => a - b);
  const cells = numbers.map((number) => [
    number.toLocaleString("en"),
    ...names.map((name) => {
      const point = points.find(({ curve }) => curve.name === name && curve.at === number);
      return point === undefined ? "" : `${amount(point.ours)} ${point.unit}`;
    }),
  ]);
  return markdownTable(["Number", ...names], cells);
}

/** The last columns but one hold numbers; "Kept" is a word. */
function markdownTable(head: readonly string[], cells: readonly (readonly string[])[]): string {
  const rule = head.map((name, at) => (at === 0 || name === "Kept" ? "---" : "---:"));
  return [head, rule, ...cells].map((line) => `| ${line.join(" | ")} |`).join("\n");
}

function bound(target: Target): string {
  if ("below" in target) return `< ${target.below}`;
  return "atMost" in target ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`;
}

/** Three digits, and no more. */
export const amount = (value: number): string =>
  Math.abs(value) >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toPrecision(3);

const settingText = ({ node, git, cores, system, rounds }: Setting): string =>
  `Node ${node}, git ${git}, ${cores} cores, ${system}; medians of ${rounds} rounds.`;

/**
 * All results: what no run repeats stays as it was measured, so each suite says where it was.
 * @param plot the file of the picture of the curves, as the document names it
 */
export function report(results: readonly SuiteResult[], plot: string): string {
  const settings = new Set(results.map(({ setting }) => settingText(setting)));
  const [same] = settings.size === 1 ? settings : [];
  const parts = results.map(({ name, setting, rows }) => {
    const plain = rows.filter(({ curve }) => curve === undefined);
    return [
      `### ${name}`,
      ...(same === undefined ? [settingText(setting)] : []),
      ...(plain.length < rows.length ? [`![The curves of the table below](${plot})`, curveTable(rows)] : []),
      ...(plain.length > 0 ? [table(plain)] : []),
    ].join("\n\n");
  });
  return [...(same === undefined ? [] : [same]), ...parts].join("\n\n");
}
