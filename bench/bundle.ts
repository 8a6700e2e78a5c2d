import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ncc from "@vercel/ncc";
import ts from "typescript";
import { minified } from "../scripts/minify.js";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/**
 * Bundles a program of bench/programs as one file.
 * @returns the bundle's path below `dir`
 */
export function bundle(name: string, dir: string): Promise<string> {
  return inCompiled(
    ["src", "src/lifecycle", "src/git", "src/journal", "bench/programs"],
    async (compiled) => {
      const path = join(dir, `${name}.mjs`);
      writeFileSync(path, await packed(compiled, '{"type":"module"}', `bench/programs/${name}`, dir));
      return path;
    },
  );
}

/**
 * Bundles a program of bench/programs that exports `commandLine` the way scripts/build.ts builds the product's, so that its
 * start costs what a command's does: from the second run on in a repository its compiled code is kept there.
 * @returns what is started, below `dir`
 */
export function bundleCommand(name: string, dir: string): Promise<string> {
  const folders = [
    "src",
    "src/lifecycle",
    "src/git",
    "src/journal",
    "src/engine",
    "src/cli",
    "bench/programs",
  ];
  return inCompiled(folders, async (compiled) => {
    const [path, beside] = [join(dir, name, "cli.js"), join(dir, name, "cli")];
    mkdirSync(beside, { recursive: true });
    writeFileSync(join(dir, name, "package.json"), '{"type":"commonjs"}\n');
    // CommonJS has no import.meta.
    const start = join(compiled, "src/cli/start.js");
    const url = 'require("node:url").pathToFileURL(require("node:path").join(__dirname, "cli.js")).href';
    writeFileSync(start, readFileSync(start, "utf8").replaceAll("import.meta.url", url));
    writeFileSync(path, await packed(compiled, "{}", "src/cli/start", dir));
    writeFileSync(join(beside, "main.js"), await packed(compiled, "{}", `bench/programs/${name}`, beside));
    return path;
  });
}

/** Bundles one of the compiled modules; what it loads later goes into files in `beside`. */
async function packed(compiled: string, manifest: string, module: string, beside: string): Promise<string> {
  // The nearest package.json tells ncc which kind of modules it writes: without a type, CommonJS.
  writeFileSync(join(compiled, "package.json"), manifest);
  const { code, assets } = await ncc(join(compiled, `${module}.js`), {
    filename: "main.js",
    minify: false,
    cache: false,
    license: "",
    target: "es2022",
    quiet: true,
    sourceMap: false,
  });
  for (const [name, { source }] of Object.entries(assets)) {
    if (name.endsWith(".js")) writeFileSync(join(beside, name), await minified(source.toString()));
  }
  return minified(code);
}

/** Compiles folders of this repository into one that is deleted afterwards. */
async function inCompiled<T>(folders: readonly string[], work: (compiled: string) => Promise<T>): Promise<T> {
  const cache = join(root, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  // Inside node_modules, so that packages are found.
  const compiled = mkdtempSync(join(cache, "coppice-bench-"));
  try {
    for (const folder of folders) compile(folder, compiled);
    return await work(compiled);
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
