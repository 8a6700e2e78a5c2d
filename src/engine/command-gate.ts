import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

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

/** Whether there is such a program: a path, or a name on PATH. */
export function programExists(program: string, path: string | undefined): boolean {
  if (program.includes("/")) return isProgram(program);
  return (path ?? "").split(delimiter).some((folder) => isProgram(join(folder || ".", program)));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
