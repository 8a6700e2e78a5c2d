import type { World } from "./world.js";
import type { WorldName } from "./worlds.js";

/** Something that is done to a world. */
export interface Deed {
  /** As the table names it. */
  readonly name: string;
  /** Where a command runs. Default `repo`. */
  readonly at?: string;
  /** A command of Coppice: it can be stopped before each of its steps. */
  readonly argv?: readonly string[];
  /** The Action is run there, in place of a command. */
  readonly job?: true;
  /** What a person does with plain git or an editor, in one go; what is thrown means that it could not be done. */
  readonly plainly?: (world: World) => Promise<void>;
  /** What is left of it where its last part was refused, or was not done because of what had come meanwhile. */
  readonly part?: readonly string[];
  /** What is left of it where the other one ends it in its middle: it is refused then, and the other one is done. */
  readonly cut?: (world: World) => Promise<void>;
  /** The exit codes that say that it was done. Default 0 alone. */
  readonly codes?: readonly number[];
  /** It looks at many worktrees: one that it leaves alone is no failure. */
  readonly sweeps?: true;
  /** Contents of files that are somewhere when it is done. */
  readonly edits?: readonly string[];
}

/** Two deeds on one world at once. */
export interface Pair {
  readonly world: WorldName;
  /** The one that is stopped; both are, in turn, where both can be. */
  readonly one: Deed;
  readonly other: Deed;
  /** What comes of it has no serial order (a person concludes a merge of Coppice's, base moves in the middle of a resolution): it is looked at for losses alone. */
  readonly loose?: true;
  /** Tried in the short run, too. */
  readonly core?: true;
}

const cli = (...argv: readonly string[]): Deed => ({ name: argv.join(" "), argv });
const withPart = (deed: Deed, ...part: readonly string[]): Deed => ({ ...deed, part });
const inClone = (...argv: readonly string[]): Deed => ({
  name: `${argv.join(" ")} (2nd clone)`,
  argv,
  at: "clone",
});
const task = "repo/.worktrees/task-a";
const late = "written at the last moment\n";

const plainCommit: Deed = {
  name: "git commit in the worktree",
  plainly: async (world) => {
    world.edit(`${task}/late.txt`, late);
    await world.commit(task, "Plain work");
  },
  edits: [late],
};
const plainEdit: Deed = {
  name: "edit of a file",
  // An editor makes no directories.
  plainly: async (world) => world.edit(`${task}/late.txt`, late),
  edits: [late],
};
const plainSwitch: Deed = {
  name: "git switch in the worktree",
  plainly: async (world) => void (await world.git(task, "switch", "--quiet", "--create", "elsewhere")),
};
const commitOnBase: Deed = {
  name: "git commit on base",
  plainly: (world) => world.commit("repo", "Plain work on base", { "base.txt": late }),
  edits: [late],
};
/** From elsewhere: as a fetch or another tool does it, without a worktree. */
const moves = (name: string, branch: string): Deed => ({
  name,
  plainly: async (world) => {
    const tree = (await world.git("repo", "rev-parse", `${branch}^{tree}`)).trim();
    const commit = (await world.git("repo", "commit-tree", "-p", branch, "-m", "Moved", tree)).trim();
    await world.git("repo", "update-ref", `refs/heads/${branch}`, commit);
  },
});
const moveFreeBase = moves("base moves by update-ref", "main");
const moveBranch = moves("the branch moves by update-ref", "task/a");
const pushToBase: Deed = {
  name: "push to base from elsewhere",
  plainly: async (world) => {
    await world.commit("clone", "Foreign work", { "foreign.txt": late });
    await world.git("clone", "push", "--quiet", "origin", "main");
  },
  edits: [late],
};
/** A resolution is committed in the worktree before it is merged, and stays there whatever comes of the merge. */
const resolveOurs: Deed = {
  ...cli("resolve", "task/a", "--ours"),
  cut: async (world) => {
    const message = ["-m", "Merge main into task/a"];
    await world.git(task, "merge", "--quiet", "--strategy-option=ours", "--no-ff", ...message, "main");
  },
};
const coppiceCommit = cli("commit", "task/a", "-m", "Write down");
// A branch that has just moved stays.
const removeForce = withPart(
  cli("remove", "--force", "task/a"),
  "remove",
  "--force",
  "--keep-branch",
  "task/a",
);
const removeKeeping = cli("remove", "--keep-branch", "task/a");
const prune: Deed = { ...cli("prune", "--filter", "completed"), sweeps: true };
const pruneForce: Deed = {
  ...cli("prune", "--filter", "all", "--force"),
  sweeps: true,
  part: ["remove", "--force", "--keep-branch", "task/a"],
};
/** A merge lands first, and removes then what nobody has worked on since. */
const merge = (...argv: readonly string[]): Deed =>
  withPart(cli("merge", ...argv), "merge", "--keep", ...argv);
/** What it cannot repair, such as hooks that nobody has installed, it tells with exit code 1. */
const doctor: Deed = { ...cli("doctor", "--fix"), sweeps: true, codes: [0, 1] };
const mergeA = merge("task/a");
const mergeB = merge("task/b");
/** Until base moves, a merge leaves nothing where it was aborted. */
const abortedMerge: Deed = { ...mergeA, cut: async () => {} };
const abort = cli("abort", "task/a");
const retry = cli("retry", "task/a");
/** Taken and given back through the library. */
const lease = cli("lease", "task/a");

const action = (job: string): Deed => ({ name: `the Action in ${job}`, argv: [], at: job, job: true });

