import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
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
import { createRepo, createTempDir } from "../support/repo.js";
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
  writeLoggingHook,
} from "./hooks-support.js";
import { run } from "./support.js";

const source = join(import.meta.dirname, "../../hooks");

/** The scripts of another version. */
function otherVersion(): string {
  const dir = join(createTempDir(), "hooks");
  cpSync(source, dir, { recursive: true });
  for (const name of ["pre-push", "post-commit"])
    writeFileSync(join(dir, name), `${readFileSync(join(dir, name), "utf8")}# of another version\n`);
  return dir;
}

describe("a repository without hooks", () => {
  test("hooks are installed, the second time nothing changes, and they go without a trace", async () => {
    const repo = createRepo();
    rmSync(join(repo.dir, ".git/hooks"), { recursive: true });
    const first = await install(repo.dir);
    expect(first).toMatchObject({ changed: true, way: "directory", advice: null, warnings: [] });
    expect(states(first.status)).toEqual(all("installed"));
    expect(first.status.problems).toEqual([]);

    const before = filesIn(join(repo.dir, ".git"));
    expect(await install(repo.dir)).toMatchObject({ changed: false, way: "directory" });
    expect(filesIn(join(repo.dir, ".git"))).toEqual(before);

    expect(await uninstall(repo.dir)).toEqual({ changed: true, warnings: [] });
    expect(existsSync(join(repo.dir, ".git/hooks"))).toBe(false);
    expect(existsSync(join(repo.dir, ".git/coppice/hooks"))).toBe(false);
    expect(await uninstall(repo.dir)).toEqual({ changed: false, warnings: [] });
  });

  test("init installs them too, and keeps them the second time", async () => {
    const repo = createRepo();
    const step = async () => (await run(repo.dir, (engine) => init(engine))).steps.at(-1);
    expect(await step()).toMatchObject({ name: "hooks", outcome: "made" });
    expect(await step()).toMatchObject({ name: "hooks", outcome: "kept" });
    expect(states(await status(repo.dir))).toEqual(all("installed"));
  });

  test("samples of git: left alone", async () => {
    const repo = createRepo();
    const sample = join(repo.dir, ".git/hooks/pre-push.sample");
    writeFileSync(sample, "exit 1\n", { mode: 0o755 });
    const before = filesIn(join(repo.dir, ".git/hooks"));
    await install(repo.dir);
    expect(existsSync(`${sample}.coppice-kept`)).toBe(false);
    await uninstall(repo.dir);
    expect(filesIn(join(repo.dir, ".git/hooks"))).toEqual(before);
  });

  test("hooks.install: core alone; none takes away what was there", async () => {
    const repo = createRepo();
    repo.git("config", "coppice.hooks.install", "core");
    const core = await install(repo.dir);
    expect(states(core.status)).toEqual({
      ...all("off"),
      "post-checkout": "installed",
      "pre-push": "installed",
      "post-merge": "installed",
    });
    expect(core.status.problems).toEqual([]);
    repo.git("config", "coppice.hooks.install", "all");
    expect(states((await install(repo.dir)).status)).toEqual(all("installed"));
    repo.git("config", "coppice.hooks.install", "core");
    expect((await install(repo.dir)).changed).toBe(true);
    expect(existsSync(join(repo.dir, ".git/hooks/pre-commit"))).toBe(false);
    repo.git("config", "coppice.hooks.install", "none");
    const none = await install(repo.dir);
    expect(none).toMatchObject({ changed: true, way: null });
    expect(states(none.status)).toEqual(all("off"));
    expect((await install(repo.dir)).changed).toBe(false);
  });

  test("two installs at once: one after the other", async () => {
    const repo = createRepo();
    const own = join(repo.dir, ".git/hooks/pre-push");
    writeLoggingHook(own, join(repo.dir, "log"));
    const before = readFileSync(own, "utf8");
    const results = await Promise.all([1, 2, 3, 4].map(() => install(repo.dir)));
    expect(results.filter(({ changed }) => changed)).toHaveLength(1);
    expect(readFileSync(`${own}.coppice-kept`, "utf8")).toBe(before);
    await uninstall(repo.dir);
    expect(readFileSync(own, "utf8")).toBe(before);
  });
});

