import { homeName } from "../lifecycle/ids.js";
import type { Config } from "./load.js";

/** A piece of a branch pattern. */
export type PatternPart =
  | { readonly kind: "text"; readonly text: string }
  /** `?` or a set (`[ab]`, `[!ab]`): one character that is no slash. */
  | { readonly kind: "one"; readonly matches: (character: string) => boolean }
  /** `*`: characters of one part of the name, none too. */
  | { readonly kind: "within" }
  /** `**`: anything, slashes too. */
  | { readonly kind: "across" }
  /** `**` with the slash behind it, at the start of a part: any number of whole parts, none too. */
  | { readonly kind: "parts" };

/** A set has an end in sight: of many brackets that are never closed, each would be followed to the end of the text. */
const special = /(?<=^|\/)\*\*\/|\*+|\?|\[([!^]?)(\]?[^\]/]{1,255})\]/gu;

/** Takes a pattern of `taskBranches` apart. Every text is a pattern: what means nothing special stands for itself. */
export function branchPatternParts(pattern: string): PatternPart[] {
  const parts: PatternPart[] = [];
  let end = 0;
  for (const found of pattern.matchAll(special)) {
    if (found.index > end) parts.push({ kind: "text", text: pattern.slice(end, found.index) });
    end = found.index + found[0].length;
    parts.push(specialPart(found[0], found[1] ?? "", found[2]));
  }
  if (end < pattern.length) parts.push({ kind: "text", text: pattern.slice(end) });
  return parts;
}

function specialPart(text: string, negation: string, set: string | undefined): PatternPart {
  if (text === "?") return { kind: "one", matches: noSlash };
  if (text === "**/") return { kind: "parts" };
  if (set === undefined) return { kind: text.length > 1 ? "across" : "within" };
  const members = setOf([...set]);
  return { kind: "one", matches: (one) => noSlash(one) && members(one) !== (negation !== "") };
}

const noSlash = (character: string): boolean => character !== "/";

function setOf(characters: readonly string[]): (character: string) => boolean {
  const ranges: (readonly [from: number, to: number])[] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const from = characters[at]?.codePointAt(0) ?? 0;
    const last = characters[at + 2]?.codePointAt(0);
    if (characters[at + 1] === "-" && last !== undefined) {
      ranges.push([from, last]);
      at += 2;
    } else ranges.push([from, from]);
  }
  return (character) => {
    const code = character.codePointAt(0) ?? 0;
    return ranges.some(([from, to]) => from <= code && code <= to);
  };
}

/**
 * Whether a branch is a task branch by its name. One with a live record is one too, whatever it is called. What the
 * home workspace is called never is.
 */
export function isTaskBranch({ taskBranches }: Pick<Config, "taskBranches">, branch: string): boolean {
  if (branch === homeName) return false;
  const characters = [...branch];
  return taskBranches.some((pattern) => matches(branchPatternParts(pattern), characters));
}

/** Keeps every place that a part can end at, so that no pattern takes long (a regular expression would try them all). */
function matches(parts: readonly PatternPart[], name: readonly string[]): boolean {
  let ends = new Set([0]);
  for (const part of parts) ends = new Set([...ends].flatMap((at) => endsOf(part, name, at)));
  return ends.has(name.length);
}

function endsOf(part: PatternPart, name: readonly string[], at: number): number[] {
  switch (part.kind) {
    case "text": {
      const text = [...part.text];
      return text.every((character, index) => name[at + index] === character) ? [at + text.length] : [];
    }
    case "one": {
      const character = name[at];
      return character !== undefined && part.matches(character) ? [at + 1] : [];
    }
    case "within": {
      const slash = name.indexOf("/", at);
      return upTo(at, slash < 0 ? name.length : slash);
    }
    case "across":
      return upTo(at, name.length);
    case "parts":
      return [at, ...upTo(at + 1, name.length).filter((end) => name[end - 1] === "/")];
  }
}

const upTo = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
