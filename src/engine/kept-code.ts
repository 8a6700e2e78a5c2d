import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { Script } from "node:vm";

/** The file that code is kept in. */
export interface KeptPlace {
  /** Its directory is made, the one above has to be there. */
  readonly file: string;
  /** The user who has to own it: kept code is run as it is. Default: anybody. */
  readonly owner?: number;
}

/** What a file exports, and a way to keep its code. */
export interface Loaded<Exports> {
  readonly exports: Exports;
  /** Keeps what has been compiled by now, unless all of it was kept already. Never throws. */
  readonly keep: () => void;
}

/** The code of one source file. */
interface Kept {
  /** Of the code and all that it depends on: V8 itself does not look whether it fits the source, or is whole. */
  readonly sum: string;
  readonly code: Uint8Array;
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
    missed ||= cachedData === undefined || script.cachedDataRejected === true;
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
      writeKept(place.file, () => {
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

/*
 * A file of kept code: a line of JSON, `[[name, sum, length], ...]`, then the codes. The sums are what is relied on: of a
 * file that is damaged, or that something else wrote, nothing fits.
 */

function readKept({ file, owner }: KeptPlace): Map<string, Kept> {
  const kept = new Map<string, Kept>();
  try {
    const bytes = readOwned(file, owner);
    const end = bytes.indexOf("\n");
    let start = end + 1;
    const entries: readonly (readonly [string, string, number])[] = JSON.parse(
      bytes.toString("utf8", 0, end),
    );
    for (const [name, sum, length] of entries) {
      kept.set(name, { sum, code: bytes.subarray(start, start + length) });
      start += length;
    }
  } catch (_error) {
    // There is none yet, or it is none.
    kept.clear();
  }
  return kept;
}

function readOwned(file: string, owner: number | undefined): Buffer {
  const descriptor = openSync(file, "r");
  try {
    const { uid, nlink } = fstatSync(descriptor);
    if (owner !== undefined && (uid !== owner || nlink !== 1)) throw new Error("another user's");
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function writeKept(file: string, compiled: () => ReadonlyMap<string, Kept>): void {
  const directory = dirname(file);
  if (!existsSync(dirname(directory))) return;
  const scratch = `${file}.${process.pid}.tmp`;
  try {
    mkdirSync(directory, { recursive: true });
    // Whether it can be written comes first: the code takes longer.
    writeFileSync(scratch, "", { flag: "wx" });
    const entries = [...compiled()];
    const head = JSON.stringify(entries.map(([name, { sum, code }]) => [name, sum, code.length]));
    writeFileSync(scratch, Buffer.concat([Buffer.from(`${head}\n`), ...entries.map(([, { code }]) => code)]));
    renameSync(scratch, file);
  } catch (_error) {
    // Where nothing can be written, each run compiles anew.
    try {
      rmSync(scratch, { force: true });
    } catch (_left) {
      // It was not written either.
    }
  }
}
