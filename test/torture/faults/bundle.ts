import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BuildOptions, buildSync } from "esbuild";

const root = join(import.meta.dirname, "../../..");
const options = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  logLevel: "error",
} satisfies BuildOptions;

/** Makes of the preload one file for `node --import`. */
export function bundlePreload(scratch: string): string {
  const outfile = join(scratch, "preload.mjs");
  buildSync({ ...options, entryPoints: ["test/torture/faults/preload.ts"], outfile });
  return outfile;
}

const bundled = new Map<string, string>();

/**
 * Makes of a program of a rig, once, with the sources that it imports, files that start quickly.
 * @param entry below the root
 */
export function bundleProgram(entry: string, outdir: string): string {
  const known = bundled.get(entry);
  if (known !== undefined) return known;
  buildSync({
    ...options,
    entryPoints: { main: entry },
    outdir,
    splitting: true,
    // What draws in a terminal asks for it only when it is debugged.
    external: ["react-devtools-core"],
    mainFields: ["module", "main"],
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
  });
  writeFileSync(join(outdir, "package.json"), '{"type":"module"}\n');
  const program = join(outdir, "main.js");
  bundled.set(entry, program);
  return program;
}
