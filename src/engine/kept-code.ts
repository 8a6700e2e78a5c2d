import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { Script } from "node:vm";
import { type Kept, type KeptPlace, readKept, writeKept } from "./kept-file.js";

/** What a file exports, and a way to keep its code. */
export interface Loaded<Exports> {
  readonly exports: Exports;
  /** Keeps what has been compiled by now, unless all of it was kept already. Never throws. */
  readonly keep: () => void;
}

/**
 * Loads a CommonJS file, and the files beside it that it requires, with the code that an earlier run compiled of them: V8
 * then neither parses nor compiles them, which is a third of what a short run takes (module.enableCompileCache, for Node
 * 20, too). Kept code is used for the same files and the same Node only; it can be deleted at any time.
 * @param place undefined: nothing is kept
 */
export function loadKept<Exports>(file: string, place: KeptPlace | undefined): Loaded<Exports> {
  const flags = cachedDataVersionTag();
  const kept = place === undefined ? new Map<string, Kept>() : readKept(place);
  const compiled = new Map<string, { readonly source: Buffer; readonly script: Script }>();
  let missed = false;
  const load = (path: string, name: string): unknown => {
    const source = readFileSync(path);
    const entry = kept.get(name);
    const cachedData = entry?.sum === sumOf(source, entry?.code) ? entry.code : undefined;
    // What was kept beside it is of another build, too.
    if (cachedData === undefined && compiled.size === 0) kept.clear();
    const script = new Script(
      `(function (exports, require, module, __filename, __dirname) { ${source.toString("utf8")}\n})`,
      cachedData === undefined ? { filename: path } : { filename: path, cachedData: Buffer.from(cachedData) },
    );
    if (cachedData === undefined || script.cachedDataRejected === true) missed = true;
    compiled.set(name, { source, script });
    const require = createRequire(path);
    const requireBeside = (id: string): unknown =>
      id.startsWith("./") ? load(join(dirname(path), id), id) : require(id);
    const module: { exports: unknown } = { exports: {} };
    script.runInThisContext()(module.exports, requireBeside, module, path, dirname(path));
    return module.exports;
  };
  const exports = load(file, "") as Exports;
  return {
    exports,
    keep: () => {
      // Code that was compiled under other flags than the next run starts with would be rejected by it.
      if (!missed || place === undefined || cachedDataVersionTag() !== flags) return;
      writeKept(place, () => {
        for (const [name, { source, script }] of compiled) {
          const code = script.createCachedData();
          kept.set(name, { sum: sumOf(source, code), code });
        }
        return kept;
      });
    },
  };
}

const sumOf = (source: Uint8Array, code: Uint8Array = new Uint8Array()): string =>
  createHash("sha1").update(process.version).update(process.arch).update(source).update(code).digest("hex");
