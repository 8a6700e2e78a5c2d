import { appendFileSync, chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ArrivalOrder } from "../../src/journal/arrivals.js";
import { type Stamp, stampSchema } from "../../src/lifecycle/ids.js";
import { createTempDir } from "../support/repo.js";
import { notesRef } from "./support.js";

const stamp = (number: number): Stamp =>
  stampSchema.parse(`${number.toString(16).padStart(16, "0")}-${"0".repeat(16)}`);
const stamps = (...numbers: number[]): Stamp[] => numbers.map(stamp);
const open = (file: string, ref = notesRef): ArrivalOrder => new ArrivalOrder(file, ref);
const newFile = (): string => join(createTempDir(), "coppice", "arrivals");

async function orderIn(file: string, ...more: number[]): Promise<readonly Stamp[]> {
  const order = open(file);
  await order.add(stamps(...more));
  expect(order.problem).toBeUndefined();
  return order.stamps;
}

test("two look at once: both have one order, that of who saw an entry first", async () => {
  const file = newFile();
  const [one, two] = [open(file), open(file)];
  await one.add(stamps(5, 6));
  await two.add(stamps(1, 5, 6, 7));
  await one.add(stamps(2, 7));
  await two.add([]);
  expect(one.stamps).toEqual(stamps(5, 6, 1, 7, 2));
  expect(two.stamps).toEqual(one.stamps);
  expect(one.placeOf(stamp(7))).toBe(3);
  expect(await orderIn(file, 0)).toEqual(stamps(5, 6, 1, 7, 2, 0));
});

test("many at the same time: every entry once, and the same order for all", async () => {
  const file = newFile();
  const all = await Promise.all(
    Array.from({ length: 8 }, async (_, at) => {
      const order = open(file);
      for (let round = 0; round < 5; round += 1) await order.add(stamps(100 * round + at, 100 * round));
      return order;
    }),
  );
  for (const order of all) await order.add([]);
  expect(new Set(all[0]?.stamps).size).toBe(40);
  for (const order of all) expect(order.stamps).toEqual(all[0]?.stamps);
});

test.each<readonly [string, (file: string) => void, readonly number[]]>([
  ["a line that a power cut halved", (file) => appendFileSync(file, "0000000000"), [3, 1, 2]],
  ["a file that is gone", (file) => rmSync(file), [2]],
  ["a damaged file", (file) => writeFileSync(file, readFileSync(file, "utf8").replace("-", "+")), [2]],
  ["an empty file", (file) => writeFileSync(file, ""), [2]],
  ["a file of another ref", (file) => writeFileSync(file, "coppice arrivals 1 refs/notes/x\n"), [2]],
])("%s: the order is kept as far as it can be read, and goes on", async (_, break_, expected) => {
  const file = newFile();
  const running = open(file);
  await running.add(stamps(3, 1));
  break_(file);
  expect(await orderIn(file, 2)).toEqual(stamps(...expected));
  // Who has followed all the time brings back what only it knows, in its own order.
  await running.add(stamps(2));
  await running.add([]);
  expect(running.problem).toBeUndefined();
  expect(running.stamps).toEqual(stamps(3, 1, 2));
  expect(await orderIn(file)).toEqual(stamps(3, 1, 2));
});

test("where nothing can be written: the order is this run's own, and says why", async () => {
  const file = join(createTempDir(), "file", "arrivals");
  writeFileSync(join(file, ".."), "no directory");
  chmodSync(join(file, ".."), 0o444);
  const order = open(file);
  await order.add(stamps(2, 1));
  await order.add(stamps(1, 3));
  expect(order.stamps).toEqual(stamps(2, 1, 3));
  expect(order.problem).toMatchObject({ code: expect.any(String) });
});
