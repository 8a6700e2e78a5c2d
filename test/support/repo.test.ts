import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createBareRemote, createRepo, openRepo, snapshot } from "./repo.js";

describe("createRepo", () => {
  test("a new repository: one commit on main, clean, with a local identity", () => {
    const repo = createRepo();
    expect(repo.git("rev-list", "--count", "main")).toBe("1");
    expect(repo.git("status", "--porcelain")).toBe("");
    expect(repo.git("log", "-1", "--format=%an <%ae> %ad", "--date=iso-strict")).toBe(
      "Coppice Test <test@coppice.invalid> 2023-11-14T22:13:20+00:00",
    );
  });

  test("two repositories of one worker: a change in one is not seen in the other", () => {
    const one = createRepo();
    const two = createRepo();
    one.commit("Change a", { "src/a.txt": "changed\n" });
    expect(two.read("src/a.txt")).toContain("alpha");
    expect(two.git("rev-list", "--count", "main")).toBe("1");
  });

  test("the same commits in two repositories: the same oids", () => {
    const build = (): string => createRepo().commit("Add c", { "c/d/e.txt": "e\n" });
    expect(build()).toBe(build());
  });

  test("an empty repository: main is unborn", () => {
    const repo = createRepo({ empty: true });
    expect(snapshot(repo.dir)).toMatchObject({ branch: "refs/heads/main", head: undefined, files: {} });
  });

  test("git ends with another code than 0: the helper throws", () => {
    const repo = createRepo();
    expect(() => repo.git("rev-parse", "--verify", "--quiet", "nothing")).toThrow();
  });
});

describe("createBareRemote", () => {
  test("a repository given a remote: main tracks origin and pushes there", () => {
    const repo = createRepo();
    const bare = createBareRemote(repo);
    const oid = repo.commit("Add c", { "c.txt": "c\n" });
    repo.git("push", "--quiet", "origin", "main");
    expect(repo.gitIn(bare, "rev-parse", "main")).toBe(oid);
    expect(repo.git("rev-parse", "--abbrev-ref", "main@{upstream}")).toBe("origin/main");
  });
});

describe("snapshot", () => {
  test("nothing changed: equal snapshots, also for a linked worktree", () => {
    const repo = createRepo();
    const linked = join(repo.dir, "..", "linked");
    repo.git("worktree", "add", "--quiet", "-b", "topic", linked);
    expect(snapshot(repo.dir)).toEqual(snapshot(repo.dir));
    expect(snapshot(linked)).toMatchObject({ branch: "refs/heads/topic" });
    expect(openRepo(linked).read("README.md")).toBe(repo.read("README.md"));
  });

  const changes: Record<string, (dir: string) => void> = {
    "a file edited": (dir) => writeFileSync(join(dir, "src/a.txt"), "other\n"),
    "a file deleted": (dir) => rmSync(join(dir, "src/a.txt")),
    "an untracked file": (dir) => writeFileSync(join(dir, "new.txt"), ""),
    "an ignored file": (dir) => {
      mkdirSync(join(dir, ".git/info"), { recursive: true });
      writeFileSync(join(dir, ".git/info/exclude"), "*.log\n");
      writeFileSync(join(dir, "x.log"), "");
    },
    "a symbolic link": (dir) => symlinkSync("src/a.txt", join(dir, "link")),
    "an index entry": (dir) => openRepo(dir).git("rm", "--quiet", "--cached", "src/a.txt"),
    "a hidden index entry": (dir) => openRepo(dir).git("update-index", "--assume-unchanged", "src/a.txt"),
    "HEAD detached": (dir) => openRepo(dir).git("checkout", "--quiet", "--detach"),
  };
  test.each(Object.keys(changes))("%s: another snapshot", (name) => {
    const repo = createRepo();
    const before = snapshot(repo.dir);
    changes[name]?.(repo.dir);
    expect(snapshot(repo.dir)).not.toEqual(before);
  });
});

test("git run by a test: sees only the test's own configuration", () => {
  const repo = createRepo();
  const shown = repo.git("config", "--list", "--show-scope").split("\n");
  expect(shown.filter((line) => line.startsWith("system"))).toEqual([]);
  expect(process.env.GIT_DIR).toBeUndefined();
  expect(existsSync(process.env.GIT_CONFIG_GLOBAL ?? "")).toBe(true);
});
