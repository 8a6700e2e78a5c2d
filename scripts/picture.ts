/**
 * Lives the demo and draws what four of its commands print into docs/demo.svg: `npm run picture`. Nothing is
 * invented or cut inside a command; times and commit ids are those of the run.
 */
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";
import type { Io, Output } from "../src/cli/io.js";
import { runCli } from "../src/cli/run.js";
import { terminalSvg } from "./terminal-svg.js";

/** The commands that are shown, as the demo announces them. */
const shown = [
  "coppice list",
  "coppice conflicts --matrix --order",
  "coppice merge task/amounts",
  "coppice log task/amounts",
];
const COLUMNS = 132;

/** Everything that the demo prints to a terminal with colours. */
async function demoOutput(): Promise<string> {
  let text = "";
  const terminal: Output = {
    isTTY: true,
    columns: COLUMNS,
    write: (part) => {
      text += part;
    },
  };
  const { NO_COLOR: _, ...env } = process.env;
  const io: Io = {
    cwd: process.cwd(),
    env: { ...env, TERM: "xterm-256color" },
    stdout: terminal,
    stderr: terminal,
    canAsk: false,
    signal: new AbortController().signal,
  };
  const code = await runCli(["demo"], io);
  if (code !== 0) throw new Error(`the demo ended with exit code ${code}:\n${text}`);
  return text;
}

/**
 * The parts of the demo's output that belong to some commands, in the order in which they are named.
 * @param output what the demo printed; its commands and what they print are indented by three columns
 * @throws when a command is not there
 */
export function partsOf(output: string, commands: readonly string[]): string[][] {
  const parts: { command: string; lines: string[] }[] = [];
  let inside = false;
  for (const line of output.split("\n")) {
    const plain = stripVTControlCharacters(line);
    const isCommand = plain.startsWith("   $ ");
    // A heading stands at the margin and ends what was printed above it.
    inside = isCommand || (inside && (plain === "" || plain.startsWith("   ")));
    if (isCommand) parts.push({ command: plain.slice(5), lines: [] });
    if (inside) parts.at(-1)?.lines.push(line.slice(plain === "" ? 0 : line.indexOf("   ") + 3));
  }
  return commands.map((wanted) => {
    const lines = parts.find(({ command }) => command === wanted)?.lines;
    if (lines === undefined) throw new Error(`the demo ran no ${wanted}`);
    return lines.slice(0, lines.findLastIndex((line) => line !== "") + 1);
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const lines = partsOf(await demoOutput(), shown).flatMap((part, number) =>
    number === 0 ? part : ["", ...part],
  );
  const path = join(dirname(fileURLToPath(import.meta.url)), "..", "docs", "demo.svg");
  writeFileSync(path, terminalSvg(lines, { columns: COLUMNS, title: `Output of ${shown.join(", ")}` }));
}