export const pairs: readonly Pair[] = [
  { world: "plain", one: cli("create", "task/a"), other: cli("create", "task/a"), core: true },
  { world: "plain", one: cli("create", "task/a"), other: cli("create", "task/b") },
  { world: "plain", one: cli("create", "task/a"), other: cli("create", "task/a/b") },
  { world: "two", one: mergeA, other: mergeB, core: true },
  { world: "twoFree", one: mergeA, other: mergeB, core: true },
  { world: "two", one: mergeA, other: mergeA },
  { world: "long", one: merge("task/a", "--strategy", "squash"), other: mergeB },
  { world: "long", one: merge("task/a", "--strategy", "rebase"), other: mergeB },
  { world: "two", one: mergeA, other: plainCommit, core: true },
  { world: "two", one: merge("task/a", "--strategy", "squash"), other: plainCommit },
  { world: "two", one: mergeA, other: plainEdit },
  { world: "two", one: cli("merge", "task/a", "--keep"), other: plainCommit },
  { world: "dirty", one: merge("task/a", "--auto-commit"), other: coppiceCommit },
  { world: "two", one: mergeA, other: commitOnBase, core: true },
  { world: "twoFree", one: mergeA, other: moveFreeBase },
  { world: "clones", one: mergeA, other: pushToBase },
  { world: "clones", one: withPart(cli("merge", "task/a", "--push"), "merge", "task/a"), other: pushToBase },
  { world: "two", one: mergeA, other: removeForce },
  { world: "dirty", one: removeForce, other: coppiceCommit },
  { world: "dirty", one: removeForce, other: plainCommit, core: true },
  { world: "dirty", one: removeForce, other: plainEdit },
  { world: "two", one: removeForce, other: moveBranch },
  { world: "two", one: removeKeeping, other: plainCommit },
  { world: "two", one: removeKeeping, other: plainEdit, core: true },
  { world: "two", one: removeForce, other: removeForce },
  { world: "dirty", one: coppiceCommit, other: coppiceCommit },
  { world: "dirty", one: coppiceCommit, other: plainCommit },
  { world: "landed", one: prune, other: plainSwitch, core: true },
  { world: "landed", one: prune, other: plainCommit },
  { world: "landed", one: prune, other: plainEdit },
  { world: "landed", one: prune, other: prune },
  { world: "dirty", one: pruneForce, other: plainCommit },
  { world: "dirty", one: pruneForce, other: coppiceCommit },
  { world: "two", one: pruneForce, other: mergeA },
  { world: "archived", one: cli("restore", "task/a"), other: cli("create", "task/a") },
  { world: "archived", one: cli("restore", "task/a"), other: cli("restore", "task/a") },
  { world: "clones", one: cli("sync"), other: inClone("sync"), core: true },
  { world: "clones", one: cli("sync"), other: cli("sync") },
  { world: "clones", one: cli("submit", "task/a"), other: cli("submit", "task/b") },
  { world: "clones", one: cli("submit", "task/a"), other: inClone("submit", "task/c") },
  { world: "clones", one: cli("submit", "task/a"), other: cli("submit", "task/a") },
  { world: "clones", one: cli("submit", "task/a"), other: plainCommit },
  { world: "clones", one: cli("submit", "task/a"), other: mergeA },
  { world: "conflict", one: abort, other: resolveOurs, core: true },
  { world: "two", one: abort, other: abortedMerge },
  { world: "conflict", one: cli("resolve", "task/a", "--ours"), other: cli("resolve", "task/a", "--theirs") },
  { world: "conflict", one: cli("resolve", "task/a", "--ours"), other: commitOnBase, loose: true },
  { world: "conflict", one: cli("resolve", "task/a", "--ours"), other: plainCommit, loose: true },
  { world: "refused", one: retry, other: retry },
  { world: "refused", one: retry, other: removeForce },
  { world: "two", one: lease, other: removeForce },
  { world: "two", one: lease, other: mergeA },
  { world: "two", one: cli("lock", "task/a"), other: removeForce },
  { world: "submitted", one: cli("submit", "task/b"), other: action("job-a"), core: true },
  { world: "submitted", one: action("job-a"), other: action("job-b") },
  { world: "submitted", one: action("job-a"), other: cli("sync") },
  { world: "submitted", one: action("job-a"), other: pushToBase },
  { world: "submitted", one: action("job-a"), other: plainCommit },
  { world: "plain", one: doctor, other: cli("create", "task/a"), core: true },
  { world: "two", one: doctor, other: mergeA },
  { world: "dirty", one: doctor, other: coppiceCommit },
  { world: "dirty", one: doctor, other: removeForce },
  { world: "two", one: doctor, other: plainCommit },
  { world: "landed", one: doctor, other: plainEdit, core: true },
  { world: "landed", one: doctor, other: prune },
  { world: "conflict", one: doctor, other: cli("resolve", "task/a", "--ours") },
  { world: "archived", one: doctor, other: cli("restore", "task/a") },
  { world: "clones", one: doctor, other: cli("sync") },
  { world: "killedMerge", one: doctor, other: doctor, core: true },
  { world: "killedMerge", one: doctor, other: retry },
  { world: "killedMerge", one: retry, other: retry },
  { world: "killedMerge", one: doctor, other: mergeB },
  { world: "killedCreate", one: doctor, other: doctor },
  { world: "killedCreate", one: doctor, other: retry },
  { world: "killedCreate", one: retry, other: removeForce },
  { world: "killedRemove", one: doctor, other: doctor },
  { world: "killedRemove", one: doctor, other: removeForce },
  { world: "killedRemove", one: doctor, other: cli("create", "task/a") },
];
