import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { create } from "../../src/engine/create.js";
import {
  all,
  fakeProgram,
  filesIn,
  install,
  linesOf,
  pushTarget,
  states,
  status,
  uninstall,
} from "../engine/hooks-support.js";
import { run } from "../engine/support.js";
import { createRepo, createTempDir, type TestRepo } from "../support/repo.js";

const husky = join(dirname(fileURLToPath(import.meta.resolve("husky"))), "bin.js");
const lefthook = fileURLToPath(import.meta.resolve("lefthook"));

const tool = (cwd: string, program: string, ...args: string[]): string =>
  execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

// The hooks that lefthook writes start it by name.
beforeAll(() => {
  const bin = join(dirname(fileURLToPath(import.meta.resolve("lefthook"))), "../../.bin");
  process.env.PATH = `${bin}${delimiter}${process.env.PATH}`;
});

/** A hook script's body that logs its arguments and its standard input. */
const logging = (log: string): string => `{ echo "own $*"; cat; } >>'${log}'\n`;
const zeros = "0".repeat(40);

/** Pushes the head to two branches, one of them a task branch; what pre-push is told then. */
function pushTwo(repo: TestRepo, remote: string): string[] {
  const oid = repo.git("rev-parse", "HEAD");
  repo.git("push", "--quiet", remote, "HEAD:refs/heads/task/a", "HEAD:refs/heads/other");
  return [
    `${remote} ${remote}`,
    `HEAD ${oid} refs/heads/task/a ${zeros}`,
    `HEAD ${oid} refs/heads/other ${zeros}`,
  ];
}

/** The files that git tracks or could, without inodes: what a person sees of a change. */
const visibleFiles = (repo: TestRepo): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filesIn(repo.dir)).flatMap(([name, file]) =>
      /^\.git[/\\]/.test(name) ? [] : [[name, file.replace(/^\d+ /, "")]],
    ),
  );

describe("husky 9", () => {
  test("both run, with the same arguments and input; in a new worktree too; uninstall gives back every byte", async () => {
    const log = join(createTempDir(), "log");
    const repo = createRepo({
      files: { ".husky/pre-push": logging(log), ".husky/post-rewrite": logging(log) },
    });
    tool(repo.dir, process.execPath, husky);
    expect(repo.git("config", "core.hooksPath")).toBe(".husky/_");
    const before = visibleFiles(repo);
    const program = fakeProgram();
    const { way, status: found, warnings } = await install(repo.dir, { program });
    expect({ way, warnings }).toEqual({ way: "husky", warnings: [] });
    expect(states(found)).toEqual(all("installed"));

    const remote = pushTarget(repo);
    const [args, ...refs] = pushTwo(repo, remote);
    expect(linesOf(log)).toEqual([`own ${args}`, ...refs]);
    expect(program.log().slice(0, 3)).toEqual([`program pre-push ${args}`, ...refs]);

    rmSync(log);
    const old = repo.git("rev-parse", "HEAD");
    repo.git("commit", "--quiet", "--amend", "--allow-empty", "-m", "Rewritten");
    expect(linesOf(log)).toEqual(["own amend", `${old} ${repo.git("rev-parse", "HEAD")}`]);

    repo.commit("Call Coppice from husky's hooks");
    const { path } = await run(repo.dir, (engine) => create(engine, { branch: "task/b" }));
    repo.gitIn(path, "push", "--quiet", remote, "HEAD:refs/heads/task/b");
    expect(program.log().join("\n")).toContain("refs/heads/task/b");
    repo.git("reset", "--quiet", "--hard", "HEAD~1");

    await install(repo.dir, { program });
    await uninstall(repo.dir);
    const after = visibleFiles(repo);
    for (const name of Object.keys(after)) if (name.startsWith(".worktrees")) delete after[name];
    expect(after).toEqual(before);
    repo.git("push", "--quiet", remote, "HEAD:refs/heads/task/c");
  });

  test("husky set up again: its files are new, Coppice's lines stay", async () => {
    const repo = createRepo({ files: { ".husky/pre-commit": "true\n" } });
    tool(repo.dir, process.execPath, husky);
    await install(repo.dir);
    rmSync(join(repo.dir, ".husky/_"), { recursive: true });
    expect(states(await status(repo.dir))).toEqual(all("shadowed"));
    tool(repo.dir, process.execPath, husky);
    expect(states(await status(repo.dir))).toEqual(all("installed"));
  });
});

