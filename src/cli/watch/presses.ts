import type { Key } from "ink";
import type { Press } from "./keys.js";

/** The keys that ink names. */
const named: readonly (readonly [keyof Key, Press])[] = [
  ["upArrow", "up"],
  ["downArrow", "down"],
  ["pageUp", "pageup"],
  ["pageDown", "pagedown"],
  ["home", "home"],
  ["end", "end"],
  ["return", "enter"],
  ["escape", "escape"],
];

/** The keys of one piece of input: several that were typed quickly, or pasted, come as one. */
export function pressesOf(input: string, key: Key): readonly Press[] {
  const name = named.find(([property]) => key[property] === true)?.[1];
  if (name !== undefined) return [name];
  if (key.ctrl) return [`ctrl-${input}`];
  return key.meta ? [] : [...input];
}
