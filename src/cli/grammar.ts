/** What stands at an argument or after an option, for completion. */
export type Completes =
  | "worktree"
  | "new-branch"
  | "branch"
  | "role"
  | "directory"
  | "file"
  | "none"
  | readonly string[];

export interface OptionSpec {
  /** As commander reads it: `-m, --message <text>`. */
  readonly flags: string;
  readonly text: string;
  /** The only values it takes. */
  readonly choices?: readonly string[];
  /** Given twice it means more: its value is how often it was given. */
  readonly counted?: boolean;
  readonly required?: boolean;
  /** A directory, that may be given again: then it is relative to the one before, as git's `-C` is. */
  readonly stacks?: boolean;
  readonly completes?: Completes;
}

/** How a command is written, without what it does. */
export interface CommandGrammar {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** As commander reads it: `<branch>`, `[worktree]`, `[worktrees...]`. */
  readonly args: readonly string[];
  readonly summary: string;
  readonly options: readonly OptionSpec[];
  readonly completes: Completes;
  /** Behind `--` stands a command that is run: its words are the option `command`, not arguments. */
  readonly runs?: true;
  /** What stands at the arguments after the first, where that is something else. */
  readonly completesRest?: Completes;
  /** Not shown in help, documentation and completion. */
  readonly hidden?: boolean;
}

/** The options of every command; they stand before or after its name. */
export const globalOptions: readonly OptionSpec[] = [
  { flags: "--json", text: "one JSON document on stdout (schemas: the package's schema/)" },
  { flags: "-q, --quiet", text: "say only what was asked for, warnings and errors" },
  { flags: "--no-color", text: "no colours (also: NO_COLOR, and wherever there is no terminal)" },
  { flags: "-C <directory>", text: "run as if started there", completes: "directory", stacks: true },
];
