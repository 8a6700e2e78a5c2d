import { writeSync } from "node:fs";
import type { Output } from "../io.js";
import type { Size } from "./model.js";

const ESCAPE = "\u001b[";
/** The alternate screen, without a cursor, and without lines that wrap. */
const ENTER = `${ESCAPE}?1049h${ESCAPE}?25l${ESCAPE}?7l`;
const LEAVE = `${ESCAPE}?7h${ESCAPE}?25h${ESCAPE}?1049l`;
const CLEAR = `${ESCAPE}2J`;
/** The file descriptor of the standard output. */
const STDOUT = 1;
/** Before the row is written: after a full row the cursor still stands on its last character. */
const CLEAR_ROW = `${ESCAPE}0m${ESCAPE}2K`;

/**
 * The whole screen of a terminal, which shows again what it showed before as soon as `leave` is called, or the process
 * ends in any way that it can still act in.
 */
export class Terminal {
  readonly #output: Output;
  #drawn: readonly string[] | undefined;
  #size: Size | undefined;
  #isEntered = false;
  readonly #leaveNow = (): void => this.#leaveAtOnce();

  /** @param output the standard output */
  constructor(output: Output) {
    this.#output = output;
  }

  enter(): void {
    if (this.#isEntered) return;
    this.#isEntered = true;
    this.#drawn = undefined;
    process.on("exit", this.#leaveNow);
    // What Node prints of an exception must stand on the screen that stays.
    process.on("uncaughtExceptionMonitor", this.#leaveNow);
    this.#output.write(ENTER);
  }

  /** Shows lines from the top of the screen. Only rows that have changed are written. */
  draw(lines: readonly string[], size: Size): void {
    if (!this.#isEntered) return;
    const isResized = this.#size?.columns !== size.columns || this.#size.rows !== size.rows;
    const before = isResized ? undefined : this.#drawn;
    const wanted = lines.slice(0, size.rows);
    let text = before === undefined ? CLEAR : "";
    for (let row = 0; row < Math.max(wanted.length, before?.length ?? 0); row += 1) {
      const line = wanted[row] ?? "";
      if (line !== before?.[row]) text += `${ESCAPE}${row + 1};1H${CLEAR_ROW}${line}`;
    }
    if (text !== "") this.#output.write(text);
    this.#drawn = wanted;
    this.#size = size;
  }

  /** Idempotent. */
  leave(): void {
    if (this.#forget()) this.#output.write(LEAVE);
  }

  /** Whoever waits for a stream is not heard any more when a process ends. */
  #leaveAtOnce(): void {
    if (!this.#forget()) return;
    try {
      writeSync(STDOUT, LEAVE);
    } catch {
      // The terminal is gone: there is nothing to restore.
    }
  }

  #forget(): boolean {
    if (!this.#isEntered) return false;
    this.#isEntered = false;
    process.off("exit", this.#leaveNow);
    process.off("uncaughtExceptionMonitor", this.#leaveNow);
    return true;
  }
}
