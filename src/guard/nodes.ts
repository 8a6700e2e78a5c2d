import type { ShellNode } from "./parser.js";

/** The parts of a node that mean something. */
export const named = (node: ShellNode): ShellNode[] => node.namedChildren.filter((child) => child !== null);

/** Whether a part of a statement is one itself, and no word. */
export const isStatement = (node: ShellNode): boolean =>
  /(^command|_command|^list|^pipeline|_statement|^subshell|_definition|^variable_assignments?|^do_group)$/.test(
    node.type,
  );

/**
 * What stands between backquotes, where a backslash before a backquote, a dollar or a backslash goes before the text is
 * read: `echo \\`pwd\\`` runs two commands. Undefined: the node is none of these, or holds no such backslash.
 */
export function behindBackslashes(node: ShellNode): string | undefined {
  if (node.type !== "command_substitution" || !node.text.startsWith("`")) return undefined;
  const text = node.text.slice(1, -1);
  const plain = text.replace(node.parent?.type === "string" ? /\\([`$\\"])/g : /\\([`$\\])/g, "$1");
  return plain === text ? undefined : plain;
}
