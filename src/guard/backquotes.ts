import type { Node } from "web-tree-sitter";

/*
 * The grammar takes what stands between the first and the last backquote of a command for one substitution, ends a word
 * where a backquote begins, and takes `{git,push}` for a group. Commands hide in all of that, so such a tree is not used.
 */

/** A backquote that no backslash stands before. */
const bare = /(?<!\\)(?:\\\\)*`/;

/** White space that no backslash stands before: `! { { git push; }; }` begins with a word `{ {` for the grammar. */
const space = /(?<!\\)(?:\\\\)*\s/;

/** Whether the grammar has read backquotes or braces otherwise than a shell does. */
export function isMisread(root: Node): boolean {
  if (!/[`{]/.test(root.text)) return false;
  const suspects = root.descendantsOfType([
    "command_substitution",
    "compound_statement",
    "concatenation",
    "word",
    "string_content",
    "variable_name",
  ]);
  return suspects.some((node) => node !== null && isWrong(node));
}

function isWrong(node: Node): boolean {
  const { text } = node;
  if (node.type === "compound_statement") return /^\{\S/.test(text);
  if (node.type === "concatenation") return node.children.some((part) => part?.type === "``");
  if (node.type === "word" && space.test(text)) return true;
  if (node.type !== "command_substitution") return bare.test(text);
  return text.startsWith("`") && (bare.test(text.slice(1, -1)) || isCutOff(node));
}

/** A word ends right before the node, and the shell would go on with it. */
function isCutOff(node: Node): boolean {
  let first = node;
  while (first.parent !== null && first.parent.startIndex === first.startIndex) first = first.parent;
  const { previousSibling: before, parent } = first;
  if (before === null || parent === null || wholes.includes(parent.type)) return false;
  return before.isNamed && before.endIndex === first.startIndex;
}

/** Their parts belong together. */
const wholes = ["concatenation", "string", "translated_string", "heredoc_body", "expansion"];

/**
 * The same text with `$(...)` in the place of backquotes, which the grammar reads as shells do.
 * @returns undefined where it is not plain what is quoted
 */
export function withoutBackquotes(text: string): string | undefined {
  if (/(?<!<)<<(?!<)/.test(text)) return undefined;
  const [contexts, done]: [Context[], string[]] = [[{ quoted: false, ends: "" }], []];
  let at = 0;
  const skipTo = (end: number): void => {
    done.push(text.slice(at, end));
    at = end;
  };
  while (at < text.length) {
    const context = contexts.at(-1);
    if (context === undefined) return undefined;
    const letter = text[at] ?? "";
    const next = text[at + 1];
    if (letter === "\\") skipTo(at + 2);
    else if (letter === "`") {
      const end = closing(text, at + 1, "`");
      if (end < 0) return undefined;
      const escaped = context.quoted ? /\\([`$\\"])/g : /\\([`$\\])/g;
      const inside = withoutBackquotes(text.slice(at + 1, end).replace(escaped, "$1"));
      if (inside === undefined) return undefined;
      // A comment in it must not take the bracket along, nor a bracket in it make this arithmetic.
      done.push(`$( ${inside}\n)`);
      at = end + 1;
    } else if (letter === "$" && next === "(") {
      contexts.push({ quoted: false, ends: ")" });
      skipTo(at + 2);
    } else if (context.quoted) {
      if (letter === "$" && next === "{" && /^\$\{[^}]*['"]/.test(text.slice(at))) return undefined;
      if (letter === '"') contexts.pop();
      skipTo(at + 1);
    } else if (letter === "'") {
      const end = text[at - 1] === "$" ? closing(text, at + 1, "'") : text.indexOf("'", at + 1);
      if (end < 0) return undefined;
      skipTo(end + 1);
    } else if (letter === "#" && /(^|[\s;&|()])$/.test(text.slice(Math.max(0, at - 1), at))) {
      const end = text.indexOf("\n", at);
      skipTo(end < 0 ? text.length : end);
    } else {
      if (letter === '"') contexts.push({ quoted: true, ends: '"' });
      else if (letter === "(") contexts.push({ quoted: false, ends: ")" });
      else if (letter === ")" && context.ends === ")") contexts.pop();
      skipTo(at + 1);
    }
  }
  return contexts.length === 1 ? done.join("") : undefined;
}

interface Context {
  /** Between double quotes. */
  readonly quoted: boolean;
  readonly ends: string;
}

/** Where a letter stands next that no backslash stands before; -1: nowhere. */
function closing(text: string, from: number, letter: string): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === letter) return at;
  }
  return -1;
}
