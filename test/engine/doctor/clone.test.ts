import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { commit } from "../../../src/engine/commit.js";
import { doctor } from "../../../src/engine/doctor/doctor.js";
import { holdersOf, lockFile } from "../../../src/engine/doctor/git-holders.js";
import { sync } from "../../../src/engine/exchange.js";
import { init } from "../../../src/engine/init.js";
import { list } from "../../../src/engine/list.js";
import { task } from "../../../src/engine/task.js";
import { listRefs } from "../../../src/git/refs.js";
import { listWorktrees } from "../../../src/git/worktrees.js";
import { createBareRemote, createRepo, openRepo } from "../../support/repo.js";
import { createdIn, failure, recordIn, run } from "../support.js";
import { diagnose, repair, repairedIn, standing } from "./support.js";

const setup = { copyEnv: false, installDeps: false, runInitScript: false };

const codes = (findings: readonly { readonly code: string }[]): string[] =>
  findings.map(({ code }) => code).sort();

/** As long ago as nobody is in the middle of writing it. */
function aged(path: string): void {
  utimesSync(path, new Date(0), new Date(0));
}

test("what Coppice keeps and installs, damaged or left behind: found and nothing written, put right, and then clean", async () => {
  const repo = createRepo();
  createBareRemote(repo);
  const { record, path } = await createdIn(repo, { branch: "task/a", setup });
  const { record: moved, path: before } = await createdIn(repo, { branch: "task/moved", setup });
  await run(repo.dir, init);
  const git = join(repo.dir, ".git");
  const own = join(git, "coppice");
  expect(codes((await repair(repo.dir)).findings)).toEqual([]);

  // Entries that no flush took: one whole, one cut off.
  const spool = join(own, "spool");
  const name = await run(repo.dir, async (engine) => {
    await engine.journal.append(record.id, { type: "TASK", id: "T-1", status: "in_progress" }, engine.actor);
    const [written = ""] = readdirSync(spool);
    renameSync(join(spool, written), join(own, written));
    return written;
  });
  renameSync(join(own, name), join(spool, name));
  aged(join(spool, name));
  // Its process number is one that no system gives out.
  writeFileSync(join(spool, name.replace(/\.\d+\.\d*\.line$/, `.${2 ** 22 + 1}.1.line`)), '{"t":"');
  const observation = join(spool, "post-commit.1.1.obs");
  writeFileSync(
    observation,
    ["coppice-observation", "1", "post-commit", path, git, "", "", "0", "end", ""].join("\0"),
  );
  aged(observation);
  const draft = join(own, "local", record.id, "place.json.0123456789ab.tmp");
  writeFileSync(draft, "{");
  aged(draft);
  appendFileSync(join(own, "cache", "records"), "x");
  mkdirSync(join(own, "code"), { recursive: true, mode: 0o700 });
  writeFileSync(join(own, "code", "commands"), "no code", { mode: 0o600 });
  writeFileSync(join(own, "local", record.id, "place.json"), "no place");
  repo.git("worktree", "move", before, join(dirname(before), "elsewhere"));
  repo.git("config", "--unset-all", "remote.origin.fetch", "coppice");
  writeFileSync(join(git, "info", "exclude"), "");
  rmSync(join(git, "hooks", "post-merge"));
  repo.git("notes", "--ref=coppice", "append", "-m", "\u001b[31mnot an entry", record.id);
  repo.git("branch", "Task/A");
  const notes = [
    "drafts-left",
    "entries-half-written",
    "journal-line-unreadable",
    "kept-code-damaged",
    "cache-damaged",
    "names-clash",
  ];
  const found = await diagnose(repo.dir);
  expect(codes(found.findings)).toEqual(
    [
      ...notes,
      "entries-waiting",
      "exclude-missing",
      "hooks-missing",
      "local-fact-damaged",
      "observations-waiting",
      "place-outdated",
      "refspec-missing",
      // What hooks are told lies where that place says.
      "state-not-told",
    ].sort(),
  );
  expect(found.findings.find(({ code }) => code === "journal-line-unreadable")?.message).toMatch(
    /A line of the journal of task\/a is no entry .*: \d+ \(not JSON\)/,
  );

  expect(codes((await repair(repo.dir)).findings)).toEqual(["journal-line-unreadable", "names-clash"]);
  expect(codes((await diagnose(repo.dir)).findings)).toEqual(["journal-line-unreadable", "names-clash"]);
  expect(readdirSync(spool)).toEqual([]);
  expect(existsSync(join(git, "hooks", "post-merge"))).toBe(true);
  expect((await recordIn(repo.dir, "task/a")).task).toMatchObject({ id: "T-1" });
  expect((await recordIn(repo.dir, "task/moved")).id).toBe(moved.id);
});

