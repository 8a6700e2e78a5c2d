/**
 * The part of a pull request's text that is ours, between two marks that stand on lines of their own. Whatever is
 * outside belongs to a person and stays byte for byte.
 */

const beginMark = "<!-- coppice:begin -->";
const endMark = "<!-- coppice:end -->";

/** GitHub takes so many characters; it counts code points, which are never more than the units of a string. */
const longestBody = 65_536;

interface Part {
  readonly before: string;
  /** Without the marks, its line ends as ours: what a person saves in a browser comes back with carriage returns. */
  readonly text: string;
  readonly after: string;
}

/**
 * Finds our part: the last whole pair of marks. What stands in a person's block of code, is quoted or indented, is no
 * mark, and neither is one whose partner is missing.
 */
export function findPart(body: string): Part | undefined {
  let found: Part | undefined;
  let begin: { readonly line: number; readonly text: number } | undefined;
  let fence: Fence | undefined;
  for (const { start, text, next } of linesOf(body)) {
    if (text === beginMark && fence === undefined) {
      begin = { line: start, text: next };
    } else if (begin === undefined) {
      fence = afterLine(fence, text);
    } else if (text === endMark) {
      // Each line of ours in which there is text from outside has something before it.
      found = {
        before: body.slice(0, begin.line),
        text: body.slice(begin.text, start).replaceAll("\r\n", "\n").replace(/\n$/, ""),
        after: body.slice(start + endMark.length),
      };
      begin = undefined;
    }
  }
  return found;
}

/**
 * A body with our part in it: in its old place, else at the end.
 * @param write makes the part's text for so many characters; undefined: there is no room for it
 * @returns the very same body when nothing changes
 */
export function withPart(body: string, write: (room: number) => string | undefined): string {
  const part = findPart(body);
  const before = part?.before ?? `${body}${separation(body)}`;
  const after = part?.after ?? "";
  const marks = beginMark.length + endMark.length + 2;
  const text = write(longestBody - before.length - after.length - marks);
  if (text === undefined || text === part?.text) return body;
  return `${before}${beginMark}\n${text}\n${endMark}${after}`;
}

/** What sets our part off from a text that ends anywhere, even inside of a block of code. */
function separation(body: string): string {
  if (body === "") return "";
  let fence: Fence | undefined;
  for (const { text } of linesOf(body)) fence = afterLine(fence, text);
  const lineEnd = body.endsWith("\n") ? "" : "\n";
  if (fence !== undefined) return `${lineEnd}${fence.sign.repeat(fence.length)}\n\n`;
  return /\n\r?\n$/.test(body) ? "" : `${lineEnd}\n`;
}

interface Fence {
  readonly sign: string;
  readonly length: number;
}

/** Whether a block of code is open after a line, as CommonMark has it. */
function afterLine(open: Fence | undefined, line: string): Fence | undefined {
  const [, run = "", rest = ""] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
  const sign = run.charAt(0);
  if (run === "") return open;
  if (open === undefined)
    return sign === "`" && rest.includes("`") ? undefined : { sign, length: run.length };
  return sign === open.sign && run.length >= open.length && rest.trim() === "" ? undefined : open;
}

function* linesOf(text: string): Generator<{ start: number; text: string; next: number }> {
  for (let start = 0; start < text.length; ) {
    const at = text.indexOf("\n", start);
    const end = at < 0 ? text.length : at;
    const next = at < 0 ? text.length : at + 1;
    yield { start, text: text.slice(start, end).replace(/\r$/, ""), next };
    start = next;
  }
}
