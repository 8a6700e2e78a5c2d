import { match } from "ts-pattern";
import { type Facts, isNotElsewhere, isNotPushed, isWorktreeInside } from "./facts.js";
import {
  answer,
  type CreateRequirement,
  createRequirements,
  type GuardContext,
  type RemovalRequirement,
  type Requirement,
  removalRequirements,
  type WorkRequirement,
} from "./guards.js";
import { dirtyRefusal, listed, nameOf, type Refusal, refuse, several, withFiles } from "./refusal.js";
import { removalRefusal } from "./removal-refusals.js";
import { shellWord } from "./shell-word.js";

/** What could not be found out, as the end of "could not find out ...". */
const question: Readonly<Record<Requirement, string>> = {
  hasCommit: "whether the repository has a commit",
  noLiveRecord: "whether the branch has a worktree already",
  notBlocked: "whether another branch's name stands in the way",
  branchFree: "whether the branch exists",
  notCheckedOut: "whether the branch is checked out somewhere",
  pathFree: "whether the directory is free",
  worktreeThere: "whether the worktree is there",
  mergeable: "whether it can be merged",
  noRequest: "whether a request to merge is pending",
  nothingInProgress: "whether a git operation is in progress in the worktree",
  nothingInProgressAtBase: "whether a git operation is in progress where base is checked out",
  nothingUnmerged: "whether the index has unmerged entries",
  clean: "whether the worktree is clean",
  ahead: "whether the branch has commits that base lacks",
  baseInOnePlace: "where base is checked out",
  baseNotDiverged: "whether base and its upstream have diverged",
  hasChanges: "whether the worktree has changes",
  noMarkers: "whether conflict markers are left",
  owned: "which clone holds the worktree",
  notInside: "whether the command runs inside the worktree",
  notInUse: "whether a process uses the worktree",
  notLocked: "whether the worktree is locked",
  cleanOrForced: "whether the worktree is clean",
  restorable: "whether a git operation is in progress in the worktree",
  commitsKept: "whether its commits exist elsewhere",
  due: "whether it is stale, orphaned or completed",
  prunable: "whether it may be pruned",
  filesInConflict: "which files are in conflict",
  resolved: "whether the conflict is resolved",
  recoverable: "whether the error can be retried",
};

function createRefusal(requirement: CreateRequirement, { event, facts }: GuardContext): Refusal {
  const branch = event.type === "CREATE" ? event.branch : "";
  return match(requirement)
    .returnType<Refusal>()
    .with("hasCommit", () =>
      refuse(
        "NOT_A_REPO",
        "the repository has no commit yet, so there is nothing to branch from",
        {},
        "Make a first commit, then create it again.",
      ),
    )
    .with("noLiveRecord", () => refuse("WORKTREE_EXISTS", `'${branch}' has a worktree already`, { branch }))
    .with("notBlocked", () => {
      const by = facts.branchBlockedBy ?? "";
      return refuse(
        "BRANCH_EXISTS",
        `'${branch}' cannot be made while the branch '${by}' exists: git keeps one as a directory of the other's name`,
        { branch, blockedBy: by },
        `Choose another name, or rename or delete '${by}'.`,
      );
    })
    .with("branchFree", () => refuse("BRANCH_EXISTS", `the branch '${branch}' exists already`, { branch }))
    .with("notCheckedOut", () =>
      refuse(
        "BRANCH_CHECKED_OUT",
        `the branch '${branch}' is checked out at ${facts.branchCheckedOutAt ?? "another worktree"}`,
        { branch },
      ),
    )
    .with("pathFree", () =>
      refuse("PATH_EXISTS", `the directory for '${branch}' exists already and is not Coppice's`, { branch }),
    )
    .exhaustive();
}

