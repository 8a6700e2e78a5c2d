import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openEngine } from "../../src/engine/context.js";
import { tryRecordLock } from "../../src/engine/record-lock.js";
import { show, workspaceOf } from "../../src/engine/show.js";
import type { Actor } from "../../src/lifecycle/entry.js";
import type { LifecycleEventInput } from "../../src/lifecycle/events.js";
import { operationSchema } from "../../src/lifecycle/events.js";
import { branchNameSchema, homeName } from "../../src/lifecycle/ids.js";
import { statuses } from "../../src/lifecycle/states.js";
import { metadataView } from "../../src/lifecycle/views.js";
import { done } from "../cli/support.js";
import { elsewhere, errorEvent, mergeEvent, op } from "../lifecycle/support.js";
import { createRepo } from "../support/repo.js";

const forms = ["workspace", "metadata"] as const;
const folder = (form: string): URL => new URL(`${form}/`, import.meta.url);
const names = readdirSync(folder("workspace")).map((file) => file.replace(/\.json$/, ""));

/** A file as it stands there, with this repository's place in it. */
const expected = (form: string, name: string, repo: string): unknown =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder(form)), "utf8").replaceAll("{repo}", repo));

type Events = readonly LifecycleEventInput[];
const over: LifecycleEventInput = { type: "INIT_COMPLETE", op: op(1) };
const init: Events = [over];
const plain: Events = [over, over];
const pr = {
  type: "PR",
  number: 7,
  url: "https://forge.test/acme/site/pull/7",
  title: "Let people log in",
  state: "open",
  createdAt: "2026-01-31T12:05:00Z",
} as const;
const active: Events = [over, { type: "INIT_SCRIPT", status: "success" }, over, pr];
const modified: LifecycleEventInput = { type: "MODIFY", filesChanged: ["a.txt"], total: 1 };
const committing: Events = [...plain, modified, { type: "COMMIT", op: op(2), message: "Work" }];
const merging: Events = [...plain, mergeEvent()];
const conflict: Events = [...merging, errorEvent(3, "merge", { code: "MERGE_CONFLICT" })];
const removing: Events = [...plain, { type: "REMOVE", op: op(4) }];

/** What follows on CREATE, an entry a minute. */
const lives: Readonly<Record<string, Events>> = {
  creating: [],
  initializing: [...init, { type: "INIT_SCRIPT", status: "running" }],
  active,
  dirty: [...active, modified],
  committing,
  merging,
  conflict,
  removing,
  removed: [...removing, { type: "INIT_COMPLETE", op: op(4) }],
  "error-create": [errorEvent(1, "create")],
  "error-init": [
    ...init,
    { type: "INIT_SCRIPT", status: "failed", error: "it ended with exit code 1" },
    errorEvent(1, "init"),
  ],
  "error-commit": [...committing, errorEvent(2, "commit")],
  "error-merge": [...merging, errorEvent(3, "merge")],
  "error-resolve": [
    ...conflict,
    { type: "RESOLVE_CONFLICT", op: op(5), resolution: "ours", headOid: mergeEvent().headOid },
    errorEvent(5, "resolve"),
  ],
  "error-remove": [...removing, errorEvent(4, "remove")],
  "error-observe": [...plain, errorEvent(8, "observe")],
  "error-disappeared": [...merging, errorEvent(3, "merge", { code: "WORKTREE_NOT_FOUND" })],
  elsewhere: plain,
  unheld: plain,
  home: plain,
  disappeared: active,
  "branch-gone": plain,
  "interrupted-init": init,
  "interrupted-merge": merging,
};

/** These have a worktree as it should be; the others are where something runs, has failed, or is missing. */
const whole: readonly string[] = ["active", "dirty", "conflict", "branch-gone"];
const running: readonly string[] = ["creating", "initializing", "committing", "merging", "removing"];

test("every state, and the failure of every operation: the views are the files that were written by hand", async () => {
  expect(Object.keys(lives).sort()).toEqual(names.sort());
  const wanted = [
    ...statuses.filter((one) => one !== "error"),
    ...operationSchema.options.map((one) => `error-${one}`),
  ];
  expect(names).toEqual(expect.arrayContaining(wanted));
  const repo = createRepo();
  let now = 0;
  const engine = await openEngine({ cwd: repo.dir, door: "cli", now: () => now });
  const { journal, local, actor } = engine;
  const seen: Record<string, unknown> = {};
  for (const [name, life] of Object.entries(lives)) {
    now = Date.parse("2026-01-31T12:00:00.000Z");
    const by: Actor = name === "elsewhere" ? { ...actor, clone: elsewhere } : actor;
    const branch = name === "home" ? homeName : branchNameSchema.parse(`task/${name}`);
    const { id } = await journal.create(
      {
        type: "CREATE",
        op: op(1),
        branch,
        base: name === "home" ? null : branchNameSchema.parse("main"),
        baseOid: null,
        clone: name === "unheld" ? null : by.clone,
        kind: name === "home" ? "home" : "worktree",
      },
      by,
    );
    for (const event of life) {
      now += 60_000;
      await journal.append(id, event, by);
    }
    const path = join(repo.dir, ".worktrees", `task-${name}`);
    if (whole.includes(name)) repo.git("worktree", "add", "--quiet", "-b", branch, path);
    if (running.includes(name)) tryRecordLock(engine, id, "test");
    if (by === actor && name !== "unheld" && name !== "home")
      local.setPlace(id, { v: 1, path, identity: null, gitDir: null, branch: null });
    if (name === "branch-gone") repo.git("update-ref", "-d", `refs/heads/${branch}`);
    const shown = await show(engine, id);
    seen[`workspace/${name}`] = workspaceOf(engine, shown);
    seen[`metadata/${name}`] = metadataView(shown.record);
  }
  await journal.flush();
  await engine.repo.close();
  const files = forms.flatMap((form) =>
    names.map((name) => [`${form}/${name}`, expected(form, name, repo.dir)]),
  );
  expect(seen).toEqual(Object.fromEntries(files));

  // Through the door: in this clone, and in one that knows the journals alone.
  for (const form of forms)
    for (const name of ["conflict", "removed"])
      expect((await done(repo.dir, "show", `task/${name}`, "--format", form)).json()).toEqual(
        expected(form, name, repo.dir),
      );
  const clone = `${repo.dir}-clone`;
  repo.git("clone", "--quiet", repo.dir, clone);
  repo.gitIn(clone, "fetch", "--quiet", "origin", "refs/notes/coppice:refs/notes/coppice");
  expect((await done(clone, "show", "task/dirty", "--format", "workspace")).json()).toEqual({
    ...Object(expected("workspace", "dirty", repo.dir)),
    repo_name: null,
    parent_repo: null,
    worktree_path: null,
  });
  expect((await done(clone, "show", "task/dirty", "--format", "metadata")).json()).toEqual(
    expected("metadata", "dirty", repo.dir),
  );
});
