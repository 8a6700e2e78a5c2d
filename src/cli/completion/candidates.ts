import { type CommandGrammar, type Completes, globalOptions, type OptionSpec } from "../grammar.js";

/** One answer; the description is for shells that show it. */
export interface Candidate {
  readonly value: string;
  readonly description?: string;
}

/** What the repository knows, asked for only where an answer needs it. */
export interface Lookups {
  worktrees(command: string): Promise<readonly Candidate[]>;
  branches(): Promise<readonly Candidate[]>;
  /** Branches that `create` could take or make. */
  newBranches(): Promise<readonly Candidate[]>;
  roles(): Promise<readonly Candidate[]>;
}

export type Answer =
  | { readonly candidates: readonly Candidate[] }
  | { readonly shell: "files" | "directories" };

/**
 * What can stand at the last of `words`.
 * @param words the words after the program's name; the last is the one being typed, perhaps empty
 */
export async function complete(
  words: readonly string[],
  commands: readonly CommandGrammar[],
  lookups: Lookups,
): Promise<Answer> {
  const current = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  const { command, operands, awaiting, ended } = read(before, commands);
  if (awaiting !== undefined) return await answer(kindOf(awaiting), current, lookups, command);
  if (!ended && current.startsWith("-")) {
    const [name = "", ...value] = current.split("=");
    const option = optionsOf(command).find((candidate) => names(candidate).includes(name));
    if (value.length > 0 && option !== undefined) {
      const found = await answer(kindOf(option), value.join("="), lookups, command);
      if ("shell" in found) return found;
      return { candidates: found.candidates.map((one) => ({ ...one, value: `${name}=${one.value}` })) };
    }
    return filtered(optionsOf(command).flatMap(describeOption), current);
  }
  if (command === undefined) {
    const visible = commands.filter(({ hidden }) => hidden !== true);
    return filtered(
      visible.map(({ name, summary }) => ({ value: name, description: summary })),
      current,
    );
  }
  if (ended && command.runs === true) return { shell: "files" };
  const takesMore = command.args.some((name) => name.includes("..."));
  if (operands.length >= command.args.length && !takesMore) return { candidates: [] };
  const kind = operands.length > 0 ? (command.completesRest ?? command.completes) : command.completes;
  const found = await answer(kind, current, lookups, command);
  if ("shell" in found) return found;
  return { candidates: found.candidates.filter(({ value }) => !operands.includes(value)) };
}

interface Before {
  readonly command: CommandGrammar | undefined;
  readonly operands: readonly string[];
  /** The option whose value comes next. */
  readonly awaiting: OptionSpec | undefined;
  /** `--` was there: no options any more. */
  readonly ended: boolean;
}

function read(words: readonly string[], commands: readonly CommandGrammar[]): Before {
  let command: CommandGrammar | undefined;
  let awaiting: OptionSpec | undefined;
  let ended = false;
  const operands: string[] = [];
  for (const word of words) {
    if (awaiting !== undefined) awaiting = undefined;
    else if (!ended && word === "--") ended = true;
    else if (!ended && word.startsWith("-")) {
      const option = optionsOf(command).find((candidate) => names(candidate).includes(word));
      if (option !== undefined && takesValue(option)) awaiting = option;
    } else if (command === undefined) {
      command = commands.find(({ name, aliases }) => name === word || aliases?.includes(word));
    } else operands.push(word);
  }
  return { command, operands, awaiting, ended };
}

async function answer(
  kind: Completes,
  current: string,
  lookups: Lookups,
  command: CommandGrammar | undefined,
): Promise<Answer> {
  if (kind === "file") return { shell: "files" };
  if (kind === "directory") return { shell: "directories" };
  if (kind === "none") return { candidates: [] };
  if (kind === "worktree") return filtered(await lookups.worktrees(command?.name ?? ""), current);
  if (kind === "branch") return filtered(await lookups.branches(), current);
  if (kind === "role") {
    // Several stand behind one option, separated by commas.
    const before = current.slice(0, current.lastIndexOf(",") + 1);
    const roles = await lookups.roles();
    return filtered(
      roles.map((one) => ({ ...one, value: `${before}${one.value}` })),
      current,
    );
  }
  if (kind === "new-branch") return filtered(await lookups.newBranches(), current);
  return filtered(
    kind.map((value) => ({ value })),
    current,
  );
}

const filtered = (candidates: readonly Candidate[], current: string): Answer => ({
  candidates: candidates.filter(({ value }) => value.startsWith(current)),
});

const optionsOf = (command: CommandGrammar | undefined): readonly OptionSpec[] => [
  ...(command?.options ?? []),
  ...globalOptions,
];

const names = (option: OptionSpec): string[] =>
  option.flags.split(/[ ,]+/).filter((word) => word.startsWith("-"));
const takesValue = (option: OptionSpec): boolean => option.flags.includes("<");
const kindOf = (option: OptionSpec): Completes => option.choices ?? option.completes ?? "none";

function describeOption(option: OptionSpec): Candidate[] {
  const long = names(option).at(-1);
  return long === undefined ? [] : [{ value: long, description: option.text }];
}
