import { expect, test } from "vitest";
import { create } from "../../src/engine/create.js";
import { CoppiceError } from "../../src/lifecycle/errors.js";
import { createRepo } from "../support/repo.js";
import { run } from "./support.js";

test("x and x/y created at once: one is made, the other refused before anything is", async () => {
  const repo = createRepo();
  const ends = await Promise.allSettled(
    ["task/a", "task/a/b"].map((branch) => run(repo.dir, (engine) => create(engine, { branch }))),
  );
  const refused = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
  expect(refused).toHaveLength(1);
  expect(refused[0]).toBeInstanceOf(CoppiceError);
  const records = await run(repo.dir, (engine) => engine.journal.records());
  expect([...records.values()].map(({ status }) => status)).toEqual(["active"]);
});
