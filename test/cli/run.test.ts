import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { acquireLease } from "../../src/engine/lease.js";
import { engineIn, lifeOf, recordIn } from "../engine/support.js";
import { createRepo, openRepo } from "../support/repo.js";
import { coppice, created } from "./support.js";

const sh = (script: string): string[] => ["--", "sh", "-c", script];

describe("run", () => {
  test("a command in the worktree: its environment, its exit code, the lease given back, what it left journaled", async () => {
    const repo = createRepo();
    const path = await created(repo, "task/a", "--task", "T-1");
    const run = await coppice(repo.dir, ["run", "task/a", ...sh('pwd >where; env >env; echo "$1"; exit 7')], {
      env: { GIT_DIR: "/nowhere" },
    });
    expect([run.code, run.stdout, run.stderr]).toEqual([7, "", ""]);
    expect(readFileSync(join(path, "where"), "utf8")).toBe(`${path}\n`);
    expect(readFileSync(join(path, "env"), "utf8").split("\n")).toEqual(
      expect.arrayContaining([
        `COPPICE_WORKTREE=${path}`,
        `COPPICE_MAIN=${repo.dir}`,
        "COPPICE_BRANCH=task/a",
        "COPPICE_BASE=main",
        "COPPICE_TASK=T-1",
        "COPPICE_ROLE=",
        "COPPICE_SESSION=",
        "COPPICE_RUN=",
      ]),
    );
    expect((await lifeOf(repo.dir, "task/a")).slice(-3)).toEqual([
      "LEASE>active",
      "MODIFY>dirty",
      "RELEASE>dirty",
    ]);
    expect(await recordIn(repo.dir, "task/a")).toMatchObject({ status: "dirty", lease: null });
    expect(existsSync(join(repo.dir, ".git", "worktrees", "task-a", "locked"))).toBe(false);
  });

  test("inside the worktree it needs no name; --json: the record and how the command ended", async () => {
    const repo = createRepo();
    const path = await created(repo, "task/a");
    const run = await coppice(path, ["run", "--json", ...sh("kill -KILL $$")]);
    expect(run.code).toBe(137);
    expect(run.json()).toMatchObject({
      branch: "task/a",
      status: "active",
      path,
      exitCode: null,
      signal: "SIGKILL",
      mergeResult: null,
    });
  });

  test("words of the command that look like ours stay the command's", async () => {
    const repo = createRepo();
    const path = await created(repo, "task/a");
    const script = join(repo.dir, "..", "write.sh");
    writeFileSync(script, '#!/bin/sh\nprintf "%s\\n" "$@" >words\n', { mode: 0o755 });
    expect((await coppice(repo.dir, ["run", "task/a", "--", script, "--quiet", "--", "-C", "x"])).code).toBe(
      0,
    );
    expect(readFileSync(join(path, "words"), "utf8")).toBe("--quiet\n--\n-C\nx\n");
  });

  test.each([
    [["run", "task/a"], 2, "no command to run"],
    [["run", "task/a", "npm", "test"], 2, "no command to run"],
    [["run", "task/a", "--"], 2, "no command to run"],
    [["run", "task/a", "-m", "x", "--", "true"], 2, "nothing is committed"],
    [["run", "task/a", "--merge", "-m", " ", "--", "true"], 2, "the message is empty"],
    [["run", "task/a", "--", "no-such-program"], 127, "no program 'no-such-program'"],
    [["run", "task/a", "--", "./no-such-program"], 127, "no program './no-such-program'"],
    [["run", "task/other", "--", "true"], 1, "error[NO_WORKTREE]"],
  ])("%j: exit %i", async (argv, code, told) => {
    const repo = createRepo();
    await created(repo, "task/a");
    const run = await coppice(repo.dir, argv);
    expect([run.code, run.stderr]).toEqual([code, expect.stringContaining(told)]);
    expect(await lifeOf(repo.dir, "task/a")).not.toContain("LEASE>active");
  });

  test("a program that may not be run, or a directory that is gone: told, and nothing stays leased", async () => {
    const repo = createRepo();
    const path = await created(repo, "task/a");
    writeFileSync(join(path, "plain"), "text\n");
    const plain = await coppice(repo.dir, ["run", "task/a", "--", "./plain"]);
    expect([plain.code, plain.stderr]).toEqual([126, expect.stringContaining("'./plain' is no program")]);
    expect((await coppice(repo.dir, ["run", "task/a", "--", "./src"])).code).toBe(126);
    expect((await recordIn(repo.dir, "task/a")).lease).toBeNull();
    repo.git("worktree", "remove", "--force", path);
    const gone = await coppice(repo.dir, ["run", "task/a", "--json", "--", "true"]);
    expect(gone.json()).toMatchObject({ error: { code: "WORKTREE_NOT_FOUND" } });
  });

  test("a second one, and one by a lease of anybody: refused with who is there", async () => {
    const repo = createRepo();
    await created(repo, "task/a");
    const { id } = await recordIn(repo.dir, "task/a");
    const engine = await engineIn(repo.dir);
    const lease = await acquireLease(engine, id, { holder: "agent 7" });
    const second = await coppice(repo.dir, ["run", "task/a", "--json", "--", "true"]);
    expect(second.code).toBe(3);
    expect(second.json()).toMatchObject({
      error: { code: "WORKTREE_IN_USE", details: { lease: { holder: "agent 7" } } },
    });
    await lease.release();
    expect((await coppice(repo.dir, ["run", "task/a", "--", "true"])).code).toBe(0);
  });

  test("a conflict, a failed setup: no command works there; after a failed commit one may", async () => {
    const repo = createRepo();
    openRepo(await created(repo, "task/conflict")).commit("Work", { "src/a.txt": "task\n" });
    repo.commit("Base", { "src/a.txt": "base\n" });
    expect((await coppice(repo.dir, ["merge", "task/conflict"])).code).toBe(4);
    const conflict = await coppice(repo.dir, ["run", "task/conflict", "--", "true"]);
    expect([conflict.code, conflict.stderr]).toEqual([
      3,
      expect.stringContaining("resolve task/conflict --with"),
    ]);

    repo.git("config", "coppice.setup.initScript", "false");
    expect((await coppice(repo.dir, ["create", "task/init"])).code).toBe(1);
    const init = await coppice(repo.dir, ["run", "task/init", "--", "true"]);
    expect([init.code, init.stderr]).toEqual([3, expect.stringContaining("coppice retry task/init")]);

    const path = await created(repo, "task/commit", "--no-setup");
    openRepo(path).write("new.txt", "new\n");
    writeFileSync(join(repo.dir, ".git", "hooks", "pre-commit"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    expect((await coppice(repo.dir, ["commit", "task/commit", "-m", "x"])).code).toBe(1);
    expect((await coppice(repo.dir, ["run", "task/commit", ...sh("rm new.txt")])).code).toBe(0);
    expect((await recordIn(repo.dir, "task/commit")).status).toBe("error");
  });
});

describe("run --merge", () => {
  test("it succeeds: what is uncommitted is committed under the task's title, and merged; its output is its own", async () => {
    const repo = createRepo();
    await created(repo, "task/a", "--title", "Add a file");
    const run = await coppice(repo.dir, ["run", "task/a", "--merge", ...sh("echo new >new.txt")]);
    expect(run).toMatchObject({ code: 0, stdout: "" });
    expect(run.stderr).toContain("merged task/a into main (merge)");
    expect(repo.git("log", "-1", "--format=%s", "main^2")).toBe("Add a file");
    expect(repo.read("new.txt")).toBe("new\n");
    expect((await recordIn(repo.dir, "task/a")).status).toBe("removed");
    const path = await created(repo, "task/b");
    const json = await coppice(path, ["run", "--merge", "-m", "Mine", "--json", ...sh("echo b >b.txt")]);
    expect(json.json()).toMatchObject({
      status: "active",
      exitCode: 0,
      mergeResult: { outcome: "merged", kept: "the command runs inside it" },
    });
    expect(repo.git("log", "-1", "--format=%s", "main^2")).toBe("Mine");
  });

  test("it fails: its exit code, nothing is committed and nothing merged", async () => {
    const repo = createRepo();
    const path = await created(repo, "task/a");
    const before = repo.git("rev-parse", "main", "task/a");
    expect((await coppice(repo.dir, ["run", "task/a", "--merge", ...sh("echo x >x; exit 9")])).code).toBe(9);
    expect(repo.git("rev-parse", "main", "task/a")).toBe(before);
    expect(existsSync(join(path, "x"))).toBe(true);
  });

  test("it changes nothing: there is nothing to merge, which is no failure", async () => {
    const repo = createRepo();
    const path = await created(repo, "task/a");
    const run = await coppice(repo.dir, ["run", "task/a", "--merge", "--json", "--", "true"]);
    expect([run.code, run.json()]).toEqual([
      0,
      expect.objectContaining({ mergeResult: expect.objectContaining({ outcome: "already-merged" }) }),
    ]);
    expect(existsSync(path)).toBe(true);
  });

  test("a conflict without a resolver: exit 4, the state is conflict", async () => {
    const repo = createRepo();
    await created(repo, "task/a");
    repo.commit("Base", { "src/a.txt": "base\n" });
    const run = await coppice(repo.dir, ["run", "task/a", "--merge", ...sh("echo task >src/a.txt")]);
    expect([run.code, run.stderr]).toEqual([4, expect.stringContaining("error[MERGE_CONFLICT]")]);
    expect((await recordIn(repo.dir, "task/a")).status).toBe("conflict");
  });

  test("the config's resolver is not trusted: told before the command begins", async () => {
    const repo = createRepo({ files: { "coppice.config.json": '{"conflict":{"resolver":"true"}}' } });
    const path = await created(repo, "task/a");
    const run = await coppice(repo.dir, ["run", "task/a", "--merge", ...sh("touch begun")]);
    expect([run.code, run.stderr]).toEqual([3, expect.stringContaining("error[UNTRUSTED]")]);
    expect(existsSync(join(path, "begun"))).toBe(false);
  });
});
