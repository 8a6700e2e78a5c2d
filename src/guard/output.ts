import type { Word } from "../lifecycle/git-arguments.js";

/** What a command of known words prints, for the few commands where that is plain; undefined elsewhere. */
export function printed(name: string, args: readonly Word[], stdin: string | undefined): string | undefined {
  const texts = args.map(({ text }) => text);
  if (texts.some((text) => text === undefined)) return undefined;
  const words = texts.map((text) => text ?? "");
  if (name === "echo") return echo(words);
  if (name === "printf") return printf(words);
  if (name === "cat" && words.every((word) => word === "-")) return stdin;
  return undefined;
}

function echo(words: readonly string[]): string | undefined {
  let at = 0;
  let escapes = false;
  for (; /^-[neE]+$/.test(words[at] ?? ""); at += 1) escapes ||= words[at]?.includes("e") === true;
  const text = words.slice(at).join(" ");
  // dash's echo reads escapes, bash's does not: only the same answer of both is known.
  if (text.includes("\\")) return escapes ? withEscapes(text) : undefined;
  return `${text}\n`;
}

function printf([format = "", ...args]: readonly string[]): string | undefined {
  if (format.startsWith("-")) return undefined;
  // The format's own text and its holes in turn.
  const parts = format.split(/%([sb])/);
  const texts = parts
    .filter((_, at) => at % 2 === 0)
    .map((part) => (part.includes("%") ? undefined : withEscapes(part)));
  const kinds = parts.filter((_, at) => at % 2 === 1);
  let text: string | undefined = "";
  for (let at = 0; at === 0 || (kinds.length > 0 && at < args.length); at += Math.max(1, kinds.length)) {
    for (const [hole, part] of texts.entries()) {
      const arg = args[at + hole] ?? "";
      const filled = hole === kinds.length ? "" : kinds[hole] === "b" ? withEscapes(arg) : arg;
      if (part === undefined || filled === undefined) return undefined;
      text += part + filled;
    }
  }
  return text;
}

const letters: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\\": "\\" };

/** Undefined where programs do not agree on what an escape means, or where it ends. */
function withEscapes(text: string): string | undefined {
  let known = true;
  const plain = text.replace(
    /\\(?:(0)(?![0-7])|([1-7][0-7]{2})|x([0-9a-fA-F]{2})|([\s\S]|$))/g,
    (_, nothing: string, octal: string, hex: string, letter: string) => {
      if (nothing !== undefined) return "\0";
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      known &&= letters[letter] !== undefined;
      return letters[letter] ?? "";
    },
  );
  return known ? plain : undefined;
}
