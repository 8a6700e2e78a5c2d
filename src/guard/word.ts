import type { Word } from "../lifecycle/git-arguments.js";

/** A word of which nothing is known but that it is one. */
export const unknownWord = (source: string): Word => ({
  text: undefined,
  start: "",
  end: "",
  count: "one",
  source,
});

/** What may become any number of words. */
export const unknownWords = (source: string): Word => ({ ...unknownWord(source), count: "any" });

/** Two words with nothing between them. */
export function joinWords(one: Word, other: Word): Word {
  const text = one.text === undefined || other.text === undefined ? undefined : one.text + other.text;
  return {
    text,
    start: one.text === undefined ? one.start : one.text + other.start,
    end: other.text === undefined ? other.end : one.end + other.text,
    count:
      one.count === "any" || other.count === "any" ? "any" : one.count === "alike" ? "alike" : other.count,
    source: one.source + other.source,
  };
}

/** Puts words together from known and unknown parts, as the shell's word splitting does. */
export class WordBuilder {
  readonly #done: Word[] = [];
  #text: string | undefined = "";
  #start = "";
  #end = "";
  #count: Word["count"] = "one";
  /** Something is there, if only an empty quoted text. */
  #begun = false;

  constructor(readonly source: string) {}

  /** Known text that belongs to the current word. */
  add(text: string): void {
    this.#begun = true;
    if (this.#text === undefined) {
      this.#end += text;
      return;
    }
    this.#text += text;
    this.#start += text;
    this.#end += text;
  }

  /** A part that is not known; `any` when it may end the word and begin others. */
  addUnknown(count: Word["count"]): void {
    this.#begun = true;
    this.#text = undefined;
    this.#end = "";
    if (count === "any" || this.#count === "one") this.#count = count === "one" ? this.#count : count;
  }

  /** An expansion outside of quotes: white space in it ends words. */
  addSplit(text: string): void {
    const fields = text.split(/[ \t\n]+/);
    for (const [at, field] of fields.entries()) {
      if (at > 0) this.#finish();
      if (field !== "") this.add(field);
    }
  }

  /** Several whole words, as `"$@"` gives. */
  addWords(words: readonly Word[]): void {
    for (const [at, word] of words.entries()) {
      if (at > 0) this.#finish();
      if (word.text !== undefined) {
        this.add(word.text);
        continue;
      }
      if (this.#text !== undefined) this.add(word.start);
      this.addUnknown(word.count);
      this.#end = word.end;
    }
  }

  /** The words so far. */
  words(): Word[] {
    this.#finish();
    return this.#done;
  }

  #finish(): void {
    if (!this.#begun) return;
    this.#done.push({
      text: this.#text,
      start: this.#start,
      end: this.#end,
      count: this.#count,
      source: this.source,
    });
    this.#text = "";
    this.#start = "";
    this.#end = "";
    this.#count = "one";
    this.#begun = false;
  }
}

/** `a{b,c}d` as the words it stands for; undefined without braces that mean something. */
export function expandBraces(raw: string): string[] | undefined {
  const found = /^((?:[^{}\\]|\\.)*)\{((?:[^{}\\]|\\.)*,(?:[^{}\\]|\\.)*)\}(.*)$/s.exec(raw);
  if (found === null) return undefined;
  const [, before = "", inside = "", after = ""] = found;
  const rest = expandBraces(after) ?? [after];
  return inside.split(",").flatMap((part) => rest.map((end) => `${before}${part}${end}`));
}
