import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { deleteEntry, deletion } from "../../src/git/delete-tree.js";
import { removeTree } from "../../src/git/file-tree.js";
import { NamedDirectory, SwappedError } from "../../src/git/held-directory.js";
import { createTempDir } from "../support/repo.js";

const directories = ["", "one", "one/two", "one/two/three", "other"];

/** Every directory has files of the same names: what is deleted in the wrong place is seen. */
function fill(root: string): void {
  for (const directory of directories) {
    mkdirSync(join(root, directory), { recursive: true });
    for (const name of ["a", "b"]) writeFileSync(join(root, directory, name), "");
  }
}

const everything = (root: string): string[] => readdirSync(root, { recursive: true }).map(String).sort();

describe("while a directory is deleted", () => {
  test("a program puts a link in the place of any directory, at any moment: nothing goes where it leads", () => {
    const root = createTempDir();
    const [top, outside] = [join(root, "top"), join(root, "outside")];
    fill(outside);
    const before = everything(outside);
    let swaps = 0;
    for (const directory of directories) {
      for (let moment = 0; ; moment += 1) {
        fill(top);
        const steps = deletion(top, lstatSync(top, { bigint: true }).ino);
        let step = steps.next();
        for (let count = 0; count < moment && step.done !== true; count += 1) step = steps.next();
        const victim = join(top, directory);
        const atEnd = step.done === true;
        if (!atEnd && existsSync(victim)) {
          swaps += 1;
          renameSync(victim, join(root, "away"));
          symlinkSync(join(outside, directory), victim);
        }
        while (step.done !== true) step = steps.next();
        expect(everything(outside)).toEqual(before);
        for (const left of [top, join(root, "away")]) rmSync(left, { recursive: true, force: true });
        if (atEnd) break;
      }
    }
    expect(swaps).toBeGreaterThan(50);
  });

  test("another directory than was meant stands there: it stays, with what is in it", () => {
    const top = join(createTempDir(), "top");
    fill(top);
    const before = everything(top);
    const { ino } = lstatSync(top, { bigint: true });
    expect(deletion(top, ino + 1n).next().value).toMatchObject({ reason: "swapped" });
    expect(() => deleteEntry(top, ino + 1n, "a")).toThrow(SwappedError);
    expect(everything(top)).toEqual(before);
    deleteEntry(top, ino, "a");
    deleteEntry(top, ino, "a");
    expect(existsSync(join(top, "a"))).toBe(false);
  });

  test("where directories cannot be held: each use looks at it again", () => {
    const root = createTempDir();
    const top = join(root, "top");
    fill(top);
    const directory = new NamedDirectory(Buffer.from(top), lstatSync(top, { bigint: true }));
    expect(directory.names().sort()).toEqual(["a", "b", "one", "other"]);
    renameSync(top, join(root, "away"));
    symlinkSync(join(root, "away"), top);
    for (const use of [() => directory.names(), () => directory.entry("a"), () => directory.open()])
      expect(use).toThrow(SwappedError);
  });

  test("it is so deep that its paths are longer than a system takes, and read-only: all of it goes", () => {
    const root = createTempDir();
    let deep = join(root, "0");
    mkdirSync(deep);
    for (let depth = 1; depth < 300; depth += 1) {
      const above = join(root, String(depth));
      mkdirSync(above);
      writeFileSync(join(above, "file"), "");
      renameSync(deep, join(above, "a-name-of-some-length"));
      deep = above;
    }
    removeTree(deep);
    expect(readdirSync(root)).toEqual([]);
  });
});
