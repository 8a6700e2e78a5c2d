import { known, type Word } from "../lifecycle/git-arguments.js";
import { expand } from "./expand.js";
import { behindFile, inputOf } from "./inputs.js";
import type { NodeWalk } from "./node-walk.js";
import { isStatement, named } from "./nodes.js";
import type { ShellNode } from "./parser.js";
import { connect, list, pipeline } from "./pipelines.js";
import { printedBy } from "./printing.js";
import { simpleCommand } from "./simple-command.js";
import { always, joinStates, type Outcome, type ShellState, type Stdin } from "./state.js";

interface Redirection {
  /** What standard input is redirected to; undefined: it is not. */
  given: { readonly stdin: Stdin } | undefined;
  /** Words of the command that stand behind the redirection. */
  readonly words: Word[];
}

/** A statement with redirections around it. */
export function redirected(walk: NodeWalk, node: ShellNode, state: ShellState, stdin: Stdin): Outcome {
  const redirection: Redirection = { given: undefined, words: [] };
  const after: ShellNode[] = [];
  let end = node.startIndex;
  for (const child of named(node)) {
    const between = node.text.slice(end - node.startIndex, child.startIndex - node.startIndex);
    // The grammar passes over a `-` that stands alone before a redirection.
    if (between.trim() === "-") redirection.words.push(known("-"));
    end = child.endIndex;
    readRedirection(walk, child, state, redirection, after);
  }
  const body = node.childForFieldName("body");
  const first =
    body === null
      ? behindRedirections(walk, state, stdin, redirection)
      : withRedirection(walk, body, state, stdin, redirection);
  return afterHeredoc(
    walk,
    body,
    after,
    first,
    redirection.given === undefined ? stdin : redirection.given.stdin,
  );
}

/** `>a >b git >c push`: for the grammar all words stand behind a redirection. */
function behindRedirections(
  walk: NodeWalk,
  state: ShellState,
  stdin: Stdin,
  { given, words }: Redirection,
): Outcome {
  if (words.length === 0) return always(state);
  const input = given === undefined ? stdin : given.stdin;
  return walk.run({ words, env: new Map(), state, stdin: input, direct: true });
}

function readRedirection(
  walk: NodeWalk,
  child: ShellNode,
  state: ShellState,
  to: Redirection,
  after: ShellNode[],
): void {
  if (child.type.endsWith("redirect")) to.given = inputOf(walk, child, state) ?? to.given;
  if (child.type === "file_redirect") to.words.push(...behindFile(walk, child, state));
  if (child.type !== "heredoc_redirect") return;
  for (const part of named(child)) {
    if (["heredoc_start", "heredoc_body", "heredoc_end", "file_descriptor"].includes(part.type)) continue;
    if (part.type === "file_redirect") to.words.push(...behindFile(walk, part, state));
    else if (isStatement(part)) after.push(part);
    else to.words.push(...expand(part, state, walk));
  }
}

/** A redirection at the end of a pipeline or list is that of its last command. */
function withRedirection(
  walk: NodeWalk,
  node: ShellNode,
  state: ShellState,
  stdin: Stdin,
  to: Redirection,
): Outcome {
  const input = to.given === undefined ? stdin : to.given.stdin;
  const last = (part: ShellNode, from: ShellState, piped: Stdin): Outcome =>
    withRedirection(walk, part, from, piped, to);
  switch (node.type) {
    case "command":
      return simpleCommand(walk, node, state, input, to.words);
    case "pipeline":
      return pipeline(walk, named(node), state, stdin, { last });
    case "list":
      return list(walk, node, state, stdin, last);
    case "negated_command": {
      const [inner] = named(node);
      return inner === undefined ? always(state) : last(inner, state, stdin);
    }
    default:
      if (to.words.length > 0) walk.unknown("words stand behind a redirection", state);
      return walk.statement(node, state, input);
  }
}

/** `cat <<EOF | sh && git push`: the grammar hangs what follows the heredoc's name below the heredoc. */
function afterHeredoc(
  walk: NodeWalk,
  body: ShellNode | null,
  after: readonly ShellNode[],
  first: Outcome,
  input: Stdin,
): Outcome {
  let outcome = first;
  for (const part of after) {
    const here = joinStates(outcome.ok, outcome.fail);
    if (here === undefined) break;
    const sign = part.previousSibling?.type;
    if (sign === "&&" || sign === "||") {
      outcome = connect(outcome, sign === "||", (state) => walk.statement(part, state, undefined));
      continue;
    }
    const text =
      body === null
        ? undefined
        : printedBy(walk, body, here, typeof input === "object" ? input.text : undefined);
    const parts = part.type === "pipeline" ? named(part) : [part];
    outcome = pipeline(walk, parts, here, undefined, { piped: text === undefined ? "computed" : { text } });
  }
  return outcome;
}
