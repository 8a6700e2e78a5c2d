import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { GitRunner } from "../../src/git/run.js";
import { createRepo, createTempDir } from "../support/repo.js";
import { codeOf, errorOf, script } from "./support.js";

/** A stand-in for git that runs a shell text. */
const fake = (text: string): GitRunner => new GitRunner({ binary: script(`#!/bin/sh\n${text}\n`) });

describe("GitRunner.run", () => {
  test("git ends with 0: its output, and one process in the trace", async () => {
    const repo = createRepo();
    const git = new GitRunner();
    expect(await git.text(repo.dir, ["rev-parse", "--abbrev-ref", "HEAD"])).toBe("main");
    expect(git.count).toBe(1);
    expect(git.trace[0]).toMatchObject({
      args: ["rev-parse", "--abbrev-ref", "HEAD"],
      cwd: repo.dir,
      code: 0,
    });
  });

  test("an exit code that the caller named: a value", async () => {
    const repo = createRepo();
    const result = await new GitRunner().run(repo.dir, ["rev-parse", "--verify", "-q", "nothing"], {
      codes: [0, 1],
    });
    expect(result.code).toBe(1);
  });

  test("another exit code: GIT_FAILED with the subcommand, the code and what git said", async () => {
    const repo = createRepo();
    const error = await errorOf(
      new GitRunner().run(repo.dir, ["-c", "a.b=c", "rev-parse", "--verify", "nothing"]),
    );
    expect(error).toMatchObject({ code: "GIT_FAILED", message: "git rev-parse ended with exit code 128." });
    expect(error.details).toMatchObject({ exitCode: 128, output: expect.stringContaining("fatal") });
  });

  test("an argument full of shell characters: one argument", async () => {
    const repo = createRepo();
    const odd = "$(touch made) `touch made` ; touch made & \"'\n*";
    expect(await new GitRunner().text(repo.dir, ["rev-parse", "--sq-quote", odd])).toContain("$(touch made)");
    expect(existsSync(join(repo.dir, "made"))).toBe(false);
  });

  test("standard input and large output: complete", async () => {
    const repo = createRepo();
    const git = new GitRunner();
    const data = "x".repeat(3_000_000);
    const oid = await git.text(repo.dir, ["hash-object", "-w", "--stdin"], { stdin: data });
    expect((await git.run(repo.dir, ["cat-file", "blob", oid])).stdout.toString("utf8")).toBe(data);
  });

  test("a git that does not read its input: no error from the broken pipe", async () => {
    const result = await fake("exit 0").run(createTempDir(), ["status"], { stdin: "x".repeat(2_000_000) });
    expect(result.code).toBe(0);
  });

  test("no such program: GIT_TOO_OLD that says git was not found", async () => {
    const git = new GitRunner({ binary: join(createTempDir(), "no-git") });
    const error = await errorOf(git.run(createTempDir(), ["status"]));
    expect(error).toMatchObject({ code: "GIT_TOO_OLD", message: expect.stringContaining("not found") });
  });

  test("a working directory that is gone: WORKTREE_NOT_FOUND, not a missing git", async () => {
    expect(await codeOf(new GitRunner().run(join(createTempDir(), "gone"), ["status"]))).toBe(
      "WORKTREE_NOT_FOUND",
    );
  });
});

describe("the environment of git", () => {
  test("location variables of a hook of another repository: they lead nowhere", async () => {
    const repo = createRepo();
    const other = createRepo({ name: "other" });
    const location = execFileSync("git", ["rev-parse", "--local-env-vars"], { encoding: "utf8" })
      .trim()
      .split("\n");
    const hostile = Object.fromEntries(location.map((name) => [name, join(other.dir, ".git")]));
    const git = new GitRunner({ env: { ...process.env, ...hostile, GIT_CONFIG_COUNT: "x", LANGUAGE: "de" } });
    expect(await git.text(repo.dir, ["rev-parse", "--show-toplevel"])).toBe(repo.dir);
    await git.run(repo.dir, ["read-tree", "HEAD"]);
    expect(existsSync(join(other.dir, ".git/index"))).toBe(true);
    expect(other.git("status", "--porcelain")).toBe("");
  });

  test("configuration given through the environment by the caller: kept, before ours", async () => {
    const env = {
      ...process.env,
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "user.name",
      GIT_CONFIG_VALUE_0: "From CI",
    };
    const git = new GitRunner({ env });
    const repo = createRepo();
    expect(await git.text(repo.dir, ["config", "user.name"])).toBe("From CI");
    expect(await git.text(repo.dir, ["config", "color.ui"])).toBe("false");
    expect(await git.text(repo.dir, ["-c", "color.ui=always", "config", "color.ui"])).toBe("always");
  });

  test("an environment of the caller's for one call: passed on", async () => {
    const git = fake('printf %s "$COPPICE_OP $GIT_TERMINAL_PROMPT $LC_ALL"');
    expect(await git.text(createTempDir(), ["x"], { env: { COPPICE_OP: "0123456789abcdef" } })).toBe(
      "0123456789abcdef 0 C",
    );
  });

  test("hooks: off unless asked for", async () => {
    const repo = createRepo();
    const hook = join(repo.dir, ".git/hooks/post-checkout");
    mkdirSync(join(repo.dir, ".git/hooks"), { recursive: true });
    writeFileSync(hook, "#!/bin/sh\necho ran >ran\n", { mode: 0o755 });
    const git = new GitRunner();
    await git.run(repo.dir, ["checkout", "--quiet", "main"]);
    expect(existsSync(join(repo.dir, "ran"))).toBe(false);
    await git.run(repo.dir, ["checkout", "--quiet", "main"], { hooks: true });
    expect(readFileSync(join(repo.dir, "ran"), "utf8")).toBe("ran\n");
  });
});