describe("hook scripts that were there", () => {
  test("a script with standard input: both run with the same, and it comes back as the same file", async () => {
    const repo = createRepo({ name: "it's a répo $HOME" });
    const log = join(createTempDir(), "own log");
    const own = join(repo.dir, ".git/hooks/pre-push");
    writeLoggingHook(own, log, 0o750);
    const before = filesIn(join(repo.dir, ".git/hooks"));
    const program = fakeProgram();
    const { status: found } = await install(repo.dir, { program });
    expect(found.hooks.find(({ hook }) => hook === "pre-push")).toMatchObject({
      state: "installed",
      chained: "pre-push.coppice-kept",
    });
    expect(lstatSync(`${own}.coppice-kept`).mode & 0o777).toBe(0o750);

    const remote = pushTarget(repo);
    const oid = repo.git("rev-parse", "HEAD");
    repo.git("push", "--quiet", remote, "HEAD:refs/heads/task/a");
    const line = `HEAD ${oid} refs/heads/task/a ${"0".repeat(40)}`;
    expect(linesOf(log)).toEqual([`own ${remote} ${remote}`, line]);
    expect(program.log().slice(0, 2)).toEqual([`program pre-push ${remote} ${remote}`, line]);

    expect(await uninstall(repo.dir)).toEqual({ changed: true, warnings: [] });
    expect(filesIn(join(repo.dir, ".git/hooks"))).toEqual(before);
  });

  test("its failure is the push's", async () => {
    const repo = createRepo();
    writeFileSync(join(repo.dir, ".git/hooks/pre-push"), "#!/bin/sh\nexit 7\n", { mode: 0o755 });
    await install(repo.dir);
    expect(() => repo.git("push", "--quiet", pushTarget(repo), "HEAD:refs/heads/x")).toThrow();
  });

  test("hooks.order after: Coppice's part comes first", async () => {
    const repo = createRepo();
    repo.git("config", "coppice.hooks.order", "after");
    const program = fakeProgram();
    const log = join(createTempDir(), "log");
    const order = join(createTempDir(), "order");
    const own = join(repo.dir, ".git/hooks/pre-push");
    writeFileSync(own, `#!/bin/sh\n[ -e '${join(program.program, "../log")}' ] && echo after >'${order}'\n`, {
      mode: 0o755,
    });
    await install(repo.dir, { program });
    repo.git("push", "--quiet", pushTarget(repo), "HEAD:refs/heads/task/a");
    expect(linesOf(order)).toEqual(["after"]);
    expect(linesOf(log)).toEqual([]);
  });

  test("one that git ignores, a link, a binary: each comes back as it was", async () => {
    const repo = createRepo();
    const hooks = join(repo.dir, ".git/hooks");
    writeFileSync(join(hooks, "pre-commit"), "#!/bin/sh\nexit 1\n", { mode: 0o644 });
    const target = join(createTempDir(), "elsewhere");
    writeFileSync(target, "#!/bin/sh\nexit 0\n", { mode: 0o755 });
    symlinkSync(target, join(hooks, "post-merge"));
    symlinkSync("nowhere", join(hooks, "post-rewrite"));
    const bytes = Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0xff, 0xfe, 10, 13]);
    writeFileSync(join(hooks, "pre-rebase"), bytes, { mode: 0o755 });
    const before = filesIn(hooks);
    const contents = Object.fromEntries(
      Object.entries(before).map(([name, file]) => [name, file.replace(/^\d+ /, "")]),
    );
    const { warnings } = await install(repo.dir);
    expect(warnings).toEqual([]);
    // git ignored it, so it must not stop a commit now.
    repo.git("commit", "--quiet", "--allow-empty", "-m", "not stopped");
    await uninstall(repo.dir);
    const after = filesIn(hooks);
    expect(after["pre-commit"]).toBe(before["pre-commit"]);
    expect(after["pre-rebase"]).toBe(before["pre-rebase"]);
    const withoutInode = (file: string | undefined) => file?.replace(/^\d+ /, "");
    for (const name of ["post-merge", "post-rewrite"]) expect(withoutInode(after[name])).toBe(contents[name]);
    expect(Object.keys(after)).toEqual(Object.keys(before));
  });

  test("a directory with a hook's name: left alone, and told", async () => {
    const repo = createRepo();
    mkdirSync(join(repo.dir, ".git/hooks/pre-commit"), { recursive: true });
    const { warnings, status: found } = await install(repo.dir);
    expect(warnings[0]).toContain("pre-commit in the hooks directory is no file");
    expect(states(found)).toEqual({ ...all("installed"), "pre-commit": "missing" });
    await uninstall(repo.dir);
    expect(lstatSync(join(repo.dir, ".git/hooks/pre-commit")).isDirectory()).toBe(true);
  });
});

describe("an install that was killed", () => {
  const script = "#!/bin/sh\nexit 0\n";

  /** As it was after the script had got its second name, with the drafts of the next step. */
  function killed() {
    const repo = createRepo();
    const own = join(repo.dir, ".git/hooks/pre-push");
    writeFileSync(own, script, { mode: 0o755 });
    const before = filesIn(join(repo.dir, ".git/hooks"));
    linkSync(own, `${own}.coppice-kept`);
    writeFileSync(`${own}.coppice-draft`, "#!/bin/sh\nhal");
    return { repo, own, before };
  }

  test("installed again: the script is kept once", async () => {
    const { repo, own, before } = killed();
    const { warnings } = await install(repo.dir);
    expect(warnings).toEqual([]);
    expect(existsSync(`${own}.coppice-draft`)).toBe(false);
    expect(readFileSync(`${own}.coppice-kept`, "utf8")).toBe(script);
    await uninstall(repo.dir);
    expect(filesIn(join(repo.dir, ".git/hooks"))).toEqual(before);
  });

  test("uninstalled: as it was", async () => {
    const { repo, before } = killed();
    await uninstall(repo.dir);
    expect(filesIn(join(repo.dir, ".git/hooks"))).toEqual(before);
  });

  test("with hooks and without what they read: status tells, and installing mends it", async () => {
    const repo = createRepo();
    await install(repo.dir);
    rmSync(join(repo.dir, ".git/coppice/hooks/pre-push"));
    expect(states(await status(repo.dir))).toMatchObject({
      "pre-push": "missing",
      "post-merge": "installed",
    });
    rmSync(join(repo.dir, ".git/coppice/hooks/coppice.sh"));
    expect(states(await status(repo.dir))).toEqual(all("missing"));
    expect(states((await install(repo.dir)).status)).toEqual(all("installed"));
  });
});

