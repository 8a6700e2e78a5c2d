import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ncc from "@vercel/ncc";
import ts from "typescript";
import { minified } from "../scripts/minify.js";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/**
 * Bundles a program of bench/programs the way the product is built, so that its start costs what the product's does.
 * @returns the bundle's path below `dir`
 */
export async function bundle(name: string, dir: string): Promise<string> {
  const cache = join(root, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  // Inside node_modules, so that packages are found.
  const compiled = mkdtempSync(join(cache, "coppice-bench-"));
  try {
    for (const folder of ["src", "src/lifecycle", "src/git", "src/journal", "bench/programs"])
      compile(folder, compiled);
    writeFileSync(join(compiled, "package.json"), '{"type":"module"}\n');
    const { code } = await ncc(join(compiled, "bench", "programs", `${name}.js`), {
      filename: `${name}.mjs`,
      minify: false,
      cache: false,
      license: "",
      target: "es2022",
      quiet: true,
      sourceMap: false,
    });
    const path = join(dir, `${name}.mjs`);
    writeFileSync(path, await minified(code));
    return path;
  } finally {
    rmSync(compiled, { recursive: true, force: true });
  }
}

function compile(folder: string, to: string): void {
  for (const name of readdirSync(join(root, folder))) {
    if (!name.endsWith(".ts") || name.endsWith(".d.ts")) continue;
    const { outputText } = ts.transpileModule(readFileSync(join(root, folder, name), "utf8"), {
      compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
    });
    mkdirSync(join(to, folder), { recursive: true });
    writeFileSync(join(to, folder, name.replace(/\.ts$/, ".js")), outputText);
  }
}
