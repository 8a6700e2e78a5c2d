import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { buildSync } from "esbuild";

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
  const out = mkdtempSync(join(cache, "coppice-test-"));
  const here = relative(root, import.meta.dirname);
  const scripts = readdirSync(import.meta.dirname).filter((name) => name !== "compile.ts");
  buildSync({
    absWorkingDir: root,
    entryPoints: scripts.map((name) => join(here, name)),
    outdir: out,
    outbase: ".",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "error",
  });
  writeFileSync(join(out, "package.json"), '{"type":"module"}\n');
  return { dir: join(out, here), remove: () => rmSync(out, { recursive: true, force: true }) };
}
