import type { ShellNode } from "./parser.js";

/** The parts of a node that mean something. */
export const named = (node: ShellNode): ShellNode[] => node.namedChildren.filter((child) => child !== null);

/** Whether a part of a statement is one itself, and no word. */
export const isStatement = (node: ShellNode): boolean =>
  /(^command|_command|^list|^pipeline|_statement|^subshell|_definition|^variable_assignments?|^do_group)$/.test(
    node.type,
  );
