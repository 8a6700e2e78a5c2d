import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createRepo } from "../../support/repo.js";
import { createdIn, recordIn } from "../support.js";
import { repair, repairedIn, standing } from "./support.js";

test("a power cut has emptied the file of the journals' ref: put back where its log says it stood", async () => {
  const repo = createRepo();
  await createdIn(repo, { branch: "task/a" });
  const tip = repo.git("rev-parse", "refs/notes/coppice");
  writeFileSync(join(repo.dir, ".git/refs/notes/coppice"), "");
  const diagnosis = await repair(repo.dir);
  expect(repairedIn(diagnosis)).toContain("branch-damaged");
  expect(standing(diagnosis)).toEqual([]);
  expect(repo.git("rev-parse", "refs/notes/coppice")).toBe(tip);
  expect(await recordIn(repo.dir, "task/a")).toMatchObject({ status: "active" });
});
