import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";

/**
 * The words that start a program behind a gate: it runs once a line arrives at file descriptor 3, under the process id
 * of the shell that waited there. When the writer dies before, the program never starts. So there is no moment in
 * which a command runs of which nothing is written down.
 */
export const behindGate = (words: readonly string[]): readonly [string, ...string[]] => [
  "sh",
  "-c",
  'IFS= read -r _ <&3 || exit 125; exec 3<&-; exec "$@"',
  "sh",
  ...words,
];

/** A program as it is looked for from a directory. */
export const programFrom = (program: string, cwd: string): string =>
  program.includes("/") ? resolve(cwd, program) : program;

/** Whether there is such a program: a path, or a name on PATH. */
export const programExists = (program: string, path: string | undefined): boolean =>
  filesOf(program, path).some(isProgram);

/** Whether there is a file of that name, which may be none that can be run. */
export const programFileExists = (program: string, path: string | undefined): boolean =>
  filesOf(program, path).some((file) => existsSync(file));

const filesOf = (program: string, path: string | undefined): string[] =>
  program.includes("/")
    ? [program]
    : (path ?? "").split(delimiter).map((folder) => join(folder || ".", program));

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
