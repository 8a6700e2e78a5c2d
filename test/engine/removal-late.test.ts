import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Engine } from "../../src/engine/context.js";
import { prune } from "../../src/engine/prune.js";
import { remove } from "../../src/engine/remove.js";
import { restore } from "../../src/engine/restore.js";
import { Trash } from "../../src/engine/trash.js";
import { createRepo, openRepo, type TestRepo } from "../support/repo.js";
import { createdIn, failure, recordIn, run } from "./support.js";

/** An engine that does something after the last look at a worktree and before its directory moves. */
function withLate(engine: Engine, path: string, late: () => void): Engine {
  const trash = new Trash({ root: dirname(path) });
  const { takeAway } = trash;
  return {
    ...engine,
    trash: Object.assign(trash, {
      takeAway: (...args: Parameters<typeof takeAway>) => {
        late();
        return takeAway(...args);
      },
    }),
  };
}

async function task(): Promise<{ readonly repo: TestRepo; readonly path: string }> {
  const repo = createRepo();
  const { path } = await createdIn(repo, { branch: "task/a" });
  return { repo, path };
}

test("an edit or a commit between the last look and the move: refused, and the worktree is back as it is", async () => {
  const { repo, path } = await task();
  const late = () => writeFileSync(join(path, "late.txt"), "late\n");
  const edited = await run(repo.dir, (engine) => failure(remove(withLate(engine, path, late), "task/a")));
  expect(edited).toMatchObject({ code: "WORKTREE_DIRTY", details: { uncommittedFiles: ["late.txt"] } });
  expect(openRepo(path).git("status", "--porcelain")).toBe("?? late.txt");
  expect(existsSync(join(dirname(path), ".coppice-trash"))).toBe(false);
  expect((await recordIn(repo.dir, "task/a")).status).toBe("error");

  rmSync(join(path, "late.txt"));
  const commit = () => openRepo(path).commit("Just now");
  const committed = await run(repo.dir, (engine) =>
    failure(remove(withLate(engine, path, commit), "task/a")),
  );
  expect(committed.code).toBe("WORKTREE_DIRTY");
  expect(openRepo(path).git("log", "-1", "--format=%s", "task/a")).toBe("Just now");
});

test("an edit after the decision in a directory that cannot be moved: seen where it is, and refused", async () => {
  const { repo, path } = await task();
  writeFileSync(join(dirname(path), ".coppice-trash"), "in the way\n");
  const late = () => writeFileSync(join(path, "late.txt"), "late\n");
  const edited = await run(repo.dir, (engine) => failure(remove(withLate(engine, path, late), "task/a")));
  expect(edited).toMatchObject({ code: "WORKTREE_DIRTY", details: { uncommittedFiles: ["late.txt"] } });
  expect(readFileSync(join(path, "late.txt"), "utf8")).toBe("late\n");

  rmSync(join(path, "late.txt"));
  await run(repo.dir, (engine) => remove(engine, "task/a"));
  expect(existsSync(path)).toBe(false);
});

test("between the last look and the move, an ignored copy is edited and a submodule gets a commit: one is archived, the other refused", async () => {
  const library = createRepo({ name: "library" });
  const repo = createRepo();
  repo.git("submodule", "--quiet", "add", library.dir, "lib");
  repo.commit("Add the library", { ".gitignore": ".env\n" });
  writeFileSync(join(repo.dir, ".env"), "TOKEN=copied\n");
  const { path } = await createdIn(repo, { branch: "task/a" });
  expect(readFileSync(join(path, ".env"), "utf8")).toBe("TOKEN=copied\n");
  const edit = () => writeFileSync(join(path, ".env"), "TOKEN=late\n");
  await run(repo.dir, (engine) => remove(withLate(engine, path, edit), "task/a"));
  expect(existsSync(path)).toBe(false);
  await run(repo.dir, (engine) => restore(engine, "task/a"));
  expect(readFileSync(join(path, ".env"), "utf8")).toBe("TOKEN=late\n");

  repo.gitIn(path, "submodule", "--quiet", "update", "--init");
  const commit = () => repo.gitIn(join(path, "lib"), "commit", "--quiet", "--allow-empty", "-m", "Just now");
  const refused = await run(repo.dir, (engine) => failure(remove(withLate(engine, path, commit), "task/a")));
  expect(refused.code).toBe("WORKTREE_DIRTY");
  expect(repo.gitIn(join(path, "lib"), "log", "-1", "--format=%s")).toBe("Just now");
});

