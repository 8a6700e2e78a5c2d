import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { init } from "../../src/engine/init.js";
import { GitVersion } from "../../src/git/version.js";
import { createBareRemote, createRepo, createTempDir, type TestRepo } from "../support/repo.js";
import { all, filesIn, install, states, status, uninstall } from "./hooks-support.js";
import { failure, run } from "./support.js";

/** A repository with a linked worktree of a branch. */
function withLinked(): { repo: TestRepo; linked: string } {
  const repo = createRepo();
  const linked = join(createTempDir(), "linked tree");
  repo.git("worktree", "add", "--quiet", "-b", "task/a", linked);
  return { repo, linked };
}

const globalConfig = (): string => process.env.GIT_CONFIG_GLOBAL ?? "";

describe("where git takes hooks from", () => {
  test("core.hooksPath that names the default directory: as if it were not set", async () => {
    const { repo, linked } = withLinked();
    repo.git("config", "core.hooksPath", join(repo.dir, ".git/hooks"));
    const { way, status: found } = await install(linked);
    expect(way).toBe("directory");
    expect(found.worktrees.map(({ problem, differs }) => [problem, differs])).toEqual([
      [null, []],
      [null, []],
    ]);
  });

  test("L25, a relative core.hooksPath that is the default in the main worktree alone: the other one is told", async () => {
    const { repo, linked } = withLinked();
    repo.git("config", "core.hooksPath", ".git/hooks");
    const { warnings, status: found } = await install(repo.dir);
    expect(states(found)).toEqual(all("installed"));
    const [, other] = found.worktrees;
    expect(other).toMatchObject({ path: linked, branch: "task/a", way: null });
    expect(other?.problem).toContain("core.hooksPath is .git/hooks (in the repository's git config)");
    expect(other?.differs.map(({ state }) => state)).toEqual(Array(7).fill("shadowed"));
    expect(warnings.join()).toContain("linked tree: core.hooksPath is .git/hooks");
  });

  test("L25, a directory in the work tree that is nobody's we know: refused, nothing is written", async () => {
    const { repo } = withLinked();
    repo.git("config", "core.hooksPath", "githooks");
    repo.write("githooks/pre-push", "#!/bin/sh\n");
    const before = filesIn(repo.dir);
    const error = await failure(install(repo.dir));
    expect(error).toMatchObject({ code: "CONFIG_INVALID", exitCode: 2 });
    expect(error.details).toMatchObject({ key: "core.hooksPath", found: "githooks" });
    expect(error.details.files?.toSorted()).toEqual(["linked tree", "repo"]);
    delete before[".git/coppice/clone"];
    const after = filesIn(repo.dir);
    delete after[".git/coppice/clone"];
    expect(after).toEqual(before);
    expect((await status(repo.dir)).way).toBeNull();
  });

  test("a directory of all the person's repositories: refused, and init says so and goes on", async () => {
    const repo = createRepo();
    const shared = createTempDir();
    const config = readFileSync(globalConfig(), "utf8");
    appendFileSync(globalConfig(), `[core]\n\thooksPath = ${shared}\n`);
    try {
      const error = await failure(install(repo.dir));
      expect(error.message).toContain("(in your global git config): other repositories may use");
      expect(error.suggestedAction).toContain("git config core.hooksPath");
      expect(filesIn(shared)).toEqual({});
      const { steps } = await run(repo.dir, (engine) => init(engine));
      expect(steps.at(-1)).toMatchObject({ name: "hooks", outcome: "none" });
      expect(steps[0]).toMatchObject({ name: "config", outcome: "made" });
      // What the message advises works.
      repo.git("config", "core.hooksPath", join(repo.dir, ".git/hooks"));
      expect(states((await install(repo.dir)).status)).toEqual(all("installed"));
    } finally {
      writeFileSync(globalConfig(), config);
    }
  });

  test("L25, hooks were installed, then a tool set another directory: shadowed, with the reason", async () => {
    const repo = createRepo();
    await install(repo.dir);
    repo.git("config", "core.hooksPath", "/somewhere/else");
    const found = await status(repo.dir);
    expect(states(found)).toEqual(all("shadowed"));
    expect(found.hooks[0]?.detail).toContain("core.hooksPath is /somewhere/else");
    expect(found.problems[0]).toMatch(/^Not run here: post-checkout, /);
    await uninstall(repo.dir);
    expect(filesIn(join(repo.dir, ".git/hooks"))).toEqual({});
  });

  test("a worktree with a setting of its own: told for that worktree", async () => {
    const { repo, linked } = withLinked();
    repo.git("config", "extensions.worktreeConfig", "true");
    repo.gitIn(linked, "config", "--worktree", "core.hooksPath", "mine");
    const found = (await install(repo.dir)).status;
    expect(states(found)).toEqual(all("installed"));
    expect(found.worktrees[1]?.problem).toContain("core.hooksPath is mine (in the worktree's git config)");
    expect((await failure(install(linked))).code).toBe("CONFIG_INVALID");
  });

  test("a hooks directory that is a link out of the repository: refused", async () => {
    const repo = createRepo();
    const shared = createTempDir();
    rmSync(join(repo.dir, ".git/hooks"), { recursive: true });
    symlinkSync(shared, join(repo.dir, ".git/hooks"));
    expect((await failure(install(repo.dir))).message).toContain("a symbolic link that leads out");
    expect(filesIn(shared)).toEqual({});
  });

  test("a bare repository with a linked worktree: installed in it, from either side", async () => {
    const bare = createBareRemote(createRepo());
    expect(states((await install(bare)).status)).toEqual(all("installed"));
    const linked = join(createTempDir(), "linked");
    createRepo().gitIn(bare, "worktree", "add", "--quiet", "-b", "task/a", linked);
    const found = await status(linked);
    expect(states(found)).toEqual(all("installed"));
    expect(found.worktrees.map(({ path }) => path)).toEqual([linked]);
    await uninstall(linked);
    expect(filesIn(join(bare, "hooks"))["pre-push"]).toBeUndefined();
  });

  test("a worktree whose link is broken: told, and the others are covered", async () => {
    const { repo, linked } = withLinked();
    writeFileSync(join(linked, ".git"), "gitdir: /nowhere\n");
    const found = (await install(repo.dir)).status;
    expect(states(found)).toEqual(all("installed"));
    expect(found.worktrees[1]).toMatchObject({ problem: "git does not answer there", way: null });
  });

  test("the package came without its hooks: said plainly", async () => {
    const error = await failure(install(createRepo().dir, { source: createTempDir() }));
    expect(error.message).toBe("Coppice came without its hook post-checkout.");
  });

  test("a program that is gone: a problem of the status", async () => {
    const repo = createRepo();
    const gone = { node: "/nowhere/node", program: "/nowhere/hooks.js" };
    const found = (await install(repo.dir, { program: gone })).status;
    expect(found.program).toEqual({ ...gone, there: false });
    expect(found.problems[0]).toContain("not where the hooks look for it");
  });
});

