/**
 * Builds dist/ from src/: `npm run build`.
 *
 * tsc compiles src/ to build/ (ignored by git); ncc bundles each entry of ENTRIES with everything it
 * imports, so that a clone runs without an install. A dynamic import becomes a chunk beside its entry
 * (`<id>.cli.js`), loaded when it is reached. Equal sources give equal bytes in any directory.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ncc from "@vercel/ncc";
import { mergeLicenses } from "./licenses.js";
import { minified } from "./minify.js";
import { copyTypes } from "./types.js";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(root, "dist");

/** The library is for who imports it; the Action and its chunks lie in a directory of their own, which action.yml names. */
const MODULES = [
  { input: "build/index.js", output: "index.mjs", folder: "" },
  { input: "build/action/main.js", output: "index.js", folder: "action/" },
];

/** What is started: as CommonJS, which Node has running 3 ms earlier. */
const PROGRAMS = [
  { input: "build/cli/start.js", output: "cli.js", executable: true },
  { input: "build/hooks/main.js", output: "hooks.js", executable: false },
];

/** The command line itself, whose compiled code cli.js keeps. Its chunks lie beside it. */
const CLI_DIRECTORY = "cli";

/** Two files: the hook that people wait for at each push. Its chunks lie beside them. */
const PUSH_DIRECTORY = "hooks";
const PUSH_ENTRIES = [
  { input: "build/hooks/push-start.js", output: "pre-push.js" },
  { input: "build/hooks/pre-push.js", output: "judge.js" },
];

/**
 * The most that the hook program may weigh, in bytes: the file that every start reads, and all that it may load. It runs
 * after each commit; what a flush and a push need is a part of that. And what each push reads of the part for pushes.
 */
const HOOKS_BUDGET = { start: 8_192, all: 524_288, push: 229_376 };

// ncc names modules relative to the current directory; chunk ids are hashes of those names.
process.chdir(root);
if (lstatSync("node_modules").isSymbolicLink()) {
  throw new Error("node_modules is a symbolic link: other module names, other bytes. Run npm ci here.");
}

rmSync("build", { recursive: true, force: true });
execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json"], {
  stdio: "inherit",
});

const files = new Map<string, string | Uint8Array>();
const licenses: string[] = [];

for (const { input, output, folder } of MODULES) await bundle(input, output, folder);
// ncc writes the kind of modules that the nearest package.json tells.
writeFileSync(join(root, "build", "package.json"), "{}\n");
nameFilesAsCommonJs("import.meta.url", "cli.js");
for (const { input, output } of PROGRAMS) await bundle(input, output, "");
nameFilesAsCommonJs(fileUrl("cli.js"), "../cli.js");
await bundle("build/cli/command-line.js", "main.js", `${CLI_DIRECTORY}/`);
for (const { input, output } of PUSH_ENTRIES) await bundle(input, output, `${PUSH_DIRECTORY}/`);
for (const folder of ["", `${CLI_DIRECTORY}/`, `${PUSH_DIRECTORY}/`]) {
  files.set(`${folder}package.json`, '{"type":"commonjs"}\n');
}
for (const folder of ["action/", "types/"]) files.set(`${folder}package.json`, '{"type":"module"}\n');
await addShellParser();
files.set("licenses.txt", mergeLicenses(root, licenses));
checkHooksBudget();
for (const [name, text] of copyTypes(root, "build/index.d.ts")) files.set(join("types", name), text);

