import type { Place } from "./place.js";

/** What is tortured: a command, and what is there before it. */
export interface Operation {
  readonly name: string;
  readonly argv: readonly string[];
  /** The branch that it is about. */
  readonly branch: string;
  /** How it ends when nothing happens. Default 0. */
  readonly code?: number;
  /** The exit code of a command that it runs and that was made to fail: it is passed on, which is no error of ours. */
  readonly passes?: number;
  readonly prepare: (place: Place) => Promise<void>;
  /** Contents that it gives up by what it is for, by where they were. */
  readonly givesUp?: RegExp;
  /** Files of the worktree that it is about which stay as they are. */
  readonly keeps?: RegExp;
}

/** Each is another: what is lost in one place must not be found in another. */
const edit = (of: string): string => `an edit of ${of} that nobody has committed\n`;
const a = "repo/.worktrees/task-a";
/** In the middle of what git writes: a git that may not write all of it stops between files that it has laid and others. */
const large = (of: string): string => `${of}\n`.repeat(24_000);

/**
 * A repository with edits of its owner in the main worktree and a second worktree that somebody works in: neither is any
 * business of the operation.
 */
const begin = (place: Place): Promise<void> => place.stage("begun", () => laid(place));

async function laid(place: Place): Promise<void> {
  place.write("repo/README.md", "# Project\n");
  await place.git("repo", "init", "--quiet", "--initial-branch=main", "--template=");
  await place.commit("repo", "Start", {
    ".gitignore": ".env\nnode_modules\n",
    "src/a.txt": "alpha\nbeta\ngamma\n",
    "src/b.txt": "one\ntwo\nthree\n",
    "shared.txt": "1\n2\n3\n",
    "large/base.txt": large("base"),
  });
  await place.git("repo", "branch", "other");
  await place.did(["create", "task/by"]);
  place.write("repo/.worktrees/task-by/src/a.txt", `alpha\n${edit("the neighbour's")}`);
  place.write("repo/.worktrees/task-by/new.txt", edit("the neighbour's new file"));
  place.write("repo/src/b.txt", `one\n${edit("the owner's")}`);
  place.write("repo/mine.txt", edit("the owner's new file"));
  place.write("repo/.env", "SECRET=1\n");
}

/** The same with a task. */
const beginTask = (place: Place): Promise<void> =>
  place.stage("task", async () => {
    await begin(place);
    await task(place);
  });

/** A worktree with two commits. */
async function task(place: Place, branch = "task/a", files: Record<string, string> = {}): Promise<void> {
  await place.did(["create", branch]);
  const path = `repo/.worktrees/${branch.replace("/", "-")}`;
  await place.commit(path, `Work on ${branch}`, { [`${branch}.txt`]: "work\n", ...files });
  await place.commit(path, "More work", {
    [`${branch}-more.txt`]: "more\n",
    [`large/${branch}.txt`]: large("task"),
  });
}

/** A commit on main, made without touching the owner's edits. */
async function moveMain(place: Place, files: Record<string, string>): Promise<void> {
  await place.git("repo", "worktree", "add", "--quiet", "--detach", "../mover", "main");
  await place.commit("mover", "Move main", { "large/main.txt": large("main"), ...files });
  const tip = await place.git("mover", "rev-parse", "HEAD");
  await place.git("repo", "worktree", "remove", "--force", "../mover");
  const here = await place.git("repo", "symbolic-ref", "--short", "HEAD");
  if (here === "main") await place.git("repo", "merge", "--quiet", "--ff-only", tip);
  else await place.git("repo", "update-ref", "refs/heads/main", tip);
}

/** What nobody has committed, in every form. */
async function dirty(place: Place, path = a): Promise<void> {
  place.write(`${path}/src/a.txt`, "alpha\nstaged\n");
  await place.git(path, "add", "src/a.txt");
  place.write(`${path}/src/a.txt`, `alpha\nstaged\n${edit("what is staged")}`);
  place.write(`${path}/src/b.txt`, `one\n${edit("a file")}`);
  place.write(`${path}/deep/untracked.txt`, edit("an untracked file"));
  place.write(`${path}/.env`, "SECRET=2\n");
  place.write(`${path}/staged.txt`, edit("a staged file"));
  await place.git(path, "add", "staged.txt");
}

async function merging(place: Place, main: "main" | "other"): Promise<void> {
  await beginTask(place);
  if (main === "other") await place.git("repo", "switch", "--quiet", "other");
  await moveMain(place, { "moved.txt": "moved\n" });
}

const conflict = (place: Place): Promise<void> => place.stage("conflict", () => opposed(place));

async function opposed(place: Place): Promise<void> {
  await begin(place);
  await task(place, "task/a", { "shared.txt": "1\ntask\n3\n" });
  await moveMain(place, { "shared.txt": "1\nmain\n3\n" });
}

