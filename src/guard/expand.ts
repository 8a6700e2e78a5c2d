import type { Word } from "../lifecycle/git-arguments.js";
import { addRaw, ansi } from "./bare-words.js";
import type { ShellNode } from "./parser.js";
import type { ShellState } from "./state.js";
import { forgetAssigned, valueBehind } from "./variables.js";
import { unknownWord, WordBuilder } from "./word.js";

/** What an expander asks of the walk that it serves. */
export interface Substitutions {
  /** Walks the commands of a `$(...)`, `<(...)` or the like. */
  walkInside(node: ShellNode, state: ShellState): void;
  /** Walks a text in backquotes that the grammar has left as text. */
  walkText(text: string, state: ShellState): void;
  /** What a substitution prints, where that is known. */
  outputOf(node: ShellNode, state: ShellState): string | undefined;
  /** The home directory. */
  readonly home: string | undefined;
}

/** The words that a node of a command line becomes. */
export function expand(node: ShellNode, state: ShellState, walk: Substitutions): Word[] {
  const builder = new WordBuilder(shorten(node.text));
  if (
    node.type === "concatenation" &&
    node.namedChildren.every((part) => part?.type === "word" || part?.type === "number")
  ) {
    addRaw(builder, node.text, walk.home);
  } else addNode(builder, node, state, walk);
  return builder.words();
}

/** The one word that a node becomes where the shell splits nothing: after `=`, `<<<` and in a `case`. */
export function expandOne(node: ShellNode, state: ShellState, walk: Substitutions): Word {
  const words = expand(node, state, walk);
  const [only] = words;
  if (words.length === 1 && only !== undefined) {
    return only.count === "one" ? only : { ...only, count: "one" };
  }
  const text = words.every((word) => word.text !== undefined)
    ? words.map((word) => word.text).join(" ")
    : undefined;
  if (text === undefined) return unknownWord(shorten(node.text));
  return { text, start: text, end: text, count: "one", source: shorten(node.text) };
}

const longestSource = 80;
const shorten = (text: string): string =>
  text.length > longestSource ? `${text.slice(0, longestSource)}...` : text;

function addNode(builder: WordBuilder, node: ShellNode, state: ShellState, walk: Substitutions): void {
  switch (node.type) {
    case "word":
    case "number":
    case "variable_name":
    case "extglob_pattern":
    case "regex":
    case "special_variable_name":
    case "test_operator":
      addRaw(builder, node.text, walk.home, node.type === "extglob_pattern");
      return;
    case "raw_string":
      builder.add(node.text.slice(1, -1));
      return;
    case "ansi_c_string":
      builder.add(ansi(node.text.slice(2, -1)));
      return;
    case "string":
    case "translated_string":
      addQuoted(builder, node, state, walk);
      return;
    case "concatenation":
      addConcatenation(builder, node, state, walk);
      return;
    case "command_name":
      for (const part of node.namedChildren) if (part !== null) addNode(builder, part, state, walk);
      return;
    case "simple_expansion":
    case "expansion":
    case "command_substitution":
      addExpansion(builder, node, state, walk, false);
      return;
    case "arithmetic_expansion":
      walk.walkInside(node, state);
      forgetAssigned(node, state);
      builder.addUnknown("one");
      return;
    case "process_substitution":
      walk.walkInside(node, state);
      builder.add("/dev/fd/");
      builder.addUnknown("one");
      return;
    default:
      walk.walkInside(node, state);
      builder.addUnknown("any");
  }
}

function addConcatenation(
  builder: WordBuilder,
  node: ShellNode,
  state: ShellState,
  walk: Substitutions,
): void {
  let end = node.startIndex;
  const bare = node.namedChildren.map((part) => (part?.type === "word" ? part.text : "")).join("");
  // Braces around quotes and expansions: too much to work out.
  const [open, close] = [bare.indexOf("{"), bare.lastIndexOf("}")];
  const braces = open >= 0 && open < close && /,|\.\./.test(bare.slice(open, close));
  for (const part of node.namedChildren) {
    if (part === null) continue;
    const between = node.text.slice(end - node.startIndex, part.startIndex - node.startIndex);
    if (between !== "" && between !== "$") builder.add(between);
    addNode(builder, part, state, walk);
    end = part.endIndex;
  }
  if (braces) builder.addUnknown("any");
}

function addQuoted(builder: WordBuilder, node: ShellNode, state: ShellState, walk: Substitutions): void {
  const text = node.text;
  const from = text.indexOf('"') + 1;
  addTemplate(builder, node, from, text.length - 1, state, walk);
}