describe("ending git", () => {
  test("a timeout: TIMEOUT, and what git started has ended, too", async () => {
    const dir = createTempDir();
    const git = fake(`trap '' TERM; sh -c 'echo $$ >${dir}/pid; sleep 60' & wait; sleep 60`);
    const error = await errorOf(git.run(dir, ["fetch"], { timeoutMs: 300 }));
    expect(error).toMatchObject({ code: "TIMEOUT", details: { timeoutMs: 300 } });
    const pid = Number(readFileSync(join(dir, "pid"), "utf8"));
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  test("an abort while git runs: INTERRUPTED", async () => {
    const dir = createTempDir();
    const stop = new AbortController();
    const running = fake(`echo started >&2; sleep 60`).run(dir, ["fetch"], {
      signal: stop.signal,
      onStderr: () => stop.abort(),
    });
    expect(await codeOf(running)).toBe("INTERRUPTED");
  });

  test("a signal that is aborted already: nothing is started", async () => {
    const git = new GitRunner();
    expect(await codeOf(git.run(createTempDir(), ["version"], { signal: AbortSignal.abort() }))).toBe(
      "INTERRUPTED",
    );
    expect(git.count).toBe(0);
  });

  test("a background child that keeps the pipes open: the call returns all the same", async () => {
    const dir = createTempDir();
    const git = fake(
      `sh -c 'echo $$ >${dir}/pid; exec sleep 60' & while [ ! -s ${dir}/pid ]; do :; done; echo done`,
    );
    const started = performance.now();
    expect(await git.text(dir, ["commit"])).toBe("done");
    expect(performance.now() - started).toBeLessThan(30_000);
    process.kill(Number(readFileSync(join(dir, "pid"), "utf8")));
  });
});

describe("parallelism", () => {
  test("more calls than places: never more at once than allowed, and all are done", async () => {
    const dir = createTempDir();
    const git = new GitRunner({
      parallelism: 3,
      binary: script(`#!/bin/sh\n: >"${dir}/$1"; ls "${dir}" | wc -l; sleep 0.05; rm "${dir}/$1"\n`),
    });
    const seen = await Promise.all(Array.from({ length: 12 }, (_, index) => git.text(dir, [String(index)])));
    expect(seen).toHaveLength(12);
    expect(Math.max(...seen.map(Number))).toBeLessThanOrEqual(3);
  });
});

describe("locks of another git", () => {
  test("an index lock that goes away: the command is tried again and works", async () => {
    const repo = createRepo();
    const lock = join(repo.dir, ".git/index.lock");
    writeFileSync(lock, "");
    writeFileSync(join(repo.dir, "new.txt"), "new\n");
    const git = new GitRunner();
    const adding = git.run(repo.dir, ["add", "new.txt"], { onStderr: () => rmSync(lock, { force: true }) });
    expect((await adding).code).toBe(0);
    expect(git.count).toBe(2);
    expect(repo.git("diff", "--cached", "--name-only")).toBe("new.txt");
  });

  test("an index lock that stays: GIT_FAILED that speaks of the lock", async () => {
    const repo = createRepo();
    writeFileSync(join(repo.dir, ".git/index.lock"), "");
    const error = await errorOf(new GitRunner().run(repo.dir, ["add", "README.md"]));
    expect(error).toMatchObject({ code: "GIT_FAILED", recoverable: true, details: { reason: "lock held" } });
  });

  test("retrying turned off: one process", async () => {
    const repo = createRepo();
    writeFileSync(join(repo.dir, ".git/config.lock"), "");
    const git = new GitRunner();
    expect(await codeOf(git.run(repo.dir, ["config", "a.b", "c"], { retryLocks: false }))).toBe("GIT_FAILED");
    expect(git.count).toBe(1);
  });
});

describe("GitRunner.open", () => {
  test("questions and answers in turn, then closed", async () => {
    const repo = createRepo();
    const cat = new GitRunner().open(repo.dir, ["cat-file", "--batch-check"]);
    cat.write("HEAD\n");
    expect(await cat.readLine()).toMatch(/^[0-9a-f]{40} commit \d+$/);
    cat.write("nothing\nHEAD:README.md\n");
    expect(await cat.readLine()).toBe("nothing missing");
    expect(await cat.readLine()).toMatch(/ blob \d+$/);
    expect(await cat.close()).toBe(0);
  });

  test("a git that dies: waiting and later reads fail with GIT_FAILED", async () => {
    const cat = fake("read line; echo half; echo why >&2; exit 3").open(createTempDir(), ["cat-file"]);
    cat.write("x\n");
    expect(await cat.readLine()).toBe("half");
    const error = await errorOf(cat.readLine());
    expect(error).toMatchObject({ code: "GIT_FAILED", details: { exitCode: 3, output: "why\n" } });
    expect(await codeOf(cat.read(1))).toBe("GIT_FAILED");
    expect(await cat.close()).toBe(3);
  });

  test("answers in pieces of any size: put together", async () => {
    const git = fake(
      "printf ab; sleep 0.05; printf 'c\\0d'; sleep 0.05; printf 'ef\\0'; head -c 100000 /dev/zero; echo end",
    );
    const open = git.open(createTempDir(), ["x"]);
    expect((await open.readField()).toString()).toBe("abc");
    expect((await open.readField()).toString()).toBe("def");
    expect(await open.read(100_000)).toHaveLength(100_000);
    expect(await open.readLine()).toBe("end");
    await open.close();
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A zombie that nobody waits for in a container still answers to signal 0.
  return !/^\d+ \(.*\) Z/.test(
    existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, "utf8") : "",
  );
}
