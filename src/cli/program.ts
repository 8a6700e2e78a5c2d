import { statSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { Argument, Command, Option } from "commander";
import { CoppiceError } from "../lifecycle/errors.js";
import { VERSION } from "../version.js";
import type { CommandSpec } from "./command.js";
import { commands } from "./commands.js";
import type { Globals } from "./context.js";
import { UsageError } from "./failure.js";
import { globalOptions, type OptionSpec } from "./grammar.js";
import type { Io } from "./io.js";

/** What was asked for, once commander has read the command line. */
export interface Request {
  readonly spec: CommandSpec;
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly globals: Globals;
}

/**
 * The parser of a command line. `ask` is called with what it understood.
 * @param argv the command that it plainly names is the only one that is set up: all of them take some milliseconds
 */
export function createProgram(argv: readonly string[], io: Io, ask: (request: Request) => void): Command {
  const program = new Command("coppice")
    .description(
      "A lifecycle for git worktrees: create, commit, merge and remove them as one journaled state machine.",
    )
    .usage("<command> [worktree] [options]")
    .version(VERSION, "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand("help [command]", "print help for a command")
    // A value such as `commit -m --json` must reach its option: each command reads its own words.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      // Errors are rendered in one place, from what exitOverride throws.
      writeErr: () => {},
      getOutHelpWidth: () => io.stdout.columns ?? 100,
    })
    .configureHelp({
      subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(term)].join(" "),
    })
    .exitOverride()
    .addHelpText(
      "after",
      "\nA worktree is named by its branch, its directory, a unique prefix of its id, or left out inside one.",
    );
  for (const option of globalOptions) program.addOption(toOption(option));
  const named = commandOf(argv);
  for (const spec of named === undefined ? commands : [named])
    program.addCommand(toCommand(spec, argv, io, program, ask), { hidden: spec.hidden === true });
  return program;
}

/** The command that a line names after nothing but global options with one meaning. */
function commandOf(argv: readonly string[]): CommandSpec | undefined {
  const flags = globalOptions.flatMap(({ flags }) => (flags.includes("<") ? [] : flags.split(", ")));
  let at = 0;
  for (let word = argv[at]; word !== undefined; word = argv[at]) {
    if (word === "-C") at += 2;
    else if (flags.includes(word)) at += 1;
    else break;
  }
  const name = argv[at] ?? "";
  return commands.find((spec) => spec.name === name || spec.aliases?.includes(name) === true);
}

/** The heading of what every command takes, below its own options. */
const GLOBAL = "Global options:";

function toCommand(
  spec: CommandSpec,
  argv: readonly string[],
  io: Io,
  program: Command,
  ask: (request: Request) => void,
): Command {
  const command = new Command(spec.name).copyInheritedSettings(program).summary(spec.summary);
  command.description(`${spec.summary.charAt(0).toUpperCase()}${spec.summary.slice(1)}.`);
  command.usage([...spec.args, "[options]", ...(spec.runs === true ? ["-- <command...>"] : [])].join(" "));
  for (const alias of spec.aliases ?? []) command.alias(alias);
  for (const [index, name] of [...spec.args, ...(spec.runs === true ? ["[command...]"] : [])].entries()) {
    const argument = new Argument(name);
    const values = index > 0 && spec.completesRest !== undefined ? spec.completesRest : spec.completes;
    if (typeof values === "object") argument.choices(values);
    command.addArgument(argument);
  }
  for (const option of spec.options) addOption(command, toOption(option));
  for (const option of globalOptions) command.addOption(toOption(option).helpGroup(GLOBAL));
  command.addHelpOption(new Option("-h, --help", "print help").helpGroup(GLOBAL));
  // The words of a completion are those of another command line.
  if (spec.hidden === true) command.passThroughOptions().allowUnknownOption().helpOption(false);
  return command.action(() => {
    const own: Readonly<Record<string, unknown>> = command.opts();
    const outer: Readonly<Record<string, unknown>> = program.opts();
    const globals = globalsOf(io, outer, own);
    if (spec.runs !== true) ask({ spec, args: command.args, options: own, globals });
    else {
      const words = behindDashes(argv, command.args);
      const args = command.args.slice(0, command.args.length - (words?.length ?? 0));
      ask({ spec, args, options: { ...own, command: words }, globals });
    }
  });
}

/** The words behind the `--` that ends the options, which commander tells as arguments like others. */
function behindDashes(argv: readonly string[], args: readonly string[]): readonly string[] | undefined {
  for (let at = argv.indexOf("--"); at >= 0; at = argv.indexOf("--", at + 1)) {
    const words = argv.slice(at + 1);
    // Else it was an option's value.
    if (words.length <= args.length && words.every((word, index) => word === args.at(index - words.length)))
      return words;
  }
  return undefined;
}

const term = (argument: Argument): string => {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
};

function toOption(spec: OptionSpec): Option {
  const option = new Option(spec.flags, spec.text);
  if (spec.choices !== undefined) option.choices(spec.choices);
  if (spec.required === true) option.makeOptionMandatory();
  if (spec.stacks === true)
    option.argParser<string | undefined>((value, before) =>
      before === undefined || isAbsolute(value) ? value : join(before, value),
    );
  if (spec.counted === true) {
    option.default(0).argParser<number>((_, times) => times + 1);
    option.defaultValueDescription = "0";
  }
  return option;
}

/** Of two values one would be taken and the other not, and nobody told: an option that takes one is given once. */
function addOption(command: Command, option: Option): void {
  command.addOption(option);
  if (!option.required) return;
  let given = false;
  command.on(`option:${option.name()}`, () => {
    if (given)
      throw new UsageError(`option '${option.flags}' is given twice`, "Give it once: it takes one value.");
    given = true;
  });
}

function existing(cwd: string, directory: string): string {
  const path = resolve(cwd, directory);
  if (isDirectory(path)) return path;
  throw new CoppiceError("WORKTREE_NOT_FOUND", `There is no directory ${JSON.stringify(directory)}.`, {
    suggestedAction: "Give -C a directory that exists; coppice path <worktree> tells a worktree's.",
  });
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function globalsOf(
  io: Io,
  outer: Readonly<Record<string, unknown>>,
  own: Readonly<Record<string, unknown>>,
): Globals {
  const given = (name: string): boolean => outer[name] === true || own[name] === true;
  let cwd = io.cwd;
  // Like git's: a second -C is relative to the first.
  for (const { C: directory } of [outer, own])
    if (typeof directory === "string") cwd = existing(cwd, directory);
  return {
    json: given("json"),
    quiet: given("quiet"),
    color: outer.color !== false && own.color !== false,
    cwd,
  };
}
