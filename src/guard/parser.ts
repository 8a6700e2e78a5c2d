import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import type { Node } from "web-tree-sitter";
import { isMisread, withoutBackquotes } from "./backquotes.js";
import { agrees, withoutHeredocs } from "./heredocs.js";

/** A node of a parsed shell text. */
export type ShellNode = Node;

/** Parses shell texts. */
export interface ShellParser {
  /** The tree of a text; undefined when the text is not shell as far as the grammar knows. */
  parse(text: string): ShellNode | undefined;
}

/** What takes longer is no text that somebody wrote. */
const longestMs = 1_000;

let loading: Promise<ShellParser> | undefined;

/** The parser, loaded with the first call: it takes about 20 ms. */
export function shellParser(): Promise<ShellParser> {
  loading ??= load();
  return loading;
}

async function load(): Promise<ShellParser> {
  const here = fileURLToPath(import.meta.url);
  // A built Coppice has these files beside its bundles: bundling the glue of a WebAssembly module breaks it.
  const built = join(dirname(here), "guard");
  const glue = join(built, "web-tree-sitter.cjs");
  const isBuilt = existsSync(glue);
  const load = createRequire(here);
  const grammar = isBuilt
    ? join(built, "tree-sitter-bash.wasm")
    : load.resolve("tree-sitter-bash/tree-sitter-bash.wasm");
  const library: typeof import("web-tree-sitter") = load(isBuilt ? glue : "web-tree-sitter");
  // The optimizing compiler would work on the grammar in the background for most of a second, and Node waits for it at
  // its end. One text is parsed long before.
  setFlagsFromString("--liftoff-only");
  await library.Parser.init();
  const parser = new library.Parser();
  parser.setLanguage(await library.Language.load(readFileSync(grammar)));
  let until = 0;
  const read = (text: string): ShellNode | undefined => {
    // Thousands of brackets would be thought about for minutes.
    const progressCallback = (): boolean => performance.now() > until;
    const root = parser.parse(text, null, { progressCallback })?.rootNode;
    // Else it would go on with this text when it gets the next.
    if (root === undefined) parser.reset();
    return root === undefined || root.hasError ? undefined : root;
  };
  const readRewritten = (text: string): ShellNode | undefined => {
    const root = read(text);
    const rewritten = root === undefined ? withoutHeredocs(text) : undefined;
    if (rewritten === undefined) return root;
    const other = read(rewritten.text);
    return other !== undefined && agrees(other, rewritten) ? other : undefined;
  };
  const sound = (root: ShellNode | undefined): ShellNode | undefined =>
    root === undefined || isMisread(root) ? undefined : root;
  return {
    parse: (text) => {
      // For the text, however often it is read.
      until = performance.now() + longestMs;
      const root = sound(readRewritten(text));
      if (root !== undefined || !text.includes("`")) return root;
      const plain = withoutBackquotes(text);
      return plain === undefined ? undefined : sound(readRewritten(plain));
    },
  };
}
