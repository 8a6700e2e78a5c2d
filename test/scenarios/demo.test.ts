import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { command, coppice, done } from "../cli/support.js";
import { createRepo, createTempDir, snapshot } from "../support/repo.js";

const git = (cwd: string, ...args: string[]): string =>
  execFileSync("git", args, { cwd, encoding: "utf8" }).trim();

describe("the demo with --dir", () => {
  test("plain git finds every merge, every note and every ref that it spoke of", async () => {
    const dir = join(createTempDir(), "kept");
    const { stdout } = await done(createTempDir(), "demo", "--dir", dir);
    const garden = join(dir, "garden");

    const merges = [...stdout.matchAll(/merged (\S+) into main \(merge\) ([0-9a-f]{10})/g)];
    expect(merges.map(([, branch]) => branch)).toEqual(["task/watering", "task/amounts"]);
    for (const [, branch = "", oid = ""] of merges) {
      expect(git(garden, "rev-list", "--parents", "-1", oid).split(" ")).toHaveLength(3);
      expect(git(garden, "log", "-1", "--format=%B", oid)).toContain(`Merge ${branch} into main`);
      expect(git(garden, "merge-base", "--is-ancestor", oid, "main")).toBe("");
    }
    const notes = git(garden, "notes", "--ref=coppice", "list").split("\n");
    expect(notes).toHaveLength(3);
    for (const line of notes) expect(stdout).toContain(line);
    for (const line of git(
      join(dir, "garden.git"),
      "for-each-ref",
      "--format=%(objectname)\t%(refname)",
    ).split("\n")) {
      expect(stdout).toContain(line);
    }
    expect(git(garden, "for-each-ref", "--format=%(refname:short)", "refs/heads")).toBe("main");
    expect(git(garden, "worktree", "list").split("\n")).toHaveLength(1);
    expect(git(garden, "status", "--porcelain")).toBe("");
    expect(git(garden, "fsck", "--strict", "--no-dangling")).toBe("");
    // The code that a person made of the conflict runs.
    const report = spawnSync(process.execPath, [join(garden, "src", "report.js")], { encoding: "utf8" });
    expect(report.stderr).toBe("");
    expect(report.stdout.split("\n")[0]).toBe("fern: water every 3 days, 120 ml");
  });

  test("it shows a clean merge, a conflict, a refusal, a removal, and the journal", async () => {
    const { stdout, stderr } = await done(createTempDir(), "demo");
    for (const text of [
      "$ coppice merge task/watering --push",
      "error[MERGE_CONFLICT]",
      "(exit code 4)",
      "$ coppice resolve task/amounts --continue",
      "error[WORKTREE_DIRTY]",
      "removed task/orchids",
      "RESOLVE_CONFLICT",
      "To look further",
    ]) {
      expect(stdout).toContain(text);
    }
    expect(stderr).toBe("");
  });

  test("a directory that is not empty, or a file: refused with exit 2, untouched", async () => {
    const dir = createTempDir();
    writeFileSync(join(dir, "mine.txt"), "mine\n");
    for (const target of [dir, join(dir, "mine.txt")]) {
      expect((await coppice(dir, ["demo", "--dir", target])).code).toBe(2);
    }
    expect(readdirSync(dir)).toEqual(["mine.txt"]);
  });

  test("--json: the commands and how each ended", async () => {
    const dir = join(createTempDir(), "kept");
    const run = await done(createTempDir(), "demo", "--json", "--dir", dir);
    expect(run.json()).toMatchObject({
      repository: join(dir, "garden"),
      commands: expect.arrayContaining([
        { command: "coppice merge task/amounts", exitCode: 4 },
        { command: "coppice remove task/orchids", exitCode: 3 },
      ]),
    });
  });
});

describe("the demo and the person's own things", () => {
  test("a repository around it, a hostile git config, no identity: all ignored, all untouched, nothing left behind", () => {
    const repo = createRepo();
    const before = snapshot(repo.dir);
    const home = createTempDir();
    const temporary = join(home, "tmp");
    mkdirSync(temporary);
    writeFileSync(
      join(home, ".gitconfig"),
      "[commit]\n\tgpgSign = true\n[gpg]\n\tprogram = false\n[core]\n\thooksPath = /nonexistent\n\tautocrlf = true\n[merge]\n\tff = only\n[user]\n\tuseConfigOnly = true\n[init]\n\tdefaultBranch = trunk\n[push]\n\tdefault = nothing\n[color]\n\tui = always\n",
    );
    const env = {
      PATH: process.env.PATH,
      HOME: home,
      TMPDIR: temporary,
      GIT_DIR: join(repo.dir, ".git"),
      GIT_AUTHOR_NAME: "Somebody Else",
      COPPICE_X: "1",
    };
    const [program, ...args] = command;
    const run = spawnSync(program, [...args, "demo"], { cwd: repo.dir, env, encoding: "utf8" });
    expect(run.stderr).toBe("");
    expect(run.status).toBe(0);
    expect(run.stdout).toContain("merged task/amounts into main");
    expect(run.stdout).not.toContain("Somebody Else");
    expect(snapshot(repo.dir)).toEqual(before);
    expect(readdirSync(temporary).filter((name) => name.startsWith("coppice"))).toEqual([]);
  });

  test("told to stop: exit 130, and nothing more happens", async () => {
    const home = createTempDir();
    const stopped = new AbortController();
    stopped.abort("SIGINT");
    const run = await coppice(home, ["demo", "--dir", join(home, "kept")], { signal: stopped.signal });
    expect(run.code).toBe(130);
    expect(run.stderr).toMatch(/^error\[INTERRUPTED\] /m);
  });
});
