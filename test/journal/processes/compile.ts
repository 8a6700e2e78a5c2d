import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { bundleKept } from "../../support/hook-program.js";

const root = join(import.meta.dirname, "../../..");

/**
 * Bundles the scripts beside this file with what they need of src/. Fifty processes that each compile for themselves, or
 * look for their modules one by one, spend their time on that.
 *
 * @returns the directory of the bundled scripts, and how to delete everything
 */
export function compileScripts(): { readonly dir: string; readonly remove: () => void } {
  const cache = join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const dir = mkdtempSync(join(cache, "coppice-test-"));
  const here = relative(root, import.meta.dirname);
  const scripts = readdirSync(import.meta.dirname).filter((name) => name !== "compile.ts");
  bundleKept(
    dir,
    Object.fromEntries(
      scripts.map((script) => {
        const name = basename(script, ".ts");
        return [name, `import "./${here}/${name}.js";`];
      }),
    ),
  );
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
