import type { Word } from "../lifecycle/git-arguments.js";
import { addTemplate, expand, expandOne } from "./expand.js";
import { inputName } from "./heredocs.js";
import type { NodeWalk } from "./node-walk.js";
import { named } from "./nodes.js";
import type { ShellNode } from "./parser.js";
import type { ShellState, Stdin } from "./state.js";
import { WordBuilder } from "./word.js";

/** The text that a heredoc or a herestring gives. */
function givenBy(walk: NodeWalk, node: ShellNode, state: ShellState): Stdin {
  if (node.type === "herestring_redirect") {
    const value = named(node).find(({ type }) => type !== "file_descriptor");
    const text = value === undefined ? undefined : expandOne(value, state, walk).text;
    return text === undefined ? "computed" : { text };
  }
  const start = named(node).find(({ type }) => type === "heredoc_start")?.text ?? "";
  const body = named(node).find(({ type }) => type === "heredoc_body");
  if (body === undefined) return { text: "" };
  if (/['"\\]/.test(start)) return { text: body.text };
  const builder = new WordBuilder("the heredoc");
  addTemplate(builder, body, 0, body.text.length, state, walk);
  const [word] = builder.words();
  return word?.text === undefined ? "computed" : { text: word.text };
}

/**
 * What a redirection puts in the place of standard input; undefined when it is none of input. A file is a script that is
 * not looked into, like one that is named; the output of a command is a text.
 */
export function inputOf(
  walk: NodeWalk,
  node: ShellNode,
  state: ShellState,
): { readonly stdin: Stdin } | undefined {
  const descriptor = named(node).find(({ type }) => type === "file_descriptor")?.text ?? "0";
  if (descriptor !== "0") return undefined;
  if (node.type !== "file_redirect") return { stdin: givenBy(walk, node, state) };
  if (!node.children.some((part) => part?.type === "<")) return undefined;
  const file = named(node).find(({ type }) => type !== "file_descriptor");
  if (file?.type === "process_substitution") return { stdin: "computed" };
  if (file?.text.startsWith(inputName) !== true) return { stdin: undefined };
  const [word, ...more] = walk.quietly(() => expand(file, state, walk));
  const text = more.length > 0 ? undefined : word?.text;
  return { stdin: text === undefined ? "computed" : { text: text.slice(inputName.length) } };
}

/** `git >out push`: the grammar hangs the words that follow the file's name below the redirection. */
export function behindFile(walk: NodeWalk, node: ShellNode, state: ShellState): Word[] {
  const [file, ...words] = named(node).filter(({ type }) => type !== "file_descriptor");
  if (file !== undefined) expand(file, state, walk);
  return words.flatMap((word) => expand(word, state, walk));
}
