import { chmodSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createBareRemote, createRepo, openRepo } from "../support/repo.js";
import { coppice, done } from "./support.js";

async function submittable() {
  const repo = createRepo();
  const bare = openRepo(createBareRemote(repo));
  await done(repo.dir, "create", "task/a", "--no-setup");
  const tree = openRepo(join(repo.dir, ".worktrees", "task-a"));
  const head = tree.commit("Work", { "a.txt": "a\n" });
  return { repo, bare, tree, head };
}

test("submit and submit --withdraw, for a person", async () => {
  const { repo, tree, head } = await submittable();
  const short = head.slice(0, 10);
  expect((await done(tree.dir, "submit")).stdout).toBe(
    `submitted task/a ${short} to origin, to be merged into main (merge)\n`,
  );
  expect((await done(repo.dir, "submit", "task/a")).stdout).toBe(
    `task/a was submitted already: ${short} waits in origin to be merged into main (merge)\n`,
  );
  expect((await done(repo.dir, "list", "--columns", "state")).stdout).toContain("active (submitted)");
  expect((await done(repo.dir, "show", "task/a")).stdout).toContain(
    `request   to merge ${short} into main (merge)`,
  );
  const merge = await coppice(repo.dir, ["merge", "task/a"]);
  expect([merge.code, merge.stderr.includes("--withdraw")]).toEqual([3, true]);
  expect((await done(repo.dir, "submit", "task/a", "--withdraw", "--remote", "origin")).stdout).toBe(
    "withdrew the request to merge task/a in origin\n",
  );
  const again = await coppice(repo.dir, ["submit", "task/a", "--withdraw"]);
  expect([again.code, again.stderr]).toEqual([
    3,
    "error[INVALID_STATE] No request to merge task/a is pending.\nhint: coppice submit task/a makes one.\n",
  ]);
});

test("--json: the record with its request, where it went and how; a remote's words are in the error", async () => {
  const { repo, bare, head } = await submittable();
  const args = ["submit", "task/a", "--strategy", "squash", "--keep", "--json"];
  expect((await done(repo.dir, ...args)).json()).toMatchObject({
    branch: "task/a",
    status: "active",
    outcome: "submitted",
    remote: "origin",
    request: { target: "main", strategy: "squash", keep: true, headOid: head },
  });
  const withdrawn = await done(repo.dir, "submit", "task/a", "--withdraw", "--json");
  expect(withdrawn.json()).toMatchObject({ outcome: "withdrawn", request: null });
  bare.git("update-ref", "-d", "refs/heads/task/a");
  bare.write("hooks/pre-receive", "#!/bin/sh\necho 'closed for today' >&2\nexit 1\n");
  chmodSync(join(bare.dir, "hooks/pre-receive"), 0o755);
  const refused = await coppice(repo.dir, ["submit", "task/a", "--json"]);
  expect(refused.code).toBe(1);
  expect(refused.json()).toMatchObject({ error: { code: "PUSH_REJECTED" } });
  expect(refused.stdout).toContain("closed for today");
});

test("what cannot be asked for: a usage error", async () => {
  const { repo } = await submittable();
  for (const args of [
    ["--withdraw", "--keep"],
    ["--strategy", "octopus"],
  ]) {
    expect((await coppice(repo.dir, ["submit", "task/a", ...args])).code).toBe(2);
  }
});

test("a worktree that was submitted is removed: what stays over there is said", async () => {
  const { repo } = await submittable();
  await done(repo.dir, "submit", "task/a");
  const removed = await done(repo.dir, "remove", "task/a");
  expect(removed.stderr).toContain("task/a was submitted: its branch stays over there");
  await done(repo.dir, "sync");
});
