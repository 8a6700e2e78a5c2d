import { describe, expect, test } from "vitest";
import type { Operation } from "../../src/lifecycle/events.js";
import { statuses } from "../../src/lifecycle/states.js";
import { metadataView, workspaceStatus, workspaceView } from "../../src/lifecycle/views.js";
import { applied, createEvent, errorEvent, fold, lives, recordIn } from "./support.js";

const local = {
  repoName: "repo",
  repoPath: "/home/gardener/repo",
  worktreePath: "/home/gardener/repo/.worktrees/task-a",
};

describe("the workspace view", () => {
  test("each state: has the word that workspace tools use", () => {
    expect(Object.fromEntries(statuses.map((status) => [status, workspaceStatus(recordIn(status))]))).toEqual(
      {
        creating: "creating",
        initializing: "creating",
        active: "active",
        dirty: "active",
        committing: "active",
        merging: "active",
        conflict: "stuck",
        removing: "closing",
        removed: null,
        error: "stuck",
      },
    );
  });

  test("error: depends on what failed", () => {
    const words: Record<Operation, string | null> = {
      create: "failed",
      init: "failed",
      commit: "stuck",
      merge: "stuck",
      resolve: "stuck",
      remove: "stuck",
      observe: "broken",
    };
    for (const operation of ["create", "init", "commit", "merge", "resolve", "remove", "observe"] as const)
      expect(workspaceStatus(fold([...lives.active, errorEvent(8, operation)]) ?? recordIn("active"))).toBe(
        words[operation],
      );
    const gone = applied(recordIn("active"), errorEvent(8, "merge", { code: "WORKTREE_NOT_FOUND" }));
    expect(workspaceStatus(gone.record)).toBe("broken");
  });

  test("with this clone's facts: has paths; without: null", () => {
    const record = recordIn("active");
    expect(workspaceView(record, local)).toEqual({
      version: 1,
      type: "worktree",
      status: "active",
      repo_name: "repo",
      branch_name: "task/a",
      parent_branch: "main",
      parent_repo: "/home/gardener/repo",
      worktree_path: "/home/gardener/repo/.worktrees/task-a",
      created_at: record.createdAt,
      updated_at: record.updatedAt,
    });
    expect(workspaceView(record, null)).toMatchObject({
      repo_name: null,
      parent_repo: null,
      worktree_path: null,
    });
  });

  test("the home workspace: has no path of its own", () => {
    const home = fold([{ ...createEvent, base: null, kind: "home" }]);
    expect(home && workspaceView(home, local)).toMatchObject({
      type: "home",
      parent_branch: null,
      worktree_path: null,
    });
  });
});

test("the metadata view: has the record's words", () => {
  const { record } = applied(recordIn("active"), { type: "INIT_SCRIPT", status: "failed", error: "exit 1" });
  expect(metadataView(record)).toEqual({
    branch: "task/a",
    createdAt: record.createdAt,
    pr: null,
    initScriptRan: true,
    initScriptStatus: "failed",
    initScriptError: "exit 1",
  });
});