function workRefusal(requirement: WorkRequirement, { record, event, facts }: GuardContext): Refusal {
  const name = nameOf(record);
  const branch = record?.branch ?? "";
  const target = event.type === "MERGE" ? event.target : (record?.base ?? "base");
  return match(requirement)
    .returnType<Refusal>()
    .with("worktreeThere", () =>
      refuse(
        "WORKTREE_CREATION_FAILED",
        `${name} was not made: its directory is missing or git does not list it`,
      ),
    )
    .with("mergeable", () =>
      refuse("INVALID_STATE", `${name} is never merged`, {}, "Merge a task's worktree."),
    )
    .with("noRequest", () =>
      refuse(
        "INVALID_STATE",
        `${name} has a request to merge pending; merging it here too would land it twice`,
        {},
        `Wait for it, or take it back: coppice submit --withdraw ${shellWord(branch)}.`,
      ),
    )
    .with("nothingInProgress", () =>
      refuse(
        "INVALID_STATE",
        `a ${facts.operationHere ?? "git operation"} is in progress in ${name}`,
        { operation: facts.operationHere ?? "" },
        "End it there (git status says how), then run the command again.",
      ),
    )
    .with("nothingInProgressAtBase", () =>
      refuse(
        "INVALID_STATE",
        `a ${facts.operationAtBase ?? "git operation"} is in progress where '${target}' is checked out`,
        { base: target, operation: facts.operationAtBase ?? "" },
        "End it there (git status says how), then merge again.",
      ),
    )
    .with("nothingUnmerged", () =>
      refuse(
        "INVALID_STATE",
        `${name} has unmerged files: ${listed(facts.unmerged ?? [])}`,
        withFiles(facts.unmerged ?? []),
        "Resolve them and git add them, then run the command again.",
      ),
    )
    .with("clean", () =>
      event.type === "DISCARD"
        ? dirtyRefusal(record, facts.uncommitted, "it is not clean", "Commit or discard the changes.")
        : dirtyRefusal(record, facts.uncommitted, "a merge takes commits only", wayToMerge(facts)),
    )
    .with("ahead", () =>
      refuse(
        "INVALID_STATE",
        `${name} has nothing to merge: '${target}' has all its commits`,
        { base: target },
        `Commit something first, or coppice remove ${shellWord(branch)}.`,
      ),
    )
    .with("baseInOnePlace", () =>
      refuse(
        "BRANCH_CHECKED_OUT",
        `'${target}' is checked out in ${several(facts.baseCheckouts ?? 2, "worktree")}, which cannot move together`,
        { base: target },
        `Switch all but one of them to another branch, then merge again.`,
      ),
    )
    .with("baseNotDiverged", () =>
      refuse("BASE_DIVERGED", `'${target}' and its upstream have both moved`, { base: target }),
    )
    .with("hasChanges", () =>
      refuse(
        "INVALID_STATE",
        event.type === "COMMIT" ? `${name} has nothing to commit` : `${name} is clean`,
        {},
        "Change something first.",
      ),
    )
    .with("noMarkers", () =>
      refuse(
        "INVALID_STATE",
        `conflict markers are left in ${listed(facts.markers ?? [])}`,
        withFiles(facts.markers ?? []),
        "Resolve them, then run the command again.",
      ),
    )
    .with("filesInConflict", () => {
      const known = new Set(record?.conflict?.files.map((file) => file.path));
      const named = event.type === "RESOLVE_CONFLICT" ? (event.files ?? []) : [];
      const strange = named.filter((file) => !known.has(file));
      return refuse(
        "CONFLICT_RESOLUTION_FAILED",
        `not in conflict: ${listed(strange)}`,
        withFiles(strange),
        `coppice show ${shellWord(branch)} lists the files in conflict.`,
      );
    })
    .with("resolved", () => {
      const left = [
        ...new Set([...(facts.unmerged ?? []), ...(facts.markers ?? []), ...(facts.conflictsNow ?? [])]),
      ];
      return refuse(
        "CONFLICT_RESOLUTION_FAILED",
        `not resolved yet: ${listed(left)}`,
        withFiles(left),
        `coppice resolve ${shellWord(branch)} --manual writes the conflict markers; edit and git add the files, then coppice resolve ${shellWord(branch)} --continue.`,
      );
    })
    .with("recoverable", () =>
      refuse(
        "INVALID_STATE",
        `what failed in ${name} cannot be retried: ${record?.lastError?.message ?? "no error is known"}`,
        record?.lastError ? { operation: record.lastError.operation } : {},
        `coppice remove ${shellWord(branch)}, and create it again.`,
      ),
    )
    .exhaustive();
}

function wayToMerge({ uncommitted }: Facts): string {
  const files = uncommitted?.files ?? [];
  const orKeep = "or give --keep: the worktree goes with the merge otherwise.";
  if (files.some(isWorktreeInside))
    return `Move the worktree inside elsewhere (git worktree move), ${orKeep}`;
  if (files.some(isNotPushed)) return `Push the submodule's commits, ${orKeep}`;
  if (files.some(isNotElsewhere)) return `Give those commits a branch (git branch NAME COMMIT), ${orKeep}`;
  return "Commit or discard the changes, or give --auto-commit.";
}

const isCreate = (requirement: Requirement): requirement is CreateRequirement =>
  createRequirements.some((name) => name === requirement);
const isRemoval = (requirement: Requirement): requirement is RemovalRequirement =>
  removalRequirements.some((name) => name === requirement);

/** What a person is told when a requirement does not hold. */
export function refusalOf(requirement: Requirement, context: GuardContext): Refusal {
  if (answer(requirement, context) === undefined)
    return refuse(
      "GIT_FAILED",
      `${nameOf(context.record)}: Coppice could not find out ${question[requirement]}, and does not guess`,
      { reason: requirement },
    );
  if (isCreate(requirement)) return createRefusal(requirement, context);
  if (isRemoval(requirement)) return removalRefusal(requirement, context);
  return workRefusal(requirement, context);
}
