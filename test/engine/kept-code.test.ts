import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";
import { expect, test } from "vitest";
import { loadKept } from "../../src/engine/kept-code.js";
import { keptPlaceIn, writeKept } from "../../src/engine/kept-file.js";
import { createTempDir } from "../support/repo.js";

/** A program, and a git directory that keeps its code. */
class Kept {
  readonly program = join(createTempDir(), "program.js");
  readonly shared = createTempDir();
  readonly coppice = join(this.shared, "coppice");
  readonly code = join(this.coppice, "code");
  readonly file = join(this.code, "judge");

  /** Another source each time, of equal length: V8 remembers by itself what this process compiled. */
  #source = 1000;

  constructor() {
    this.#write();
    mkdirSync(this.coppice);
  }

  #write(): void {
    this.#source += 1;
    writeFileSync(this.program, `exports.answer = () => 'right'; // ${this.#source}`);
  }

  /** What the program answers when it is started with what is kept now. */
  answer(): string {
    const place = keptPlaceIn(this.shared, "judge");
    const { exports, keep } = loadKept<{ readonly answer: () => string }>(this.program, place);
    const answer = exports.answer();
    keep();
    return answer;
  }

  /** Keeps code of another source as the program's, as whoever may write the file could: V8 takes it. */
  forge(): void {
    this.#write();
    const wrapped = (text: string): string =>
      `(function (exports, require, module, __filename, __dirname) { ${text}\n})`;
    const script = new Script(wrapped("exports.answer = () => 'wrong'; // 1000"), { filename: this.program });
    const exports: Record<string, () => string> = {};
    script.runInThisContext()(exports);
    // What has not run yet is not compiled.
    exports.answer?.();
    const code = script.createCachedData();
    const sum = createHash("sha1").update(process.version).update(process.arch);
    sum.update(readFileSync(this.program)).update(code);
    const place = { file: this.file, owner: process.geteuid?.() ?? -1 };
    writeKept(place, () => new Map([["", { sum: sum.digest("hex"), code }]]));
  }

  get inode(): number {
    return lstatSync(this.file).ino;
  }
}

const modeOf = (path: string): number => statSync(path).mode & 0o777;

test("a file or directory that others may write: not used and made anew, with all that lay beside it", () => {
  const kept = new Kept();
  expect(kept.answer()).toBe("right");
  expect([kept.code, kept.file].map(modeOf)).toEqual([0o700, 0o600]);
  kept.forge();
  expect(kept.answer()).toBe("wrong");
  for (const mode of [0o660, 0o602]) {
    kept.forge();
    chmodSync(kept.file, mode);
    expect(kept.answer()).toBe("right");
    expect(modeOf(kept.file)).toBe(0o600);
  }
  kept.forge();
  linkSync(kept.file, join(kept.coppice, "second"));
  expect(kept.answer()).toBe("right");
  kept.forge();
  writeFileSync(join(kept.code, "cli-list"), "");
  chmodSync(kept.code, 0o770);
  expect(kept.answer()).toBe("right");
  expect(modeOf(kept.code)).toBe(0o700);
  expect(readdirSync(kept.code)).toEqual(["judge"]);
});

test.runIf(process.geteuid?.() === 0)("another user's directory or file: neither used nor written", () => {
  const kept = new Kept();
  for (const theirs of [kept.shared, kept.coppice, kept.code, kept.file]) {
    kept.forge();
    const { inode } = kept;
    chownSync(theirs, 12_345, 12_345);
    expect(kept.answer()).toBe("right");
    expect(kept.inode === inode).toBe(theirs !== kept.file);
    chownSync(theirs, 0, 0);
  }
});

test("links, a pipe or a directory in its place: as without it, and nothing that they lead to changes", () => {
  const kept = new Kept();
  const aside = createTempDir();
  writeFileSync(join(aside, "judge"), "theirs");
  symlinkSync(aside, kept.code);
  expect(kept.answer()).toBe("right");
  rmSync(kept.code);
  mkdirSync(kept.code, { mode: 0o700 });
  symlinkSync(join(aside, "judge"), kept.file);
  expect(kept.answer()).toBe("right");
  expect(lstatSync(kept.file).isFile()).toBe(true);
  expect(readdirSync(aside)).toEqual(["judge"]);
  expect(readFileSync(join(aside, "judge"), "utf8")).toBe("theirs");
  rmSync(kept.file);
  mkdirSync(join(kept.file, "full"), { recursive: true });
  expect(kept.answer()).toBe("right");
  expect(readdirSync(kept.code)).toEqual(["judge"]);
  rmSync(kept.file, { recursive: true });
  if (process.platform !== "win32") execFileSync("mkfifo", [kept.file]);
  expect(kept.answer()).toBe("right");
  expect(lstatSync(kept.file).isFile()).toBe(true);
});

test("what a killed run left beside it: goes with the next code that is kept, once it is old", () => {
  const kept = new Kept();
  mkdirSync(kept.code, { mode: 0o700 });
  for (const name of ["judge.1.tmp", "judge.2.tmp"]) writeFileSync(join(kept.code, name), "");
  utimesSync(join(kept.code, "judge.1.tmp"), 0, 0);
  expect(kept.answer()).toBe("right");
  expect(readdirSync(kept.code).sort()).toEqual(["judge", "judge.2.tmp"]);
});