describe("lefthook 2.2", () => {
  const config = (log: string): string =>
    [
      "pre-push:",
      "  scripts:",
      "    own.sh:",
      "      runner: sh",
      "      use_stdin: true",
      "post-checkout:",
      "  jobs:",
      "    - name: own",
      `      run: echo "checkout {0}" >>'${log}'`,
      "",
    ].join("\n");

  function withLefthook(log: string): TestRepo {
    const repo = createRepo({
      files: { "lefthook.yml": config(log), ".lefthook/pre-push/own.sh": logging(log) },
    });
    // lefthook gives it this mode when it runs it first.
    chmodSync(join(repo.dir, ".lefthook/pre-push/own.sh"), 0o751);
    tool(repo.dir, process.execPath, lefthook, "install");
    return repo;
  }

  test("both run, with the same arguments and input, where lefthook itself sees no files too", async () => {
    const log = join(createTempDir(), "log");
    const repo = withLefthook(log);
    const before = visibleFiles(repo);
    const program = fakeProgram();
    const { way } = await install(repo.dir, { program, write: true });
    expect(way).toBe("lefthook");
    tool(repo.dir, process.execPath, lefthook, "install");
    expect(states(await status(repo.dir))).toEqual(all("installed"));

    // lefthook loses quotes from the arguments of a script, its own ones too.
    const remote = pushTarget(repo, "a remote.git");
    const [args, ...refs] = pushTwo(repo, remote);
    expect(linesOf(log)).toEqual([`own ${args}`, ...refs]);
    expect(program.log().slice(0, 3)).toEqual([`program pre-push ${args}`, ...refs]);

    const oid = repo.git("rev-parse", "HEAD");
    repo.git("push", "--quiet", remote, ":refs/heads/task/a");
    expect(program.log()).toContain(`(delete) ${zeros} refs/heads/task/a ${oid}`);

    rmSync(log);
    repo.git("checkout", "--quiet", "-b", "other");
    expect(linesOf(log)).toEqual([`checkout ${oid} ${oid} 1`]);

    await uninstall(repo.dir);
    expect(visibleFiles(repo)).toEqual(before);
    repo.git("push", "--quiet", remote, "HEAD:refs/heads/task/b");
  });

  test("what Coppice refuses is refused", async () => {
    const repo = withLefthook(join(createTempDir(), "log"));
    const refusing = join(createTempDir(), "program");
    writeFileSync(refusing, "exit 3\n");
    await install(repo.dir, { program: { node: "/bin/sh", program: refusing }, write: true });
    tool(repo.dir, process.execPath, lefthook, "install");
    expect(() => repo.git("push", "--quiet", pushTarget(repo), "HEAD:refs/heads/task/a")).toThrow();
  });

  test("lefthook came after the hooks and parked them: shadowed; an install with --write mends it", async () => {
    const repo = createRepo();
    await install(repo.dir);
    const log = join(createTempDir(), "log");
    repo.write("lefthook.yml", config(log));
    repo.write(".lefthook/pre-push/own.sh", logging(log));
    tool(repo.dir, process.execPath, lefthook, "install", "--force");
    expect(states(await status(repo.dir))).toMatchObject({ "pre-push": "shadowed" });
    await install(repo.dir, { write: true });
    tool(repo.dir, process.execPath, lefthook, "install", "--force");
    expect(states(await status(repo.dir))).toEqual(all("installed"));
    await uninstall(repo.dir);
    expect(Object.keys(filesIn(join(repo.dir, ".git/hooks"))).filter((name) => name.includes("."))).toEqual(
      [],
    );
  });
});

