import { chmodSync } from "node:fs";
import type { Builder } from "./world.js";

const edited = "an edit that nobody has committed\n";

/** What scenarios begin with, by name. */
export const worlds = {
  /** Nothing but main. */
  plain: (world) => world.begin(),

  /** Two tasks with a commit each; main is checked out. */
  two: async (world) => {
    await world.begin();
    await world.task("task/a");
    await world.task("task/b");
  },

  /** The same; main is checked out nowhere. */
  twoFree: async (world) => {
    await world.begin();
    await world.task("task/a");
    await world.task("task/b");
    await world.git("repo", "switch", "--quiet", "other");
  },

  /** A task with two commits, so that a squash leaves something out. */
  long: async (world) => {
    await world.begin();
    await world.task("task/a");
    await world.commit("repo/.worktrees/task-a", "More work", { "more.txt": "more\n" });
    await world.task("task/b");
  },

  /** A task with a commit, and with what is not committed. */
  dirty: async (world) => {
    await world.begin();
    await world.task("task/a");
    world.write("repo/.worktrees/task-a/edited.txt", edited);
    world.write("repo/.worktrees/task-a/README.md", "start\nedited\n");
  },

  /** A task that is done with: its commit is in main. */
  landed: async (world) => {
    await world.begin();
    await world.task("task/a");
    await world.git("repo", "merge", "--quiet", "--no-ff", "task/a");
    await world.git("repo", "config", "coppice.prune.completedDelayHours", "0");
  },

  /** A task whose merge is a conflict. */
  conflict: async (world) => {
    await world.begin();
    await world.task("task/a", { "shared.txt": "1\n2\ntask\n" });
    await world.commit("repo", "Move main", { "shared.txt": "1\n2\nmain\n" });
    await world.coppice("repo", ["merge", "task/a"], 4);
  },

  /** A task whose commit was refused by a hook that is gone now. */
  refused: async (world) => {
    await world.begin();
    await world.task("task/a");
    world.write("repo/.worktrees/task-a/edited.txt", edited);
    world.write("repo/.git/hooks/pre-commit", "#!/bin/sh\nexit 1\n");
    chmodSync(world.at("repo/.git/hooks/pre-commit"), 0o755);
    await world.coppice("repo", ["commit", "task/a", "-m", "Write down"], 1);
    world.write("repo/.git/hooks/pre-commit", "#!/bin/sh\nexit 0\n");
  },

  /** A task that was removed by force and is in the archive. */
  archived: async (world) => {
    await world.begin();
    await world.task("task/a");
    world.write("repo/.worktrees/task-a/edited.txt", edited);
    await world.coppice("repo", ["remove", "--force", "task/a"]);
  },

  /** A merge whose process was killed after base had moved, and before that was written down. */
  killedMerge: async (world) => {
    await world.begin();
    await world.task("task/a");
    await world.task("task/b");
    await world.killed(["merge", "task/a"], /\.coppice-trash/);
  },

  /** A creation whose process was killed when git had made the worktree. */
  killedCreate: async (world) => {
    await world.begin();
    await world.killed(["create", "task/a"], /place\.json$/, 3);
  },

  /** A removal by force whose process was killed when the archive was made. */
  killedRemove: async (world) => {
    await world.begin();
    await world.task("task/a");
    world.write("repo/.worktrees/task-a/edited.txt", edited);
    await world.killed(["remove", "--force", "task/a"], /worktree-add\.lock/);
  },

  /** One of two tasks was submitted; two checkouts of jobs, as actions/checkout leaves them, can run the Action. */
  submitted: async (world) => {
    await world.begin();
    await world.remote();
    await world.task("task/a");
    await world.task("task/b");
    await world.coppice("repo", ["submit", "task/a"]);
    for (const job of ["job-a", "job-b"])
      await world.git(".", "clone", "--quiet", "--depth=1", `file://${world.at("origin.git")}`, job);
  },

  /** Two clones of one remote with a task each, which have heard nothing of each other. */
  clones: async (world) => {
    await world.begin();
    await world.remote();
    await world.task("task/a");
    await world.task("task/b");
    await world.coppice("clone", ["create", "task/c"]);
    await world.commit("clone/.worktrees/task-c", "Work on task/c", { "task-c.txt": "task/c\n" });
  },
} satisfies Record<string, Builder>;

export type WorldName = keyof typeof worlds;
