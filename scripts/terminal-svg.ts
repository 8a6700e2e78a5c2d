/** What a terminal shows, as a picture in SVG: text, so that it is sharp at any size and can be searched. */

const CELL = { width: 7.2, height: 17 };
const FONT_SIZE = 12;
const MARGIN = 16;
const BACKGROUND = "#11161d";
const TEXT = "#d3dae3";

/** The foreground colours that the command line uses, by their code. */
const colors: Readonly<Record<number, string>> = {
  31: "#ff7b72",
  32: "#7ee787",
  33: "#e3b341",
  34: "#79c0ff",
  35: "#d2a8ff",
  36: "#76d9e6",
};

interface Style {
  readonly color: string;
  readonly bold: boolean;
  readonly dim: boolean;
}
const plain: Style = { color: TEXT, bold: false, dim: false };

interface Run {
  readonly style: Style;
  readonly text: string;
}

/**
 * Draws lines of a terminal.
 * @param lines text with the colour sequences of a terminal (SGR), one column for each character; longer ones are wrapped
 */
export function terminalSvg(
  lines: readonly string[],
  { columns, title }: { readonly columns: number; readonly title: string },
): string {
  const rows = lines.flatMap((line) => wrapped(runsOf(line), columns));
  const width = Math.ceil(columns * CELL.width + 2 * MARGIN);
  const height = rows.length * CELL.height + 2 * MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${BACKGROUND}"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${FONT_SIZE}" fill="${TEXT}" xml:space="preserve">`,
    ...rows.flatMap((row, number) => rowSvg(row, MARGIN + number * CELL.height + FONT_SIZE)),
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

/** A line as runs of one style each. A sequence that is not known changes nothing. */
function runsOf(line: string): Run[] {
  const runs: Run[] = [];
  let style = plain;
  // Split by a group: texts and the numbers of sequences take turns.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what starts a sequence
  for (const [index, part] of line.split(/\u001b\[([\d;]*)m/).entries()) {
    if (index % 2 === 1) style = part.split(";").map(Number).reduce(changed, style);
    else if (part !== "") runs.push({ style, text: part });
  }
  return runs;
}

function changed(style: Style, code: number): Style {
  if (code === 0) return plain;
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 22) return { ...style, bold: false, dim: false };
  if (code === 39) return { ...style, color: TEXT };
  const color = colors[code];
  return color === undefined ? style : { ...style, color };
}

/** A row for every `columns` characters. */
function wrapped(runs: readonly Run[], columns: number): Run[][] {
  const rows: Run[][] = [[]];
  let left = columns;
  for (const { style, text } of runs) {
    for (let rest = text; rest !== ""; ) {
      if (left === 0) {
        rows.push([]);
        left = columns;
      }
      const piece = rest.slice(0, left);
      rows.at(-1)?.push({ style, text: piece });
      rest = rest.slice(piece.length);
      left -= piece.length;
    }
  }
  return rows;
}

/** Words have their own place and its length, so that columns stand whatever font there is. */
function rowSvg(row: readonly Run[], y: number): string[] {
  const pieces: string[] = [];
  let column = 0;
  for (const { style, text } of row) {
    // Wide gaps are left out: they hold nothing, and a viewer may collapse them.
    for (const { 0: words, index } of text.matchAll(/\S+(?: \S+)*/g)) {
      pieces.push(wordsSvg(words, MARGIN + (column + index) * CELL.width, y, style));
    }
    column += text.length;
  }
  return pieces;
}

function wordsSvg(words: string, x: number, y: number, { color, bold, dim }: Style): string {
  const attributes = [
    `x="${rounded(x)}" y="${y}"`,
    `textLength="${rounded(words.length * CELL.width)}"`,
    `lengthAdjust="spacingAndGlyphs"`,
    ...(color === TEXT ? [] : [`fill="${color}"`]),
    ...(bold ? ['font-weight="bold"'] : []),
    ...(dim ? ['fill-opacity="0.6"'] : []),
  ];
  return `<text ${attributes.join(" ")}>${escaped(words)}</text>`;
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
