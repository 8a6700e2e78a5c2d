import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hooksOutput } from "../../src/cli/output/hooks.js";
import { createRepo, createTempDir } from "../support/repo.js";
import { coppice, done } from "./support.js";

const json = async (dir: string, ...argv: string[]) =>
  hooksOutput.parse((await done(dir, "hooks", ...argv, "--json")).json());

describe("coppice hooks", () => {
  test("install, status, uninstall: each says what it did", async () => {
    const repo = createRepo();
    const own = join(repo.dir, ".git/hooks/pre-push");
    writeFileSync(own, "#!/bin/sh\nexit 0\n", { mode: 0o755 });
    expect((await done(repo.dir, "hooks", "status")).stdout).toContain(
      "problem  No hooks are installed: coppice hooks install.",
    );
    const made = await done(repo.dir, "hooks", "install");
    expect(made.stdout).toMatch(/^made {2}post-checkout, pre-push, .*\(the hooks directory\)$/m);
    expect(made.stdout).toContain("pre-push runs pre-push.coppice-kept too");
    expect((await done(repo.dir, "hooks", "install")).stdout).toMatch(/^kept /);
    const { stdout } = await done(repo.dir, "hooks", "status");
    expect(stdout).toMatch(/^hooks by the hooks directory$/m);
    expect(stdout).toMatch(/^pre-push +installed +pre-push\.coppice-kept$/m);
    expect((await done(repo.dir, "hooks", "uninstall")).stdout).toBe(
      "the hooks are gone, and what was there before them is back\n",
    );
    expect(readFileSync(own, "utf8")).toBe("#!/bin/sh\nexit 0\n");
    expect((await done(repo.dir, "hooks", "uninstall")).stdout).toBe("there was nothing of Coppice\n");
  });

  test("none wanted: an install takes them away and says why there are none", async () => {
    const repo = createRepo();
    await done(repo.dir, "hooks", "install");
    repo.git("config", "coppice.hooks.install", "none");
    expect((await done(repo.dir, "hooks", "install")).stdout).toBe(
      "no hooks: hooks.install in the config is none\n",
    );
    expect(existsSync(join(repo.dir, ".git/hooks/pre-push"))).toBe(false);
  });

  test("--json: one document for each action", async () => {
    const repo = createRepo();
    const installed = await json(repo.dir, "install");
    expect(installed).toMatchObject({ action: "install", changed: true, status: { way: "directory" } });
    expect(installed.status.hooks.map(({ state }) => state)).toEqual(Array(7).fill("installed"));
    expect(await json(repo.dir, "status")).toMatchObject({ action: "status", changed: false });
    expect(await json(repo.dir, "uninstall")).toMatchObject({ action: "uninstall", changed: true });
  });

  test("hooks that git does not run: told with the reason, for the worktree too; exit code 0", async () => {
    const repo = createRepo();
    const linked = join(createTempDir(), "linked");
    repo.git("worktree", "add", "--quiet", "-b", "task/a", linked);
    await done(repo.dir, "hooks", "install");
    repo.git("config", "extensions.worktreeConfig", "true");
    repo.gitIn(linked, "config", "--worktree", "core.hooksPath", "/some/where");
    const { stdout } = await done(repo.dir, "hooks", "status");
    expect(stdout).toMatch(/^in task\/a:$/m);
    expect(stdout).toMatch(/^pre-push +shadowed +core\.hooksPath is \/some\/where/m);
    expect(stdout).toMatch(/^problem {2}linked: core\.hooksPath is \/some\/where/m);
    const inside = await done(linked, "hooks", "status");
    expect(inside.stdout).toMatch(/^hooks by nothing/m);
  });

  test("a directory that is not the repository's alone: refused with exit code 2 and a way out", async () => {
    const repo = createRepo();
    repo.git("config", "core.hooksPath", "/some/where");
    const { code, stderr } = await coppice(repo.dir, ["hooks", "install"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error\[CONFIG_INVALID\] Coppice installs no hooks: core\.hooksPath is/);
    expect(stderr).toContain("hint:");
  });

  test("lefthook's config: the entry is printed, --quiet too; --write makes it", async () => {
    const repo = createRepo({ files: { "lefthook.yml": "colors: false\n" } });
    expect((await done(repo.dir, "hooks", "install", "--quiet")).stdout).toContain("lefthook-coppice.yml");
    expect(existsSync(join(repo.dir, "lefthook-coppice.yml"))).toBe(false);
    expect((await done(repo.dir, "hooks", "install", "--write")).stdout).toContain(
      "then: run lefthook install, and commit the files\n",
    );
    expect(existsSync(join(repo.dir, "lefthook-coppice.yml"))).toBe(true);
  });

  test("no action, or one that there is not: usage", async () => {
    const repo = createRepo();
    expect((await coppice(repo.dir, ["hooks"])).code).toBe(2);
    const { code, stderr } = await coppice(repo.dir, ["hooks", "instal"]);
    expect(code).toBe(2);
    expect(stderr).toContain("install, uninstall, status");
  });

  test("completion: the actions, and the option", async () => {
    const repo = createRepo();
    expect((await done(repo.dir, "__complete", "hooks", "")).stdout).toContain("uninstall");
    expect((await done(repo.dir, "__complete", "hooks", "install", "--w")).stdout).toContain("--write");
  });
});
