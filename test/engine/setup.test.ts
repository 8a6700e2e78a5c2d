import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { create } from "../../src/engine/create.js";
import { creationFacts, creationRunners } from "../../src/engine/creation.js";
import { findRecord } from "../../src/engine/find.js";
import { logsFile } from "../../src/engine/local.js";
import { runOperation } from "../../src/engine/protocol.js";
import { remove } from "../../src/engine/remove.js";
import { newOp } from "../../src/engine/session.js";
import { setup } from "../../src/engine/setup.js";
import { trust } from "../../src/engine/trust.js";
import type { WorktreeRecord } from "../../src/lifecycle/record.js";
import { createRepo, createTempDir, type TestRepo } from "../support/repo.js";
import { failure, withEngine } from "./setup-support.js";

const recordOf = (dir: string, branch: string): Promise<WorktreeRecord> =>
  withEngine(dir, (engine) => findRecord(engine, branch));

/** Goes on after a failure, as `coppice retry` does. */
const retry = (dir: string, branch: string): Promise<WorktreeRecord> =>
  withEngine(dir, async (engine) => {
    const { id } = await findRecord(engine, branch);
    return runOperation(engine, id, {
      purpose: "retry",
      open: async () => ({ event: { type: "RETRY", op: newOp(), operation: "init" }, facts: {} }),
      runners: creationRunners,
      facts: creationFacts,
    });
  });

/** The events of a record's journal, in order. */
const events = (dir: string, branch: string): Promise<string[]> =>
  withEngine(dir, async (engine) => {
    const { id } = await findRecord(engine, branch);
    return ((await engine.journal.read(id))?.entries ?? []).map(({ entry: { event } }) =>
      event.type === "INIT_SCRIPT" ? `INIT_SCRIPT ${event.status}` : event.type,
    );
  });

/** A repository with a config; `task/a` and others are made in it. */
function project(config: object, files: Readonly<Record<string, string>> = {}): TestRepo {
  const repo = createRepo({
    files: { ".gitignore": ".env\n", "coppice.config.json": JSON.stringify(config), ...files },
  });
  for (const name of Object.keys(files)) if (name.endsWith(".sh")) chmodSync(join(repo.dir, name), 0o755);
  if (Object.keys(files).some((name) => name.endsWith(".sh"))) repo.commit("Make scripts executable");
  return repo;
}

/** Puts programs in front of PATH for this test. */
function programs(scripts: Readonly<Record<string, string>>): string {
  const bin = createTempDir();
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  const before = process.env.PATH;
  process.env.PATH = `${bin}:${before}`;
  onTestFinished(() => {
    process.env.PATH = before;
  });
  return bin;
}

/** Whether a process still runs; a zombie that nobody reaps does not. */
function runs(pid: number): boolean {
  const state = execFileSync("sh", ["-c", `ps -o stat= -p ${pid} || true`], { encoding: "utf8" }).trim();
  return state !== "" && !state.startsWith("Z");
}

