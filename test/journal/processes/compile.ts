import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";

const root = join(import.meta.dirname, "../../..");

/**
 * Turns src/ and the scripts beside this file into plain JavaScript, inside node_modules so that packages are found.
 * Fifty processes that each compile for themselves spend their time on that.
 *
 * @returns the directory of the compiled scripts, and how to delete everything
 */
export function compileScripts(): { readonly dir: string; readonly remove: () => void } {
  const cache = join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const out = mkdtempSync(join(cache, "coppice-test-"));
  for (const folder of ["src", "src/lifecycle", "src/git", "src/journal", "test/journal/processes"]) {
    for (const name of readdirSync(join(root, folder))) {
      if (!name.endsWith(".ts")) continue;
      const source = readFileSync(join(root, folder, name), "utf8");
      const { outputText } = ts.transpileModule(source, {
        compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
      });
      const target = join(out, folder, name.replace(/\.ts$/, ".js"));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, outputText);
    }
  }
  writeFileSync(join(out, "package.json"), '{"type":"module"}\n');
  return {
    dir: join(out, relative(root, import.meta.dirname)),
    remove: () => rmSync(out, { recursive: true, force: true }),
  };
}
