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
const prefix = "coppice-hooks-";
const oneDayMs = 24 * 60 * 60_000;

let made: HookProgram | undefined;

/**
 * The hook program, bundled from src/ as it is now: what real hooks start in tests. Bundled once for equal sources, into
 * a directory named by their content that all workers share. A bundle starts in half the time of its modules.
 */
export function hookProgram(): HookProgram {
  made ??= { node: process.execPath, program: join(bundledSources(), "hooks/main.js") };
  return made;
}

/** The command line in the same form, for tests that start it as processes of its own: they begin in a third of the time. */
export function commandProgram(): HookProgram {
  const { node, program } = hookProgram();
  return { node, program: join(dirname(program), "../cli/main.js") };
}

/** The Action in the same form: what a runner starts. */
export function actionProgram(): HookProgram {
  const { node, program } = hookProgram();
  return { node, program: join(dirname(program), "../action/main.js") };
}

function bundledSources(): string {
  const hash = createHash("sha256")
    .update(version)
    .update(readFileSync(import.meta.filename));
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

/** Deletes what no run has used for a day. */
function sweep(): void {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    const used = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (name.startsWith(prefix) && Date.now() - used > oneDayMs)
      rmSync(path, { recursive: true, force: true });
  }
}
