import stringWidth from "string-width";

const GAP = "  ";

/** Cells without a colour and beyond ASCII are rare; for all others a character is a column. */
const PLAIN = /^[\x20-\x7e]*$/;
const widthOf = (cell: string): number => (PLAIN.test(cell) ? cell.length : stringWidth(cell));

/**
 * A table without lines, its columns aligned by what a terminal shows of them.
 * @param rows cells are visible text (see `visible`), perhaps coloured
 */
export function tableText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((cells) => cells.map((text) => ({ text, width: widthOf(text) })));
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
