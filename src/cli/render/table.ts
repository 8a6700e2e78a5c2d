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

/**
 * A table without lines, its columns aligned by what a terminal shows of them.
 * @param rows cells are visible text (see `visible`), perhaps coloured
 */
export async function tableText(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<string> {
  const all = [head, ...rows];
  const widthOf = await widthIn(all);
  const lines = all.map((cells) => cells.map((text) => ({ text, width: widthOf(text) })));
  const widths = head.map(() => 0);
  for (const cells of lines) {
    for (const [column, { width }] of cells.entries()) widths[column] = Math.max(widths[column] ?? 0, width);
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