describe("the pre-commit framework", () => {
  const config = (log: string): string =>
    [
      "repos:",
      "  - repo: local",
      "    hooks:",
      "      - id: own",
      "        name: own",
      "        language: system",
      `        entry: sh -c 'echo "own $PRE_COMMIT_REMOTE_NAME" >>"${log}"'`,
      "        always_run: true",
      "        pass_filenames: false",
      "        stages: [push]",
      "",
    ].join("\n");

  const types = ["--hook-type", "pre-push", "--hook-type", "pre-commit"];

  test("its scripts are kept and run: both with the same arguments and input; every byte comes back", async () => {
    const log = join(createTempDir(), "log");
    const repo = createRepo({ files: { ".pre-commit-config.yaml": config(log) } });
    tool(repo.dir, "pre-commit", "install", ...types);
    const hooks = join(repo.dir, ".git/hooks");
    // What it finds, it moves aside and runs with the same standard input: a witness of what reaches it.
    const seen = join(createTempDir(), "seen");
    writeFileSync(join(hooks, "pre-push.legacy"), `#!/bin/sh\n${logging(seen)}`, { mode: 0o755 });
    const before = filesIn(hooks);
    const program = fakeProgram();
    const { way, status: found, warnings } = await install(repo.dir, { program });
    expect({ way, warnings }).toEqual({ way: "directory", warnings: [] });
    expect(found.hooks.flatMap(({ chained }) => chained ?? [])).toEqual([
      "pre-push.coppice-kept",
      "pre-commit.coppice-kept",
    ]);

    const remote = pushTarget(repo);
    const [args, ...refs] = pushTwo(repo, remote);
    expect(linesOf(seen)).toEqual([`own ${args}`, ...refs]);
    expect(linesOf(log)).toEqual([`own ${remote}`]);
    expect(program.log().slice(0, 3)).toEqual([`program pre-push ${args}`, ...refs]);

    await uninstall(repo.dir);
    expect(filesIn(hooks)).toEqual(before);
  });

  test("it came after the hooks: it runs them, and an uninstall leaves its own", async () => {
    const log = join(createTempDir(), "log");
    const repo = createRepo({ files: { ".pre-commit-config.yaml": config(log) } });
    const program = fakeProgram();
    await install(repo.dir, { program });
    tool(repo.dir, "pre-commit", "install", ...types);
    const hooks = join(repo.dir, ".git/hooks");
    expect(existsSync(join(hooks, "pre-push.legacy"))).toBe(true);
    expect(states(await status(repo.dir))).toEqual(all("installed"));
    const remote = pushTarget(repo);
    const [args, ...refs] = pushTwo(repo, remote);
    expect(program.log().slice(0, 3)).toEqual([`program pre-push ${args}`, ...refs]);
    expect(linesOf(log)).toHaveLength(1);

    const theirs = readFileSync(join(hooks, "pre-push"), "utf8");
    // Installed once more, Coppice goes first again, and nothing runs twice.
    await install(repo.dir, { program });
    expect(existsSync(join(hooks, "pre-push.legacy"))).toBe(false);
    repo.commit("Another");
    repo.git("push", "--quiet", remote, "HEAD:refs/heads/task/a");
    expect(program.log().filter((line) => line.startsWith("program pre-push"))).toHaveLength(2);
    await uninstall(repo.dir);
    expect(readFileSync(join(hooks, "pre-push"), "utf8")).toBe(theirs);
    expect(Object.keys(filesIn(hooks))).toEqual(["pre-commit", "pre-push"]);
  });
});

test("a script written by hand: the same arguments and input, and the same file afterwards", async () => {
  const repo = createRepo();
  const log = join(createTempDir(), "log");
  const hooks = join(repo.dir, ".git/hooks");
  mkdirSync(hooks, { recursive: true });
  writeFileSync(join(hooks, "pre-push"), `#!/bin/sh\n${logging(log)}`, { mode: 0o755 });
  const before = filesIn(hooks);
  const program = fakeProgram();
  await install(repo.dir, { program });
  const remote = pushTarget(repo);
  const [args, ...refs] = pushTwo(repo, remote);
  expect(linesOf(log)).toEqual([`own ${args}`, ...refs]);
  expect(program.log().slice(0, 3)).toEqual([`program pre-push ${args}`, ...refs]);
  await uninstall(repo.dir);
  expect(filesIn(hooks)).toEqual(before);
});
