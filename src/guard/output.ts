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
  const parts = format.split(/%[sb]/);
  if (parts.some((part) => part.includes("%"))) return undefined;
  const holes = parts.length - 1;
  if (holes === 0) return withEscapes(format);
  let text = "";
  for (let at = 0; at === 0 || at < args.length; at += holes) {
    for (const [hole, part] of parts.entries())
      text += withEscapes(part) + (hole < holes ? (args[at + hole] ?? "") : "");
  }
  return text;
}

const letters: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\\": "\\" };

function withEscapes(text: string): string {
  return text.replace(
    /\\(?:0?([0-7]{3})|x([0-9a-fA-F]{2})|([\s\S]))/g,
    (whole, octal: string, hex: string, letter: string) => {
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      return letters[letter] ?? whole;
    },
  );
}
