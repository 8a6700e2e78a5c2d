import type { Cli } from "../context.js";
import type { Io, Output } from "../io.js";
import type { Order } from "./model.js";

/** What came of a command. Lines are visible text. */
export interface JobEnd {
  readonly code: number;
  /** What it was asked for, line by line. */
  readonly lines: readonly string[];
  /** The last error with its hint, and warnings. */
  readonly errors: readonly string[];
}

/**
 * Runs a command of Coppice in this process, as a pipe would see it: nothing of it reaches the terminal, and nobody is
 * asked anything.
 * @param step is told each step, as visible text
 */
export async function runJob(
  cli: Cli,
  words: readonly string[],
  signal: AbortSignal,
  step: (text: string) => void = () => {},
): Promise<JobEnd> {
  const [lines, errors]: [string[], string[]] = [[], []];
  const io: Io = {
    cwd: cli.globals.cwd,
    env: cli.io.env,
    stdout: lineOutput((line) => lines.push(line)),
    stderr: lineOutput((line) => {
      errors.push(line);
      step(line);
    }),
    canAsk: false,
    signal,
    ...(cli.io.program === undefined ? {} : { program: cli.io.program }),
  };
  const code = await cli.frame.run(words, io);
  return { code, lines, errors: errorLines(errors) };
}

/** What stays worth reading when all is over: from the first warning or error on, and not the steps before it. */
function errorLines(told: readonly string[]): readonly string[] {
  const from = told.findIndex((line) => /^(error\[|warning:)/.test(line));
  return from < 0 ? [] : told.slice(from);
}

/** The code of an error that a command told. */
export const errorCode = ({ errors }: JobEnd): string | undefined =>
  errors.map((line) => /^error\[(\w+)\]/.exec(line)?.[1]).find((code) => code !== undefined);

/** Of an error as text, what happened and what to do next; its details have no room. */
const tellingLines = (lines: readonly string[]): readonly string[] =>
  lines.filter((line) => /^(error\[|hint:|warning:)/.test(line));

/** What the status lines say of a command that has ended: the error with its hint, or what it was asked for. */
export function outcomeLines(order: Order, end: JobEnd): readonly string[] {
  const telling = tellingLines(end.errors);
  if (end.code !== 0) return telling.length === 0 ? [`${order.words[0]} ended with ${end.code}`] : telling;
  return [...end.lines, ...telling];
}

function lineOutput(tell: (line: string) => void): Output {
  let rest = "";
  return {
    isTTY: false,
    columns: undefined,
    write: (text) => {
      const [last = "", ...lines] = `${rest}${text}`.split("\n").reverse();
      rest = last;
      for (const line of lines.reverse()) tell(line);
    },
  };
}
