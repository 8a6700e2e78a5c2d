import { realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { draftOf, standing } from "./hooks-own.js";

/**
 * A block of lines that Coppice puts into somebody else's text file, between two lines that tell whose it is. Taking it
 * out gives back every byte of the file, whatever its line ends are and whether its last line ends.
 */
const opening = "# >>> coppice >>>";
const closing = "# <<< coppice <<<";
/** Behind the opening mark: the file was not there, so it goes with the block. */
const madeMark = " (the file is Coppice's)";

export interface Block {
  /** The text before, between and after. */
  readonly before: string;
  readonly block: string;
  readonly after: string;
}

/** The block in a text; undefined when there is none, or half of one. Text is latin1: a byte each. */
export function findBlock(text: string): Block | undefined {
  const start = lineStart(text, opening);
  if (start < 0) return undefined;
  const last = text.indexOf(`\n${closing}`, start);
  if (last < 0) return undefined;
  const lineEnd = text.indexOf("\n", last + 1);
  const end = lineEnd < 0 ? text.length : lineEnd + 1;
  return { before: text.slice(0, start), block: text.slice(start, end), after: text.slice(end) };
}

function lineStart(text: string, line: string): number {
  if (text.startsWith(line)) return 0;
  const at = text.indexOf(`\n${line}`);
  return at < 0 ? -1 : at + 1;
}

/** A block with these lines. */
export const blockOf = (lines: readonly string[], made: boolean): string =>
  [`${opening}${made ? madeMark : ""}`, ...lines, closing, ""].join("\n");

/** A text without the block; undefined when the file was made for it and holds nothing else. */
export function withoutBlock({ before, block, after }: Block): string | undefined {
  const rest = before + after;
  return rest === "" && block.startsWith(`${opening}${madeMark}`) ? undefined : rest;
}

/** Whether a block's lines are these. */
export const isBlockOf = ({ block }: Block, lines: readonly string[]): boolean =>
  block === blockOf(lines, true) || block === blockOf(lines, false);

/**
 * Writes a file as bytes in one step, with the mode it has; a symbolic link stays one.
 * @param mode of a file that is not there yet
 */
export function writeBytes(path: string, latin1: string, mode?: number): void {
  const stat = standing(path);
  const target = stat?.isSymbolicLink() === true ? realpathSync(path) : path;
  const known = standing(target)?.mode ?? mode;
  const draft = draftOf(target);
  rmSync(draft, { force: true });
  writeFileSync(draft, Buffer.from(latin1, "latin1"), {
    flag: "wx",
    ...(known === undefined ? {} : { mode: known & 0o7777 }),
  });
  renameSync(draft, target);
}