describe("a setup that works", () => {
  test("all three steps in order: active, each step journaled, the log for its owner alone", async () => {
    programs({ npm: 'echo "npm $*"; test -f .env && mkdir node_modules && echo done > node_modules/done' });
    const repo = project(
      { setup: { initScript: "./init.sh" } },
      {
        ".gitignore": ".env\nnode_modules/\nseen\n",
        "package-lock.json": "{}",
        "init.sh":
          'test -f node_modules/done || exit 9\nprintf "%s\\n" "$PWD" "$COPPICE_WORKTREE" "$COPPICE_BRANCH" "$COPPICE_BASE" "$COPPICE_MAIN" "$COPPICE_ROLE|$COPPICE_SESSION" > seen\n',
      },
    );
    repo.write(".env", "A=1\n");
    await withEngine(repo.dir, trust);
    const { path, told, record } = await withEngine(repo.dir, async (engine, told) => ({
      ...(await create(engine, { branch: "task/a" })),
      told,
    }));

    expect(record).toMatchObject({
      status: "active",
      envCopied: true,
      depsInstalled: true,
      initScriptRan: true,
      initScriptStatus: "success",
      initScriptError: null,
    });
    expect(readFileSync(join(path, "seen"), "utf8")).toBe(`${path}\n${path}\ntask/a\nmain\n${repo.dir}\n|\n`);
    expect(readFileSync(join(path, ".env"), "utf8")).toBe("A=1\n");
    expect(repo.gitIn(path, "status", "--porcelain")).toBe("");
    expect(await events(repo.dir, "task/a")).toEqual([
      "CREATE",
      "INIT_COMPLETE",
      "INIT_SCRIPT running",
      "INIT_SCRIPT success",
      "INIT_COMPLETE",
    ]);
    expect(told.steps.slice(-3)).toEqual([
      "copying ignored files",
      "installing dependencies: npm ci",
      "running the init script: ./init.sh",
    ]);
    expect(told.output.join("")).toBe("npm ci\n");
    const logs = await withEngine(repo.dir, async (engine) => engine.local.read(record.id, logsFile));
    const log = logs?.installDependencies ?? "";
    expect(readFileSync(log, "utf8")).toBe("$ npm ci\nnpm ci\n");
    expect(statSync(log).mode & 0o777).toBe(0o600);
    expect(Object.keys(logs ?? {})).toEqual(["copyEnvFiles", "installDependencies", "runInitScript"]);
  });

  test("nothing to set up: active, no command ran", async () => {
    const repo = createRepo();
    const { record } = await withEngine(repo.dir, (engine) => create(engine, { branch: "task/a" }));
    expect(record).toMatchObject({
      status: "active",
      envCopied: false,
      depsInstalled: false,
      initScriptRan: false,
    });
  });

  test("steps that are left out, and install off: not run, and their commands need no trust", async () => {
    const bin = programs({ npm: `touch ${"$0"}.ran` });
    const repo = project({ setup: { install: "off", initScript: "exit 1" } }, { "package-lock.json": "{}" });
    repo.write(".env", "A=1\n");
    const { path } = await withEngine(repo.dir, (engine) =>
      create(engine, { branch: "task/a", setup: { copyEnv: false, runInitScript: false } }),
    );
    expect(existsSync(join(bin, "npm.ran"))).toBe(false);
    expect(existsSync(join(path, ".env"))).toBe(false);
  });

  test("an install command of one's own: runs instead of the lockfile's", async () => {
    programs({ npm: "exit 1" });
    const repo = project({ setup: { install: "echo own > .env" } }, { "package-lock.json": "{}" });
    await withEngine(repo.dir, trust);
    const { path, record } = await withEngine(repo.dir, (engine) => create(engine, { branch: "task/a" }));
    expect(readFileSync(join(path, ".env"), "utf8")).toBe("own\n");
    expect(record.depsInstalled).toBe(true);
  });

  test("branches and directories with odd names: nothing of them is executed", async () => {
    const repo = project({ setup: { initScript: 'printf "%s" "$COPPICE_BRANCH" > .env' } });
    await withEngine(repo.dir, trust);
    const branch = "task/$(touch$IFS.pwned)'\";é🌳";
    const { path } = await withEngine(repo.dir, (engine) => create(engine, { branch }));
    expect(readFileSync(join(path, ".env"), "utf8")).toBe(branch);
    expect(existsSync(join(path, ".pwned"))).toBe(false);
  });

  test("an init script that leaves a background process: the command returns", async () => {
    const repo = project({ setup: { initScript: "sleep 1000 & echo $! > .env" } });
    await withEngine(repo.dir, trust);
    const { path, record } = await withEngine(repo.dir, (engine) => create(engine, { branch: "task/a" }));
    const pid = Number(readFileSync(join(path, ".env"), "utf8"));
    expect([record.status, runs(pid)]).toEqual(["active", true]);
    process.kill(pid, "SIGKILL");
  });

  test("a bare repository: there is nothing to copy from, and the config is base's", async () => {
    const source = project({ setup: { initScript: 'echo "$COPPICE_BASE" > .env' } });
    const bare = join(createTempDir(), "repo.git");
    source.git("clone", "--quiet", "--bare", source.dir, bare);
    await withEngine(bare, trust);
    const { path, record } = await withEngine(bare, (engine) => create(engine, { branch: "task/a" }));
    expect([record.status, readFileSync(join(path, ".env"), "utf8")]).toEqual(["active", "main\n"]);
  });
});

