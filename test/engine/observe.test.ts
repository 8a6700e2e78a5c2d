import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { create } from "../../src/engine/create.js";
import { readStatus } from "../../src/engine/facts.js";
import { findRecord } from "../../src/engine/find.js";
import { journalObservation, observe } from "../../src/engine/observe.js";
import { present } from "../../src/engine/place.js";
import { withRecord } from "../../src/engine/protocol.js";
import { createRepo, type TestRepo } from "../support/repo.js";
import { lifeOf, recordIn, run } from "./support.js";

const make = (repo: TestRepo, branch = "task/a") => run(repo.dir, (engine) => create(engine, { branch }));

const look = (repo: TestRepo, name = "task/a") =>
  run(repo.dir, async (engine) => observe(engine, await findRecord(engine, name)));

/** What a writer does first. */
const journal = (repo: TestRepo, name = "task/a") =>
  run(repo.dir, async (engine) => {
    const { id } = await findRecord(engine, name);
    return withRecord(engine, id, "test", async (session) => {
      const { path, gitDir } = present(engine, session.record);
      return journalObservation(session, await readStatus(engine, path, gitDir));
    });
  });

function commit(repo: TestRepo, path: string, message: string): string {
  writeFileSync(join(path, "work.txt"), `${message}\n`);
  repo.gitIn(path, "add", "work.txt");
  repo.gitIn(path, "commit", "--quiet", "-m", message);
  return repo.gitIn(path, "rev-parse", "HEAD");
}

describe("observing a worktree", () => {
  it("an edit, then clean again: seen by readers at once, journaled by a writer", async () => {
    const repo = createRepo();
    const { path } = await make(repo);
    writeFileSync(join(path, "edit.txt"), "x\n");
    expect(await look(repo)).toMatchObject({ status: "dirty", uncommitted: { files: ["edit.txt"] } });
    expect((await recordIn(repo.dir, "task/a")).status).toBe("active");
    expect(await journal(repo)).toMatchObject({
      status: "dirty",
      uncommittedFiles: { files: ["edit.txt"], total: 1 },
    });
    rmSync(join(path, "edit.txt"));
    expect((await journal(repo)).status).toBe("active");
    expect((await lifeOf(repo.dir, "task/a")).slice(-2)).toEqual(["MODIFY>dirty", "DISCARD>active"]);
    expect((await journal(repo)).status).toBe("active");
    expect(await lifeOf(repo.dir, "task/a")).toHaveLength(5);
  });

  it("commits made with plain git: dirty, committing, active, each with its files and message", async () => {
    const repo = createRepo();
    const { path } = await make(repo);
    commit(repo, path, "First");
    const tip = commit(repo, path, "Second\n\nwith a body");
    expect(await journal(repo)).toMatchObject({ status: "active", headOid: tip });
    const steps = ["MODIFY>dirty", "COMMIT>committing", "INIT_COMPLETE>active"];
    expect((await lifeOf(repo.dir, "task/a")).slice(3)).toEqual([...steps, ...steps]);
    const events = await run(repo.dir, async (engine) => {
      const { id } = await findRecord(engine, "task/a");
      return (await engine.journal.read(id))?.entries.map(({ entry }) => entry.event);
    });
    expect(events?.at(-2)).toMatchObject({
      message: "Second\n\nwith a body\n",
      author: "Coppice Test <test@coppice.invalid>",
    });
    expect(events?.at(-3)).toMatchObject({ filesChanged: ["work.txt"], total: 1 });
  });

  it("a commit and a further edit: dirty in the end", async () => {
    const repo = createRepo();
    const { path } = await make(repo);
    const tip = commit(repo, path, "First");
    writeFileSync(join(path, "edit.txt"), "x\n");
    expect(await journal(repo)).toMatchObject({ status: "dirty", headOid: tip });
  });

  it("an amended commit and a reset: HEAD alone", async () => {
    const repo = createRepo();
    const { path, record } = await make(repo);
    commit(repo, path, "First");
    await journal(repo);
    repo.gitIn(path, "commit", "--quiet", "--amend", "-m", "Better");
    const amended = repo.gitIn(path, "rev-parse", "HEAD");
    expect((await journal(repo)).headOid).toBe(amended);
    repo.gitIn(path, "reset", "--quiet", "--hard", "HEAD~1");
    expect((await journal(repo)).headOid).toBe(record.headOid);
    expect((await lifeOf(repo.dir, "task/a")).slice(-2)).toEqual(["HEAD>active", "HEAD>active"]);
  });

  it("L20, the branch is renamed inside: the record follows", async () => {
    const repo = createRepo();
    const { path, record } = await make(repo);
    repo.gitIn(path, "branch", "-m", "task/better");
    expect(await look(repo)).toMatchObject({ renamed: true, branch: "task/better" });
    expect(await journal(repo)).toMatchObject({ id: record.id, branch: "task/better" });
    expect((await recordIn(repo.dir, "task/better")).id).toBe(record.id);
    expect(await look(repo, "task/better")).toMatchObject({ renamed: false, problems: [] });
  });

  it("L20, another branch is checked out inside: reported, and the record keeps its branch and head", async () => {
    const repo = createRepo();
    const { path, record } = await make(repo);
    repo.gitIn(path, "switch", "--quiet", "-c", "other");
    commit(repo, path, "Elsewhere");
    expect(await look(repo)).toMatchObject({
      renamed: false,
      branch: "other",
      problems: ["other is checked out there; the record keeps task/a"],
    });
    expect(await journal(repo)).toMatchObject({ branch: "task/a", headOid: record.headOid });
  });

  it("HEAD is detached, or the directory is gone: said", async () => {
    const repo = createRepo();
    const { path } = await make(repo);
    repo.gitIn(path, "switch", "--quiet", "--detach");
    expect(await look(repo)).toMatchObject({ detached: true, problems: ["HEAD is detached there"] });
    rmSync(path, { recursive: true });
    expect(await look(repo)).toMatchObject({
      present: false,
      uncommitted: null,
      problems: ["the worktree is gone: its directory was deleted or moved"],
    });
  });
});