test("a repository that was moved with its worktrees: linked again", async () => {
  const repo = createRepo();
  await createdIn(repo, { branch: "task/a", setup });
  const there = openRepo(join(dirname(repo.dir), "there"));
  renameSync(repo.dir, there.dir);
  expect(codes((await diagnose(there.dir)).findings)).toEqual(["worktree-missing", "worktree-moved"]);
  expect(codes((await repair(there.dir)).findings)).toEqual([]);
  expect(there.gitIn(join(there.dir, ".worktrees", "task-a"), "status", "--porcelain")).toBe("");
  expect((await run(there.dir, (engine) => list(engine)))[0]?.path).toBe(
    join(there.dir, ".worktrees", "task-a"),
  );
});

test("a registration that git pruned while its disk was away: made anew with every edit; on a branch that went on it is not", async () => {
  const repo = createRepo();
  const { path } = await createdIn(repo, { branch: "task/a", setup });
  const { path: other } = await createdIn(repo, { branch: "task/b", setup });
  writeFileSync(join(path, "new.txt"), "new\n");
  writeFileSync(join(path, "README.md"), "edited\n");
  repo.gitIn(path, "add", "new.txt");
  expect(codes((await repair(repo.dir)).findings)).toEqual([]);
  const away = join(dirname(repo.dir), "away");
  renameSync(dirname(path), away);
  repo.git("worktree", "prune", "--expire", "now");
  renameSync(away, dirname(path));
  repo.git("branch", "--force", "task/b", repo.commit("Later", { "later.txt": "later\n" }));

  expect((await repair(repo.dir)).findings.filter(({ code }) => code === "registration-gone")).toMatchObject([
    { subject: { path: other }, fixable: false },
  ]);
  expect(repo.gitIn(path, "status", "--porcelain", "--branch").split("\n").sort()).toEqual(
    ["## task/a", " M README.md", "?? new.txt"].sort(),
  );
  expect(await recordIn(repo.dir, "task/a")).toMatchObject({ status: "dirty" });
  expect(await recordIn(repo.dir, "task/b")).toMatchObject({ status: "error" });
});

test("a registration whose commondir is empty ends git's lists: worktrees and refs are told all the same, a writer mends it", async () => {
  const repo = createRepo();
  const side = join(dirname(repo.dir), "side");
  repo.git("worktree", "add", "--quiet", "-b", "side", side);
  const file = join(repo.dir, ".git", "worktrees", "side", "commondir");
  writeFileSync(file, "");
  aged(file);
  expect(() => repo.git("worktree", "list")).toThrow("commondir");
  await run(repo.dir, async (engine) => {
    expect((await listWorktrees(engine.repo)).map(({ path, branch }) => [path, branch])).toEqual([
      [repo.dir, "main"],
      [side, "side"],
    ]);
    const refs = await listRefs(engine.repo, ["refs/heads/"]);
    expect(refs.map(({ worktreePath }) => worktreePath)).toEqual([repo.dir, side]);
  });
  expect(readFileSync(file, "utf8")).toBe("");
  await createdIn(repo, { branch: "task/a", setup });
  expect(repo.gitIn(side, "status", "--porcelain")).toBe("");
});