describe("a setup that fails", () => {
  test("copying fails: error ENV_COPY_FAILED, the worktree stays, retry does everything that is left", async () => {
    programs({ npm: "echo installed > .env" });
    const repo = project({}, { "package-lock.json": "{}" });
    repo.write(".env", "A=1\n");
    mkdirSync(join(repo.dir, ".worktreeinclude"));
    const error = await failure(withEngine(repo.dir, (engine) => create(engine, { branch: "task/a" })));
    expect(error).toMatchObject({ code: "ENV_COPY_FAILED", recoverable: true });
    const record = await recordOf(repo.dir, "task/a");
    expect(record).toMatchObject({
      status: "error",
      envCopied: false,
      lastError: { code: "ENV_COPY_FAILED", operation: "init", from: "initializing", recoverable: true },
    });
    expect(existsSync(join(repo.dir, ".worktrees/task-a/src/a.txt"))).toBe(true);
    execFileSync("rmdir", [join(repo.dir, ".worktreeinclude")]);
    expect(await retry(repo.dir, "task/a")).toMatchObject({
      status: "active",
      envCopied: true,
      depsInstalled: true,
    });
  });

  test("the installation fails: DEPS_INSTALL_FAILED with code, end of output and log; retry starts there", async () => {
    const bin = programs({
      npm: `echo "npm error https://u:hunter2@host/x is broken"; test -f ${"$0"}.mended || exit 7`,
    });
    const repo = project({}, { "package-lock.json": "{}" });
    repo.write(".env", "A=1\n");
    const error = await failure(withEngine(repo.dir, (engine) => create(engine, { branch: "task/a" })));
    expect(error).toMatchObject({
      code: "DEPS_INSTALL_FAILED",
      recoverable: true,
      message: "npm ci (package-lock.json) ended with exit code 7.",
      details: {
        step: "installDependencies",
        exitCode: 7,
        output: "npm error https://host/x is broken\n",
      },
    });
    const record = await recordOf(repo.dir, "task/a");
    expect(record).toMatchObject({ status: "error", envCopied: true, depsInstalled: false });
    expect(record.lastError?.details.output).toBeUndefined();

    // The copy is done: it is not done again, also when somebody changed what it made.
    const copied = join(repo.dir, ".worktrees/task-a/.env");
    execFileSync("rm", [copied]);
    writeFileSync(join(bin, "npm.mended"), "");
    expect(await retry(repo.dir, "task/a")).toMatchObject({ status: "active", depsInstalled: true });
    expect(existsSync(copied)).toBe(false);
  });

  test("the package manager is not installed: says which, and what asks for it", async () => {
    const repo = project({}, { "composer.lock": "{}" });
    const before = process.env.PATH;
    const git = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
    const bin = createTempDir();
    execFileSync("ln", ["-s", git, join(bin, "git")]);
    process.env.PATH = bin;
    onTestFinished(() => {
      process.env.PATH = before;
    });
    const error = await failure(withEngine(repo.dir, (engine) => create(engine, { branch: "task/a" })));
    expect(error.code).toBe("DEPS_INSTALL_FAILED");
    expect(error.message).toBe(
      "composer install --no-interaction (composer.lock) was not found: no such program is on PATH.",
    );
    expect(error.suggestedAction).toContain("Install composer, or set setup.install");
  });

  test("the installation takes too long: ended with everything it started", async () => {
    programs({ npm: "sleep 1000 & echo $! > .env; wait" });
    const repo = project({ setup: { timeouts: { install: 1 } } }, { "package-lock.json": "{}" });
    const error = await failure(withEngine(repo.dir, (engine) => create(engine, { branch: "task/a" })));
    expect(error).toMatchObject({
      code: "DEPS_INSTALL_FAILED",
      message: "npm ci (package-lock.json) did not end within 1 s and was stopped.",
      details: { timeoutMs: 1000 },
    });
    expect(runs(Number(readFileSync(join(repo.dir, ".worktrees/task-a/.env"), "utf8")))).toBe(false);
  });

  test("the init script fails: annotated, INIT_SCRIPT_FAILED; retry runs it alone", async () => {
    const bin = programs({ npm: `echo run >> ${"$0"}.runs` });
    const repo = project(
      { setup: { initScript: "echo trouble >&2; test -f ../../mended" } },
      { "package-lock.json": "{}", ".gitignore": ".env\nmended\n" },
    );
    await withEngine(repo.dir, trust);
    const error = await failure(withEngine(repo.dir, (engine) => create(engine, { branch: "task/a" })));
    expect(error).toMatchObject({
      code: "INIT_SCRIPT_FAILED",
      message: "The init script ended with exit code 1.",
      details: { step: "runInitScript", exitCode: 1, output: "trouble\n" },
    });
    expect(await recordOf(repo.dir, "task/a")).toMatchObject({
      status: "error",
      envCopied: true,
      depsInstalled: true,
      initScriptRan: true,
      initScriptStatus: "failed",
      initScriptError: "The init script ended with exit code 1.",
    });
    repo.write("mended", "");
    expect(await retry(repo.dir, "task/a")).toMatchObject({ status: "active", initScriptStatus: "success" });
    expect(readFileSync(join(bin, "npm.runs"), "utf8")).toBe("run\n");
    expect(await events(repo.dir, "task/a")).toEqual([
      "CREATE",
      "INIT_COMPLETE",
      "INIT_SCRIPT running",
      "INIT_SCRIPT failed",
      "ERROR",
      "RETRY",
      "INIT_SCRIPT running",
      "INIT_SCRIPT success",
      "INIT_COMPLETE",
    ]);
  });

  test("the init script takes too long: INIT_SCRIPT_FAILED, nothing of it runs on", async () => {
    const repo = project({
      setup: { initScript: "sleep 1000 & echo $! > .env; wait", timeouts: { initScript: 1 } },
    });
    await withEngine(repo.dir, trust);
    const error = await failure(withEngine(repo.dir, (engine) => create(engine, { branch: "task/a" })));
    expect(error).toMatchObject({ code: "INIT_SCRIPT_FAILED", details: { timeoutMs: 1000 } });
    expect(runs(Number(readFileSync(join(repo.dir, ".worktrees/task-a/.env"), "utf8")))).toBe(false);
  });

  test("Ctrl-C while the init script runs: INTERRUPTED in its step, the script is gone", async () => {
    const controller = new AbortController();
    const repo = project({ setup: { initScript: "echo $$ > .env; echo ready; sleep 1000" } });
    await withEngine(repo.dir, trust);
    const error = await failure(
      withEngine(
        repo.dir,
        (engine, told) => {
          told.output.push = (chunk) => {
            if (chunk.includes("ready")) controller.abort();
            return 0;
          };
          return create(engine, { branch: "task/a" });
        },
        controller.signal,
      ),
    );
    expect(error).toMatchObject({ code: "INTERRUPTED", exitCode: 130 });
    expect(await recordOf(repo.dir, "task/a")).toMatchObject({
      status: "error",
      initScriptStatus: "failed",
      lastError: { code: "INTERRUPTED", operation: "init", recoverable: true },
    });
    expect(runs(Number(readFileSync(join(repo.dir, ".worktrees/task-a/.env"), "utf8")))).toBe(false);
  });

  test("after a failed setup: remove cleans up worktree, branch and logs", async () => {
    programs({ npm: "exit 1" });
    const repo = project({}, { "package-lock.json": "{}" });
    await failure(withEngine(repo.dir, (engine) => create(engine, { branch: "task/a" })));
    const { id } = await recordOf(repo.dir, "task/a");
    const { status } = await withEngine(repo.dir, (engine) => remove(engine, "task/a", { force: 0 }));
    expect(status).toBe("removed");
    expect(existsSync(join(repo.dir, ".worktrees/task-a"))).toBe(false);
    expect(repo.git("branch", "--list", "task/a")).toBe("");
    expect(existsSync(join(repo.dir, ".git/coppice/local", id))).toBe(false);
  });
});

