import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { create } from "../../src/engine/create.js";
import { createRepo, createTempDir, type TestRepo } from "../support/repo.js";
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
} from "./hooks-support.js";
import { notes, run } from "./support.js";

const huskyHooks = [
  ...["pre-commit", "pre-merge-commit", "prepare-commit-msg", "commit-msg", "post-commit"],
  ...["applypatch-msg", "pre-applypatch", "post-applypatch", "pre-rebase", "post-rewrite"],
  ...["post-checkout", "post-merge", "pre-push", "pre-auto-gc"],
];

/** What husky 9 leaves in a worktree: generated files that run `.husky/<hook>` with `sh -e`. */
function generate(worktree: string): void {
  const folder = join(worktree, ".husky/_");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, ".gitignore"), "*");
  const runner = [
    "#!/usr/bin/env sh",
    'name=$(basename "$0")',
    'script=$(dirname "$(dirname "$0")")/$name',
    '[ ! -f "$script" ] && exit 0',
    'sh -e "$script" "$@"',
    "exit $?",
    "",
  ].join("\n");
  writeFileSync(join(folder, "h"), runner);
  for (const hook of huskyHooks)
    writeFileSync(join(folder, hook), `#!/usr/bin/env sh\n. "$(dirname "$0")/h"`, { mode: 0o755 });
}

function withHusky(files: Readonly<Record<string, string>> = {}): TestRepo {
  const repo = createRepo({ files: { ".husky/pre-commit": "true\n", ...files } });
  generate(repo.dir);
  repo.git("config", "core.hooksPath", ".husky/_");
  return repo;
}

const own = (log: string): string => `{ echo "own $*"; cat; } >>'${log}'\n`;

describe("a repository that husky runs the hooks of", () => {
  test("both run, with the same arguments and standard input, under sh -e", async () => {
    const log = join(createTempDir(), "log");
    const repo = withHusky({ ".husky/pre-push": own(log) });
    const program = fakeProgram();
    const { way, status: found, warnings } = await install(repo.dir, { program });
    expect({ way, warnings }).toEqual({ way: "husky", warnings: [] });
    expect(states(found)).toEqual(all("installed"));
    expect(filesIn(join(repo.dir, ".git/hooks"))).toEqual({});

    const remote = pushTarget(repo);
    const oid = repo.git("rev-parse", "HEAD");
    const refs = ["task/a", "task/b"].map((name) => `HEAD ${oid} refs/heads/${name} ${"0".repeat(40)}`);
    repo.git("push", "--quiet", remote, "HEAD:refs/heads/task/a", "HEAD:refs/heads/task/b");
    expect(linesOf(log)).toEqual([`own ${remote} ${remote}`, ...refs]);
    expect(program.log().slice(0, 3)).toEqual([`program pre-push ${remote} ${remote}`, ...refs]);

    // Nothing to push: no line, for neither.
    rmSync(log);
    repo.git("push", "--quiet", remote, "HEAD:refs/heads/task/a");
    expect(linesOf(log)).toEqual([`own ${remote} ${remote}`]);
  });

  test("many refs: every line reaches the script behind Coppice's", async () => {
    const log = join(createTempDir(), "log");
    const repo = withHusky({ ".husky/pre-push": own(log) });
    await install(repo.dir, { program: fakeProgram() });
    const specs = Array.from({ length: 300 }, (_, index) => `HEAD:refs/heads/x/${index}`);
    repo.git("push", "--quiet", pushTarget(repo), ...specs);
    expect(linesOf(log)).toHaveLength(301);
    expect(linesOf(log).at(-1)).toMatch(/^HEAD [0-9a-f]{40} refs\/heads\/x\/\d+ 0{40}$/);
  });

  test("what Coppice refuses is refused, and the script behind does not run", async () => {
    const log = join(createTempDir(), "log");
    const repo = withHusky({ ".husky/pre-push": own(log) });
    const refusing = join(createTempDir(), "program");
    writeFileSync(refusing, "exit 3\n");
    await install(repo.dir, { program: { node: "/bin/sh", program: refusing } });
    expect(() => repo.git("push", "--quiet", pushTarget(repo), "HEAD:refs/heads/task/a")).toThrow();
    expect(linesOf(log)).toEqual([]);
  });

  test("without Coppice, as a colleague has it: the lines do nothing", async () => {
    const log = join(createTempDir(), "log");
    const repo = withHusky({ ".husky/pre-push": own(log) });
    await install(repo.dir);
    rmSync(join(repo.dir, ".git/coppice"), { recursive: true });
    const remote = pushTarget(repo);
    repo.git("push", "--quiet", remote, "HEAD:refs/heads/task/a");
    expect(linesOf(log)).toHaveLength(2);
    repo.commit("with every other hook");
    repo.git("commit", "--quiet", "--amend", "--allow-empty", "-m", "rewritten");
  });

  test.each([
    ["no final line feed", "echo a"],
    ["CRLF", "echo a\r\necho b\r\n"],
    ["an interpreter's line", "#!/bin/sh\necho a\n"],
    ["an interpreter's line alone", "#!/bin/sh"],
    ["an empty file", ""],
    ["bytes that are no text", "# \xe4\xff\n"],
  ])("%s: every byte and the mode come back", async (_name, text) => {
    const repo = withHusky();
    const file = join(repo.dir, ".husky/pre-push");
    writeFileSync(file, Buffer.from(text, "latin1"));
    chmodSync(file, 0o640);
    await install(repo.dir);
    expect(readFileSync(file, "latin1")).toContain("coppice/hooks/pre-push");
    const once = readFileSync(file, "latin1");
    expect((await install(repo.dir)).changed).toBe(false);
    expect(readFileSync(file, "latin1")).toBe(once);
    await uninstall(repo.dir);
    expect(readFileSync(file, "latin1")).toBe(text);
    expect(filesIn(join(repo.dir, ".husky"))["pre-push"]).toContain("100640");
  });

  test("files that were not there: made, and gone again", async () => {
    const repo = withHusky();
    const names = Object.keys(filesIn(join(repo.dir, ".husky")));
    await install(repo.dir);
    expect(existsSync(join(repo.dir, ".husky/post-merge"))).toBe(true);
    await uninstall(repo.dir);
    expect(Object.keys(filesIn(join(repo.dir, ".husky")))).toEqual(names);
    expect(repo.git("status", "--porcelain")).toBe("");
  });

  test("lines that somebody edited: outdated, taken out with a warning, the rest stays", async () => {
    const repo = withHusky({ ".husky/pre-push": "echo mine\n" });
    await install(repo.dir);
    const file = join(repo.dir, ".husky/pre-push");
    writeFileSync(file, readFileSync(file, "utf8").replace("if [ -x", "if true && [ -x"));
    expect(states(await status(repo.dir))).toMatchObject({ "pre-push": "outdated" });
    expect((await uninstall(repo.dir)).warnings[0]).toContain("Coppice's lines in pre-push were edited");
    expect(readFileSync(file, "utf8")).toBe("echo mine\n");
  });

  test("hooks of the directory from before husky came: moved, so that none runs twice", async () => {
    const repo = createRepo();
    await install(repo.dir);
    repo.write(".husky/pre-commit", "true\n");
    generate(repo.dir);
    repo.git("config", "core.hooksPath", ".husky/_");
    expect(states(await status(repo.dir))).toEqual(all("missing"));
    expect((await install(repo.dir)).way).toBe("husky");
    expect(filesIn(join(repo.dir, ".git/hooks"))).toEqual({});
  });

  test("the file that husky runs, with dash, bash and a plain sh: the same input", async () => {
    const repo = withHusky({ ".husky/post-rewrite": "cat\n" });
    await install(repo.dir);
    rmSync(join(repo.dir, ".git/coppice"), { recursive: true });
    const text = execFileSync("sh", ["-e", ".husky/post-rewrite", "amend"], {
      cwd: repo.dir,
      input: "a b\n$HOME `x` \\ c\n",
      encoding: "utf8",
    });
    expect(text).toBe("a b\n$HOME `x` \\ c\n");
  });
});

