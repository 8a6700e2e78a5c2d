import { expandBraces, WordBuilder } from "./word.js";

/** A bare word: escapes, a tilde, braces and patterns of file names. */
export function addRaw(builder: WordBuilder, raw: string, home: string | undefined, pattern = false): void {
  const several = expandBraces(raw);
  if (several !== undefined) {
    if (several.length > mostBraces) builder.addUnknown("any");
    else
      builder.addWords(
        several.flatMap((one) => {
          const inner = new WordBuilder(one);
          addBare(inner, one, home, pattern);
          return inner.words();
        }),
      );
    return;
  }
  addBare(builder, raw, home, pattern);
  if (/(^|[^\\])\{[^{}]*\.\.[^{}]*\}/.test(raw) && !raw.includes("@{")) builder.addUnknown("alike");
}

const mostBraces = 64;

function addBare(builder: WordBuilder, raw: string, home: string | undefined, pattern: boolean): void {
  let text = raw;
  // zsh puts in the path of a program for `=name`.
  if (/^=[A-Za-z]/.test(raw)) builder.addUnknown("one");
  const tilde = /^~(\/|$)/.exec(raw);
  if (tilde !== null) {
    if (home === undefined) builder.addUnknown("one");
    else builder.add(home);
    text = raw.slice(1);
  } else if (/^~[A-Za-z_+-]/.test(raw)) {
    builder.add("/");
    builder.addUnknown("one");
    return;
  }
  let at = 0;
  for (let from = 0; at <= text.length; at += 1) {
    const letter = text[at];
    const special = letter === "\\" || (letter !== undefined && "*?[".includes(letter));
    if (!special && letter !== undefined) continue;
    if (at > from) builder.add(text.slice(from, at));
    if (letter === "\\") {
      at += 1;
      const next = text[at];
      if (next !== undefined && next !== "\n") builder.add(next);
    } else if (letter !== undefined) builder.addUnknown("alike");
    from = at + 1;
  }
  if (pattern) builder.addUnknown("alike");
}

const ansiLetters: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  v: "\v",
};

/** The text of `$'...'`, which ends at a NUL. */
export function ansi(text: string): string {
  const [before = ""] = decoded(text).split("\0", 1);
  return before;
}

function decoded(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|c([\s\S])|([\s\S]))/g,
    (_, hex: string, short: string, long: string, octal: string, control: string, letter: string) => {
      const code = hex ?? short ?? long;
      if (code !== undefined) return codePoint(Number.parseInt(code, 16));
      if (octal !== undefined) return codePoint(Number.parseInt(octal, 8) & 0xff);
      if (control !== undefined) return codePoint(control.charCodeAt(0) & 0x1f);
      return ansiLetters[letter] ?? letter;
    },
  );
}

const codePoint = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : "");
