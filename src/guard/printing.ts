import { inputOf } from "./inputs.js";
import type { NodeWalk } from "./node-walk.js";
import { named } from "./nodes.js";
import { printed } from "./output.js";
import type { ShellNode } from "./parser.js";
import { wordsOf } from "./simple-command.js";
import { copyState, type ShellState } from "./state.js";

/** What a statement prints, where that is plain. */
export function printedBy(
  walk: NodeWalk,
  node: ShellNode,
  state: ShellState,
  stdin?: string,
): string | undefined {
  // Each look inside a look would double the work.
  if (walk.isQuiet) return undefined;
  if (node.type === "redirected_statement") {
    const body = node.childForFieldName("body");
    const [only, ...more] = named(node).filter((child) => child.type.endsWith("redirect"));
    if (body === null || only === undefined || more.length > 0) return undefined;
    if (named(only).some(({ type }) => ["pipeline", "command", "file_redirect"].includes(type)))
      return undefined;
    const given = walk.quietly(() => inputOf(walk, only, state))?.stdin;
    return typeof given === "object" ? printedBy(walk, body, state, given.text) : undefined;
  }
  if (node.type !== "command") return undefined;
  const words = walk.quietly(() => wordsOf(walk, node, copyState(state)));
  const [first, ...args] = words;
  const name = first?.text;
  return name === undefined || state.functions.has(name) ? undefined : printed(name, args, stdin);
}
