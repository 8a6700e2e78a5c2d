import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Node } from "web-tree-sitter";

/** A node of a parsed shell text. */
export type ShellNode = Node;

/** Parses shell texts. */
export interface ShellParser {
  /** The tree of a text; undefined when the text is not shell as far as the grammar knows. */
  parse(text: string): ShellNode | undefined;
}

let loading: Promise<ShellParser> | undefined;

/** The parser, loaded with the first call: it takes about 20 ms. */
export function shellParser(): Promise<ShellParser> {
  loading ??= load();
  return loading;
}

async function load(): Promise<ShellParser> {
  const { Language, Parser } = await import("web-tree-sitter");
  await Parser.init({ wasmBinary: wasm("web-tree-sitter", "web-tree-sitter.wasm") });
  const parser = new Parser();
  parser.setLanguage(await Language.load(wasm("tree-sitter-bash", "tree-sitter-bash.wasm")));
  return {
    parse: (text) => {
      const root = parser.parse(text)?.rootNode;
      return root === undefined || root.hasError ? undefined : root;
    },
  };
}

/** A built Coppice has the file beside its bundle; from source it is in the package that brings it. */
function wasm(name: string, file: string): Uint8Array {
  const here = fileURLToPath(import.meta.url);
  const built = join(dirname(here), "guard", file);
  if (existsSync(built)) return readFileSync(built);
  return readFileSync(createRequire(here).resolve(`${name}/${file}`));
}
