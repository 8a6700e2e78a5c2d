import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { objectWriter } from "../../src/git/object-writer.js";
import { PackDraft } from "../../src/git/pack-draft.js";
import type { Oid } from "../../src/lifecycle/ids.js";
import { createRepo } from "../support/repo.js";
import { open } from "./support.js";

const lines = (count: number, changed: number, by: number): Buffer =>
  Buffer.from(Array.from({ length: count }, (_, line) => `line ${line === changed ? -by : line}\n`).join(""));

test("a pack of whole objects and of changes, deep, large and small: git reads each as it was, and finds no fault", async () => {
  const repo = await open(createRepo().dir);
  const draft = new PackDraft(repo.objectFormat);
  const expected = new Map<Oid, Buffer>();
  const add = (data: Buffer, before?: { oid: Oid; data: Buffer }): { oid: Oid; data: Buffer } => {
    const oid = draft.add("blob", data, before);
    expected.set(oid, data);
    return { oid, data };
  };
  // More changes one upon the other than git itself would make.
  let last = add(lines(60, 0, 1));
  for (let by = 1; by < 130; by += 1) last = add(lines(60, by % 60, by + 1), last);
  // What is taken over is more than one instruction can take, and begins far behind.
  const large = add(lines(40_000, 1, 1));
  add(lines(40_000, 30_000, 2), large);
  add(Buffer.concat([Buffer.from("before\n"), large.data]), large);
  add(large.data.subarray(0, 300_000), large);
  // Nothing is left: what git finds too short for a change, it calls damaged.
  add(Buffer.alloc(0), large);
  add(Buffer.from("nothing in common"), large);
  expect(draft.add("blob", large.data)).toBe(large.oid);
  expect(draft.count).toBe(expected.size);

  const folder = join(repo.commonDir, "objects", "pack");
  const staged = await objectWriter(repo).stagePack(draft.files());
  expect(readdirSync(folder).every((name) => name.startsWith("tmp_"))).toBe(true);
  staged.publish();
  const [name = ""] = readdirSync(folder).filter((file) => file.endsWith(".idx"));
  expect(readdirSync(folder)).toHaveLength(2);
  await repo.git.run(repo.commonDir, ["verify-pack", join(folder, name)]);
  const found = await repo.objects().readMany([...expected.keys()]);
  expect(found.map((object) => object?.data.toString("latin1"))).toEqual(
    [...expected.values()].map((data) => data.toString("latin1")),
  );
});

test("a pack that is discarded: nothing of it is left", async () => {
  const repo = await open(createRepo().dir);
  const draft = new PackDraft(repo.objectFormat);
  draft.add("blob", Buffer.from("text\n"));
  (await objectWriter(repo).stagePack(draft.files())).discard();
  expect(readdirSync(join(repo.commonDir, "objects", "pack"))).toEqual([]);
});
