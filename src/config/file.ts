import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { CoppiceError } from "../lifecycle/errors.js";
import { namesAt } from "./keys.js";
import { meant } from "./nearest.js";
import { cutName, dotted, firstProblem } from "./problems.js";
import { type ConfigInput, configSchema } from "./schema.js";

export { meant };

/**
 * Reads the text of a config file. `.json` is plain JSON; in `.jsonc` comments and trailing commas are allowed.
 * @param name as messages name it; its ending tells the form
 * @returns what the file says, checked, without defaults
 * @throws CONFIG_INVALID with file, line and column (both from 1) and the nearest known key
 */
export const parseConfigFile = (name: string, text: string): ConfigInput =>
  parseFile(name, text, (value) => {
    const parsed = configSchema.safeParse(value);
    // What was checked is returned as it was written: defaults are filled in after git's config and flags.
    return parsed.success ? { value: value as ConfigInput } : { issues: parsed.error.issues, names: namesAt };
  });

/** What a check of a file's value says: what it stands for, or what is wrong with it. */
export type Verdict<T> =
  | { readonly value: T }
  | { readonly issues: Parameters<typeof firstProblem>[0]; readonly names: typeof namesAt };

/**
 * Reads the text of any file of ours in JSON, or with comments where its name ends in `c`.
 * @throws CONFIG_INVALID as `parseConfigFile`
 */
export function parseFile<T>(name: string, text: string, check: (value: unknown) => Verdict<T>): T {
  const source = text.replace(/^\uFEFF/, "");
  if (source.trim() === "") throw malformed(name, source, 0, "it is empty");
  const errors: ParseError[] = [];
  const tree = treeOf(name, source, errors);
  const error = errors[0];
  if (error !== undefined) throw malformed(name, source, error.offset, syntaxText(error));
  if (tree === undefined) throw malformed(name, source, 0, "value expected");
  const twice = repeatedKey(tree);
  if (twice !== undefined) {
    const { line, column } = positionOf(source, twice.offset);
    throw new CoppiceError(
      "CONFIG_INVALID",
      `${name}:${line}:${column}: ${JSON.stringify(cutName(twice.key))} stands twice in the same object; only the last would count.`,
      { details: { file: name, line, column, key: cutName(twice.key) } },
    );
  }
  const value: unknown = getNodeValue(tree);
  const verdict = check(value);
  if ("value" in verdict) return verdict.value;
  const problem = firstProblem(verdict.issues, value, verdict.names);
  const { line, column } = positionOf(source, offsetOf(tree, problem.path));
  const key = dotted(problem.path);
  throw new CoppiceError(
    "CONFIG_INVALID",
    `${name}:${line}:${column}: ${key === "" ? "the file" : `'${key}'`} ${problem.text}${meant(problem.nearest)}.`,
    {
      details: {
        file: name,
        line,
        column,
        key,
        ...(problem.nearest === undefined ? {} : { nearest: problem.nearest }),
      },
    },
  );
}

/**
 * Where the value at `path` stands in a text that `parseFile` has read, or the nearest thing around it that does.
 * @returns line and column, both from 1
 */
export function placeIn(name: string, text: string, path: readonly PropertyKey[]): Position {
  const source = text.replace(/^\uFEFF/, "");
  const tree = treeOf(name, source, []);
  return positionOf(source, tree === undefined ? 0 : offsetOf(tree, path));
}

function treeOf(name: string, source: string, errors: ParseError[]): Node | undefined {
  const relaxed = name.endsWith("c");
  try {
    return parseTree(source, errors, { disallowComments: !relaxed, allowTrailingComma: relaxed });
  } catch (error) {
    // The parser is recursive: thousands of open brackets exhaust the stack.
    if (error instanceof RangeError) throw malformed(name, source, 0, "it is nested too deeply");
    throw error;
  }
}

/** The first key, anywhere in a tree, that its object has had already. */
function repeatedKey(tree: Node): { readonly key: string; readonly offset: number } | undefined {
  const left: Node[] = [tree];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    const keys = new Set<string>();
    for (const { type, offset, children: [name] = [] } of node.type === "object"
      ? (node.children ?? [])
      : []) {
      if (type !== "property" || name === undefined) continue;
      const key = String(name.value);
      if (keys.has(key)) return { key, offset };
      keys.add(key);
    }
    left.push(...[...(node.children ?? [])].reverse());
  }
  return undefined;
}

function malformed(name: string, source: string, offset: number, what: string): CoppiceError {
  const { line, column } = positionOf(source, offset);
  return new CoppiceError(
    "CONFIG_INVALID",
    `${name}:${line}:${column}: the file is not well-formed: ${what}.`,
    {
      details: { file: name, line, column, reason: what },
    },
  );
}

/** `CommaExpected` as `comma expected`. */
const syntaxText = (error: ParseError): string =>
  printParseErrorCode(error.error)
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .toLowerCase();

/** Where the value at `path` stands, or the nearest thing around it that does; an unknown key's own place. */
function offsetOf(tree: Node, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(
      tree,
      path.slice(0, length).map((part) => (typeof part === "number" ? part : String(part))),
    );
    if (node === undefined) continue;
    return node.parent?.type === "property" ? node.parent.offset : node.offset;
  }
  return tree.offset;
}

interface Position {
  readonly line: number;
  readonly column: number;
}

function positionOf(source: string, offset: number): Position {
  const before = source.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
