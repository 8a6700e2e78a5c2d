import { CoppiceError } from "../lifecycle/errors.js";
import type { Operation } from "../lifecycle/events.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { shellWord } from "../lifecycle/shell-word.js";

/** The operation, as the subject of a sentence. */
export function operationPhrase(operation: Operation): string {
  const phrases: Readonly<Record<Operation, string>> = {
    create: "The creation",
    init: "The setup",
    commit: "The commit",
    merge: "The merge",
    resolve: "The resolution of the conflict",
    remove: "The removal",
    observe: "The observation",
  };
  return phrases[operation];
}

/** What a person can do about a record in `error`. */
export function wayOn({ branch, headOid, lastError }: WorktreeRecord): string {
  const word = shellWord(branch);
  if (lastError?.code === "WORKTREE_NOT_FOUND")
    return lastError.details.reason === "no-branch" && headOid !== null
      ? `git branch ${word} ${headOid} brings it back, then coppice retry ${word}; or coppice remove ${word} --force.`
      : `Put it back and run coppice retry ${word}, or coppice remove ${word}.`;
  const failed = lastError?.operation;
  const mending =
    failed === "merge" || failed === "commit" ? ` (with --no-run only back to work, to mend something)` : "";
  return `coppice retry ${word} goes on from there${mending}, coppice remove ${word} gives it up.`;
}

/** The state changed between the decision and the opening entry. */
export const movedOn = (record: WorktreeRecord, decided: string): CoppiceError =>
  new CoppiceError("INVALID_STATE", `${record.branch} was ${decided} no more when the operation began.`, {
    details: { branch: record.branch, state: decided },
    recoverable: true,
    suggestedAction: "Run the command again.",
  });

/** An entry of ours came too late to count. */
export const overtaken = (record: WorktreeRecord, event: string): CoppiceError =>
  new CoppiceError(
    "INVALID_STATE",
    `${record.branch} is ${record.status}: another command came first, so ${event} changed nothing.`,
    { details: { branch: record.branch, state: record.status, event } },
  );
