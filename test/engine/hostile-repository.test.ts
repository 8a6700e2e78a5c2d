import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { create } from "../../src/engine/create.js";
import { remove } from "../../src/engine/remove.js";
import { requireTrust, trust } from "../../src/engine/trust.js";
import { createRepo } from "../support/repo.js";
import { failure, withEngine } from "./setup-support.js";

const bare = { copyEnv: false, installDeps: false, runInitScript: false };

test("the worktree root is a link of the repository's own files: UNTRUSTED, nothing is made where it leads", async () => {
  const repo = createRepo();
  const elsewhere = join(repo.dir, "..", "elsewhere");
  mkdirSync(elsewhere);
  symlinkSync("../elsewhere", join(repo.dir, ".worktrees"));
  repo.git("add", ".worktrees");
  const error = await failure(
    withEngine(repo.dir, (engine) => create(engine, { branch: "task/a", setup: bare })),
  );
  expect(error).toMatchObject({ code: "UNTRUSTED", details: { files: [".worktrees"] } });
  expect(error.suggestedAction).toContain("coppice.worktreeRoot");
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(repo.git("branch", "--list", "task/a")).toBe("");
});

test.each([
  [false, ".git", "lfs"],
  [false, "roots/link", "modules"],
  [false, "../other/.git/hooks", "task/a"],
  [true, ".", "hooks"],
])(
  "the config puts a worktree among git's own files (bare: %s): refused, nothing is made",
  async (isBare, root, branch) => {
    const repo = createRepo();
    let dir = repo.dir;
    if (isBare) {
      dir = join(repo.dir, "..", "bare.git");
      repo.git("clone", "--quiet", "--bare", repo.dir, dir);
      rmSync(join(dir, "hooks"), { recursive: true });
    }
    repo.git("init", "--quiet", "../other");
    mkdirSync(join(repo.dir, "roots"));
    symlinkSync("../.git", join(repo.dir, "roots", "link"));
    repo.git("-C", dir, "config", "coppice.worktreeRoot", root);
    const error = await failure(withEngine(dir, (engine) => create(engine, { branch, setup: bare })));
    expect(error).toMatchObject({ code: "CONFIG_INVALID", details: { key: "worktreeRoot" } });
    expect(repo.git("-C", dir, "branch", "--list", branch)).toBe("");
  },
);

test("a person's own link is the root, and leads elsewhere by the time of the removal: the worktree goes, its copy stays", async () => {
  const repo = createRepo();
  const [disk, other] = ["disk", "other"].map((name) => join(realpathSync(join(repo.dir, "..")), name));
  if (disk === undefined || other === undefined) throw new Error("two directories");
  mkdirSync(disk);
  const root = join(repo.dir, ".worktrees");
  symlinkSync(disk, root);
  const { path } = await withEngine(repo.dir, (engine) => create(engine, { branch: "task/a", setup: bare }));
  expect(path).toBe(join(disk, "task-a"));
  cpSync(disk, other, { recursive: true });
  writeFileSync(join(other, "task-a", "precious"), "");
  rmSync(root);
  symlinkSync(other, root);
  await withEngine(repo.dir, (engine) => remove(engine, "task/a", { force: 1 }));
  expect(existsSync(path)).toBe(false);
  expect(existsSync(join(other, "task-a", "precious"))).toBe(true);
});

test("a link stands in a worktree's place: removing it, by force too, touches nothing of what it leads to", async () => {
  const repo = createRepo();
  const { path } = await withEngine(repo.dir, (engine) => create(engine, { branch: "task/a", setup: bare }));
  const precious = join(repo.dir, "..", "precious");
  cpSync(path, precious, { recursive: true });
  const before = readdirSync(precious);
  renameSync(path, join(repo.dir, "..", "away"));
  symlinkSync(precious, path);
  const error = await failure(withEngine(repo.dir, (engine) => remove(engine, "task/a", { force: 1 })));
  expect(error.code).toBe("WORKTREE_NOT_FOUND");
  expect(readdirSync(precious)).toEqual(before);
});

test("a command with more words than anybody reads: the file behind them is trusted as it is, too", async () => {
  const padding = Array.from({ length: 300 }, (_, number) => `w${number}`).join(" ");
  const command = `: ${padding}; sh scripts/init.sh`;
  const repo = createRepo({
    files: {
      "coppice.config.json": JSON.stringify({ setup: { initScript: command } }),
      "scripts/init.sh": "true\n",
    },
  });
  const check = () =>
    withEngine(repo.dir, (engine) => requireTrust(engine, ["setup.initScript"], { directory: repo.dir }));
  await withEngine(repo.dir, trust);
  await check();
  writeFileSync(join(repo.dir, "scripts", "init.sh"), "touch owned\n");
  expect((await failure(check())).code).toBe("UNTRUSTED");
});
