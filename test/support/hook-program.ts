import { createHash } from "node:crypto";
import {
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
import ts from "typescript";
import type { HookProgram } from "../../src/engine/hooks-package.js";

const root = join(import.meta.dirname, "../..");
const cache = join(root, "node_modules/.cache");
const prefix = "coppice-hooks-";
const oneDayMs = 24 * 60 * 60_000;

let made: HookProgram | undefined;

/**
 * The hook program as plain JavaScript, compiled from src/ as it is now: what real hooks start in tests. Compiled once
 * for equal sources, into a directory named by their content that all workers share.
 */
export function hookProgram(): HookProgram {
  made ??= { node: process.execPath, program: join(compiledSources(), "src/hooks/main.js") };
  return made;
}

/** The command line in the same form, for tests that start it as processes of its own: they begin in a third of the time. */
export function commandProgram(): HookProgram {
  const { node, program } = hookProgram();
  return { node, program: join(dirname(program), "../cli/main.js") };
}

function compiledSources(): string {
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts") && !/^action[\\/]/.test(name))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(root, "src", name), "utf8") }));
  const hash = createHash("sha256").update(ts.version);
  for (const { name, text } of sources) hash.update(`\0${name}\0${text}`);
  const target = join(cache, `${prefix}${hash.digest("hex").slice(0, 24)}`);
  if (!existsSync(target)) compile(sources, target);
  else utimesSync(target, new Date(), new Date());
  return target;
}

function compile(sources: readonly { name: string; text: string }[], target: string): void {
  mkdirSync(cache, { recursive: true });
  sweep();
  const draft = mkdtempSync(join(cache, `${prefix}draft-`));
  for (const { name, text } of sources) {
    const { outputText } = ts.transpileModule(text, {
      compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
    });
    const file = join(draft, "src", name.replace(/\.ts$/, ".js"));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, outputText);
  }
  writeFileSync(join(draft, "package.json"), '{"type":"module"}\n');
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
