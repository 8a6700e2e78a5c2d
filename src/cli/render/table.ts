const GAP = "  ";

/** Cells beyond ASCII are rare; in all others a character is a column. */
const PLAIN = /^[\x20-\x7e]*$/;
/** What colours a cell: the only escape sequences that one may hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's colours begin with one
const COLOUR = /\u001b\[[\d;]*m/g;

type Width = (cell: string) => number;

/** Loaded only where it is needed: its tables of emoji take longer to set up than a list takes. */
async function widthIn(cells: Iterable<readonly string[]>): Promise<Width> {
  for (const line of cells) {
    if (line.every((cell) => PLAIN.test(uncoloured(cell)))) continue;
    const { default: stringWidth } = await import("string-width");
    return (cell) => {
      const text = uncoloured(cell);
      return PLAIN.test(text) ? text.length : stringWidth(text);
    };
  }
  return (cell) => uncoloured(cell).length;
}

const uncoloured = (cell: string): string => (cell.includes("\u001b") ? cell.replace(COLOUR, "") : cell);

/** A line, cut so that it takes no more than so many columns. What is beyond ASCII counts as wide, whatever it is. */
export function cutLine(line: string, columns: number): string {
  const most = (text: string): number => (PLAIN.test(text) ? text.length : [...text].length * 2);
  if (most(uncoloured(line)) <= columns) return line;
  let [cut, width]: [string, number] = ["", 1];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's colours begin with one
  for (const [piece] of line.matchAll(/\u001b\[[\d;]*m|./gsu)) {
    const isColour = piece.startsWith("\u001b");
    if (!isColour) width += most(piece);
    // Colours that come later may end one that has begun.
    if (isColour || width <= columns) cut += piece;
  }
  return `${cut}…`;
}

/** The column that gives way where the table is wider than so many columns of a terminal. */
export interface Fit {
  readonly column: number;
  readonly columns: number;
}

/** What is left of a cell that gives way; its beginning tells most. */
const LEAST = 12;

/**
 * A table without lines, its columns aligned by what a terminal shows of them.
 * @param rows cells are visible text (see `visible`), perhaps coloured
 */
export async function tableText(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  fit?: Fit,
): Promise<string> {
  const all = [head, ...rows];
  const widthOf = await widthIn(all);
  const measured = (text: string) => ({ text, width: widthOf(text) });
  const lines = all.map((cells) => cells.map(measured));
  const widest = (column: number): number =>
    lines.reduce((most, cells) => Math.max(most, cells[column]?.width ?? 0), 0);
  const widths = head.map((_, column) => widest(column));
  if (fit !== undefined) {
    const total = widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length);
    const room = Math.max(LEAST, (widths[fit.column] ?? 0) - Math.max(0, total - fit.columns));
    for (const cells of lines) {
      const cell = cells[fit.column];
      if (cell !== undefined && cell.width > room) cells[fit.column] = measured(cutLine(cell.text, room));
    }
    widths[fit.column] = widest(fit.column);
  }
  const last = head.length - 1;
  return lines
    .map((cells) => {
      const padded = cells.map(({ text, width }, column) =>
        column === last ? text : text + " ".repeat((widths[column] ?? 0) - width),
      );
      return `${padded.join(GAP).trimEnd()}\n`;
    })
    .join("");
}
