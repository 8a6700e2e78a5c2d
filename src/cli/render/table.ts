const GAP = "  ";

/** Cells with a colour or beyond ASCII are rare; in all others a character is a column. */
const PLAIN = /^[\x20-\x7e]*$/;

type Width = (cell: string) => number;

/** Loaded only where it is needed: its tables of emoji take longer to set up than a list takes. */
async function widthIn(cells: Iterable<readonly string[]>): Promise<Width> {
  for (const line of cells) {
    if (line.every((cell) => PLAIN.test(cell))) continue;
    const { default: stringWidth } = await import("string-width");
    return (cell) => (PLAIN.test(cell) ? cell.length : stringWidth(cell));
  }
  return (cell) => cell.length;
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