describe("a new linked worktree where husky generated nothing", () => {
  test("after create: the generated folder is there, and the hooks run", async () => {
    const repo = withHusky();
    await install(repo.dir);
    repo.commit("Call Coppice from husky's hooks");
    const report = notes();
    const { path } = await run(repo.dir, (engine) => create(engine, { branch: "task/a" }), { report });
    expect(report.steps.join("\n")).toContain("copied .husky/_");
    expect(Object.keys(filesIn(join(path, ".husky/_")))).toEqual(
      Object.keys(filesIn(join(repo.dir, ".husky/_"))),
    );
    const found = await status(repo.dir);
    expect(found.worktrees.map(({ way, differs }) => [way, differs])).toEqual([
      ["husky", []],
      ["husky", []],
    ]);
    expect(repo.gitIn(path, "status", "--porcelain")).toBe("");
  });

  test("with nothing to copy from: a warning that names the worktree", async () => {
    const repo = withHusky();
    rmSync(join(repo.dir, ".husky/_"), { recursive: true });
    const report = notes();
    await run(repo.dir, (engine) => create(engine, { branch: "task/a" }), { report });
    expect(report.warnings.join("\n")).toContain("git runs no hooks in task-a: .husky/_ is missing there");
  });

  test("made by plain git: status tells, an install mends it", async () => {
    const repo = withHusky();
    await install(repo.dir);
    repo.commit("Call Coppice from husky's hooks");
    const linked = join(createTempDir(), "linked");
    repo.git("worktree", "add", "--quiet", "-b", "task/a", linked);
    const before = await status(repo.dir);
    expect(before.worktrees[1]?.differs).toHaveLength(7);
    expect(before.worktrees[1]?.differs[0]).toMatchObject({ state: "shadowed" });
    expect(before.worktrees[1]?.differs[0]?.detail).toContain(".husky/_ is missing here");
    expect((await install(repo.dir)).changed).toBe(true);
    expect((await status(repo.dir)).worktrees[1]?.differs).toEqual([]);
  });

  test("a branch that has not got the lines yet: told for its worktree", async () => {
    const repo = withHusky();
    const linked = join(createTempDir(), "linked");
    repo.git("worktree", "add", "--quiet", "-b", "task/a", linked);
    const { warnings, status: found } = await install(repo.dir);
    expect(states(found)).toEqual(all("installed"));
    expect(found.worktrees[1]?.differs[0]?.detail).toContain("does not call Coppice here");
    expect(warnings.join()).toContain("linked: not run there: post-checkout");
    expect((await uninstall(linked)).warnings.join()).toContain("Files of repo still name Coppice");
  });
});
