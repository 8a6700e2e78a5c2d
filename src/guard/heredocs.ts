import type { Node } from "web-tree-sitter";

/** A text whose heredocs and herestrings have become files with the input in their names. */
export interface Rewritten {
  readonly text: string;
  /** Where the redirections from such a file begin. */
  readonly at: readonly number[];
}

/** Begins the name of such a file; what follows, quotes and all, gives the input. */
export const inputName = "/dev/input-in-name:";

const either = /(?<!<)<<(-?)[ \t]*(?:'([\w.-]+)'|"([\w.-]+)"|\\([\w.-]+)|([\w.-]+))(?=[\s;&|>]|$)|<<<[ \t]*/g;
/** What may follow an opener on its line, so that the line's end is where the bodies begin for every shell. */
const plainRest = /^(?:[^'"\\`$#()<\n]|<(?![<(])|\$\w|'[^'\n]*'|"(?:[^"\\`$\n]|\$\w)*")*$/;

/**
 * Rewrites heredocs and herestrings: the grammar cannot read a heredoc that another one or a `;` follows on its line,
 * and a herestring behind brackets or another redirection.
 * Where it is not sure that a shell would end a body at the same line, it gives up.
 * @returns undefined when there is none, or one that cannot be rewritten
 */
export function withoutHeredocs(text: string): Rewritten | undefined {
  if (text.includes("\r")) return undefined;
  const lines = text.split("\n");
  const at: number[] = [];
  let done = "";
  while (lines.length > 0) {
    const line = lines.shift() ?? "";
    // In backquotes a backslash means something else.
    if (line.includes("`") || /(?<!<)<<(?!<)/.test(line.replace(either, ""))) return undefined;
    const finds = [...line.matchAll(either)];
    let end = 0;
    for (const found of finds) {
      done += line.slice(end, found.index);
      at.push(done.length);
      end = found.index + found[0].length;
      done += `< ${inputName}`;
      if (found[0].startsWith("<<<")) continue;
      const [, dash, ...names] = found;
      const body = takeBody(lines, names.find((name) => name !== undefined) ?? "", dash === "-");
      const word = body === undefined ? undefined : asWord(body, names[3] === undefined);
      if (word === undefined || !plainRest.test(line.slice(end).replace(either, ""))) return undefined;
      done += word;
    }
    done += line.slice(end) + (lines.length > 0 ? "\n" : "");
  }
  return at.length === 0 ? undefined : { text: done, at };
}

function takeBody(lines: string[], name: string, indented: boolean): string | undefined {
  const plain = (line: string): string => (indented ? line.replace(/^\t+/, "") : line);
  const end = lines.findIndex((line) => plain(line) === name);
  if (end < 0) return undefined;
  const body = lines
    .splice(0, end + 1)
    .slice(0, -1)
    .map(plain);
  // bash takes `EOF)` for the end as well, with a warning.
  return body.some((line) => line.startsWith(name)) ? undefined : body.join("\n");
}

function asWord(body: string, quoted: boolean): string | undefined {
  if (quoted || !/[\\`$]/.test(body)) return `'${body.replaceAll("'", "'\\''")}'`;
  // A backslash may join lines, and quotes between these quotes are not those of the heredoc.
  return /[\\`"]/.test(body) ? undefined : `"${body}"`;
}

/** Whether each redirection is one in the tree: a `<<` in quotes, a comment or arithmetic was no heredoc. */
export function agrees(root: Node, { at }: Rewritten): boolean {
  const starts = new Set(root.descendantsOfType("file_redirect").map((node) => node?.startIndex));
  return at.every((place) => starts.has(place));
}
