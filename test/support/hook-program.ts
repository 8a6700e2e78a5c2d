import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { type BuildOptions, buildSync, version } from "esbuild";
import type { HookProgram } from "../../src/engine/hooks-package.js";

const root = join(import.meta.dirname, "../..");
const cache = join(root, "node_modules/.cache");
const keptStart = join(import.meta.dirname, "kept-start.ts");
const prefix = "coppice-hooks-";
const oneDayMs = 24 * 60 * 60_000;

const options = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20",
  logLevel: "error",
  // As in dist/: without what is only for those who work on React, a part of which nobody has installed.
  define: { "process.env.NODE_ENV": '"production"' },
  external: ["react-devtools-core"],
} satisfies BuildOptions;

let made: HookProgram | undefined;

/**
 * The hook program, bundled from src/ as it is now: what real hooks start in tests. Bundled once for equal sources, into
 * a directory named by their content that all workers share. A bundle starts in half the time of its modules.
 */
export function hookProgram(): HookProgram {
  made ??= { node: process.execPath, program: join(bundledSources(), "hooks/main.js") };
  return made;
}

/** The command line, for tests that start it as processes of its own: a start takes half of what its modules would. */
export const commandProgram = (): HookProgram => beside("whole/command.js");

/** The Action in the same form: what a runner starts. */
export const actionProgram = (): HookProgram => beside("whole/action.js");

/** Both as modules, for whoever counts the steps of a process: nothing but themselves is read or written. */
export const commandModules = (): HookProgram => beside("cli/main.js");
export const actionModules = (): HookProgram => beside("action/main.js");

function beside(name: string): HookProgram {
  const { node, program } = hookProgram();
  return { node, program: join(dirname(program), "..", name) };
}

function bundledSources(): string {
  const hash = createHash("sha256")
    .update(version)
    .update(readFileSync(import.meta.filename))
    .update(readFileSync(keptStart));
  const names = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  for (const name of names.filter((one) => one.endsWith(".ts")).sort())
    hash.update(`\0${name}\0${readFileSync(join(root, "src", name), "utf8")}`);
  const target = join(cache, `${prefix}${hash.digest("hex").slice(0, 24)}`);
  if (!existsSync(target)) bundle(target);
  else utimesSync(target, new Date(), new Date());
  return target;
}

function bundle(target: string): void {
  mkdirSync(cache, { recursive: true });
  sweep();
  const draft = mkdtempSync(join(cache, `${prefix}draft-`));
  buildSync({
    ...options,
    entryPoints: ["src/hooks/main.ts", "src/cli/main.ts", "src/action/main.ts"],
    outdir: draft,
    outbase: "src",
    splitting: true,
    format: "esm",
    // With the packages in it, as in dist/: to find them file by file is half of a start. Some of them need `require`,
    // and one finds its own files only in the form that is made for bundlers.
    mainFields: ["module", "main"],
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
  });
  writeFileSync(join(draft, "package.json"), '{"type":"module"}\n');
  bundleKept(join(draft, "whole"), {
    command: 'import { commandLine } from "./src/cli/command-line.js"; void commandLine();',
    action: 'import "./src/action/main.js";',
  });
  // As in dist/: the part for pushes lies in a directory named like the program.
  const pushes = join(draft, "hooks/main");
  buildSync({
    ...options,
    entryPoints: { "pre-push": "src/hooks/push-start.ts", judge: "src/hooks/pre-push.ts" },
    outdir: pushes,
    format: "cjs",
  });
  writeFileSync(join(pushes, "package.json"), '{"type":"commonjs"}\n');
  // Some tests start it as another user.
  chmodSync(draft, 0o755);
  try {
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another worker was faster.
    if (!existsSync(target)) throw error;
  }
}

/**
 * Programs as one file each, with a start that keeps their compiled code beside it. None of them awaits at its top.
 *
 * @param entries - their code by their names, as seen from the top of the project
 */
export function bundleKept(dir: string, entries: Readonly<Record<string, string>>): void {
  for (const [name, contents] of Object.entries(entries)) {
    buildSync({
      ...options,
      stdin: { contents, resolveDir: root },
      outfile: join(dir, `${name}.whole.js`),
      format: "cjs",
      mainFields: ["module", "main"],
      define: { ...options.define, "import.meta.url": "startedFile" },
      // Code that is kept has no way to load modules: `require` takes its place. The full screen needs them, and a terminal.
      supported: { "dynamic-import": false },
      external: [...(options.external ?? []), "*/screen.js"],
    });
    buildSync({ ...options, entryPoints: [keptStart], outfile: join(dir, `${name}.js`), format: "cjs" });
  }
  writeFileSync(join(dir, "package.json"), '{"type":"commonjs"}\n');
}

/** Deletes what no run has used for a day. */
function sweep(): void {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    const used = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (name.startsWith(prefix) && Date.now() - used > oneDayMs)
      rmSync(path, { recursive: true, force: true });
  }
}
