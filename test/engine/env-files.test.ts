import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { copyIgnoredFiles } from "../../src/engine/env-files.js";
import { type GitOptions, type GitResult, GitRunner } from "../../src/git/run.js";
import { createRepo, createTempDir, type TestRepo } from "../support/repo.js";

interface Pair {
  readonly repo: TestRepo;
  /** The new worktree. */
  readonly to: string;
  copy(
    patterns?: readonly string[],
    signal?: AbortSignal,
  ): Promise<{ copied: readonly string[]; skipped: readonly { path: string; reason: string }[] }>;
}

/** One of its commands fails for a reason that nobody knows. */
class Failing extends GitRunner {
  readonly #command: string;

  constructor(command: string) {
    super();
    this.#command = command;
  }

  override async run(cwd: string, args: readonly string[], options?: GitOptions): Promise<GitResult> {
    if (!args.includes(this.#command)) return super.run(cwd, args, options);
    return { code: 128, stdout: Buffer.alloc(0), stderr: "fatal: it failed\n" };
  }
}

/** A repository whose `.gitignore` is committed, with a linked worktree inside it. */
function pair(
  ignore = ".env\n*.key\nsecrets/\n",
  root = ".worktrees",
  git: GitRunner = new GitRunner(),
): Pair {
  const repo = createRepo({ files: { ".gitignore": `${ignore}/.worktrees/\n` } });
  const to = join(repo.dir, root, "task");
  repo.git("worktree", "add", "--quiet", "-b", "task/a", to);
  const gitDir = repo.gitIn(to, "rev-parse", "--absolute-git-dir");
  return {
    repo,
    to,
    copy: (patterns = [], signal = new AbortController().signal) =>
      copyIgnoredFiles({
        git,
        from: repo.dir,
        to,
        gitDir,
        patterns,
        without: root.startsWith("..") ? undefined : root,
        signal,
      }),
  };
}

describe("what is copied", () => {
  test("no configuration: .env of the root alone, and nothing when there is none", async () => {
    const { repo, to, copy } = pair();
    expect(await copy()).toEqual({ copied: [], skipped: [] });
    repo.write(".env", "A=1\n");
    repo.write("app/.env", "B=1\n");
    repo.write("x.key", "k");
    expect(await copy()).toEqual({ copied: [".env"], skipped: [] });
    expect(readFileSync(join(to, ".env"), "utf8")).toBe("A=1\n");
    expect(readdirSync(to).sort()).toEqual([".env", ".git", ".gitignore", "README.md", "src"]);
  });

  test("config and .worktreeinclude: joined in gitignore syntax, the last match decides", async () => {
    const { repo, to, copy } = pair();
    repo.write(".env", "");
    for (const name of ["a.key", "b.key", "deep/er/c.key", "secrets/d", "secrets/sub/e"])
      repo.write(name, name);
    repo.write(".worktreeinclude", "\uFEFF# what tools need\r\nsecrets/\r\n!b.key\r\n!/.env\r\n");
    repo.git("add", ".worktreeinclude");
    const { copied, skipped } = await copy(["*.key"]);
    expect(copied).toEqual(["a.key", "deep/er/c.key", "secrets/d", "secrets/sub/e"]);
    expect(skipped).toEqual([]);
    expect(readFileSync(join(to, "deep/er/c.key"), "utf8")).toBe("deep/er/c.key");
  });

  test("tracked files: never, however they are named", async () => {
    const { repo, to, copy } = pair();
    repo.git("add", "--force", "src/a.txt");
    repo.write("forced.key", "tracked in the main worktree");
    repo.git("add", "--force", "forced.key");
    writeFileSync(join(to, "src/a.txt"), "edited\n");
    repo.write("src/a.txt", "edited elsewhere\n");
    expect((await copy(["**"])).copied).toEqual([]);
    expect(readFileSync(join(to, "src/a.txt"), "utf8")).toBe("edited\n");
    expect(existsSync(join(to, "forced.key"))).toBe(false);
  });

  test("a file that the new worktree does not ignore: left out and named, so the worktree stays clean", async () => {
    const { repo, to, copy } = pair("nothing\n");
    repo.write(".env", "A=1\n");
    expect(await copy()).toEqual({
      copied: [],
      skipped: [{ path: ".env", reason: "git does not ignore it in the new worktree" }],
    });
    expect(repo.gitIn(to, "status", "--porcelain")).toBe("");
  });

  test("a file that the new worktree tracks: left out", async () => {
    const { repo, to, copy } = pair();
    writeFileSync(join(to, "mine.key"), "tracked here\n");
    repo.gitIn(to, "add", "--force", "mine.key");
    repo.gitIn(to, "commit", "--quiet", "-m", "Track it");
    repo.write("mine.key", "ignored there\n");
    expect((await copy(["*.key"])).copied).toEqual([]);
    expect(readFileSync(join(to, "mine.key"), "utf8")).toBe("tracked here\n");
  });

  test("a file that exists: kept, and a second run changes nothing", async () => {
    const { repo, to, copy } = pair();
    repo.write(".env", "theirs\n");
    writeFileSync(join(to, ".env"), "mine\n");
    expect(await copy()).toEqual({ copied: [], skipped: [] });
    expect(readFileSync(join(to, ".env"), "utf8")).toBe("mine\n");
  });

  test("node_modules: only when a pattern speaks of it", async () => {
    const { repo, to, copy } = pair(".env\nnode_modules/\n");
    repo.write("node_modules/a/.env", "x");
    repo.write("node_modules/a/index.js", "x");
    mkdirSync(join(repo.dir, "node_modules/.bin"));
    symlinkSync("../a/index.js", join(repo.dir, "node_modules/.bin/a"));
    expect((await copy([".env"])).copied).toEqual([]);
    const { copied } = await copy(["node_modules/"]);
    expect(copied).toEqual(["node_modules/.bin/a", "node_modules/a/.env", "node_modules/a/index.js"]);
    expect(readlinkSync(join(to, "node_modules/.bin/a"))).toBe("../a/index.js");
  });

  test("modes: kept, of files and of their directories", async () => {
    const { repo, to, copy } = pair();
    repo.write("secrets/run", "#!/bin/sh\n");
    chmodSync(join(repo.dir, "secrets/run"), 0o750);
    chmodSync(join(repo.dir, "secrets"), 0o700);
    await copy(["secrets/"]);
    expect(statSync(join(to, "secrets/run")).mode & 0o777).toBe(0o750);
    expect(statSync(join(to, "secrets")).mode & 0o777).toBe(0o700);
  });

  test("odd names: spaces, quotes, line feeds, colons, dashes, emoji, $(...)", async () => {
    const names = [
      "a b.key",
      "-x.key",
      ":(top)y.key",
      "q\"'\\.key",
      "n\nl.key",
      "🌳.key",
      "$(touch z).key",
      "é.key",
    ];
    const { repo, to, copy } = pair();
    for (const name of names) repo.write(name, name);
    expect((await copy(["*.key"])).copied).toEqual([...names].sort());
    for (const name of names) expect(readFileSync(join(to, name), "utf8")).toBe(name);
  });
});

describe("what is never reached", () => {
  test("other worktrees and nested repositories: not copied out of", async () => {
    const { repo, copy } = pair();
    const other = join(repo.dir, ".worktrees/other");
    repo.git("worktree", "add", "--quiet", "-b", "task/b", other);
    writeFileSync(join(other, ".env"), "other\n");
    writeFileSync(join(repo.dir, ".worktrees/stray.key"), "stray\n");
    mkdirSync(join(repo.dir, "vendor"));
    repo.gitIn(join(repo.dir, "vendor"), "init", "--quiet");
    writeFileSync(join(repo.dir, "vendor/v.key"), "v\n");
    expect(await copy(["**/.env", "*.key", "**"])).toMatchObject({ copied: [] });
  });

  test("hostile patterns: nothing from outside the repository, nothing of .git", async () => {
    const { repo, to, copy } = pair();
    writeFileSync(join(dirname(repo.dir), "outside.key"), "outside\n");
    const { copied } = await copy([
      "../outside.key",
      "/../outside.key",
      "/etc/passwd",
      "../../**",
      ".git/**",
      ".git",
    ]);
    expect(copied).toEqual([]);
    expect(lstatSync(join(to, ".git")).isFile()).toBe(true);
  });

  test("symbolic links: one that stays inside is copied as it is, others are named", async () => {
    const { repo, to, copy } = pair();
    const outside = join(createTempDir(), "secret");
    writeFileSync(outside, "outside\n");
    repo.write("secrets/real", "x");
    symlinkSync("real", join(repo.dir, "secrets/inside"));
    symlinkSync(outside, join(repo.dir, "absolute.key"));
    symlinkSync("../outside", join(repo.dir, "up.key"));
    const { copied, skipped } = await copy(["*.key", "secrets/"]);
    expect(copied).toEqual(["secrets/inside", "secrets/real"]);
    expect(skipped.map(({ path }) => path)).toEqual(["absolute.key", "up.key"]);
    expect(skipped[0]?.reason).toBe("it is a symbolic link that leads out of the worktree");
    expect(readlinkSync(join(to, "secrets/inside"))).toBe("real");
    expect(existsSync(join(to, "absolute.key"))).toBe(false);
  });

  test("a directory that is a symbolic link in the new worktree: nothing is written through it", async () => {
    const { repo, to, copy } = pair();
    const outside = createTempDir();
    symlinkSync(outside, join(to, "conf"));
    repo.write("conf/a.key", "x");
    repo.write("b.key", "x");
    const { copied, skipped } = await copy(["*.key"]);
    expect(copied).toEqual(["b.key"]);
    expect(skipped).toEqual([{ path: "conf/a.key", reason: "conf is no directory there" }]);
    expect(readdirSync(outside)).toEqual([]);
  });

  test("a submodule of the new worktree: left alone, the rest is copied", async () => {
    const { repo, to, copy } = pair();
    const part = createRepo({ name: "part" });
    repo.gitIn(to, "submodule", "--quiet", "add", part.dir, "lib");
    repo.gitIn(to, "commit", "--quiet", "-m", "Add lib");
    for (const name of ["a.key", "lib/b.key", "z.key"]) repo.write(name, "x");
    const { copied, skipped } = await copy(["*.key"]);
    expect(copied).toEqual(["a.key", "z.key"]);
    expect(skipped.map(({ path }) => path)).toEqual(["lib/b.key"]);
  });
});

describe("failures", () => {
  test("git fails to tell what is ignored: ENV_COPY_FAILED, not nothing copied in silence", async () => {
    const { repo, copy } = pair(".env\n", ".worktrees", new Failing("check-ignore"));
    repo.write(".env", "A=1\n");
    await expect(copy()).rejects.toMatchObject({ code: "ENV_COPY_FAILED", recoverable: true });
  });

  test("a directory stands where a file is to go: kept; a file where a directory is to go: named", async () => {
    const { repo, to, copy } = pair();
    repo.write("d.key", "x");
    repo.write("secrets/e", "x");
    mkdirSync(join(to, "d.key"));
    writeFileSync(join(to, "secrets"), "a file\n");
    const { copied, skipped } = await copy(["*.key", "secrets/"]);
    expect(copied).toEqual([]);
    expect(skipped).toEqual([{ path: "secrets/e", reason: "secrets is no directory there" }]);
    expect(lstatSync(join(to, "d.key")).isDirectory()).toBe(true);
  });

  test.each(["a folder", "a pipe"])(".worktreeinclude is %s: ENV_COPY_FAILED", async (what) => {
    const { repo, copy } = pair();
    const path = join(repo.dir, ".worktreeinclude");
    if (what === "a folder") mkdirSync(path);
    else execFileSync("mkfifo", [path]);
    await expect(copy()).rejects.toMatchObject({
      code: "ENV_COPY_FAILED",
      recoverable: true,
      details: { step: "copyEnvFiles", files: [".worktreeinclude"] },
    });
  });

  test("Ctrl-C: INTERRUPTED, nothing copied", async () => {
    const { repo, to } = pair();
    repo.write(".env", "x");
    const copy = copyIgnoredFiles({
      git: new GitRunner(),
      from: repo.dir,
      to,
      gitDir: repo.dir,
      patterns: [],
      without: undefined,
      signal: AbortSignal.abort(),
    });
    await expect(copy).rejects.toMatchObject({ code: "INTERRUPTED" });
    expect(existsSync(join(to, ".env"))).toBe(false);
  });

  test("nothing unfinished is left behind", async () => {
    const { repo, to, copy } = pair();
    for (let index = 0; index < 40; index++) repo.write(`k${index}.key`, `${index}`);
    expect((await copy(["*.key"])).copied).toHaveLength(40);
    const gitDir = repo.gitIn(to, "rev-parse", "--absolute-git-dir");
    expect(readdirSync(gitDir).filter((name) => name.startsWith("coppice"))).toEqual([]);
  });
});
