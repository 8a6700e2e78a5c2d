import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { CommanderError } from "commander";
import pc from "picocolors";
import { commands } from "../../../../src/cli/commands.js";
import { exitCodeOf, failureOf } from "../../../../src/cli/failure.js";
import { globalOptions } from "../../../../src/cli/grammar.js";
import type { Io } from "../../../../src/cli/io.js";
import { createProgram } from "../../../../src/cli/program.js";
import { failureText } from "../../../../src/cli/render/failure.js";
import { runCli } from "../../../../src/cli/run.js";
import { errorCodes } from "../../../../src/lifecycle/errors.js";
import { hostileText, hostileWords } from "../hostile.js";
import { holds, type Kind, Violation } from "../model.js";
import { mutateText } from "../mutate.js";
import type { Random } from "../random.js";
import { actsOnTerminals } from "../terminal.js";

const everyOption = [...commands.flatMap(({ options }) => options), ...globalOptions].map(
  ({ flags }) => flags,
);
const values = [
  "",
  "0",
  "-1",
  "7d",
  "10GB",
  "1e9",
  "task/a",
  "main",
  "json",
  "merge",
  "ours",
  "--",
  "-",
  "origin",
  "{}",
  "\u0000",
  "HEAD",
];

/** One of an option's spellings, perhaps with a value. */
function optionWords(random: Random): string[] {
  const flags = random.pick(everyOption);
  const [spelling = "", ...rest] = flags
    .split(/,? +/)
    .filter((word) => word.startsWith("-"))
    .sort(() => random.below(3) - 1);
  void rest;
  const takes = /[<[]/.test(flags);
  const word = random.chance(90) ? spelling : mutateText(random, spelling);
  const value = random.chance(70) ? random.pick(values) : hostileText(random).slice(0, 500);
  if (!takes && random.chance(95)) return [word];
  return random.chance(30) ? [`${word}=${value}`] : [word, value];
}

function commandLine(random: Random): string[] {
  const spec = random.pick(commands);
  const name = random.chance(90)
    ? spec.name
    : random.chance(50)
      ? mutateText(random, spec.name)
      : hostileText(random).slice(0, 200);
  const words: string[] = [];
  for (let left = random.below(4); left > 0; left -= 1)
    words.push(random.chance(60) ? random.pick(values) : hostileText(random).slice(0, 500));
  for (let left = random.below(4); left > 0; left -= 1) words.push(...optionWords(random));
  const rest = random.chance(30) ? random.shuffled(words) : words;
  return random.chance(10) ? [...optionWords(random), name, ...rest] : [name, ...rest];
}

/** Nothing of these ends by itself, or it works elsewhere than in the directory that it is started in. */
const notRun = new Set(["demo", "watch", "events", "__sweep", "shell-init"]);

export const commandLines: Kind = {
  name: "command lines",
  share: 10,
  least: 10_000,
  open: async ({ scratch }) => {
    const nowhere = join(scratch, "nowhere");
    mkdirSync(nowhere, { recursive: true });
    const ceiling = { ...process.env, GIT_CEILING_DIRECTORIES: scratch };
    return {
      attempt: async (random, show) => {
        const argv = random.chance(95)
          ? commandLine(random)
          : Array.from({ length: 4 }, () => random.pick(hostileWords));
        show(argv);
        const { io, text } = silent(nowhere, ceiling);
        let named: string | undefined;
        try {
          createProgram(argv, io, ({ spec }) => {
            named = spec.name;
          }).parse(argv, { from: "user" });
        } catch (error) {
          if (!(error instanceof CommanderError)) checkFailure(error);
        }
        const spec = commands.find(({ name }) => name === named);
        // A few are run: outside of repositories they come as far as their own checks.
        if (spec !== undefined && !notRun.has(spec.name) && random.chance(4)) {
          const code = await runCli(argv, io);
          holds([0, 1, 2, 3, 4, 130].includes(code), `ended with ${code}`);
          const said = text();
          holds(!said.includes("error[INTERNAL]"), `it does not know what happened: ${said.slice(0, 2_000)}`);
          const acts = actsOnTerminals(said);
          holds(acts === undefined, `a terminal would act on it: ${acts}`);
        }
        return undefined;
      },
    };
  },
};

function checkFailure(error: unknown): void {
  const failure = failureOf(error);
  if (failure.code !== "USAGE" && !errorCodes.some((code) => code === failure.code))
    throw new Violation(`threw ${error instanceof Error ? error.stack : String(error)}`, { cause: error });
  holds(exitCodeOf(error) > 0, "a failure that looks like success");
  const acts = actsOnTerminals(failureText(failure, pc.createColors(false)));
  holds(acts === undefined, `a terminal would act on it: ${acts}`);
}

function silent(cwd: string, env: NodeJS.ProcessEnv): { io: Io; text: () => string } {
  const chunks: string[] = [];
  const output = { isTTY: false, columns: undefined, write: (text: string): void => void chunks.push(text) };
  const signal = new AbortController().signal;
  const io: Io = {
    cwd,
    env,
    stdin: () => Promise.resolve(""),
    stdout: output,
    stderr: output,
    canAsk: false,
    signal,
  };
  return { io, text: () => chunks.join("") };
}
