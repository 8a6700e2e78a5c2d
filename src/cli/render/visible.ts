import { stripVTControlCharacters } from "node:util";

/**
 * What must not reach a terminal as it is: control characters (C0, DEL, C1), line separators, and the characters
 * that reorder or hide text (bidirectional controls, zero-width ones, byte order marks, tags, fillers that are letters by
 * name alone), lone surrogates too.
 */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters it is about
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: one of them joins itself to the one before, each counts alone
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e007f}\p{Cs}]/gu;

/** Printable ASCII, and the line feeds of indentation. */
const PRINTABLE = /^[\n\x20-\x7e]*$/;

const NAMED: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** One line of text in which escape sequences and other invisible characters are written out: `\x1b[31m`. */
export function visible(text: string): string {
  return text.replace(UNSAFE, (character) => NAMED[character] ?? escaped(character));
}

/** The same for text of several lines: line feeds and tabs stay. */
export function visibleLines(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(UNSAFE, (character) => {
    return character === "\n" || character === "\t" ? character : (NAMED[character] ?? escaped(character));
  });
}

/** A program's output, which may be coloured: escape sequences go, what is left of controls is written out. */
export const visibleOutput = (text: string): string => visibleLines(stripVTControlCharacters(text));

/** JSON whose strings hold the same values, without a character that a terminal would act on. */
export function visibleJson(json: string): string {
  // JSON.stringify has escaped what is below; large documents are mostly of nothing else.
  if (PRINTABLE.test(json)) return json;
  return json.replace(UNSAFE, (character) => {
    // JSON's own indentation; inside strings JSON.stringify has written C0 controls out already.
    if (character === "\n") return character;
    return character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join("");
  });
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
}
