import { expect, test } from "vitest";
import { create } from "../../src/engine/create.js";
import { readStatus } from "../../src/engine/facts.js";
import { journalObservation } from "../../src/engine/observe.js";
import { present } from "../../src/engine/place.js";
import { withRecord } from "../../src/engine/protocol.js";
import { remove } from "../../src/engine/remove.js";
import { restore } from "../../src/engine/restore.js";
import type { RecordId } from "../../src/lifecycle/ids.js";
import { createRepo, type TestRepo } from "../support/repo.js";
import { recordIn, run } from "./support.js";

const ahead = { now: () => Date.now() + 400 * 86_400_000 };

const records = (repo: TestRepo): Promise<string[]> =>
  run(repo.dir, async ({ journal }) =>
    [...(await journal.records()).values()].map(({ branch, status }) => `${branch} ${status}`).sort(),
  );

/** Journals what is to be seen in a worktree. */
const look = (repo: TestRepo, id: RecordId): Promise<void> =>
  run(repo.dir, (engine) =>
    withRecord(engine, id, "look", async (session) => {
      const { path, gitDir } = present(engine, session.record);
      await journalObservation(session, await readStatus(engine, path, gitDir));
    }),
  );

test("a removal that was journaled by a clock far ahead: the branch is made and restored again, each a record of its own", async () => {
  const repo = createRepo();
  await run(repo.dir, (engine) => create(engine, { branch: "a" }), ahead);
  await run(repo.dir, (engine) => remove(engine, "a"), ahead);

  const { path, record } = await run(repo.dir, (engine) => create(engine, { branch: "a" }));
  expect(record.status).toBe("active");
  repo.gitIn(path, "commit", "--quiet", "--allow-empty", "-m", "work");
  const tip = repo.gitIn(path, "rev-parse", "HEAD");
  await run(repo.dir, (engine) => remove(engine, "a", { force: 1 }));
  const again = await run(repo.dir, (engine) => restore(engine, "a"));
  expect(again.record).toMatchObject({ status: "active", headOid: tip });
  expect(await records(repo)).toEqual(["a active", "a removed", "a removed"]);

  // What is renamed to it comes after it, too.
  await run(repo.dir, (engine) => remove(engine, "a", { force: 1 }), ahead);
  const other = await run(repo.dir, (engine) => create(engine, { branch: "b" }));
  repo.gitIn(other.path, "branch", "-m", "b", "a");
  await look(repo, other.record.id);
  expect(await recordIn(repo.dir, "a")).toMatchObject({ id: other.record.id, status: "active" });
});

test("a branch is renamed to one whose record ended while it had its former name: it keeps its own record", async () => {
  const repo = createRepo();
  const { record, path } = await run(repo.dir, async (engine) => {
    await create(engine, { branch: "a" });
    return create(engine, { branch: "b" });
  });
  await run(repo.dir, (engine) => remove(engine, "a"));
  repo.gitIn(path, "branch", "-m", "b", "a");
  await look(repo, record.id);
  expect(await records(repo)).toEqual(["a active", "a removed"]);
  expect(await recordIn(repo.dir, "a")).toMatchObject({ id: record.id, status: "active" });
});
