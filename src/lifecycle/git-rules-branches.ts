import type { GitArguments } from "./git-arguments.js";
import {
  certainly,
  type GitFacts,
  type GitJudgement,
  type GitRuleTable,
  local,
  read,
  refused,
  resolving,
} from "./git-rule.js";

const remoteBranch = (source: string): GitJudgement =>
  refused(
    "blocked",
    `${source} is a remote branch: its work belongs into a worktree of its own`,
    "coppice create <branch> --base <remote branch>, or git merge with a local branch",
  );

const ownsBranch = (branch: string): GitJudgement =>
  refused(
    "blocked",
    `a record keeps ${branch}: its branch is renamed, moved or deleted with the worktree alone`,
    "coppice remove, or coppice merge",
  );

/** What `git checkout` and `git switch` go to. */
function goingTo(given: GitArguments, facts: GitFacts, creates: readonly string[]): GitJudgement | undefined {
  const [target, ...others] = given.operands;
  const forced = given.value(creates[1] ?? "")?.text;
  if (forced !== undefined && facts.isManaged(forced)) return ownsBranch(forced);
  if (given.has("track") && !given.has("no-track")) return remoteBranch(target?.source ?? "--track");
  if (target === undefined) return undefined;
  if (target.text === undefined) {
    return refused(
      "unknown",
      `${target.source} is put in when the command runs: it could be a remote branch`,
    );
  }
  if (facts.isRemote(target.text)) return remoteBranch(target.text);
  const makes = given.has(...creates, "orphan", "detach");
  return others.length === 0 && !makes && facts.isOnlyRemote(target.text)
    ? remoteBranch(target.text)
    : undefined;
}

const restoresPaths = (given: GitArguments): boolean =>
  given.has("ours", "theirs", "pathspec-from-file") || given.paths !== undefined || given.operands.length > 1;

/** The commands that go to, make, rename and delete branches. */
export const branchRules: GitRuleTable = {
  checkout: {
    is: local,
    options:
      "b= B= orphan= conflict= pathspec-from-file= U,unified= t,track? no-track ours theirs 2,ours 3,theirs m,merge p,patch " +
      "f,force d,detach l q,quiet guess no-guess ignore-other-worktrees overwrite-ignore recurse-submodules? " +
      "no-recurse-submodules progress no-progress ignore-skip-worktree-bits overlay no-overlay",
    by: (given, facts) => {
      if (given.has("ours", "theirs")) return resolving;
      // `git checkout <tree-ish> -- <path>` takes files and leaves HEAD where it is.
      if (restoresPaths(given) && !given.has("b", "B", "track")) {
        const unclear = given.paths === undefined && given.operands.some(({ text }) => text === undefined);
        return unclear && given.operands[0]?.text === undefined ? goingTo(given, facts, ["b", "B"]) : local;
      }
      return goingTo(given, facts, ["b", "B"]);
    },
  },
  switch: {
    is: local,
    options:
      "c,create= C,force-create= orphan= conflict= t,track? no-track m,merge f,force discard-changes d,detach q,quiet " +
      "guess no-guess ignore-other-worktrees recurse-submodules? no-recurse-submodules progress no-progress",
    by: (given, facts) => goingTo(given, facts, ["create", "force-create"]),
  },
  branch: {
    is: local,
    options:
      "d,delete D m,move M c,copy C f,force l,list a,all r,remotes v,verbose q,quiet u,set-upstream-to= unset-upstream " +
      "t,track? no-track edit-description show-current contains= no-contains= merged? no-merged? points-at= sort= " +
      "format= color? no-color column? no-column i,ignore-case abbrev? no-abbrev create-reflog omit-empty",
    by: (given, facts) => {
      const changes = given.has("delete", "D", "move", "M", "copy", "C", "force");
      if (!changes) return listsBranches(given) ? readOnly(given) : undefined;
      const names = given.operands.length > 0 ? [...given.operands] : [];
      for (const { text, source } of names) {
        if (text === undefined)
          return refused(
            "unknown",
            `${source} is put in when the command runs: it could be a managed branch`,
          );
        if (facts.isManaged(text.replace(/^refs\/heads\//, "")) && !given.has("remotes"))
          return ownsBranch(text);
      }
      // `git branch -m <new>` renames the branch that is checked out.
      const current = given.has("move", "M") && names.length < 2;
      return current && facts.isManaged(facts.branch) ? ownsBranch(facts.branch) : undefined;
    },
  },
  tag: {
    is: local,
    options:
      "m,message= F,file= u,local-user= cleanup= sort= format= contains= no-contains= merged? no-merged? points-at= n? " +
      "l,list d,delete v,verify a,annotate s,sign f,force color? column? trailer= i,ignore-case create-reflog e,edit",
    by: (given) => (listsTags(given) ? read : undefined),
    doubt: "harmless",
  },
};

const listing = ["list", "contains", "no-contains", "merged", "no-merged", "points-at"];

function listsBranches(given: GitArguments): boolean {
  if (given.has(...listing, "show-current")) return true;
  return given.operands.length === 0 && !given.has("set-upstream-to", "unset-upstream", "edit-description");
}

/** git refuses a listing that is to delete or move as well. */
const readOnly = (given: GitArguments): GitJudgement => (given.has("list") ? certainly(read) : read);

const listsTags = (given: GitArguments): boolean =>
  given.has(...listing, "n", "verify") || (given.operands.length === 0 && !given.has("delete"));
