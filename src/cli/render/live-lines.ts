import type { Output } from "../io.js";

const ESCAPE = "\u001b[";
/** To the end of the line. */
const CLEAR_LINE = `${ESCAPE}K`;
/** To the end of the screen. */
const CLEAR_BELOW = `${ESCAPE}J`;

/** The size of the terminal, in cells. */
interface Size {
  readonly columns: number;
  readonly rows: number;
}

/**
 * Lines at the end of a terminal's output that are drawn again in place, until what they announce is printed instead. They
 * never fill the screen and never wrap, so the cursor finds its way back; what stands above them is never touched. The
 * cursor rests below them: whoever writes an error, or dies, leaves an ordinary terminal.
 */
export class LiveLines {
  readonly #output: Output;
  readonly #fit: (line: string, columns: number) => string;
  #drawn: readonly string[] = [];
  #size: Size | undefined;

  /** @param fit cuts a line so that it takes no more than so many columns */
  constructor(output: Output, fit: (line: string, columns: number) => string) {
    this.#output = output;
    this.#fit = fit;
  }

  /** Shows lines in the place of those that are shown; what the screen has no room for is left out. */
  draw(lines: readonly string[]): void {
    const size = sizeOf(this.#output);
    if (size === undefined) return;
    const wanted = shown(lines, size).map((line) => this.#fit(line, size.columns - 1));
    const isResized = this.#size?.columns !== size.columns || this.#size.rows !== size.rows;
    const text =
      isResized || wanted.length !== this.#drawn.length
        ? this.#back() + wanted.map((line) => `${line}\n`).join("")
        : changes(this.#drawn, wanted);
    if (text !== "") this.#output.write(text);
    this.#drawn = wanted;
    this.#size = size;
  }

  /** Takes the lines away and prints text in their place. */
  end(text: string): void {
    this.#output.write(this.#back() + text);
    this.#drawn = [];
  }

  /**
   * To the first of the lines, and clear what is below. On a screen that has become narrower some may take two rows now, or
   * not, as the terminal likes it: a piece of them may stay, but never is anything above them cleared.
   */
  #back(): string {
    const rows = Math.min(this.#drawn.length, (sizeOf(this.#output)?.rows ?? 1) - 1);
    return rows <= 0 ? "" : `${ESCAPE}${rows}A\r${CLEAR_BELOW}`;
  }
}

/** Whether lines can be drawn again there. */
export const canRedraw = (output: Output, env: Readonly<NodeJS.ProcessEnv>): boolean =>
  output.isTTY && env.TERM !== "dumb" && sizeOf(output) !== undefined;

function sizeOf({ columns, rows }: Output): Size | undefined {
  return columns === undefined || rows === undefined || rows < 3 || columns < 2
    ? undefined
    : { columns, rows };
}

/** One row stays free for the cursor; where not all lines have room, the last one says so. */
function shown(lines: readonly string[], { rows }: Size): readonly string[] {
  const room = rows - 1;
  return lines.length <= room
    ? lines
    : [...lines.slice(0, room - 1), `... and ${lines.length - room + 1} more`];
}

/** Goes up to the first line that is new, and writes no others on the way back down. */
function changes(before: readonly string[], after: readonly string[]): string {
  let text = "";
  // The row that the cursor is in, counted from the first line; it rests below the last one.
  let at = after.length;
  for (const [index, line] of after.entries()) {
    if (line === before[index]) continue;
    text += `${move(at, index)}\r${line}${CLEAR_LINE}`;
    at = index;
  }
  return text === "" ? "" : `${text}${move(at, after.length)}\r`;
}

const move = (from: number, to: number): string =>
  from === to ? "" : from > to ? `${ESCAPE}${from - to}A` : `${ESCAPE}${to - from}B`;
