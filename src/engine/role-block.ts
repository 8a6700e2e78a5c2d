/**
 * The lines that keep role files out of commits, in a text of `info/exclude` that is otherwise the person's. They stand in
 * a block of their own between two marks that name the clone: the file may be a link to one that several clones share.
 * Taking the block out gives back every byte of what was there. Texts are latin1, a character each byte.
 */
const opening = "# >>> coppice roles ";
const closing = "# <<< coppice roles ";
/** Behind the opening mark: the text had no line end before it. */
const openEnded = " (after a line without an end)";

/** The block of any clone at the beginning of a text. */
const anyBlock = /^(# >>> coppice roles [0-9a-f]{12})(?=\r?\n)/;

/** A block in a text. */
interface Found {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
  readonly openEnded: boolean;
}

/** The line that keeps one file of a worktree out of commits: anchored, so that it speaks of that file alone. */
export const roleLine = (path: string): string =>
  Buffer.from(`/${path.replace(/[\\*?[\]]/g, "\\$&").replace(/ (?= *$)/g, "\\ ")}`, "utf8").toString(
    "latin1",
  );

/** The lines that a text has for a clone; undefined when it has no block of that clone. */
export const roleLinesIn = (text: string, clone: string): readonly string[] | undefined =>
  findRoleBlock(text, clone)?.lines;

/**
 * The text with these lines for a clone, and nothing else of it changed.
 * @param lines in the order in which they are to stand; none: the block goes
 */
export function withRoleLines(text: string, clone: string, lines: readonly string[]): string {
  const found = findRoleBlock(text, clone);
  let before = found === undefined ? text : text.slice(0, found.start);
  const after = found === undefined ? "" : text.slice(found.end);
  // Whoever wrote behind the block began a line of their own: the line end in front of it is theirs by now.
  const isOpen =
    found === undefined
      ? before !== "" && !before.endsWith("\n")
      : found.openEnded && (after === "" || anyBlock.test(after));
  if (lines.length === 0) {
    if (!isOpen || found === undefined) return `${before}${after}`;
    // Another clone's block gives it back when that goes.
    return after === "" ? before.slice(0, -1) : `${before}${after.replace(anyBlock, `$1${openEnded}`)}`;
  }
  if (found === undefined && isOpen) before += "\n";
  const mark = clone.slice(0, 12);
  return [`${before}${opening}${mark}${isOpen ? openEnded : ""}`, ...lines, `${closing}${mark}`, after].join(
    "\n",
  );
}

/** A block is whole, or it is none: half of one may have become anybody's lines. */
function findRoleBlock(text: string, clone: string): Found | undefined {
  const mark = clone.slice(0, 12);
  let block: { start: number; lines: string[]; openEnded: boolean } | undefined;
  for (let at = 0; at < text.length; ) {
    const stop = text.indexOf("\n", at);
    const next = stop < 0 ? text.length : stop + 1;
    // An editor may have changed all line ends.
    const line = text.slice(at, stop < 0 ? next : stop).replace(/\r$/, "");
    if (line === `${opening}${mark}` || line === `${opening}${mark}${openEnded}`)
      block = { start: at, lines: [], openEnded: line.endsWith(openEnded) };
    else if (block !== undefined && line === `${closing}${mark}`) return { ...block, end: next };
    else if (block !== undefined && line.startsWith("/")) block.lines.push(line);
    else block = undefined;
    at = next;
  }
  return undefined;
}
