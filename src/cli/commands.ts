import { shells } from "./completion/scripts.js";
import type { Cli } from "./context.js";

/** What a command's module exports. The exit code is 0 when nothing is returned. */
export interface CommandModule {
  run(
    cli: Cli,
    args: readonly string[],
    options: Readonly<Record<string, unknown>>,
  ): Promise<number | undefined>;
}

/** What stands at an argument or after an option, for completion. */
export type Completes =
  | "worktree"
  | "new-branch"
  | "branch"
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
  readonly completes?: Completes;
}

export interface CommandSpec {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** As commander reads it: `<branch>`, `[worktree]`, `[worktrees...]`. */
  readonly args: readonly string[];
  readonly summary: string;
  readonly options: readonly OptionSpec[];
  readonly completes: Completes;
  /** What stands at the arguments after the first, where that is something else. */
  readonly completesRest?: Completes;
  /** Not shown in help, documentation and completion. */
  readonly hidden?: boolean;
  readonly load: () => Promise<CommandModule>;
}

const worktree = "[worktree]";
const worktrees = "[worktrees...]";

/** Every command, in the order in which help and README list them. A module is loaded when its command runs. */
export const commands: readonly CommandSpec[] = [
  {
    name: "init",
    args: [],
    summary: "write a commented config, the notes refspec and the exclude line; says what it did",
    options: [{ flags: "-y, --yes", text: "ask nothing" }],
    completes: "none",
    load: () => import("./commands/init.js"),
  },
  {
    name: "create",
    args: ["<branch>"],
    summary: "give a task branch a worktree of its own and set it up",
    options: [
      {
        flags: "-b, --base <branch>",
        text: "fork from this branch, and merge back into it",
        completes: "branch",
      },
      { flags: "--task <id>", text: "the task's id, for records and commit trailers", completes: "none" },
      { flags: "--title <text>", text: "the task's title", completes: "none" },
      { flags: "--adopt", text: "take a branch that exists already" },
      { flags: "--no-setup", text: "leave the setup out altogether" },
      { flags: "--no-env", text: "do not copy env files" },
      { flags: "--no-install", text: "do not install dependencies" },
      { flags: "--no-init-script", text: "do not run the init script" },
      { flags: "--lock", text: "lock it as soon as it is there" },
      { flags: "--print <what>", text: "print the path alone on stdout", choices: ["path"] },
    ],
    completes: "new-branch",
    load: () => import("./commands/create.js"),
  },
  {
    name: "list",
    aliases: ["ls", "status"],
    args: [],
    summary: "show the worktrees with their states",
    options: [
      {
        flags: "-c, --columns <names>",
        text: "only these, separated by commas; others cost nothing",
        completes: "none",
      },
      { flags: "-a, --all", text: "the removed ones too" },
    ],
    completes: "none",
    load: () => import("./commands/list.js"),
  },
  {
    name: "show",
    args: [worktree],
    summary: "show one record with its paths, last error and logs",
    options: [
      {
        flags: "-f, --format <format>",
        text: "print it as JSON: the record, or a view for other tools",
        choices: ["json", "workspace", "metadata"],
      },
    ],
    completes: "worktree",
    load: () => import("./commands/show.js"),
  },
  {
    name: "path",
    args: [worktree],
    summary: "print a worktree's directory",
    options: [],
    completes: "worktree",
    load: () => import("./commands/path.js"),
  },
  {
    name: "log",
    args: [worktree],
    summary: "show the journal: what happened, when, by whom; without a worktree, of all",
    options: [],
    completes: "worktree",
    load: () => import("./commands/log.js"),
  },
  {
    name: "setup",
    args: [worktree],
    summary: "run the setup, again or for an adopted worktree",
    options: [],
    completes: "worktree",
    load: () => import("./commands/setup.js"),
  },
  {
    name: "trust",
    args: [],
    summary: "allow this clone to run the commands of the config as it is now",
    options: [{ flags: "-y, --yes", text: "ask nothing" }],
    completes: "none",
    load: () => import("./commands/trust.js"),
  },
  {
    name: "commit",
    args: [worktree],
    summary: "commit everything that changed in a worktree",
    options: [
      { flags: "-m, --message <text>", text: "the commit's message", required: true, completes: "none" },
      { flags: "--author <author>", text: "the author, as Name <mail>", completes: "none" },
    ],
    completes: "worktree",
    load: () => import("./commands/commit.js"),
  },
  {
    name: "merge",
    args: [worktrees],
    summary: "merge into base without touching a checkout, then remove; one conflict does not stop the next",
    options: [
      { flags: "--into <branch>", text: "merge into this branch instead of base", completes: "branch" },
      { flags: "-s, --strategy <strategy>", text: "how", choices: ["merge", "squash", "rebase"] },
      { flags: "-k, --keep", text: "keep the worktree and its branch" },
      { flags: "--auto-commit", text: "commit what is uncommitted first" },
      { flags: "--no-verify", text: "leave out the verify command of the config" },
      { flags: "--push", text: "push base afterwards" },
    ],
    completes: "worktree",
    load: () => import("./commands/merge.js"),
  },
  {
    name: "conflicts",
    args: [worktrees],
    summary: "forecast which worktrees conflict with base and each other; changes nothing",
    options: [
      { flags: "--matrix", text: "every pair, not only with base" },
      { flags: "--order", text: "an order of merging that conflicts least" },
    ],
    completes: "worktree",
    load: () => import("./commands/conflicts.js"),
  },
  {
    name: "resolve",
    args: [worktree, "[files...]"],
    summary: "decide a conflict in the task's worktree, then merge",
    options: [
      { flags: "--ours", text: "take the task's side" },
      { flags: "--theirs", text: "take base's side" },
      { flags: "--manual", text: "leave markers to resolve by hand" },
      { flags: "--continue", text: "go on after resolving by hand" },
      { flags: "--with <command>", text: "let this command resolve it", completes: "none" },
    ],
    completes: "worktree",
    completesRest: "file",
    load: () => import("./commands/resolve.js"),
  },
  {
    name: "abort",
    args: [worktree],
    summary: "give up the merge; the branch stays as it was",
    options: [],
    completes: "worktree",
    load: () => import("./commands/abort.js"),
  },
  {
    name: "retry",
    args: [worktree],
    summary: "go on after an error, from where it failed",
    options: [{ flags: "--no-run", text: "only go back to the state before, to mend something there" }],
    completes: "worktree",
    load: () => import("./commands/retry.js"),
  },
  {
    name: "remove",
    aliases: ["rm"],
    args: [worktrees],
    summary: "remove worktrees with their merged branches",
    options: [
      {
        flags: "-f, --force",
        text: "also with unsaved work; twice: also when locked or in use",
        counted: true,
      },
      { flags: "--keep-branch", text: "leave the branch" },
      { flags: "--discard", text: "with --force: unsaved work is gone for good" },
    ],
    completes: "worktree",
    load: () => import("./commands/remove.js"),
  },
  {
    name: "lock",
    args: [worktree],
    summary: "keep a worktree from being removed, with git's own lock too",
    options: [{ flags: "--reason <text>", text: "why", completes: "none" }],
    completes: "worktree",
    load: () => import("./commands/lock.js"),
  },
  {
    name: "unlock",
    args: [worktree],
    summary: "take the lock away",
    options: [],
    completes: "worktree",
    load: () => import("./commands/unlock.js"),
  },
  {
    name: "machine",
    args: [],
    summary: "print the transition table that decides everything",
    options: [
      { flags: "--mermaid", text: "as a mermaid state diagram" },
      { flags: "--markdown", text: "as a markdown table" },
    ],
    completes: "none",
    load: () => import("./commands/machine.js"),
  },
  {
    name: "demo",
    args: [],
    summary: "live the whole life on a throw-away repository, and tell it",
    options: [
      { flags: "--dir <directory>", text: "make it here, and leave it there", completes: "directory" },
    ],
    completes: "none",
    load: () => import("./commands/demo.js"),
  },
  {
    name: "completion",
    args: ["<shell>"],
    summary: "print a completion script: bash, zsh or fish",
    options: [],
    completes: shells,
    load: () => import("./commands/completion.js"),
  },
  {
    name: "shell-init",
    args: ["<shell>"],
    summary: "print a ccd function that goes to a worktree: bash, zsh or fish",
    options: [],
    completes: shells,
    load: () => import("./commands/shell-init.js"),
  },
  {
    name: "__complete",
    args: ["[words...]"],
    summary: "answer a completion script",
    options: [],
    completes: "none",
    hidden: true,
    load: () => import("./commands/complete.js"),
  },
];

/** The options of every command; they stand before or after its name. */
export const globalOptions: readonly OptionSpec[] = [
  { flags: "--json", text: "one JSON document on stdout (schemas: the package's schema/)" },
  { flags: "-q, --quiet", text: "say only what was asked for, warnings and errors" },
  { flags: "--no-color", text: "no colours (also: NO_COLOR, and wherever there is no terminal)" },
  { flags: "-C <directory>", text: "run as if started there", completes: "directory" },
];