describe("a git that reads hooks from its config", () => {
  const version = new GitVersion(2, 54, 0);

  test("defined there, with a quoted path and no name that is an event; gone again without a trace", async () => {
    const repo = createRepo({ name: "it's a repo" });
    const before = repo.read(".git/config");
    const { way, status: found } = await install(repo.dir, { version });
    expect(way).toBe("config");
    expect(states(found)).toEqual(all("installed"));
    const command = repo.git("config", "hook.coppice-pre-push.command");
    expect(command).toContain(`h='${repo.dir.replaceAll("'", "'\\''")}/.git/coppice/hooks/pre-push'; `);
    expect(repo.git("config", "hook.coppice-pre-push.event")).toBe("pre-push");
    expect(filesIn(join(repo.dir, ".git/hooks"))).toEqual({});
    const text = repo.read(".git/config");
    expect((await install(repo.dir, { version })).changed).toBe(false);
    expect(repo.read(".git/config")).toBe(text);
    await uninstall(repo.dir);
    expect(repo.read(".git/config")).toBe(before);
  });

  test("its command: runs the hook with what git appends, after a move too, and passes where there is none", async () => {
    const repo = createRepo({ name: "it's a repo" });
    await install(repo.dir, { version });
    const command = repo.git("config", "hook.coppice-pre-push.command");
    // As git starts it.
    const start = (cwd: string) =>
      spawnSync("sh", ["-c", `${command} "$@"`, command, "origin", "a b"], {
        cwd,
        input: "x\n",
        encoding: "utf8",
      });
    const shim = '#!/bin/sh\nprintf "%s," "$@"; cat\nexit 4\n';
    writeFileSync(join(repo.dir, ".git/coppice/hooks/pre-push"), shim);
    expect(start(repo.dir)).toMatchObject({ status: 4, stdout: "origin,a b,x\n", stderr: "" });
    const moved = join(createTempDir(), "moved");
    renameSync(repo.dir, moved);
    expect(start(moved)).toMatchObject({ status: 4, stdout: "origin,a b,x\n", stderr: "" });
    rmSync(join(moved, ".git/coppice"), { recursive: true });
    expect(start(moved)).toMatchObject({
      status: 0,
      stdout: "",
      stderr: "coppice: pre-push is gone; run: coppice hooks install\n",
    });
    repo.gitIn(moved, "config", "coppice.hooks.failClosed", "true");
    expect(start(moved).status).toBe(1);
  });

  test("a hooks directory elsewhere does not matter to it", async () => {
    const repo = createRepo();
    repo.git("config", "core.hooksPath", "/somewhere/else");
    const { way, status: found } = await install(repo.dir, { version });
    expect(way).toBe("config");
    expect(found.worktrees[0]).toMatchObject({ way: "config", problem: null });
    expect(found.problems).toEqual([]);
  });

  test("an older git afterwards: status says that nothing runs, an install moves to files", async () => {
    const repo = createRepo();
    await install(repo.dir, { version });
    const older = await status(repo.dir);
    expect(states(older)).toEqual(all("missing"));
    expect(older.hooks[0]?.detail).toContain("does not read hooks from its config");
    const { way, warnings } = await install(repo.dir);
    expect(way).toBe("directory");
    expect(warnings[0]).toContain("they are installed as files");
    expect(repo.read(".git/config")).not.toContain("coppice-pre-push");
    // Files run with every git, so a newer one leaves them.
    expect((await install(repo.dir, { version })).way).toBe("directory");
  });

  test("an entry that somebody changed or switched off: told, and mended by an install", async () => {
    const repo = createRepo();
    await install(repo.dir, { version });
    repo.git("config", "hook.coppice-pre-push.command", "true");
    repo.git("config", "hook.coppice-post-merge.enabled", "false");
    expect(states(await status(repo.dir, { version }))).toMatchObject({
      "pre-push": "edited",
      "post-merge": "shadowed",
    });
    await install(repo.dir, { version });
    expect(states(await status(repo.dir, { version }))).toMatchObject({ "pre-push": "installed" });
  });

  test("hooks.install core: the others are not defined", async () => {
    const repo = createRepo();
    await install(repo.dir, { version });
    repo.git("config", "coppice.hooks.install", "core");
    await install(repo.dir, { version });
    expect(repo.read(".git/config")).not.toContain("coppice-pre-commit");
    expect(states(await status(repo.dir, { version }))).toMatchObject({ "pre-commit": "off" });
  });
});

test("a repository that was copied elsewhere: its hooks are its own", async () => {
  const repo = createRepo();
  await install(repo.dir);
  const copy = join(createTempDir(), "copy");
  cpSync(repo.dir, copy, { recursive: true });
  expect(states(await status(copy))).toEqual(all("installed"));
  await uninstall(copy);
  expect(existsSync(join(repo.dir, ".git/hooks/pre-push"))).toBe(true);
  mkdirSync(join(copy, "later"));
});
