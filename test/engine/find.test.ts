import { cpSync, mkdirSync, renameSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { create } from "../../src/engine/create.js";
import { findRecord, recordOfBranch } from "../../src/engine/find.js";
import { remove } from "../../src/engine/remove.js";
import { createRepo, type TestRepo } from "../support/repo.js";
import { failure, run } from "./support.js";

const make = (repo: TestRepo, branch: string) => run(repo.dir, (engine) => create(engine, { branch }));
const find = async (cwd: string, name?: string) =>
  (await run(cwd, (engine) => findRecord(engine, name))).branch;

describe("findRecord", () => {
  it("by branch, full ref, directory, and the beginning of the id", async () => {
    const repo = createRepo();
    const { record, path } = await make(repo, "task/a");
    await make(repo, "task/b");
    mkdirSync(join(repo.dir, "src", "deep"), { recursive: true });
    const link = join(dirname(repo.dir), "link");
    symlinkSync(path, link);
    for (const name of ["task/a", "refs/heads/task/a", path, relative(repo.dir, path), link]) {
      expect(await find(repo.dir, name)).toBe("task/a");
    }
    expect(await find(repo.dir, record.id.slice(0, 10))).toBe("task/a");
    expect(await find(join(repo.dir, "src", "deep"), relative(join(repo.dir, "src", "deep"), path))).toBe(
      "task/a",
    );
  });

  it("a branch whose own name begins with refs/heads/: by that name", async () => {
    const repo = createRepo();
    await make(repo, "refs/heads/a");
    expect(await find(repo.dir, "refs/heads/a")).toBe("refs/heads/a");
    await make(repo, "a");
    expect(await find(repo.dir, "a")).toBe("a");
    expect(await find(repo.dir, "refs/heads/refs/heads/a")).toBe("refs/heads/a");
  });

  it("without a name: the worktree the command runs in, also deep inside", async () => {
    const repo = createRepo();
    const { path } = await make(repo, "task/a");
    expect(await find(path)).toBe("task/a");
    expect(await find(join(path, "src"))).toBe("task/a");
    const refused = await failure(find(repo.dir));
    expect(refused).toMatchObject({ code: "NO_WORKTREE", exitCode: 1 });
    expect(refused.message).toContain("no managed worktree");
  });

  it("without a name in a copy of a worktree: refused, as the original would be meant; through a link to it: found", async () => {
    const repo = createRepo();
    const { path } = await make(repo, "task/a");
    const [copy, link] = [join(dirname(repo.dir), "copy"), join(dirname(repo.dir), "link")];
    cpSync(path, copy, { recursive: true });
    symlinkSync(path, link);
    const refused = await failure(find(join(copy, "src")));
    expect(refused).toMatchObject({ code: "NO_WORKTREE", suggestedAction: expect.stringContaining("rm ") });
    expect(refused.message).toBe(`${copy} is a copy of the worktree in ${path}, which git there works on.`);
    expect(await find(copy, "task/a")).toBe("task/a");
    expect(await find(link)).toBe("task/a");
    renameSync(path, join(dirname(repo.dir), "gone"));
    expect(await find(copy)).toBe("task/a");
  });

  it("an unknown name: NO_WORKTREE with the nearest one", async () => {
    const repo = createRepo();
    await make(repo, "task/login");
    const refused = await failure(find(repo.dir, "task/lgoin"));
    expect(refused).toMatchObject({ code: "NO_WORKTREE", details: { nearest: "task/login" } });
    expect(refused.message).toContain("Did you mean task/login?");
    expect((await failure(find(repo.dir, "entirely different"))).details.nearest).toBeUndefined();
  });

  it("a branch whose record is removed: not found, but for its journal", async () => {
    const repo = createRepo();
    await make(repo, "task/a");
    await run(repo.dir, (engine) => remove(engine, "task/a"));
    expect(await failure(find(repo.dir, "task/a"))).toMatchObject({
      code: "NO_WORKTREE",
      message: 'The worktree of "task/a" is removed.',
      suggestedAction: expect.stringContaining("coppice restore task/a"),
    });
    const old = await run(repo.dir, (engine) => findRecord(engine, "task/a", { removed: true }));
    expect(old.status).toBe("removed");
    const { record } = await make(repo, "task/a");
    const found = await run(repo.dir, (engine) => findRecord(engine, "task/a", { removed: true }));
    expect(found.id).toBe(record.id);
  });

  it("the branch was renamed or switched inside: found by what is checked out there, too", async () => {
    const repo = createRepo();
    const { path } = await make(repo, "task/a");
    repo.gitIn(path, "branch", "-m", "task/a", "task/z");
    expect(await find(repo.dir, "task/z")).toBe("task/a");
    expect(await find(repo.dir, "task/a")).toBe("task/a");
  });

  it("two live records of one branch: every clone takes the oldest", async () => {
    const repo = createRepo();
    const { record } = await make(repo, "task/a");
    const later = { ...record, id: record.id.replace(/^./, "0"), createdAt: "2999-01-01T00:00:00.000Z" };
    const both = [later, record] as (typeof record)[];
    expect(recordOfBranch(both, "task/a")?.id).toBe(record.id);
    expect(recordOfBranch(both.reverse(), "task/a")?.id).toBe(record.id);
  });
});
