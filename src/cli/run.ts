import { CommanderError } from "commander";
import { nearest } from "../config/nearest.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { commands } from "./commands.js";
import { Cli, colorsFor, writeJson } from "./context.js";
import type { BegunOpening } from "./early.js";
import { exitCodeOf, failureOf, UsageError } from "./failure.js";
import { EXIT_INTERRUPTED, type Io } from "./io.js";
import { createProgram, type Request } from "./program.js";
import { failureText } from "./render/failure.js";

/**
 * One run of the command line.
 * @param argv the words after the program's name
 * @param begun what `beginOpening` began for them
 * @returns the exit code; nothing is thrown
 */
export async function runCli(argv: readonly string[], io: Io, begun?: BegunOpening): Promise<number> {
  // Before the command line is understood, its plain words are all there is to go by.
  let json = argv.includes("--json");
  let color = !argv.includes("--no-color");
  try {
    const request = parse(argv, io);
    if (request === undefined) return 0;
    json = request.globals.json;
    color = request.globals.color;
    const cli = new Cli(io, request.globals, { commands, run: runCli });
    if (request.spec.inRepository === true) cli.lookForRepository(begun);
    try {
      const module = await request.spec.load();
      const code = (await module.run(cli, request.args, request.options)) ?? 0;
      cli.finish();
      return code;
    } finally {
      cli.progress.stop();
    }
  } catch (thrown) {
    const error = io.signal.aborted ? asInterruption(thrown) : thrown;
    const failure = failureOf(error);
    if (json) writeJson(io.stdout, JSON.stringify({ error: failure }));
    io.stderr.write(failureText(failure, colorsFor(io.stderr, io, color)));
    if (io.env.COPPICE_DEBUG !== undefined && error instanceof Error) io.stderr.write(`${error.stack}\n`);
    return io.signal.aborted ? EXIT_INTERRUPTED : exitCodeOf(error);
  }
}

/** What goes wrong after Ctrl-C is mostly its consequence: a git that was ended, an input that was closed. */
function asInterruption(error: unknown): unknown {
  const known = error instanceof CoppiceError && error.code !== "GIT_FAILED";
  if (known || error instanceof UsageError) return error;
  const suggestedAction = "Run the command again.";
  return new CoppiceError("INTERRUPTED", "The command was interrupted.", { suggestedAction, cause: error });
}

/** @returns undefined when help or the version was asked for, and printed */
function parse(argv: readonly string[], io: Io): Request | undefined {
  let request: Request | undefined;
  const program = createProgram(argv, io, (understood) => {
    request = understood;
  });
  try {
    program.parse(argv, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return undefined;
    // No command at all: commander calls it a failure, but a person who asks what there is makes none.
    if (error.code === "commander.help") {
      const asked = argv[argv.indexOf("help") + 1];
      if (argv.includes("help") && asked !== undefined) throw unknownCommand(asked);
      program.outputHelp();
      return undefined;
    }
    throw usageError(error.message, argv);
  }
  return request;
}

/** `help` for a command that there is not; commander would show the help for all. */
function unknownCommand(name: string): UsageError {
  const meant = nearest(
    name,
    commands.filter(({ hidden }) => hidden !== true).map((command) => command.name),
  );
  return new UsageError(
    `unknown command '${name}'`,
    meant === undefined ? "coppice help shows the commands." : `Did you mean ${meant}?`,
  );
}

/** Commander's text is `error: what is wrong`, then, where it knows one, the nearest name in brackets. */
function usageError(text: string, argv: readonly string[]): UsageError {
  const [first = "", ...rest] = text.replace(/^error: /, "").split("\n");
  const nearestName = rest.join(" ").replace(/^\((.*)\)$/, "$1");
  return new UsageError(first, commandHint(first) ?? (nearestName === "" ? helpHint(argv) : nearestName));
}

/** Commander knows no second alias, and calls a name near that has one letter of it. */
function commandHint(text: string): string | undefined {
  const name = /^unknown command '(.*)'$/.exec(text)?.[1];
  const names = commands.flatMap(({ hidden, name: own, aliases = [] }) =>
    hidden === true ? [] : [own, ...aliases],
  );
  const meant = name === undefined ? undefined : nearest(name, names);
  return meant === undefined ? undefined : `Did you mean ${meant}?`;
}

/** Where the help is that answers a command line which was not understood. */
function helpHint(argv: readonly string[]): string {
  const command = commands.find(({ name, aliases }) =>
    argv.some((word) => [name, ...(aliases ?? [])].includes(word)),
  );
  return command === undefined
    ? "coppice help shows the commands and their options."
    : `coppice help ${command.name} shows how it is used.`;
}
