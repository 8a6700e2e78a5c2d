import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { closeEngine, openEngine } from "../../src/engine/context.js";
import { findRecord } from "../../src/engine/find.js";
import { branchNameSchema, oidSchema } from "../../src/lifecycle/ids.js";
import { createBareRemote, createRepo, createTempDir, openRepo, type TestRepo } from "../support/repo.js";
import { coppice, done } from "./support.js";

/** A repository whose branch task/a is submitted, and another clone of its remote. */
async function submitted() {
  const repo = createRepo();
  const url = createBareRemote(repo);
  repo.git("push", "--quiet", "--set-upstream", "origin", "main");
  await done(repo.dir, "create", "task/a", "--no-setup");
  const tree = openRepo(join(repo.dir, ".worktrees", "task-a"));
  const head = tree.commit("Work", { "a.txt": "a\n" });
  await done(tree.dir, "submit");
  const dir = join(createTempDir(), "other");
  repo.git("clone", "--quiet", url, dir);
  return { repo, url, tree, head, other: openRepo(dir) };
}

/** Merges task/a in the other clone, as plain git does it. */
function mergeElsewhere(other: TestRepo): void {
  other.git("merge", "--quiet", "--no-ff", "--no-edit", "origin/task/a");
  other.git("push", "--quiet", "origin", "main");
}

/** Journals what a job that merges on a server would: the branch has landed. */
async function land(dir: string, head: string): Promise<void> {
  const engine = await openEngine({ cwd: dir, door: "action" });
  const { id } = await findRecord(engine, "task/a");
  await engine.journal.append(
    id,
    {
      type: "LANDED",
      target: branchNameSchema.parse("main"),
      headOid: oidSchema.parse(head),
      evidence: "ancestor",
    },
    engine.actor,
  );
  await closeEngine(engine);
}

test("two clones: each has the other's entries after a sync, and a second one changes nothing", async () => {
  const { repo, url, other } = await submitted();
  const received = await done(other.dir, "sync");
  expect(received.stdout).toBe("origin: received what it had\n");
  expect((await done(other.dir, "list")).stdout).toContain("active (submitted, elsewhere)");
  await done(other.dir, "create", "task/b", "--no-setup");
  expect((await done(other.dir, "sync", "--json")).json()).toEqual({
    remote: "origin",
    received: false,
    sent: true,
    cleanedUp: [],
  });
  await done(repo.dir, "lock", "task/a", "--reason", "mine");
  expect((await done(repo.dir, "sync")).stdout).toBe(
    "origin: received what it had, sent what was new here\n",
  );
  expect((await done(repo.dir, "list", "--columns", "branch")).stdout).toContain("task/b");
  expect((await done(repo.dir, "sync")).stdout).toBe("origin and this clone agree\n");
  const blob = openRepo(url).git("rev-parse", "main:README.md");
  openRepo(url).git("update-ref", "refs/notes/coppice", blob);
  const refused = await coppice(repo.dir, ["sync"]);
  expect(refused.stderr).toContain("error[JOURNAL_CORRUPT] refs/notes/coppice of origin names no commit.");
  repo.git(...(/hint: .*?; git (.*?) puts there/.exec(refused.stderr)?.[1]?.split(" ") ?? ["no-hint"]));
  expect((await done(repo.dir, "sync")).stdout).toBe("origin and this clone agree\n");
});

test("landed over there, told by the journal alone: cleaned up once base's upstream has it", async () => {
  const { repo, url, tree, head, other } = await submitted();
  mergeElsewhere(other);
  await done(other.dir, "sync");
  await land(other.dir, head);
  await done(other.dir, "sync");
  expect((await done(repo.dir, "sync")).stdout).toBe(
    "origin: received what it had, sent what was new here\ntask/a has landed; its worktree and branch are removed\n",
  );
  expect([existsSync(tree.dir), repo.git("branch", "--list", "task/a")]).toEqual([false, ""]);
  expect(openRepo(url).git("branch", "--list", "task/a")).toBe("task/a");
});

test("landed, but there is newer work here or upstream lacks it: the worktree stays", async () => {
  const { repo, tree, head, other } = await submitted();
  await done(other.dir, "sync");
  await land(other.dir, head);
  await done(other.dir, "sync");
  // Nobody pushed the merge that the journal tells of.
  expect((await done(repo.dir, "sync")).stdout).not.toContain("removed");
  mergeElsewhere(other);
  writeFileSync(join(tree.dir, "new.txt"), "new\n");
  expect((await done(repo.dir, "sync")).stdout).not.toContain("removed");
  expect(existsSync(join(tree.dir, "new.txt"))).toBe(true);
  expect((await done(repo.dir, "show", "task/a")).stdout).toContain("landed in main, kept:");
});

test("no remote, an unknown one, one that is gone or refuses: an error that says so, and nothing is lost", async () => {
  const alone = createRepo();
  await done(alone.dir, "create", "task/x", "--no-setup");
  expect(await coppice(alone.dir, ["sync"])).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("There is no remote.\nhint: Add one"),
  });
  const { repo, url } = await submitted();
  expect(await coppice(repo.dir, ["sync", "--remote", "nowhere"])).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('There is no remote named "nowhere"'),
  });
  writeFileSync(join(url, "hooks", "pre-receive"), "#!/bin/sh\necho not now >&2\nexit 1\n", { mode: 0o755 });
  await done(repo.dir, "lock", "task/a");
  const refused = await coppice(repo.dir, ["sync", "--json"]);
  expect([refused.code, refused.json()]).toEqual([
    1,
    { error: expect.objectContaining({ code: "PUSH_REJECTED" }) },
  ]);
  repo.git("remote", "set-url", "origin", join(url, "gone"));
  expect(await coppice(repo.dir, ["sync"])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("error[FETCH_FAILED]"),
  });
  expect((await done(repo.dir, "log", "task/a")).stdout).toContain("LOCK");
});