describe("the setup, again", () => {
  test("on an active worktree: every step runs, the state stays", async () => {
    const bin = programs({ npm: `echo run >> ${"$0"}.runs` });
    const repo = project({}, { "package-lock.json": "{}" });
    await withEngine(repo.dir, (engine) => create(engine, { branch: "task/a" }));
    repo.write(".env", "late\n");
    expect(await withEngine(repo.dir, (engine) => setup(engine, "task/a"))).toMatchObject({
      status: "active",
    });
    expect(readFileSync(join(repo.dir, ".worktrees/task-a/.env"), "utf8")).toBe("late\n");
    expect(readFileSync(join(bin, "npm.runs"), "utf8")).toBe("run\nrun\n");
    expect(await events(repo.dir, "task/a")).toEqual(["CREATE", "INIT_COMPLETE", "INIT_COMPLETE"]);
  });

  test("on an adopted worktree, which had none: fails to error, retry runs the step that failed", async () => {
    const bin = programs({ npm: `test -f ${"$0"}.mended || exit 3; echo installed > .env` });
    const repo = project({}, { "package-lock.json": "{}" });
    repo.git("worktree", "add", "--quiet", "-b", "task/a", ".worktrees/task-a");
    const { record } = await withEngine(repo.dir, (engine) =>
      create(engine, { branch: "task/a", adopt: true }),
    );
    expect(record).toMatchObject({ status: "active", depsInstalled: false });

    const error = await failure(withEngine(repo.dir, (engine) => setup(engine, "task/a")));
    expect(error.code).toBe("DEPS_INSTALL_FAILED");
    expect(await recordOf(repo.dir, "task/a")).toMatchObject({
      status: "error",
      op: null,
      lastError: { operation: "init", from: "active" },
    });
    const again = await failure(withEngine(repo.dir, (engine) => setup(engine, "task/a")));
    expect(again).toMatchObject({ code: "INVALID_STATE", exitCode: 3 });
    expect(again.suggestedAction).toContain("coppice retry task/a");

    writeFileSync(join(bin, "npm.mended"), "");
    expect(await retry(repo.dir, "task/a")).toMatchObject({ status: "active", depsInstalled: true });
    expect(readFileSync(join(repo.dir, ".worktrees/task-a/.env"), "utf8")).toBe("installed\n");
  });

  test("commands that are not trusted: UNTRUSTED, nothing ran, the state stays", async () => {
    const repo = project({});
    await withEngine(repo.dir, (engine) => create(engine, { branch: "task/a" }));
    repo.write("coppice.config.json", '{"setup": {"initScript": "echo x > .env"}}');
    const error = await failure(withEngine(repo.dir, (engine) => setup(engine, "task/a")));
    expect(error.code).toBe("UNTRUSTED");
    expect(await recordOf(repo.dir, "task/a")).toMatchObject({ status: "active", initScriptRan: false });
    expect(existsSync(join(repo.dir, ".worktrees/task-a/.env"))).toBe(false);
  });
});
