import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { doctor } from "../../../src/engine/doctor/doctor.js";
import { coppice } from "../../cli/support.js";
import { createRepo } from "../../support/repo.js";
import { createdIn, run } from "../support.js";
import { diagnose } from "./support.js";

const setup = { copyEnv: false, installDeps: false, runInitScript: false };

/** `code` and what it is about, the last part of its path. */
const told = (
  findings: readonly { readonly code: string; readonly subject: { readonly path: string | null } | null }[],
) => findings.map(({ code, subject }) => `${code} ${subject?.path?.split("/").at(-1) ?? ""}`.trim()).sort();

test("worktrees broken in every way: found and nothing written; what is certain is repaired, and no other touched", async () => {
  const repo = createRepo();
  const git = join(repo.dir, ".git");
  const { path: managed } = await createdIn(repo, { branch: "task/head", setup });
  const { path: well } = await createdIn(repo, { branch: "task/well", setup });
  const at = (name: string): string => join(dirname(repo.dir), name);
  const admin = (name: string): string => join(git, "worktrees", name);
  const link = (name: string): string => join(at(name), ".git");
  const plain = ["moved", "bare", "older", "copied", "twice", "claimed", "lost-way", "index", "foreign"];
  for (const name of [...plain, "replaced", "own", "lost", "locked", "pruned"])
    repo.git("worktree", "add", "--quiet", "-b", name, at(name));

  renameSync(at("moved"), at("moved-there"));
  rmSync(link("bare"));
  writeFileSync(link("older"), "gitdir: /before/it/moved/.git/worktrees/older\n");
  cpSync(at("copied"), at("copy"), { recursive: true });
  for (const copy of ["twice-a", "twice-b"]) cpSync(at("twice"), at(copy), { recursive: true });
  rmSync(at("twice"), { recursive: true });
  writeFileSync(join(admin("claimed"), "gitdir"), `${link("copied")}\n`);
  rmSync(at("claimed"), { recursive: true });
  rmSync(join(admin("lost-way"), "commondir"));
  writeFileSync(join(admin("index"), "index"), "this is no index");
  writeFileSync(link("foreign"), `gitdir: ${git}\n`);
  rmSync(at("replaced"), { recursive: true });
  writeFileSync(at("replaced"), "");
  rmSync(link("own"));
  repo.gitIn(at("own"), "init", "--quiet");
  rmSync(at("lost"), { recursive: true });
  repo.git("worktree", "lock", at("locked"));
  rmSync(at("locked"), { recursive: true });
  rmSync(admin("pruned"), { recursive: true });
  mkdirSync(admin("nothing"));
  writeFileSync(join(admin("task-head"), "HEAD"), "garbage\n");
  writeFileSync(join(admin("moved"), "locked"), "initializing\n");
  utimesSync(join(admin("moved"), "locked"), new Date(0), new Date(0));
  const tip = repo.git("rev-parse", "main");
  repo.git("branch", "damaged");
  writeFileSync(join(git, "refs", "heads", "damaged"), "");

  // None of that is in the way of the worktrees that are whole.
  writeFileSync(join(well, "work.txt"), "work\n");
  for (const words of [
    ["list"],
    ["show", "task/well"],
    ["commit", "task/well", "-m", "Work"],
    ["create", "task/new"],
    ["conflicts", "--matrix"],
    ["prune", "--filter", "all", "--dry-run"],
    ["hooks", "status"],
    ["merge", "task/well", "--keep"],
    ["remove", "task/new"],
    ["remove", "task/well"],
    ["archive"],
  ]) {
    const { code, stderr } = await coppice(repo.dir, words);
    expect(code, `${words.join(" ")}: ${stderr}`).toBe(0);
  }
  writeFileSync(join(git, "index.lock"), "");
  repo.git("config", "extensions.worktreeConfig", "true");
  repo.git("config", "core.worktree", repo.dir);

  const certain = [
    "branch-damaged damaged",
    "git-file-broken bare",
    "git-file-broken older",
    "git-lock-stale index.lock",
    "index-damaged index",
    "registration-commondir lost-way",
    "registration-empty nothing",
    "registration-head task-head",
    "shared-core-settings config",
    "worktree-moved moved",
  ];
  const personal = [
    "git-directory-replaced own",
    "git-file-foreign foreign",
    "registration-gone pruned",
    "worktree-claimed-twice copied",
    "worktree-copied copy",
    "worktree-locked-missing locked",
    "worktree-moved-twice twice",
    "worktree-prunable lost",
    "worktree-replaced replaced",
  ];
  const ours = [...certain, ...personal];
  const found = told((await diagnose(repo.dir)).findings);
  expect(found.filter((one) => ours.includes(one))).toEqual([...ours].sort());
  // What follows from a HEAD that names nothing.
  expect(found.filter((one) => !ours.includes(one))).toEqual(["status-unreadable task-head"]);

  const files = readFileSync(join(at("copy"), "README.md"), "utf8");
  const later = { now: () => Date.now() + 10_000 };
  const fixed = await run(repo.dir, (engine) => doctor(engine, { fix: true }), later);
  expect(told(fixed.repaired)).toEqual(certain);
  // That it is half made shows as soon as it is found.
  personal.push("worktree-half-made moved-there");
  personal.sort();
  expect(told(fixed.findings)).toEqual(personal);

  for (const name of ["moved-there", "bare", "older", "lost-way", "index", "copied"])
    expect(repo.gitIn(at(name), "status", "--porcelain"), name).toBe("");
  expect(repo.gitIn(managed, "status", "--porcelain", "--branch")).toBe("## task/head");
  expect(repo.git("rev-parse", "damaged")).toBe(tip);
  expect(repo.git("config", "--get", "core.worktree")).toBe(repo.dir);
  expect(existsSync(join(git, "index.lock"))).toBe(false);
  expect(readFileSync(link("copy"), "utf8")).toContain("worktrees/copied");
  expect(readFileSync(join(at("copy"), "README.md"), "utf8")).toBe(files);
  expect(readFileSync(link("foreign"), "utf8")).toBe(`gitdir: ${git}\n`);

  const again = await run(repo.dir, (engine) => doctor(engine, { fix: true }), later);
  expect([told(again.repaired), told(again.findings)]).toEqual([[], personal]);

  // git answers in a directory without its own link, too, and for another repository: no hooks are missed there.
  expect((await coppice(repo.dir, ["hooks", "install"])).code).toBe(0);
  repo.git("config", "core.hooksPath", ".husky/_");
  const shadowed = (await diagnose(repo.dir)).findings.filter(({ code }) => code.startsWith("hooks-"));
  expect(shadowed.map(({ code, fixable }) => [code, fixable])).toEqual([["hooks-missing", true]]);
  expect((await coppice(repo.dir, ["hooks", "install"])).code).toBe(0);
  const installed = (await diagnose(repo.dir)).findings.filter(({ code }) => code.startsWith("hooks-"));
  const whole = ["bare", "copied", "index", "lost-way", "moved-there", "older", "task-head"];
  expect(told(installed)).toEqual([
    ...whole.map((name) => `hooks-not-run-there ${name}`),
    "hooks-shadowed _",
  ]);
  // What leads git elsewhere is not ours to make.
  expect(installed.find(({ code }) => code === "hooks-shadowed")?.fixable).toBe(false);
});
