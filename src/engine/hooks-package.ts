import { existsSync, lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { hasCode } from "./files.js";

/** What a hook starts when sh alone cannot decide: a Node and the hook program, both absolute. */
export interface HookProgram {
  readonly node: string;
  readonly program: string;
}

/** The hooks that Coppice has, the core first. */
export const hookNames = [
  "post-checkout",
  "pre-push",
  "post-merge",
  "pre-commit",
  "post-commit",
  "post-rewrite",
  "pre-rebase",
] as const;
export type HookName = (typeof hookNames)[number];
export const coreHooks: readonly HookName[] = ["post-checkout", "pre-push", "post-merge"];

/** How far above the running file the package's own directory is looked for. */
const mostLevels = 6;

/** The directory of this package: the nearest one above the running file that holds the hooks. */
function packageDirectory(running: string): string | undefined {
  let directory = dirname(running);
  for (let level = 0; level < mostLevels; level += 1) {
    if (isFile(join(directory, "hooks", hookNames[0]))) return directory;
    directory = dirname(directory);
  }
  return undefined;
}

// A variable: a bundler would take a literal path beside it for a file to pack.
const thisFile = import.meta.url;
const runningFile = (): string => fileURLToPath(thisFile);

/** The directory that this package lies in; undefined when it was not installed as a whole. */
export const ownPackage = (): string | undefined => packageDirectory(runningFile());

/** The directory with the package's hook scripts; undefined when it was not installed with the package. */
export function packagedHooks(): string | undefined {
  const directory = ownPackage();
  return directory === undefined ? undefined : join(directory, "hooks");
}

/** The hook program of this package, run by the Node that runs now. It may be missing; `status` tells. */
export function packagedProgram(): HookProgram {
  const running = runningFile();
  const beside = join(dirname(running), "hooks.js");
  const directory = packageDirectory(running) ?? dirname(dirname(running));
  const program = existsSync(beside) ? beside : join(directory, "dist", "hooks.js");
  return { node: process.execPath, program };
}

function isFile(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch (error) {
    if (hasCode(error, "ENOTDIR", "EACCES")) return false;
    throw error;
  }
}