test("a worktree with a submodule, edited between the last look and the move: refused, and by force, too, until it is archived as it is", async () => {
  const library = createRepo({ name: "library" });
  library.commit("Library", { "lib.txt": "lib\n" });
  const repo = createRepo();
  repo.git("submodule", "--quiet", "add", library.dir, "lib");
  repo.commit("Add the library");
  const { path } = await createdIn(repo, { branch: "task/a" });
  repo.gitIn(path, "submodule", "--quiet", "update", "--init");
  const removing = (file: string, content: string, force: 0 | 1) => {
    const late = () => writeFileSync(join(path, file), content);
    return run(repo.dir, (engine) => failure(remove(withLate(engine, path, late), "task/a", { force })));
  };
  for (const file of ["lib/new.txt", "lib/lib.txt", "README.md"]) {
    const refused = await removing(file, "late\n", 0);
    expect(refused).toMatchObject({ code: "WORKTREE_DIRTY", details: { uncommittedFiles: [file] } });
    repo.gitIn(join(path, dirname(file)), "clean", "--quiet", "--force");
    repo.gitIn(join(path, dirname(file)), "checkout", "--quiet", ".");
  }
  writeFileSync(join(path, "lib/new.txt"), "early\n");
  expect((await removing("lib/new.txt", "and late\n", 1)).code).toBe("WORKTREE_DIRTY");
  expect(readFileSync(join(path, "lib/new.txt"), "utf8")).toBe("and late\n");
  await run(repo.dir, (engine) => remove(engine, "task/a", { force: 1 }));
  await run(repo.dir, (engine) => restore(engine, "task/a"));
  expect(readFileSync(join(path, "lib/new.txt"), "utf8")).toBe("and late\n");
});

test("killed when the directory had moved and was not looked at yet: the next command finds what was written before", async () => {
  const { repo, path } = await task();
  const trash = new Trash({ root: dirname(path) });
  writeFileSync(join(path, "late.txt"), "late\n");
  void trash.takeAway(path, lstatSync(path, { bigint: true }).ino, () => new Promise(() => {}));
  expect(existsSync(path)).toBe(false);
  const refused = await run(repo.dir, (engine) => failure(remove(engine, "task/a")));
  expect(refused).toMatchObject({ code: "WORKTREE_DIRTY", details: { uncommittedFiles: ["late.txt"] } });
  expect(readFileSync(join(path, "late.txt"), "utf8")).toBe("late\n");

  // No command is run on it, and a later one tidies up.
  void trash.takeAway(path, lstatSync(path, { bigint: true }).ino, () => new Promise(() => {}));
  await trash.sweep(Date.now() + 7_200_000);
  expect(readFileSync(join(path, "late.txt"), "utf8")).toBe("late\n");
});

test("by force: what came after the archive was made is in a newer one", async () => {
  const { repo, path } = await task();
  writeFileSync(join(path, "early.txt"), "early\n");
  const late = () => writeFileSync(join(path, "early.txt"), "and late\n");
  await run(repo.dir, (engine) => remove(withLate(engine, path, late), "task/a", { force: 1 }));
  expect(existsSync(path)).toBe(false);
  await run(repo.dir, (engine) => restore(engine, "task/a"));
  expect(readFileSync(join(path, "early.txt"), "utf8")).toBe("and late\n");
});

test("a removal takes long, and meanwhile git deletes the branch that had the same commits: they are archived", async () => {
  const { repo, path } = await task();
  openRepo(path).commit("Work");
  const tip = openRepo(path).git("rev-parse", "HEAD");
  repo.git("branch", "other", tip);
  const start = performance.now();
  const late = () => {
    repo.git("branch", "--quiet", "-D", "other");
    vi.spyOn(performance, "now").mockImplementation(() => start + 60_000);
  };
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  await run(repo.dir, (engine) => remove(withLate(engine, path, late), "task/a"));
  const { record } = await run(repo.dir, (engine) => restore(engine, "task/a"));
  expect(record.headOid).toBe(tip);
  expect(repo.git("for-each-ref", `--contains=${tip}`, "--format=%(refname)", "refs/coppice")).toContain(
    "task/a/",
  );
});

test("another branch was switched to while a prune was at work: the worktree stays", async () => {
  const { repo, path } = await task();
  openRepo(path).commit("Work", { "a.txt": "a\n" });
  repo.git("merge", "--quiet", "--no-ff", "task/a");
  repo.git("config", "coppice.prune.completedDelayHours", "0");
  const late = () => openRepo(path).git("switch", "--quiet", "--create", "elsewhere");
  const { worktrees } = await run(repo.dir, (engine) =>
    prune(withLate(engine, path, late), { filter: "completed" }),
  );
  expect(worktrees).toMatchObject([{ branch: "task/a", verdict: "failed" }]);
  expect(openRepo(path).git("symbolic-ref", "--short", "HEAD")).toBe("elsewhere");
});
