import {
  chmodSync,
  closeSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  openSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { diskUse } from "../../src/engine/disk-use.js";
import { outputOf } from "../../src/engine/process.js";
import { ExtentBlocks, Ranges, sharedBlocksAt, sharedExtents } from "../../src/engine/shared-blocks.js";
import { createTempDir } from "../support/repo.js";

const { signal } = new AbortController();

/** Directories with one file of 100,000 bytes each. */
function directories(...names: readonly string[]): string[] {
  const top = createTempDir();
  return names.map((name) => {
    const directory = join(top, name);
    mkdirSync(directory);
    writeFileSync(join(directory, "file"), Buffer.alloc(100_000, 1));
    return directory;
  });
}

test("blocks count: of a sparse file what is there, of a link nothing that it leads to, of what is gone nothing", async () => {
  const [one = "", two = "", gone = ""] = directories("one", "two", "gone");
  const sparse = openSync(join(one, "sparse"), "w");
  ftruncateSync(sparse, 1e9);
  closeSync(sparse);
  symlinkSync(two, join(one, "link"));
  // A name that is no UTF-8.
  writeFileSync(Buffer.concat([Buffer.from(`${two}/l`), Buffer.of(0xe4)]), Buffer.alloc(100_000, 1));
  rmSync(gone, { recursive: true });
  const [first, second, third] = await diskUse([one, two, gone], { signal });
  expect(first?.bytes).toBeGreaterThanOrEqual(100_000);
  expect(first?.bytes).toBeLessThan(150_000);
  expect(second?.bytes).toBeGreaterThanOrEqual(200_000);
  expect(third).toEqual({ bytes: 0, complete: true });
});

test("a file with a name in each of two directories: counts for the first", async () => {
  const [one = "", two = ""] = directories("one", "two");
  linkSync(join(one, "file"), join(two, "same"));
  rmSync(join(two, "file"));
  const [first, second] = await diskUse([one, two], { signal });
  expect(first?.bytes).toBeGreaterThanOrEqual(100_000);
  expect(second?.bytes).toBeLessThan(50_000);
});

test("a directory that may not be read: the rest is told, as not all", async () => {
  const [one = ""] = directories("one");
  mkdirSync(join(one, "closed"), { mode: 0 });
  // To root nothing is closed.
  const root = process.getuid?.() === 0;
  if (root) {
    chmodSync(dirname(one), 0o755);
    process.seteuid?.(65534);
  }
  const [found] = await diskUse([one], { signal }).finally(() => {
    if (root) process.seteuid?.(0);
  });
  chmodSync(join(one, "closed"), 0o700);
  expect(found?.complete).toBe(false);
  expect(found?.bytes).toBeGreaterThanOrEqual(100_000);
});

test("files that share blocks by copy-on-write: those count once, for the first that has them", async () => {
  const [one = "", two = ""] = directories("one", "two");
  // As filefrag prints it of two files of 25 blocks, of which the second has changed the last five of its own.
  const told: Record<string, string> = {
    one: "   0:        0..      24:       1000..      1024:     25:             last,shared,eof",
    two: [
      "   0:        0..      19:       1000..      1019:     20:             shared",
      "   1:       20..      24:       5000..      5004:      5:       1020: last,eof",
    ].join("\n"),
  };
  const asked: number[] = [];
  const blocks = new ExtentBlocks(async (files) => {
    asked.push(files.length);
    return files
      .map((file) => {
        const extents = told[basename(join(file, ".."))] ?? "";
        return `Filesystem type is: 9123683e\nFile size of ${file} is 100000 (25 blocks of 4096 bytes)\n ext:     logical_offset:        physical_offset: length:   expected: flags:\n${extents}\n${file}: 1 extent found\n`;
      })
      .join("");
  });
  const plain = await diskUse([one, two], { signal, sharing: async () => undefined });
  const once = await diskUse([one, two], { signal, sharing: async () => blocks });
  expect(once[0]).toEqual(plain[0]);
  expect((plain[1]?.bytes ?? 0) - (once[1]?.bytes ?? 0)).toBe(20 * 4096);
  expect(asked).toEqual([1, 1]);
});

test("extents that are not shared, or stand in lines of another kind: none", () => {
  expect(sharedExtents("")).toEqual([]);
  expect(
    sharedExtents(
      [
        "File size of /x is 5000 (2 blocks of 4096 bytes)",
        " ext:     logical_offset:        physical_offset: length:   expected: flags:",
        "   0:        0..       0:          7..         7:      1:             inline",
        "   1:        1..       1:          9..         9:      1:             shared",
        "/x: 2 extents found",
      ].join("\n"),
    ),
  ).toEqual([{ start: 9 * 4096, end: 10 * 4096 }]);
});

test("ranges: each number is new once, in whatever pieces it comes", () => {
  const ranges = new Ranges();
  const known = new Set<number>();
  // Small numbers of a fixed sequence meet in every way.
  for (let step = 1; step < 400; step += 1) {
    const start = (step * 7919) % 211;
    const end = start + ((step * 104_729) % 13);
    const fresh = Array.from({ length: end - start }, (_, at) => start + at).filter((one) => !known.has(one));
    for (const one of fresh) known.add(one);
    expect([step, ranges.add(start, end)]).toEqual([step, fresh.length]);
  }
});

test("a program that there is not: no output; one that fails: what it has printed", async () => {
  expect(await outputOf(["coppice-no-such-program"], signal)).toBeUndefined();
  expect(await outputOf([process.execPath, "-e", "console.log(1); process.exit(3)"], signal)).toBe("1\n");
  expect(await sharedBlocksAt(join(createTempDir(), "gone"))).toBeUndefined();
});
