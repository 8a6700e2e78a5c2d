/**
 * Text from outside (titles, branches, paths, contents of files, answers of a server) in markdown as GitHub renders it:
 * shown as text, wherever it stands. Nobody is mentioned, nothing is linked, referred to or executed, and a table stays
 * a table.
 */

/** What nobody would read to its end. */
const longestText = 300;

/**
 * Characters that cannot be seen, or that move others about: controls, format characters (bidirectional controls, zero
 * width, tags), line and paragraph separators, lone surrogates, fillers that are letters by name alone.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115f\u1160\u180e\u3164\uffa0]/gu;
/** They join and part letters of some scripts, and make one picture of several. */
const joiners: ReadonlySet<string> = new Set(["\u200c", "\u200d"]);

/** Breaks what GitHub looks for in the text that it has rendered already, where an escape is none any more. */
const breaker = "&#8203;";

const written = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
};

/** One line in which everything can be seen; white space and line breaks are one space, what is too long is cut. */
function line(text: string, keep: ReadonlySet<string>, most: number): string {
  const flat = text.replace(
    /[\s\u0085\u200b\ufeff]*[\n\r\t\v\f\u0085\u2028\u2029][\s\u0085\u200b\ufeff]*/g,
    " ",
  );
  const seen = flat.replace(invisible, (character) => (keep.has(character) ? character : written(character)));
  return cut(seen, most);
}

/** Cuts between code points, with an ellipsis in the place of what is left out. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const points = Array.from(text.slice(0, 2 * most + 2));
  return points.length <= most ? text : `${points.slice(0, most - 1).join("")}…`;
}

/**
 * A text as one line of running markdown, for any place of a paragraph, a list or a cell of a table.
 * @param most characters before it is cut
 */
export function escapeMarkdown(text: string, most: number = longestText): string {
  const plain = line(text, joiners, most).trim();
  return defused(plain.replace(/[\\`|<>&*_[\]~#$]/g, (character) => escapes[character] ?? character)).replace(
    // What begins a list or underlines a heading does so at the beginning of a line alone.
    /^(\d{0,9})([-+=.)])/,
    (whole, digits: string, sign: string) =>
      (digits === "") === /[-+=]/.test(sign) ? `${digits}\\${sign}` : whole,
  );
}

/**
 * Character references never mean structure, not even to the splitter of tables, which comes before everything else.
 * A dollar sign begins a formula; that of a span of its own does not.
 */
const escapes: Readonly<Record<string, string>> = {
  "\\": "&#92;",
  "`": "&#96;",
  "|": "&#124;",
  "<": "&lt;",
  ">": "&gt;",
  "&": "&amp;",
  $: "<span>&#36;</span>",
  "*": "\\*",
  _: "\\_",
  "[": "\\[",
  "]": "\\]",
  "~": "\\~",
  "#": "\\#",
};

/**
 * Mentions, references, addresses and emoji are found in what was rendered: escaped or not, they would be taken for
 * what they look like. A character without width between their parts keeps them text.
 */
const defused = (escaped: string): string =>
  escaped
    .replaceAll("@", `@${breaker}`)
    .replace(/\\#(?=\d)/g, `\\#${breaker}`)
    .replace(/(?<![a-z0-9])(gh-)(?=\d)/gi, `$1${breaker}`)
    .replaceAll("://", `:${breaker}//`)
    .replace(/(www)(?=\.)/gi, `$1${breaker}`)
    .replace(/:(?=(?:[a-z0-9+-]|\\_)+:)/gi, `:${breaker}`);

/**
 * A branch, a path or another name as code, inside and outside of tables. GitHub looks for nothing in code, so that a
 * name can be copied from it as it is.
 */
export function codeSpan(text: string, most: number = longestText): string {
  const plain = line(text, new Set(), most);
  // In a table a bar ends the cell even inside of code, and a backslash before it would be shown outside of tables.
  if (plain.trim() === "" || plain.includes("|")) return htmlCode(text, most);
  const fence = "`".repeat(longestRun(plain) + 1);
  const pad = /^`|`$|^ .* $/.test(plain) ? " " : "";
  return `${fence}${pad}${plain}${pad}${fence}`;
}

/** The same as HTML, which is also right where markdown is not read: in the summary of a collapsed part. */
export const htmlCode = (text: string, most: number = longestText): string =>
  `<code>${line(text, new Set(), most)
    .replace(/[^\p{L}\p{M}\p{N} ./-]/gu, (character) => `&#${character.codePointAt(0)};`)
    .replace(/(www)(?=\.)/gi, `$1${breaker}`)}</code>`;

/** Lines of text as a block of code: the fence is longer than any inside. @param info what the lines are written in */
export function fenced(text: string, info = ""): string {
  const lines = text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replace(invisible, (character) =>
      character === "\n" || character === "\t" ? character : written(character),
    )
    .replace(/\n+$/, "");
  const fence = "`".repeat(Math.max(3, longestRun(lines) + 1));
  return `${fence}${info}\n${lines}\n${fence}`;
}

const longestRun = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);

/** A link with an escaped text; the text alone where the address is none of the web. */
export function link(text: string, url: string): string {
  const label = escapeMarkdown(text);
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return label;
  return `[${label}](${new URL(url).href.replace(/[()<>|\\`*_~[\]$@]/g, percent)})`;
}

const percent = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;

/**
 * A table. Its cells are markdown that this module made; a stray line break or bar does not end one.
 * @param rows each with as many cells as the head
 */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;
  return [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n");
}

const cell = (text: string): string => text.replace(/\s*[\r\n]\s*/g, " ").replaceAll("|", "&#124;");

/** A title: GitHub shows it as it is, and takes it for the message of a merge. @param most at most 256 */
export const plainTitle = (text: string, most = 200): string =>
  cut(
    line(text, joiners, most)
      .trim()
      .replace(/@(?=\w)|#(?=\d)|\bgh-(?=\d)/gi, (found) => `${found}\u200b`),
    256,
  );
