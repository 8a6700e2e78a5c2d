import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { Script } from "node:vm";

/** What a file exports, and a way to keep its code. */
export interface Loaded<Exports> {
  readonly exports: Exports;
  /** Keeps what has been compiled of the file by now, unless the kept code was used. Never throws. */
  readonly keep: () => void;
}

/**
 * Loads a CommonJS file with the code that an earlier run compiled of it: V8 then neither parses nor compiles it, which
 * is a third of what a short run takes (module.enableCompileCache, for Node 20, too). Kept code is used for the same
 * file and the same Node only; it can be deleted at any time.
 * @param cache the file of the kept code; its directory is made, the one above has to be there
 */
export function loadCached<Exports>(file: string, cache: string): Loaded<Exports> {
  const source = readFileSync(file, "utf8");
  const kept = readCode(cache, source);
  const script = new Script(
    `(function (require, __dirname) { const module = { exports: {} }; ${source}\nreturn module.exports; })`,
    kept === undefined ? { filename: file } : { filename: file, cachedData: kept },
  );
  const run: (require: NodeJS.Require, directory: string) => Exports = script.runInThisContext();
  const exports = run(createRequire(file), dirname(file));
  return {
    exports,
    keep: () => {
      if (kept === undefined || script.cachedDataRejected === true) writeCode(cache, source, script);
    },
  };
}

/** In front of the code, 20 bytes; V8 itself does not look whether the code fits the source, or is whole. */
const sumOf = (source: string, code: Uint8Array): Buffer =>
  createHash("sha1").update(process.version).update(process.arch).update(source).update(code).digest();
const sumLength = 20;

function readCode(cache: string, source: string): Buffer | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(cache);
  } catch (_error) {
    return undefined;
  }
  const code = bytes.subarray(sumLength);
  return sumOf(source, code).equals(bytes.subarray(0, sumLength)) ? code : undefined;
}

function writeCode(cache: string, source: string, script: Script): void {
  const directory = dirname(cache);
  if (!existsSync(dirname(directory))) return;
  const scratch = `${cache}.${process.pid}.tmp`;
  try {
    mkdirSync(directory, { recursive: true });
    writeFileSync(scratch, "");
    const code = script.createCachedData();
    writeFileSync(scratch, Buffer.concat([sumOf(source, code), code]));
    renameSync(scratch, cache);
  } catch (_error) {
    // Where nothing can be written, each run compiles anew.
    try {
      rmSync(scratch, { force: true });
    } catch (_left) {
      // It was not written either.
    }
  }
}