describe("what changed after an install", () => {
  test("another version of Coppice: outdated, replaced by an install, known to an uninstall", async () => {
    const repo = createRepo();
    const other = otherVersion();
    expect(states((await install(repo.dir, { source: other })).status)).toEqual(all("installed"));
    expect(states(await status(repo.dir))).toEqual({
      ...all("installed"),
      "pre-push": "outdated",
      "post-commit": "outdated",
    });
    expect((await install(repo.dir)).changed).toBe(true);
    expect(states(await status(repo.dir))).toEqual(all("installed"));

    await install(repo.dir, { source: other });
    await uninstall(repo.dir);
    expect(filesIn(join(repo.dir, ".git/hooks"))).toEqual({});
  });

  test("a hook that somebody edited: kept, with a warning", async () => {
    const repo = createRepo();
    await install(repo.dir);
    const hook = join(repo.dir, ".git/hooks/pre-push");
    const edited = `${readFileSync(hook, "utf8")}echo mine\n`;
    writeFileSync(hook, edited);
    const again = await install(repo.dir);
    expect(again.warnings).toEqual(["pre-push was edited since Coppice wrote it; it stays as it is."]);
    expect(states(again.status)).toMatchObject({ "pre-push": "edited" });
    expect((await uninstall(repo.dir)).warnings).toEqual([
      "pre-push was edited since Coppice wrote it; it stays.",
    ]);
    expect(readFileSync(hook, "utf8")).toBe(edited);
  });

  test("a hook that somebody deleted or made not executable: missing; the kept script comes back", async () => {
    const repo = createRepo();
    const hooks = join(repo.dir, ".git/hooks");
    writeLoggingHook(join(hooks, "pre-push"), join(repo.dir, "log"));
    const before = filesIn(hooks);
    await install(repo.dir);
    rmSync(join(hooks, "pre-push"));
    chmodSync(join(hooks, "post-merge"), 0o644);
    expect(states(await status(repo.dir))).toMatchObject({ "pre-push": "missing", "post-merge": "missing" });
    await uninstall(repo.dir);
    expect(filesIn(hooks)).toEqual(before);
  });

  test("another tool took a hook's place and parked ours: shadowed; an install keeps the new script", async () => {
    const repo = createRepo();
    const hooks = join(repo.dir, ".git/hooks");
    writeFileSync(join(hooks, "pre-push"), "#!/bin/sh\necho first\n", { mode: 0o755 });
    await install(repo.dir);
    renameSync(join(hooks, "pre-push"), join(hooks, "pre-push.old"));
    writeFileSync(join(hooks, "pre-push"), "#!/bin/sh\necho second\n", { mode: 0o755 });
    const shadowed = await status(repo.dir);
    expect(states(shadowed)).toEqual({ ...all("installed"), "pre-push": "shadowed" });
    expect(shadowed.problems).toEqual(["Not run here: pre-push."]);

    const { warnings } = await install(repo.dir);
    expect(warnings).toEqual([
      "Another tool has replaced pre-push. The script that Coppice kept until now is in pre-push.coppice-kept.1.",
    ]);
    expect(existsSync(join(hooks, "pre-push.old"))).toBe(false);
    await uninstall(repo.dir);
    expect(readFileSync(join(hooks, "pre-push"), "utf8")).toContain("second");
    expect(readFileSync(join(hooks, "pre-push.coppice-kept.1"), "utf8")).toContain("first");
  });

  test("the same tool wrote its script again: kept once more, nothing is left over", async () => {
    const repo = createRepo();
    const hooks = join(repo.dir, ".git/hooks");
    const tool = (): void =>
      writeFileSync(join(hooks, "pre-push"), "#!/bin/sh\necho tool\n", { mode: 0o755 });
    tool();
    await install(repo.dir);
    rmSync(join(hooks, "pre-push"));
    tool();
    expect((await install(repo.dir)).warnings).toEqual([]);
    await uninstall(repo.dir);
    expect(Object.keys(filesIn(hooks))).toEqual(["pre-push"]);
  });

  test("a tool that goes on running ours under another name: installed", async () => {
    const repo = createRepo();
    const hooks = join(repo.dir, ".git/hooks");
    await install(repo.dir);
    renameSync(join(hooks, "pre-push"), join(hooks, "pre-push.legacy"));
    writeFileSync(join(hooks, "pre-push"), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
    expect(states(await status(repo.dir))).toEqual(all("installed"));
    await uninstall(repo.dir);
    expect(Object.keys(filesIn(hooks))).toEqual(["pre-push"]);
  });
});