test("a lock that a git holds, open or closed: it has a holder, and doctor leaves it", async () => {
  const repo = createRepo();
  const path = join(repo.dir, ".git", "index.lock");
  // An editor that waits: `git commit --all` keeps index.lock closed meanwhile.
  repo.write("README.md", "changed\n");
  const git = spawn("git", ["commit", "--quiet", "--all"], {
    cwd: repo.dir,
    env: { ...process.env, GIT_EDITOR: "echo open >&4; read end <&3; false" },
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void git.kill());
  const opened = git.stdio[4];
  if (opened !== null && opened !== undefined) await once(opened, "data");
  const lock = lockFile(path);
  if (lock === undefined) throw new Error("git holds no lock");
  expect(holdersOf([lock], [repo.dir]).get(path)?.pid).toBe(git.pid);
  const fixed = await run(repo.dir, (engine) => doctor(engine, { fix: true }));
  expect([codes(fixed.repaired), codes(fixed.findings)]).toEqual([[], []]);
  git.stdio[3]?.destroy();
  await once(git, "exit");
});

test("an entry of the year 9999: doctor names it, and what it says lets the record go on", async () => {
  const repo = createRepo();
  const { record } = await createdIn(repo, { branch: "task/a" });
  const note = (...args: string[]): string => repo.git("notes", "--ref=coppice", ...args);
  const whole = note("show", record.id);
  const last = whole.trimEnd().split("\n").at(-1) ?? "";
  note("append", "-m", last.replace(/"t":"[0-9a-f]+-/, '"t":"e677d21fdbffffff-'), record.id);
  const work = () => run(repo.dir, (engine) => task(engine, "task/a", { status: "in_progress" }));
  expect(await failure(work())).toMatchObject({
    code: "JOURNAL_CORRUPT",
    suggestedAction: expect.stringContaining("doctor"),
  });
  const { findings } = await diagnose(repo.dir);
  expect(findings).toEqual([
    expect.objectContaining({
      code: "journal-ended",
      severity: "broken",
      subject: { id: record.id, branch: "task/a", path: null },
      suggestedAction: expect.stringContaining(`edit ${record.id} takes the line with e677d21fdbffffff-`),
    }),
  ]);
  expect(standing(await repair(repo.dir))).toEqual(["journal-ended task/a"]);
  note("add", "--force", "-m", whole, record.id);
  rmSync(join(repo.dir, ".git/coppice/last-written"));
  await work();
  expect(standing(await diagnose(repo.dir))).toEqual([]);
});

test("another clone had made a worktree of the branch before: doctor tells, and what it says makes this one's its own", async () => {
  const repo = createRepo();
  const bare = createBareRemote(repo);
  const late = createRepo();
  late.git("remote", "add", "origin", bare);
  await createdIn(repo, { branch: "task/a", setup });
  await run(repo.dir, (engine) => sync(engine));
  const { path } = await createdIn(late, { branch: "task/a", setup });
  writeFileSync(join(path, "work.txt"), "work\n");
  expect(standing(await diagnose(late.dir))).not.toContain("branch-of-another-clone task/a");
  await run(late.dir, (engine) => sync(engine));
  expect(
    await failure(run(late.dir, (engine) => commit(engine, "task/a", { message: "Work" }))),
  ).toMatchObject({
    code: "WORKTREE_NOT_FOUND",
  });
  expect(standing(await diagnose(late.dir))).toContain("branch-of-another-clone task/a");
  late.gitIn(path, "switch", "--quiet", "--create", "task/b");
  expect(repairedIn(await repair(late.dir))).toContain("unrecorded-worktree task/b");
  expect(standing(await diagnose(late.dir))).not.toContain("branch-of-another-clone task/a");
  expect((await run(late.dir, (engine) => commit(engine, "task/b", { message: "Work" }))).record.status).toBe(
    "active",
  );
});
