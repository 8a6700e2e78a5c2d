import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { currentOwner, placeToken } from "../../src/git/owner.js";
import { Spool } from "../../src/journal/spool.js";
import { recordIdSchema, type Stamp, stampSchema } from "../../src/lifecycle/ids.js";
import { createTempDir } from "../support/repo.js";

const one = recordIdSchema.parse("1".repeat(40));
const two = recordIdSchema.parse("2".repeat(64));
const stamp = (number: number): Stamp =>
  stampSchema.parse(`${number.toString(16).padStart(16, "0")}-${"0".repeat(16)}`);
const openSpool = (): Spool => new Spool(join(createTempDir(), "coppice/spool"));
const half = (spool: Spool, pid: number, startTime: string, age: number, place = placeToken()): string => {
  const name = `${one}.${stamp(9)}.${place}.${pid}.${startTime}.line`;
  writeFileSync(join(spool.dir, name), '{"t"');
  const time = Date.now() / 1000 - age;
  utimesSync(join(spool.dir, name), time, time);
  return name;
};

describe("Spool", () => {
  test("no directory yet: nothing is in it", () => {
    const spool = openSpool();
    expect(spool.read()).toEqual([]);
    spool.clean();
  });

  test("entries added: read by record or all together, with the line that was written", async () => {
    const spool = openSpool();
    const name = await spool.add(one, stamp(1), "first\n");
    await spool.add(two, stamp(2), "second é\n");
    expect(readFileSync(join(spool.dir, name), "utf8")).toBe("first\n");
    expect(spool.read(one)).toEqual([{ name, id: one, line: "first" }]);
    expect(spool.read().map(({ id, line }) => [id, line])).toEqual([
      [one, "first"],
      [two, "second é"],
    ]);
  });

  test("many entries added at once: each can be read before the disk has it, and one that fails keeps none back", async () => {
    const spool = openSpool();
    await spool.add(one, stamp(0), "first\n");
    const added = Array.from({ length: 20 }, (_, index) => spool.add(one, stamp(index), `${index}\n`));
    expect(spool.read().length).toBe(20);
    const ends = await Promise.allSettled(added);
    expect(ends.map(({ status }) => status)).toEqual(["rejected", ...Array(19).fill("fulfilled")]);
    expect(spool.read().length).toBe(20);
  });

  test("the same stamp twice: refused, the first stays", async () => {
    const spool = openSpool();
    await spool.add(one, stamp(1), "first\n");
    await expect(spool.add(one, stamp(1), "other\n")).rejects.toThrow("EEXIST");
    expect(spool.read().map(({ line }) => line)).toEqual(["first"]);
  });

  test("files removed: gone, and removing them again is no error", async () => {
    const spool = openSpool();
    const name = await spool.add(one, stamp(1), "first\n");
    expect(spool.has(name)).toBe(true);
    spool.remove([name]);
    spool.remove([name]);
    expect(spool.has(name)).toBe(false);
  });

  test("other files in the directory: neither read nor cleared away", async () => {
    const spool = openSpool();
    await spool.add(one, stamp(1), "first\n");
    for (const name of ["x.obs", "README", `${"g".repeat(40)}.${stamp(1)}.${placeToken()}.1.1.line`]) {
      writeFileSync(join(spool.dir, name), "text");
    }
    expect(spool.read().length).toBe(1);
    spool.clean();
    expect(readdirSync(spool.dir).length).toBe(4);
  });

  test("half-written files: kept while the writer may go on, cleared away once it is dead", async () => {
    const { pid, startTime } = currentOwner();
    const spool = openSpool();
    await spool.add(one, stamp(1), "first\n");
    const dead = 2 ** 22 - 1;
    const [day, hour] = [24 * 3600, 3600];
    const kept = [half(spool, pid, startTime ?? "", 2 * day), half(spool, dead, "1", day - hour, "00000000")];
    const cleared = [half(spool, dead, "1", 0), half(spool, dead, "2", 2 * day, "00000000")];
    spool.clean();
    expect(readdirSync(spool.dir)).toEqual(expect.arrayContaining(kept));
    expect(readdirSync(spool.dir).filter((name) => cleared.includes(name))).toEqual([]);
    expect(spool.read().map(({ line }) => line)).toEqual(["first"]);
  });
});