/** Text in which only `$`, backquotes and some escapes mean something: between double quotes, or in a heredoc. */
export function addTemplate(
  builder: WordBuilder,
  node: ShellNode,
  from: number,
  to: number,
  state: ShellState,
  walk: Substitutions,
): void {
  const text = node.text;
  let at = from;
  builder.add("");
  for (const part of node.namedChildren) {
    if (part === null || !expansions.includes(part.type)) continue;
    const start = part.startIndex - node.startIndex;
    addLiteral(builder, text.slice(at, start), state, walk);
    if (part.type === "arithmetic_expansion") addNode(builder, part, state, walk);
    else addExpansion(builder, part, state, walk, true);
    at = part.endIndex - node.startIndex;
  }
  addLiteral(builder, text.slice(at, to), state, walk);
}

const expansions = ["simple_expansion", "expansion", "command_substitution", "arithmetic_expansion"];

function addLiteral(builder: WordBuilder, text: string, state: ShellState, walk: Substitutions): void {
  // In a heredoc the grammar leaves backquotes in the text.
  for (const [at, part] of text.split(/(?<!\\)`/).entries()) {
    if (at % 2 === 1) {
      walk.walkText(part.replace(/\\([`$\\])/g, "$1"), state);
      builder.addUnknown("one");
    } else builder.add(part.replace(/\\([$`"\\\n])/g, (_, next: string) => (next === "\n" ? "" : next)));
  }
}

function addExpansion(
  builder: WordBuilder,
  node: ShellNode,
  state: ShellState,
  walk: Substitutions,
  quoted: boolean,
): void {
  if (node.type === "command_substitution") {
    // No word can hold a NUL: bash drops it.
    const output = walk.outputOf(node, state)?.replaceAll("\0", "");
    walk.walkInside(node, state);
    if (output === undefined) builder.addUnknown(namesObjects(node.text) ? "alike" : quoted ? "one" : "any");
    else if (quoted) builder.add(output);
    else addFields(builder, output, state);
    return;
  }
  walk.walkInside(node, state);
  const value = valueBehind(node, state, walk.home);
  if (value === undefined) builder.addUnknown(quoted && !isMany(node) ? "one" : "any");
  else if (value.list)
    builder.addWords(quoted ? value.words : value.words.flatMap((word) => splitWord(word, state)));
  else {
    const [word = { text: "", start: "", end: "", count: "one" as const, source: "" }] = value.words;
    if (word.text === undefined) builder.addUnknown(quoted ? "one" : "any");
    else if (quoted) builder.add(word.text);
    else if (/[*?[]/.test(word.text)) builder.addUnknown("any");
    else addFields(builder, word.text, state);
  }
}

/** Text that the shell splits at what `IFS` holds: other than white space, that is too much to work out. */
function addFields(builder: WordBuilder, text: string, state: ShellState): void {
  const separators = state.variables.get("IFS");
  const known = separators?.words[0]?.text;
  if (separators === undefined) builder.addSplit(text);
  else if (known === undefined) builder.addUnknown("any");
  else if (![...known].some((one) => text.includes(one)) && text !== "") builder.add(text);
  else if (/^\s*$/.test(known) && (text.match(/\s/g) ?? []).every((one) => known.includes(one)))
    builder.addSplit(text);
  else builder.addUnknown("any");
}

/**
 * What a substitution prints is the name of a commit or a branch, which never begins with a dash: it can be no option.
 * `git rev-parse` prints options that it does not know, so only some are let through.
 */
function namesObjects(text: string): boolean {
  const command = /^\$\(\s*git\s+([\s\S]*?)\s*\)$/.exec(text)?.[1] ?? "";
  if (/^(branch\s+--show-current|symbolic-ref\s+(--short\s+)?HEAD)$/.test(command)) return true;
  if (/^log\s+-1\s+--(format|pretty)=(format:)?%[hH](\s+[\w./~^-]+)?$/.test(command)) return true;
  if (!/^(merge-base|rev-list|rev-parse)\s[\w\s./~^@{}=-]+$/.test(command)) return false;
  const options = command.split(/\s+/).filter((word) => word.startsWith("-"));
  return options.every((word) =>
    /^(-\d+|-n|--(short|verify|abbrev-ref|fork-point|all|max-count=\d+))$/.test(word),
  );
}

const splitWord = (word: Word, state: ShellState): Word[] => {
  if (word.text === undefined) return [{ ...word, count: "any" }];
  const builder = new WordBuilder(word.source);
  addFields(builder, word.text, state);
  return builder.words();
};

const isMany = (node: ShellNode): boolean => /@/.test(node.text);
