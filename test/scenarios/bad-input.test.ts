import { execFileSync, type SpawnSyncReturns, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { command, coppice, done, type Run } from "../cli/support.js";
import { createRepo, createTempDir, openRepo, snapshot, type TestRepo } from "../support/repo.js";

/** Expects a catalogued error, told as text with a hint and as JSON. */
async function refused(cwd: string, argv: readonly string[], code: string, exit: number): Promise<Run> {
  const text = await coppice(cwd, argv);
  expect(text.stderr).toMatch(new RegExp(`^error\\[${code}\\] .+`, "m"));
  expect(text.stderr).toMatch(/^hint: .+/m);
  expect(text.code).toBe(exit);
  const json = await coppice(cwd, ["--json", ...argv]);
  expect(json.code).toBe(exit);
  expect(json.json()).toMatchObject({
    error: {
      code,
      message: expect.any(String),
      recoverable: expect.any(Boolean),
      suggestedAction: expect.any(String),
    },
  });
  return text;
}

/** The worktrees, branches and notes that there are. */
const everything = (repo: TestRepo): string =>
  [repo.git("worktree", "list", "--porcelain"), repo.git("for-each-ref")].join("\n");

/** Runs it as somebody to whom modes matter: root writes everywhere. `close` takes the permissions away first. */
function unprivileged(repo: TestRepo, close: () => void, argv: readonly string[]): SpawnSyncReturns<string> {
  const [program, ...args] = command;
  const uid = process.getuid?.() ?? 0;
  const owner = (user: number): void => {
    if (uid === 0) execFileSync("chown", ["-R", `${user}:${user}`, join(repo.dir, "..")]);
  };
  const env = { ...process.env, HOME: join(repo.dir, "..") };
  owner(NOBODY);
  close();
  try {
    const as = uid === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    return spawnSync(program, [...args, ...argv], { cwd: repo.dir, encoding: "utf8", env, ...as });
  } finally {
    owner(0);
  }
}

const NOBODY = 65_534;

describe("the repository", () => {
  test("no repository: NOT_A_REPO, exit 1, from every command", async () => {
    const dir = createTempDir();
    for (const argv of [
      ["list"],
      ["create", "task/a"],
      ["merge"],
      ["log"],
      ["conflicts"],
      ["trust"],
      ["path"],
    ]) {
      await refused(dir, argv, "NOT_A_REPO", 1);
    }
  });

  test("a directory that does not exist, named by -C: refused", async () => {
    const run = await coppice(createTempDir(), ["-C", "nowhere", "list"]);
    expect(run.code).not.toBe(0);
    expect(run.stderr).toMatch(/^error\[(NOT_A_REPO|WORKTREE_NOT_FOUND)\] /);
  });

  test("no commit yet: NOT_A_REPO says so, nothing is made", async () => {
    const repo = createRepo({ empty: true });
    const run = await refused(repo.dir, ["create", "task/a"], "NOT_A_REPO", 1);
    expect(run.stderr).toMatch(/commit/);
    expect(repo.git("for-each-ref")).toBe("");
    expect((await done(repo.dir, "list", "--json")).json()).toEqual({ worktrees: [] });
  });

  test("git older than 2.38: GIT_TOO_OLD with both versions", async () => {
    const repo = createRepo();
    const bin = createTempDir();
    const real = process.env.PATH ?? "";
    // A git that works and tells an old version in its trace.
    writeFileSync(
      join(bin, "git"),
      `#!/bin/sh\nif [ -n "$GIT_TRACE2_EVENT" ]; then\n  echo '{"event":"version","evt":"3","exe":"2.37.9"}' >&3\n  unset GIT_TRACE2_EVENT\nfi\nif [ "$1" = version ] || [ "$1" = --version ]; then echo 'git version 2.37.9'; exit 0; fi\nPATH='${real}' exec git "$@"\n`,
    );
    chmodSync(join(bin, "git"), 0o755);
    const run = await coppice(repo.dir, ["list"], { env: { PATH: `${bin}:${real}` } });
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(/^error\[GIT_TOO_OLD\] .*2\.37\.9/m);
    expect(run.stderr).toMatch(/2\.38/);
  });

  test("detached HEAD and no base to be found: named explicitly it works, else HEAD's commit is the start", async () => {
    const repo = createRepo();
    repo.git("switch", "--quiet", "--detach");
    const run = await coppice(repo.dir, ["create", "task/a", "--base", "main", "--json"]);
    expect(run.code).toBe(0);
    expect(run.json()).toMatchObject({ base: "main", status: "active" });
  });

  test("base unborn or unknown: refused, nothing is made", async () => {
    const repo = createRepo();
    const before = everything(repo);
    const run = await coppice(repo.dir, ["create", "task/a", "--base", "nowhere"]);
    expect(run.code).not.toBe(0);
    expect(run.stderr).toMatch(/^error\[[A-Z_]+\] .*nowhere/m);
    expect(everything(repo)).toBe(before);
  });
});

describe("names", () => {
  test("invalid branch names: INVALID_BRANCH_NAME, exit 2, nothing is made", async () => {
    const repo = createRepo();
    const before = everything(repo);
    for (const name of ["a..b", "a b", ".hidden", "a.lock", "a~1", "HEAD", "@", "a\u001b[31m", ""]) {
      await refused(repo.dir, ["create", name], "INVALID_BRANCH_NAME", 2);
    }
    await refused(repo.dir, ["create", "--", "-leading"], "INVALID_BRANCH_NAME", 2);
    expect(everything(repo)).toBe(before);
  });

  test("control characters in a name: written out in what is shown", async () => {
    const run = await coppice(createRepo().dir, ["create", "a\u001b[31m"]);
    expect(run.stderr).not.toContain("\u001b");
  });

  test("unknown worktree: NO_WORKTREE with the nearest name, exit 1", async () => {
    const repo = createRepo();
    await done(repo.dir, "create", "task/login");
    for (const command of [
      "show",
      "path",
      "commit -m x",
      "abort",
      "retry",
      "lock",
      "unlock",
      "setup",
      "log",
    ]) {
      const [name = "", ...rest] = command.split(" ");
      const run = await refused(repo.dir, [name, "task/logn", ...rest], "NO_WORKTREE", 1);
      expect(run.stderr).toContain("task/login");
    }
    await refused(repo.dir, ["merge", "task/logn"], "NO_WORKTREE", 1);
    await refused(repo.dir, ["remove", "task/logn"], "NO_WORKTREE", 1);
  });

  test("outside of every worktree without a name: NO_WORKTREE", async () => {
    await refused(createRepo().dir, ["show"], "NO_WORKTREE", 1);
  });

  test("names with spaces, quotes, emoji, $(...): right or refused, nothing is executed", async () => {
    const repo = createRepo();
    for (const name of ["task/$(id>owned)", "task/'quoted'", "task/🚀", "task/;id", "task/ünï"]) {
      const run = await done(repo.dir, "create", name, "--json");
      expect(run.json()).toMatchObject({ branch: name, status: "active" });
      const path = (await done(repo.dir, "path", name)).stdout.trimEnd();
      openRepo(path).commit("Work", { [`${name.length}.txt`]: "x\n" });
      await done(repo.dir, "merge", name);
    }
    expect(repo.git("status", "--porcelain")).toBe("");
  });

  test("a branch whose name blocks another: the blocking one is named", async () => {
    const repo = createRepo();
    repo.git("branch", "feat");
    const run = await coppice(repo.dir, ["create", "feat/x"]);
    expect(run.code).toBe(3);
    expect(run.stderr).toMatch(/^error\[BRANCH_EXISTS\] .*'?"?feat\b/m);
  });
});

describe("the config", () => {
  test("unknown key: CONFIG_INVALID with the nearest name, exit 2", async () => {
    const repo = createRepo({ files: { "coppice.config.json": '{ "bsae": "main" }\n' } });
    const run = await refused(repo.dir, ["list"], "CONFIG_INVALID", 2);
    expect(run.stderr).toMatch(/bsae/);
    expect(run.stderr).toMatch(/\bbase\b/);
  });

  test("malformed: the line and the column", async () => {
    const repo = createRepo({ files: { "coppice.config.json": '{\n  "base": "main",,\n}\n' } });
    const run = await refused(repo.dir, ["create", "task/a"], "CONFIG_INVALID", 2);
    expect(run.stderr).toMatch(/coppice\.config\.json:2:\d+|line 2/);
    const json = await coppice(repo.dir, ["list", "--json"]);
    expect(json.json()).toMatchObject({ error: { details: { line: 2, column: expect.any(Number) } } });
  });

  test("a command in it that is not trusted: create is refused before anything is made", async () => {
    const repo = createRepo({
      files: { "coppice.config.json": JSON.stringify({ setup: { initScript: "touch ran" } }) },
    });
    const before = everything(repo);
    const run = await refused(repo.dir, ["create", "task/a"], "UNTRUSTED", 3);
    expect(run.stderr).toContain("$ touch ran");
    expect(everything(repo)).toBe(before);
    await done(repo.dir, "trust");
    await done(repo.dir, "create", "task/a");
    expect(openRepo(join(repo.dir, ".worktrees", "task-a")).read("ran")).toBe("");
  });
});

describe("the disk", () => {
  test("what stands at the worktree's place: PATH_EXISTS, untouched", async () => {
    const repo = createRepo();
    const place = join(repo.dir, ".worktrees", "task-a");
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "mine.txt"), "mine\n");
    await refused(repo.dir, ["create", "task/a"], "PATH_EXISTS", 3);
    expect(openRepo(place).read("mine.txt")).toBe("mine\n");
    expect(repo.git("for-each-ref", "refs/heads")).not.toContain("task/a");
  });

  test("a root that cannot be written: PERMISSION_DENIED or READONLY_FS, nothing is half made", () => {
    const repo = createRepo();
    const root = join(repo.dir, ".worktrees");
    mkdirSync(root);
    const before = everything(repo);
    const run = unprivileged(repo, () => chmodSync(root, 0o555), ["create", "task/a"]);
    chmodSync(root, 0o755);
    expect(run.status).toBe(1);
    expect(run.stderr).toMatch(/^error\[(PERMISSION_DENIED|READONLY_FS)\] .+\nhint: .+/m);
    expect(everything(repo)).toContain(before.split("\n")[0]);
    expect(repo.git("for-each-ref", "refs/heads")).not.toContain("task/a");
    expect(readdirSync(root)).toEqual([]);
  });

  test("a git directory that cannot be written: list, show and log still work, create is refused", async () => {
    const repo = createRepo();
    await done(repo.dir, "create", "task/a");
    const git = join(repo.dir, ".git");
    const close = (): void => {
      for (const path of [
        git,
        ...readdirSync(git, { recursive: true, encoding: "utf8" }).map((name) => join(git, name)),
      ]) {
        if (statSync(path).isDirectory()) chmodSync(path, 0o555);
      }
    };
    for (const argv of [["list"], ["show", "task/a"], ["log"], ["path", "task/a"]]) {
      expect(unprivileged(repo, close, argv)).toMatchObject({ status: 0, stderr: "" });
    }
    const run = unprivileged(repo, close, ["create", "task/b"]);
    expect(run.status).toBe(1);
    expect(run.stderr).toMatch(/^error\[(PERMISSION_DENIED|READONLY_FS)\] /m);
  });

  test("a file where the root should be: PATH_EXISTS, nothing is half made", async () => {
    const repo = createRepo();
    writeFileSync(join(repo.dir, ".worktrees"), "a file\n");
    const before = snapshot(repo.dir);
    await refused(repo.dir, ["create", "task/a"], "PATH_EXISTS", 3);
    expect(snapshot(repo.dir).files).toEqual(before.files);
    expect(repo.git("for-each-ref", "refs/heads")).not.toContain("task/a");
  });
});

describe("the notes", () => {
  test("a line that nobody can read: kept, counted by log, and no command fails", async () => {
    const repo = createRepo();
    await done(repo.dir, "create", "task/a");
    const id = repo.git("notes", "--ref=coppice", "list").split(" ")[1] ?? "";
    repo.git("notes", "--ref=coppice", "append", "-m", '{"t":"future","v":99}', id);
    const run = await done(repo.dir, "log", "task/a");
    expect(run.stderr).toMatch(/1 line cannot be read/);
    await done(repo.dir, "list");
    await done(repo.dir, "remove", "task/a");
    expect(repo.git("notes", "--ref=coppice", "show", id)).toContain('{"t":"future","v":99}');
  });

  test("a notes ref that names no notes: JOURNAL_CORRUPT, exit 1", async () => {
    const repo = createRepo();
    await done(repo.dir, "create", "task/a");
    const blob = repo.git("rev-parse", "HEAD:README.md");
    repo.git("update-ref", "refs/notes/coppice", blob);
    await refused(repo.dir, ["list"], "JOURNAL_CORRUPT", 1);
  });
});
