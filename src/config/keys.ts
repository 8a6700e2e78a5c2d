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

let root: KeyInfo | undefined;

function tree(): KeyInfo {
  root ??= infoOf(configSchema);
  return root;
}

/** What a schema takes in. A hook asks for it whenever git's config names a key, so it is read off the schema itself. */
function infoOf(schema: z.core.$ZodType): KeyInfo {
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniPrefault) {
    return infoOf(schema._zod.def.innerType);
  }
  if (schema instanceof z.ZodMiniPipe) return infoOf(schema._zod.def.in);
  if (schema instanceof z.ZodMiniObject) {
    const shape = Object.entries<z.core.$ZodType>(schema._zod.def.shape);
    const children = shape
      .filter(([name]) => name !== "$schema")
      .map(([name, child]) => [name, infoOf(child)] as const);
    return { kind: "group", children: new Map(children), each: undefined };
  }
  if (schema instanceof z.ZodMiniArray) {
    return { kind: kindOf(schema), children: new Map(), each: infoOf(schema._zod.def.element) };
  }
  if (schema instanceof z.ZodMiniRecord) {
    return { kind: "named", children: new Map(), each: infoOf(schema._zod.def.valueType) };
  }
  return { kind: kindOf(schema), children: new Map(), each: undefined };
}

function kindOf(schema: z.core.$ZodType): KeyKind {
  if (schema instanceof z.ZodMiniUnion) return "textOrList";
  if (schema instanceof z.ZodMiniArray) return "list";
  if (schema instanceof z.ZodMiniBoolean) return "boolean";
  return schema instanceof z.ZodMiniNumber ? "number" : "text";
}

/** The names that may stand in the configuration's object at `path`. */
export const namesAt = (path: readonly PropertyKey[]): readonly string[] => namesIn(tree(), path);

/** The same of what another schema takes in. */
export const namesOf = (schema: z.core.$ZodType): typeof namesAt => {
  const info = infoOf(schema);
  return (path) => namesIn(info, path);
};

function namesIn(root: KeyInfo, path: readonly PropertyKey[]): readonly string[] {
  let info: KeyInfo | undefined = root;
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
