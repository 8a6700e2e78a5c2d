import type { Substitutions } from "./expand.js";
import type { ShellNode } from "./parser.js";
import type { Outcome, ShellState, Stdin } from "./state.js";
import type { Walk } from "./walk.js";

/** What the parts that know one kind of node each ask of the walk through all of them. */
export interface NodeWalk extends Walk, Substitutions {
  statement(node: ShellNode, state: ShellState, stdin: Stdin): Outcome;
  /** The statements in a node, one after the other. */
  sequence(node: ShellNode, state: ShellState, stdin: Stdin): Outcome;
  /** A function gets its body. */
  define(name: string, body: ShellNode, state: ShellState): void;
  /** Words are being looked at for a second time. */
  readonly isQuiet: boolean;
  /** Looks at words a second time: what they run has been found already. */
  quietly<T>(work: () => T): T;
}
