import { expect, test } from "vitest";
import { newOp } from "../../src/engine/session.js";
import { prePush } from "../../src/hooks/pre-push.js";
import { branchNameSchema, cloneIdSchema, oidSchema } from "../../src/lifecycle/ids.js";
import { run } from "../engine/support.js";
import { createBareRemote, createRepo, type TestRepo } from "../support/repo.js";

/** A record that another clone says it has made, as a join brings it. */
async function foreignRecord(repo: TestRepo, branch: string): Promise<void> {
  const event = {
    type: "CREATE" as const,
    op: newOp(),
    branch: branchNameSchema.parse(branch),
    base: branchNameSchema.parse("main"),
    baseOid: oidSchema.parse(repo.git("rev-parse", "main")),
    clone: cloneIdSchema.parse("f".repeat(16)),
  };
  await run(repo.dir, (engine) => engine.journal.create(event, engine.actor, () => {}));
}

test("joined journals speak of base as of a task: base is pushed all the same, another branch is not", async () => {
  const repo = createRepo();
  createBareRemote(repo);
  repo.git("branch", "release");
  for (const branch of ["main", "release"]) await foreignRecord(repo, branch);
  const line = (branch: string): string =>
    `refs/heads/${branch} ${repo.git("rev-parse", branch)} refs/heads/${branch} ${"0".repeat(40)}\n`;
  expect(await prePush(["origin", "url"], line("main"), {}, repo.dir)).toEqual({ code: 0, stderr: "" });
  expect((await prePush(["origin", "url"], line("release"), {}, repo.dir)).code).toBe(3);
});