async function conflicting(place: Place, ...then: readonly string[]): Promise<void> {
  await conflict(place);
  await place.did(["merge", "task/a"], 4);
  if (then.length > 0) await place.did(then);
}

async function withRemote(place: Place): Promise<void> {
  await begin(place);
  await place.git("", "clone", "--quiet", "--bare", "repo", "origin.git");
  await place.git("repo", "remote", "add", "origin", place.at("origin.git"));
  await place.git("repo", "fetch", "--quiet", "origin");
}

const strategies = ["merge", "squash", "rebase"] as const;

const merges = strategies.flatMap((strategy) =>
  (["main", "other"] as const).map(
    (main): Operation => ({
      name: `merge, ${strategy}${main === "main" ? ", base checked out" : ""}`,
      argv: ["merge", "task/a", "--strategy", strategy],
      branch: "task/a",
      prepare: (place) => merging(place, main),
    }),
  ),
);

export const operations: readonly Operation[] = [
  { name: "create", argv: ["create", "task/a"], branch: "task/a", prepare: begin },
  {
    name: "create with setup",
    argv: ["create", "task/a"],
    branch: "task/a",
    prepare: async (place) => {
      await begin(place);
      await place.git("repo", "config", "coppice.setup.initScript", "echo ready >ran.txt");
    },
  },
  {
    name: "commit",
    argv: ["commit", "task/a", "-m", "Write it down"],
    branch: "task/a",
    // What is staged and edited again since is committed as it is.
    givesUp: /^the content of .*task-a: index: src\/a\.txt$/,
    keeps: /task-a\//,
    prepare: async (place) => {
      await beginTask(place);
      await dirty(place);
    },
  },
  ...merges,
  { name: "merge that conflicts", argv: ["merge", "task/a"], branch: "task/a", code: 4, prepare: conflict },
  {
    name: "resolve, ours",
    argv: ["resolve", "task/a", "--ours"],
    branch: "task/a",
    prepare: (place) => conflicting(place),
  },
  {
    name: "resolve, by hand",
    argv: ["resolve", "task/a", "--continue"],
    branch: "task/a",
    prepare: async (place) => {
      await conflicting(place, "resolve", "task/a", "--manual");
      place.write(`${a}/shared.txt`, "1\nboth\n3\n");
    },
  },
  {
    name: "abort",
    argv: ["abort", "task/a"],
    branch: "task/a",
    // The conflict itself, with its marks.
    givesUp: /^the content of .*task-a\/shared\.txt$/,
    keeps: /task-a\/(?:src\/b|deep\/untracked)\.txt$/,
    prepare: async (place) => {
      await conflicting(place, "resolve", "task/a", "--manual");
      place.write(`${a}/src/b.txt`, `one\n${edit("a file beside the conflict")}`);
      place.write(`${a}/deep/untracked.txt`, edit("an untracked file beside the conflict"));
    },
  },
  {
    name: "run, then merge",
    argv: ["run", "task/a", "--merge", "--", "sh", "-c", "echo more >more.txt"],
    branch: "task/a",
    passes: 128,
    prepare: beginTask,
  },
  {
    name: "remove",
    argv: ["remove", "task/a"],
    branch: "task/a",
    prepare: async (place) => {
      await beginTask(place);
      // As after a push: the commits are elsewhere, too.
      await place.git("repo", "update-ref", "refs/remotes/origin/task/a", "refs/heads/task/a");
    },
  },
  {
    name: "remove, forced",
    argv: ["remove", "task/a", "--force"],
    branch: "task/a",
    prepare: async (place) => {
      await beginTask(place);
      await dirty(place);
    },
  },
  {
    name: "prune of two",
    argv: ["prune", "--filter", "all", "--force"],
    branch: "task/a",
    prepare: async (place) => {
      await begin(place);
      for (const branch of ["task/a", "task/b"]) await task(place, branch);
      place.write("repo/.worktrees/task-a/untracked.txt", edit("an untracked file of task-a"));
    },
  },
  {
    name: "restore",
    argv: ["restore", "task/a"],
    branch: "task/a",
    prepare: async (place) => {
      await beginTask(place);
      await dirty(place);
      await place.did(["remove", "task/a", "--force"]);
    },
  },
  {
    name: "sync",
    argv: ["sync"],
    branch: "task/a",
    prepare: async (place) => {
      await withRemote(place);
      await place.did(["sync"]);
      await place.git("", "clone", "--quiet", "origin.git", "other");
      await place.did(["sync"], 0, "other");
      await place.did(["create", "task/there"], 0, "other");
      await place.did(["sync"], 0, "other");
      await task(place);
    },
  },
  {
    name: "submit",
    argv: ["submit", "task/a"],
    branch: "task/a",
    prepare: async (place) => {
      await withRemote(place);
      await task(place);
    },
  },
];
