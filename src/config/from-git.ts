import type { GitConfig } from "../git/config.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { shellWord } from "../lifecycle/shell-word.js";
import { type LeafKey, leafKeys } from "./keys.js";
import { isObject, type RawConfig } from "./layers.js";
import { meant, nearest } from "./nearest.js";
import { cutName } from "./problems.js";

const section = "coppice.";

/**
 * What git's config says in `coppice.*`, with numbers, booleans and lists made of git's text. Git compares the
 * first and the last part of a key without case; so does this, for every part (`coppice.setup.envFiles` is one key
 * with `coppice.Setup.envfiles`). A list is given by several values of one key; an empty value drops those before it.
 * @throws CONFIG_INVALID for a key that Coppice does not know and for a value that is no number or boolean
 */
export function fromGitConfig(config: GitConfig): RawConfig {
  const found = new Map<string, string[]>();
  for (const key of config.keys()) {
    if (!key.toLowerCase().startsWith(section)) continue;
    const name = key.slice(section.length).toLowerCase();
    found.set(name, [...(found.get(name) ?? []), ...config.getAll(key)]);
  }
  const result: RawConfig = {};
  if (found.size === 0) return result;
  const known = new Map(leafKeys().map((leaf) => [leaf.path.join(".").toLowerCase(), leaf]));
  for (const [name, values] of found) {
    const leaf = known.get(name);
    if (leaf === undefined || leaf.kind === "named") throw unknown(name, known);
    put(result, leaf.path, textValue(leaf, values));
  }
  return result;
}

/** The key as a person would write it after `git config`. */
export const gitKey = (path: readonly string[]): string => section + path.join(".");

function textValue(leaf: LeafKey, values: readonly string[]): unknown {
  const last = values.at(-1) ?? "";
  switch (leaf.kind) {
    case "boolean":
      return booleanOf(leaf, last);
    case "number":
      return numberOf(leaf, last);
    case "list":
      return values.slice(values.lastIndexOf("") + 1);
    case "textOrList": {
      const kept = values.slice(values.lastIndexOf("") + 1);
      return kept.length === 1 ? kept[0] : kept;
    }
    default:
      return last;
  }
}

/** The words that git-config(1) takes for a boolean. */
function booleanOf(leaf: LeafKey, text: string): boolean {
  if (/^(?:true|yes|on|1)$/i.test(text)) return true;
  if (/^(?:false|no|off|0|)$/i.test(text)) return false;
  throw wrong(leaf, "must be true or false");
}

/** A decimal number, or an integer with git's suffix k, m or g. */
function numberOf(leaf: LeafKey, text: string): number {
  const parts = /^([+-]?\d+(?:\.\d+)?)([kmg]?)$/i.exec(text.trim());
  if (parts === null) throw wrong(leaf, "must be a number");
  const factor = { "": 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 }[parts[2]?.toLowerCase() ?? ""] ?? 1;
  return Number(parts[1]) * factor;
}

function put(target: RawConfig, path: readonly string[], value: unknown): void {
  const [name, ...rest] = path;
  if (name === undefined) return;
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const next = target[name];
  const inner: RawConfig = isObject(next) ? next : {};
  target[name] = inner;
  put(inner, rest, value);
}

function unknown(name: string, known: ReadonlyMap<string, LeafKey>): CoppiceError {
  const leaf = known.get(nearest(name, known.keys()) ?? "");
  const near = leaf === undefined || leaf.kind === "named" ? undefined : gitKey(leaf.path);
  const head = name.split(".")[0] ?? "";
  const inFile = known.get(head)?.kind === "named";
  const key = section + cutName(name);
  return new CoppiceError(
    "CONFIG_INVALID",
    inFile
      ? `git config: '${key}': ${head} can be defined in the config file only.`
      : `git config: '${key}' is no key that Coppice knows${meant(near)}.`,
    {
      details: { key, ...(near === undefined ? {} : { nearest: near }) },
      suggestedAction: `git config --show-origin --get-all ${shellWord(key)} tells where it is set.`,
    },
  );
}

function wrong(leaf: LeafKey, text: string): CoppiceError {
  return new CoppiceError("CONFIG_INVALID", `git config: '${gitKey(leaf.path)}' ${text}.`, {
    details: { key: gitKey(leaf.path) },
  });
}
