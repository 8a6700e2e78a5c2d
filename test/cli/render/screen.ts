import type { Output } from "../../../src/cli/io.js";

/** A terminal's screen: what was written to it as a person sees it, and what has scrolled off. */
export class Screen implements Output {
  readonly isTTY = true;
  readonly writes: string[] = [];
  columns: number;
  rows: number;
  readonly #lines: string[] = [""];
  #row = 0;
  #column = 0;

  constructor(columns: number, rows: number) {
    this.columns = columns;
    this.rows = rows;
  }

  /** Every line there is, above the screen and on it. */
  get text(): string {
    return this.#lines.map((line) => line.trimEnd()).join("\n");
  }

  write(text: string): void {
    this.writes.push(text);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal is told by control characters
    for (const [piece, , count, order] of text.matchAll(/(\u001b\[(\d*)([A-Za-z]))|./gsu)) {
      if (order !== undefined) this.#obey(order, Number(count || "1"), count === "");
      else if (piece === "\n") this.#lineFeed();
      else if (piece === "\r") this.#column = 0;
      else this.#put(piece);
    }
  }

  #obey(order: string, count: number, bare: boolean): void {
    if (order === "A") this.#row = Math.max(this.#top, this.#row - count);
    else if (order === "B") this.#row = Math.min(this.#lines.length - 1, this.#row + count);
    else if (order === "K" && bare) this.#clearLine();
    else if (order === "J" && bare) {
      this.#clearLine();
      this.#lines.splice(this.#row + 1);
    } else if (order !== "m") throw new Error(`unknown order ${order}`);
  }

  get #top(): number {
    return Math.max(0, this.#lines.length - this.rows);
  }

  #clearLine(): void {
    this.#lines[this.#row] = (this.#lines[this.#row] ?? "").slice(0, this.#column);
  }

  #lineFeed(): void {
    this.#row += 1;
    this.#column = 0;
    if (this.#row === this.#lines.length) this.#lines.push("");
  }

  #put(character: string): void {
    if (this.#column === this.columns) this.#lineFeed();
    const line = (this.#lines[this.#row] ?? "").padEnd(this.#column);
    this.#lines[this.#row] = line.slice(0, this.#column) + character + line.slice(this.#column + 1);
    this.#column += 1;
  }
}
