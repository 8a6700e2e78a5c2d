import { readFileSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { doctor } from "../../../src/engine/doctor/doctor.js";
import { createRepo } from "../../support/repo.js";
import { createdIn, run } from "../support.js";
import { diagnose, repair, repairedIn, standing } from "./support.js";

test("an index that is cut off, or has a byte that is another: found although git reads it, and made anew", async () => {
  const repo = createRepo();
  const a = await createdIn(repo, { branch: "task/a" });
  const b = await createdIn(repo, { branch: "task/b" });
  const indexOf = (path: string): string =>
    repo.gitIn(path, "rev-parse", "--path-format=absolute", "--git-path", "index");
  const [cut, changed] = [indexOf(a.path), indexOf(b.path)];
  truncateSync(cut, readFileSync(cut).length - 4);
  const bytes = readFileSync(changed);
  // A time of the first entry, which git believes.
  bytes.writeUInt8(bytes.readUInt8(13) ^ 1, 13);
  writeFileSync(changed, bytes);
  expect(standing(await diagnose(repo.dir))).toEqual(["index-damaged task/a", "index-damaged task/b"]);
  expect(repairedIn(await repair(repo.dir))).toEqual(["index-damaged task/a", "index-damaged task/b"]);
  expect(standing(await diagnose(repo.dir))).toEqual([]);
});

test("an index without a sum, as index.skipHash makes it: whole", async () => {
  const repo = createRepo();
  const { path } = await createdIn(repo, { branch: "task/a" });
  const index = repo.gitIn(path, "rev-parse", "--path-format=absolute", "--git-path", "index");
  const bytes = readFileSync(index);
  writeFileSync(index, bytes.fill(0, bytes.length - 20));
  expect(standing(await diagnose(repo.dir))).toEqual([]);
});

test("git maintenance was killed: its lock is found and moved away", async () => {
  const repo = createRepo();
  await createdIn(repo, { branch: "task/a" });
  const lock = join(repo.dir, ".git/objects/maintenance.lock");
  writeFileSync(lock, "");
  utimesSync(lock, new Date(0), new Date(0));
  const later = { now: () => Date.now() + 10_000 };
  const fixed = await run(repo.dir, (engine) => doctor(engine, { fix: true }), later);
  expect(repairedIn(fixed)).toEqual(["git-lock-stale"]);
  expect(standing(fixed)).toEqual([]);
});
