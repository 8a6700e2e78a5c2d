import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Engine } from "../../src/engine/context.js";
import {
  type Installed,
  type InstallOptions,
  installHooks,
  uninstallHooks,
} from "../../src/engine/hooks-install.js";
import type { HooksStatus } from "../../src/engine/hooks-model.js";
import { hooksStatus, type StatusOptions } from "../../src/engine/hooks-status.js";
import { createTempDir, type TestRepo } from "../support/repo.js";
import { notes, run } from "./support.js";

/** What stands for Node and the hook program: it writes down its arguments and its standard input. */
export interface FakeProgram {
  readonly node: string;
  readonly program: string;
  /** What it was started with so far, a line for each argument list and for each line of input. */
  log(): string[];
}

export function fakeProgram(): FakeProgram {
  const dir = createTempDir();
  const log = join(dir, "log");
  const program = join(dir, "program");
  writeFileSync(program, `{ echo "program $*"; cat; } >>'${log}'\n`);
  return { node: "/bin/sh", program, log: () => linesOf(log) };
}

/** The lines of a file; none when there is no file. */
export function linesOf(path: string): string[] {
  try {
    return readFileSync(path, "utf8").split("\n").slice(0, -1);
  } catch {
    return [];
  }
}

/** Writes a hook script that logs its name, its arguments and its standard input. */
export function writeLoggingHook(path: string, log: string, mode = 0o755): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n{ echo "own $*"; cat; } >>'${log}'\n`, { mode });
}

export const install = async (
  dir: string,
  options: InstallOptions = {},
): Promise<Installed & { warnings: string[] }> => {
  const report = notes();
  const result = await run(dir, (engine) => installHooks(engine, { program: fakeNode, ...options }), {
    report,
  });
  return { ...result, warnings: report.warnings };
};

/** A program that is there, for tests that never start it. */
const fakeNode = { node: process.execPath, program: import.meta.filename };

export const uninstall = async (
  dir: string,
  options: StatusOptions = {},
): Promise<{ changed: boolean; warnings: string[] }> => {
  const report = notes();
  const { changed } = await run(dir, (engine) => uninstallHooks(engine, options), { report });
  return { changed, warnings: report.warnings };
};

export const status = (dir: string, options: StatusOptions = {}): Promise<HooksStatus> =>
  run(dir, (engine: Engine) => hooksStatus(engine, options));

/** The state of each hook, in the order of the status. */
export const states = (found: HooksStatus): Record<string, string> =>
  Object.fromEntries(found.hooks.map(({ hook, state }) => [hook, state]));

export const all = (state: string): Record<string, string> =>
  Object.fromEntries(
    [
      "post-checkout",
      "pre-push",
      "post-merge",
      "pre-commit",
      "post-commit",
      "post-rewrite",
      "pre-rebase",
    ].map((hook) => [hook, state]),
  );

/** Every file below a directory with its inode, mode and bytes: equal when nothing was touched. */
export function filesIn(dir: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(dir, { recursive: true, encoding: "utf8" }).sort()) {
    const path = join(dir, name);
    const stat = lstatSync(path);
    if (stat.isDirectory()) continue;
    const content = stat.isSymbolicLink() ? readlinkSync(path) : readFileSync(path, "latin1");
    found[name] = `${stat.ino} ${stat.mode.toString(8)} ${content}`;
  }
  return found;
}

/** A bare repository to push to, with a path of odd characters. */
export function pushTarget(repo: TestRepo, name = "it's a remote.git"): string {
  const target = join(createTempDir(), name);
  repo.git("init", "--quiet", "--bare", target);
  return target;
}
