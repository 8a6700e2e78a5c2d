import { posix } from "node:path";

/**
 * What could be a path from the top of a worktree in a shell command. The command is read as a shell reads it, from every
 * place where a word may begin; what stands between quotes, which may be a command for another shell, once more by itself.
 * A word too much costs a look at a file that is not there. One too few would let a file hide.
 */
export function pathWords(command: string): string[] {
  const found = new Set<string>();
  let texts = [command];
  for (let depth = 0; depth < mostShells && texts.length > 0; depth += 1) {
    for (const word of texts.flatMap(wordsOf)) found.add(word);
    texts = texts.flatMap(quotedTexts);
  }
  return [...found].filter((word) => inside(word));
}

/** How many shells may stand within one another: `sh -c 'sh -c "..."'`. */
const mostShells = 4;

/** Whether a path is relative, and names neither nothing nor the top itself. */
const inside = (path: string): boolean =>
  path !== "" && !path.startsWith("/") && !path.includes("\0") && posix.normalize(path) !== ".";

function wordsOf(text: string): string[] {
  const joined = text.replace(/\\\n|["'\\]/g, "");
  const words = [
    ...starts(text).flatMap((start) => [bareWord(text, start), quotedWord(text, start)]),
    ...text.split(/[\s;&|()<>"'`$={}]+/),
    ...joined.split(/[\s;&|()<>`={},:@]+/),
  ];
  return words.flatMap((word) => [
    word,
    ...belowVariables(word),
    // A folder that is not there may be by then.
    ...(word.includes("..") ? [posix.normalize(word)] : []),
  ]);
}

/** Where words may begin: behind what parts them, a quote, and an option's letter. */
const starts = (text: string): number[] => [
  0,
  ...[...text.matchAll(/[\s;&|()<>"'`$={},:@]|(?<=\s)-\w/g)].map(({ 0: part, index }) => index + part.length),
];

/** What follows a variable or a command's output, as in `$PWD/init.sh`; the variable may stand before the word. */
function belowVariables(word: string): string[] {
  const last = [...word.matchAll(/(?:\$\w+|[`})])\/+/g)].at(-1);
  return [word.replace(/^\/+/, ""), ...(last === undefined ? [] : [word.slice(last.index + last[0].length)])];
}

/** The word that begins at `start` outside of quotes, without those that it has. */
function bareWord(text: string, start: number): string {
  let word = "";
  for (let at = start; at < text.length; ) {
    const plain = matchAt(/[^ \t\n;&|()<>`\\'"]+/y, text, at);
    const quoted = plain === "" ? segment(text, at) : undefined;
    if (plain === "" && quoted === undefined) break;
    word += quoted?.content ?? plain;
    at = quoted?.end ?? at + plain.length;
  }
  return word;
}

/** @param pattern one that matches at its `lastIndex` alone */
function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

/** What stands from `start` up to the double quote that ends it; nothing where none does. */
function quotedWord(text: string, start: number): string {
  const end = doubleQuoteAfter(text, start);
  return end < 0 ? "" : unescaped(text.slice(start, end));
}

interface Segment {
  readonly content: string;
  readonly end: number;
}

/** What is quoted at a place: by quotes, which need not end, or by a backslash. */
function segment(text: string, at: number): Segment | undefined {
  const char = text.charAt(at);
  if (char === "\\") {
    const next = text.charAt(at + 1);
    return { content: next === "\n" ? "" : next, end: at + 2 };
  }
  if (char !== "'" && char !== '"') return undefined;
  const close = char === "'" ? text.indexOf("'", at + 1) : doubleQuoteAfter(text, at + 1);
  const end = close < 0 ? text.length : close;
  const content = text.slice(at + 1, end);
  return { content: char === "'" ? content : unescaped(content), end: end + 1 };
}

function doubleQuoteAfter(text: string, start: number): number {
  const end = start + matchAt(/(?:[^"\\]+|\\.)*/sy, text, start).length;
  return text.charAt(end) === '"' ? end : -1;
}

const unescaped = (text: string): string =>
  text.replace(/\\([$`"\\\n])/g, (_all, char: string) => (char === "\n" ? "" : char));

/** The contents of quotes, from the first on. */
function quotedTexts(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; ) {
    const quoted = segment(text, at);
    if (quoted !== undefined && text.charAt(at) !== "\\") found.push(quoted.content);
    at = quoted?.end ?? at + 1;
  }
  return found;
}
