/**
 * A word of a command line as far as it is known before the command runs: what a shell puts in for `$X` or `*.ts` is
 * not.
 */
export interface Word {
  /** The whole word; undefined when a part of it is not known. */
  readonly text: string | undefined;
  /** What it is known to begin with; equal to `text` where that is known. */
  readonly start: string;
  /** What it is known to end in. */
  readonly end: string;
  /**
   * How many words it becomes: `one`; `alike`: one or more that begin with `start` (a pattern of file names); `any`:
   * none, one or several that may be anything (an unquoted expansion).
   */
  readonly count: "one" | "alike" | "any";
  /** As it was written, for messages. */
  readonly source: string;
}

/** A word that is known. */
export const known = (text: string, source = text): Word => ({
  text,
  start: text,
  end: text,
  count: "one",
  source,
});

/** The options of one git command that matter, read from a line such as `m,message= S,gpg-sign? n,no-verify all`. */
export interface OptionSyntax {
  /** Long names with how they take a value: `=` in the same or the next word, `?` in the same word alone. */
  readonly long: ReadonlyMap<string, "" | "=" | "?">;
  /** Letters, and the name of the option they stand for. */
  readonly short: ReadonlyMap<string, string>;
}

/** An option of a command line. */
export interface GivenOption {
  /** The long name without dashes; of a letter that the syntax does not know, the letter. */
  readonly name: string;
  readonly value: Word | undefined;
}

/** The words of a git command after its name, sorted. */
export interface GitArguments {
  readonly options: readonly GivenOption[];
  /** What stands before `--` and is no option. */
  readonly operands: readonly Word[];
  /** What stands after `--`; undefined without one. */
  readonly paths: readonly Word[] | undefined;
  /** The first word that may turn out to be an option. */
  readonly doubt: Word | undefined;
  /** Whether an option was given, by its long name. */
  has(...names: readonly string[]): boolean;
  /** The value of the last option of this name. */
  value(name: string): Word | undefined;
}

/** Reads `m,message= S,gpg-sign? n,no-verify all`. A letter without a name stands for itself: `b=`. */
export function optionSyntax(line: string): OptionSyntax {
  const long = new Map<string, "" | "=" | "?">();
  const short = new Map<string, string>();
  for (const item of line.split(" ").filter((one) => one !== "")) {
    const [, names = "", value = ""] = /^(.*?)([=?]?)$/.exec(item) ?? [];
    const parts = names.split(",");
    const name = parts.at(-1) ?? "";
    long.set(name, value === "=" || value === "?" ? value : "");
    for (const part of parts) if (part.length === 1) short.set(part, name);
  }
  return { long, short };
}

/** Sorts the words after a git command's name, as git's own option parser would. */
export function readArguments(words: readonly Word[], syntax: OptionSyntax): GitArguments {
  const options: GivenOption[] = [];
  const operands: Word[] = [];
  let doubt: Word | undefined;
  let paths: Word[] | undefined;
  let onlyOperands = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    if (word.text === "--") {
      paths = words.slice(at + 1);
      break;
    }
    if (onlyOperands || isOperand(word)) {
      operands.push(word);
      continue;
    }
    if (word.text === "--end-of-options") {
      onlyOperands = true;
      continue;
    }
    if (word.count === "any" || !word.start.startsWith("-")) {
      doubt ??= word;
      operands.push(word);
      continue;
    }
    const given = word.start.startsWith("--") ? readLong(word, syntax) : readLetters(word, syntax);
    if (given.doubtful) doubt ??= word;
    options.push(...given.options);
    if (given.wantsNext === undefined) continue;
    at += 1;
    const value = words[at];
    if (value?.count === "any") doubt ??= value;
    options.push({ name: given.wantsNext, value });
  }
  return {
    options,
    operands,
    paths,
    doubt,
    has: (...names) => options.some(({ name }) => names.includes(name)),
    value: (wanted) => options.findLast(({ name }) => name === wanted)?.value,
  };
}

/**
 * A word that can be no option, whatever its unknown part is; a dash alone is none either. A pattern stands for names
 * of files.
 */
function isOperand(word: Word): boolean {
  if (word.text === "-" || word.text === "") return true;
  if (word.count === "any" || word.start.startsWith("-")) return false;
  return word.start !== "" || word.count === "alike";
}

interface Read {
  readonly options: readonly GivenOption[];
  /** The option whose value is the next word. */
  readonly wantsNext?: string;
  readonly doubtful?: boolean;
}

function readLong(word: Word, { long }: OptionSyntax): Read {
  const equals = word.start.indexOf("=");
  if (word.text === undefined && equals < 0) return { options: [], doubtful: true };
  const given = word.start.slice(2, equals < 0 ? undefined : equals);
  // git takes every beginning of an option's name that is the beginning of no other.
  const names = long.has(given) ? [given] : [...long.keys()].filter((name) => name.startsWith(given));
  if (equals >= 0) {
    const value: Word = {
      ...word,
      text: word.text?.slice(equals + 1),
      start: word.start.slice(equals + 1),
    };
    return { options: (names.length === 0 ? [given] : names).map((name) => ({ name, value })) };
  }
  const [first] = names;
  if (first !== undefined && names.every((name) => long.get(name) === "=")) {
    return { options: [], wantsNext: first };
  }
  return { options: (names.length === 0 ? [given] : names).map((name) => ({ name, value: undefined })) };
}

function readLetters(word: Word, { long, short }: OptionSyntax): Read {
  const options: GivenOption[] = [];
  for (let at = 1; at < word.start.length; at += 1) {
    const letter = word.start[at] ?? "";
    const name = short.get(letter) ?? letter;
    const takes = long.get(name) ?? "";
    if (takes === "") {
      options.push({ name, value: undefined });
      continue;
    }
    const rest = word.start.slice(at + 1);
    if (rest === "" && word.text !== undefined) {
      return takes === "="
        ? { options, wantsNext: name }
        : { options: [...options, { name, value: undefined }] };
    }
    const value: Word = { ...word, text: word.text?.slice(at + 1), start: rest };
    return { options: [...options, { name, value }] };
  }
  return { options, doubtful: word.text === undefined };
}
