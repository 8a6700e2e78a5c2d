import * as z from "zod/mini";
import { configSchema } from "./schema.js";

/** What a key may hold, as far as git's config, which knows only text, must be told. */
export type KeyKind = "text" | "number" | "boolean" | "list" | "textOrList" | "group" | "named";

interface KeyInfo {
  readonly kind: KeyKind;
  readonly children: ReadonlyMap<string, KeyInfo>;
  /** What stands under each free name of a `named` object. */
  readonly each: KeyInfo | undefined;
}

/** The part of a JSON Schema that tells keys and kinds. */
interface JsonNode {
  readonly type?: string;
  readonly anyOf?: readonly unknown[];
  readonly properties?: { readonly [name: string]: JsonNode | boolean };
  readonly additionalProperties?: JsonNode | boolean;
}

/** The config's JSON Schema: the same keys and types that `loadConfig` checks. */
export const configJsonSchema = () => z.toJSONSchema(configSchema, { io: "input", target: "draft-7" });

let root: KeyInfo | undefined;

function tree(): KeyInfo {
  root ??= infoOf(configJsonSchema() as JsonNode);
  return root;
}

function infoOf(node: JsonNode): KeyInfo {
  const children = new Map<string, KeyInfo>();
  for (const [name, child] of Object.entries(node.properties ?? {})) {
    if (typeof child === "object" && name !== "$schema") children.set(name, infoOf(child));
  }
  const each = typeof node.additionalProperties === "object" ? infoOf(node.additionalProperties) : undefined;
  return { kind: kindOf(node), children, each };
}

function kindOf(node: JsonNode): KeyKind {
  if (node.anyOf !== undefined) return "textOrList";
  if (node.type === "object") return node.properties === undefined ? "named" : "group";
  if (node.type === "array") return "list";
  if (node.type === "boolean") return "boolean";
  return node.type === "number" || node.type === "integer" ? "number" : "text";
}

/** The names that may stand in the object at `path`. */
export function namesAt(path: readonly PropertyKey[]): readonly string[] {
  let info: KeyInfo | undefined = tree();
  for (const part of path) info = info?.children.get(String(part)) ?? info?.each;
  return [...(info?.children.keys() ?? [])];
}

export interface LeafKey {
  readonly path: readonly string[];
  readonly kind: Exclude<KeyKind, "group">;
}

/** Every key that holds a value, with what it holds. */
export function leafKeys(): readonly LeafKey[] {
  const visit = (info: KeyInfo, path: readonly string[]): LeafKey[] =>
    [...info.children].flatMap(([name, child]) =>
      child.kind === "group" ? visit(child, [...path, name]) : [{ path: [...path, name], kind: child.kind }],
    );
  return visit(tree(), []);
}