rmSync(dist, { recursive: true, force: true });
for (const [name, content] of files) {
  const path = join(dist, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
for (const { output, executable } of PROGRAMS) chmodSync(join(dist, output), executable ? 0o755 : 0o644);

for (const [name, content] of [...files].sort()) {
  if (!name.startsWith("types")) console.log(`${kilobytes(content).padStart(9)}  dist/${name}`);
}

/** @param folder where in dist/ the entry and its chunks go */
async function bundle(input: string, output: string, folder: string): Promise<void> {
  const { code, assets, symlinks } = await ncc(join(root, input), {
    filename: output,
    minify: false,
    cache: false,
    license: "licenses.txt",
    target: "es2022",
    quiet: true,
    sourceMap: false,
  });
  if (Object.keys(symlinks).length > 0) throw new Error(`${input}: the bundle wants symbolic links`);
  add(folder + output, await minified(code));
  for (const [name, asset] of Object.entries(assets)) {
    if (name === "licenses.txt") licenses.push(asset.source.toString());
    else if (name === "package.json") continue;
    else if (isDebugger(name, asset.source.toString())) continue;
    else add(folder + name, /\.m?js$/.test(name) ? await minified(asset.source.toString()) : asset.source);
  }
}

/** What ink loads to be debugged, which src/cli/watch keeps it from. */
function isDebugger(name: string, text: string): boolean {
  return name.endsWith(".js") && text.includes('require")("react-devtools-core")');
}

/**
 * CommonJS has no import.meta, and a bundler would write this checkout's path: what looks for files beside itself gets
 * the place of cli.js.
 * @param beside that place as seen from the files that are bundled next
 */
function nameFilesAsCommonJs(before: string, beside: string): void {
  for (const name of readdirSync("build", { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".js")) continue;
    const path = join("build", name);
    const text = readFileSync(path, "utf8");
    if (text.includes(before)) writeFileSync(path, text.replaceAll(before, fileUrl(beside)));
  }
}

function fileUrl(beside: string): string {
  return `require("node:url").pathToFileURL(require("node:path").join(__dirname, "${beside}")).href`;
}

/** Takes a bundle's file, or ends the build when the file would not run elsewhere. */
function add(name: string, content: string | Uint8Array): void {
  const text = content.toString();
  if (text.includes("webpackMissingModule")) throw new Error(`dist/${name}: an import was not found`);
  if (text.includes(root)) throw new Error(`dist/${name}: contains the path of this checkout`);
  const other = files.get(name);
  if (other !== undefined && other.toString() !== text) throw new Error(`dist/${name}: two bundles differ`);
  files.set(name, content);
}

/** What src/guard/parser.ts loads from beside its bundle, and the licences of that. */
async function addShellParser(): Promise<void> {
  const modules = join(root, "node_modules");
  for (const name of ["web-tree-sitter", "tree-sitter-bash"]) {
    files.set(`guard/${name}.wasm`, readFileSync(join(modules, name, `${name}.wasm`)));
    licenses.push(`${name}\nMIT\n${readFileSync(join(modules, name, "LICENSE"), "utf8")}`);
  }
  const glue = readFileSync(join(modules, "web-tree-sitter", "web-tree-sitter.cjs"), "utf8");
  add("guard/web-tree-sitter.cjs", await minified(glue.replace(/^\/\/# sourceMappingURL=.*$/m, "")));
}

/** Ends the build when the hook program has grown beyond what it may weigh. */
function checkHooksBudget(): void {
  const sizes = [...files].filter(([name]) => /(?:^|\.)hooks\.js$/.test(name));
  const all = sizes.reduce((sum, [, content]) => sum + Buffer.byteLength(content), 0);
  const sizeOf = (name: string): number => Buffer.byteLength(files.get(name) ?? "");
  const start = sizeOf("hooks.js");
  const push = PUSH_ENTRIES.reduce((sum, { output }) => sum + sizeOf(`${PUSH_DIRECTORY}/${output}`), 0);
  if (start <= HOOKS_BUDGET.start && all <= HOOKS_BUDGET.all && push <= HOOKS_BUDGET.push) return;
  throw new Error(
    `dist/hooks.js has ${start} bytes of ${HOOKS_BUDGET.start}, with its chunks ${all} of ${HOOKS_BUDGET.all}; the part for pushes ${push} of ${HOOKS_BUDGET.push}`,
  );
}

function kilobytes(content: string | Uint8Array): string {
  return `${(Buffer.byteLength(content) / 1024).toFixed(1)} kB`;
}
