import type { Colors } from "picocolors/types.js";
import stringWidth from "string-width";
import type { ListRow } from "../../engine/list.js";
import { type CellContext, type ColumnName, cellOf, columns as listed } from "../columns.js";
import { visible } from "../render/visible.js";

/** What colours a text: the only escape sequences that one may hold here. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's colours begin with one
const COLOUR = /\u001b\[[\d;]*m/g;

const PLAIN = /^[\x20-\x7e]*$/;

/** How many columns of a terminal a text takes. */
export function widthOf(text: string): number {
  const bare = text.replace(COLOUR, "");
  return PLAIN.test(bare) ? bare.length : stringWidth(bare);
}

/** Characters as a person counts them: what belongs together is cut together. */
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** A text without colours that takes no more than so many columns; where it is cut it ends in an ellipsis. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  if (columns < 1) return "";
  let [kept, width] = ["", 0];
  for (const { segment } of graphemes.segment(text)) {
    width += widthOf(segment);
    if (width > columns - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** A text that may be coloured, without its colours where it has to be cut. */
export const within = (text: string, columns: number): string =>
  widthOf(text) > columns ? cut(text.replace(COLOUR, ""), columns) : text;

/** A text without colours, in lines of at most so many columns, broken between words where there are some. */
export function wrapped(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (widthOf(longer) <= columns) line = longer;
    else {
      if (line !== "") lines.push(line);
      line = cut(word, columns);
    }
  }
  return [...lines, line];
}

/** Texts in so few lines: the longest one gives way first, then the last ones. */
export function inRoom(texts: readonly string[], columns: number, room: number): readonly string[] {
  const blocks = texts.map((text) => [...wrapped(text, columns)]);
  const total = (): number => blocks.reduce((sum, { length }) => sum + length, 0);
  while (total() > room) {
    const longest = blocks.reduce((most, block) => (block.length > most.length ? block : most), [""]);
    if (longest.length > 1) {
      longest.pop();
      longest.push(cut(`${longest.pop() ?? ""} …`, columns));
    } else blocks.pop();
  }
  return blocks.flat();
}

/** A text of just so many columns. */
export const fill = (text: string, columns: number): string =>
  text + " ".repeat(Math.max(0, columns - widthOf(text)));

/** The columns of the table, as a person reads them, from left to right. */
const names = [
  "branch",
  "state",
  "task",
  "role",
  "age",
  "changes",
  "base",
  "conflicts",
  "lock",
  "pr",
] as const;
type Name = (typeof names)[number];

/** What a narrow terminal goes without, the first one first; branch and state stay. */
const dispensable: readonly Name[] = ["pr", "role", "age", "lock", "task", "base", "conflicts", "changes"];

/** The narrowest that a task is cut to before a column goes. */
const LEAST = 12;
/** The same for a branch: one that is longer must not take the room of everything else. */
const LEAST_BRANCH = 32;
const GAP = "  ";

const headOf = (name: Name): string => (name === "role" ? "role" : listed[name].head);

function cell(name: Name, row: ListRow, context: CellContext): string {
  if (name === "role") return row.record.role === null ? "-" : visible(row.record.role);
  const pending = row.observed.uncommitted === null && row.observed.present ? waiting : none;
  return cellOf(name satisfies ColumnName, row, context, name === "changes" ? pending : none);
}

const waiting = new Set(["dirtiness"] as const);
const none: ReadonlySet<never> = new Set();

/** A table's head and rows, each as wide as the others at most, and no wider than the terminal. */
export function tableLines(
  rows: readonly ListRow[],
  context: CellContext,
  width: number,
): { readonly head: string; readonly rows: readonly string[] } {
  const texts = new Map<Name, readonly string[]>(
    names.map((name) => [name, [headOf(name), ...rows.map((row) => cell(name, row, context))]]),
  );
  const widths = new Map<Name, number>(
    [...texts].map(([name, cells]) => [name, Math.max(...cells.map(widthOf))]),
  );
  const chosen = fitted(widths, texts, width);
  const line = (at: number): string =>
    names
      .filter((name) => chosen.has(name))
      .map((name) => {
        const room = chosen.get(name) ?? 0;
        const text = texts.get(name)?.[at] ?? "";
        return fill(within(text, room), room);
      })
      .join(GAP)
      .trimEnd();
  return { head: line(0), rows: rows.map((_, at) => line(at + 1)) };
}

/** The columns that there is room for, with their widths. What says nothing of any worktree goes first. */
function fitted(
  widths: ReadonlyMap<Name, number>,
  texts: ReadonlyMap<Name, readonly string[]>,
  room: number,
): ReadonlyMap<Name, number> {
  const chosen = new Map(widths);
  const total = (): number =>
    [...chosen.values()].reduce((sum, width) => sum + width + GAP.length, -GAP.length);
  const shrink = (name: Name, least: number): void => {
    const width = chosen.get(name);
    if (width !== undefined)
      chosen.set(name, Math.max(Math.min(width, least), width - Math.max(0, total() - room)));
  };
  const isEmpty = (name: Name): boolean =>
    texts
      .get(name)
      ?.slice(1)
      .every((text) => text === "-") ?? true;
  const order = [...dispensable.filter(isEmpty), ...dispensable.filter((name) => !isEmpty(name))];
  for (const name of order) {
    if (total() > room && !isEmpty(name)) {
      shrink("task", LEAST);
      shrink("branch", LEAST_BRANCH);
    }
    if (total() > room) chosen.delete(name);
  }
  // What went after them may have left them room.
  chosen.set("branch", widths.get("branch") ?? 0);
  shrink("branch", LEAST_BRANCH);
  if (chosen.has("task")) {
    chosen.set("task", widths.get("task") ?? 0);
    shrink("task", LEAST);
  }
  shrink("branch", LEAST);
  shrink("state", 1);
  shrink("branch", 1);
  return chosen;
}

/** A line that is selected, or not: seen without colours, too. */
export const marked = (line: string, isSelected: boolean, paint: Colors): string =>
  isSelected ? `${paint.bold(paint.cyan(">"))} ${line}` : `  ${line}`;
