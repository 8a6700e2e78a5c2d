import { match } from "ts-pattern";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Facts } from "../lifecycle/facts.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { dirtyRefusal } from "../lifecycle/refusal.js";
import { shellWord } from "../lifecycle/shell-word.js";

/**
 * Why a record has nothing to submit now, by its state and its worktree.
 * @param looked whether the facts are of a worktree that is there
 */
export function submitRefusal(
  record: WorktreeRecord,
  facts: Facts,
  looked: boolean,
): CoppiceError | undefined {
  return ofState(record, facts) ?? (looked ? ofWorktree(record, facts) : undefined);
}

function ofState(record: WorktreeRecord, facts: Facts): CoppiceError | undefined {
  const { branch, status, type, lastError } = record;
  const name = shellWord(branch);
  const refuse = (why: string, suggestedAction: string): CoppiceError =>
    new CoppiceError("INVALID_STATE", `${branch} cannot be submitted: ${why}.`, {
      details: { branch, state: status },
      suggestedAction,
    });
  if (type === "home") return refuse("the home workspace is never merged", "Create a worktree for the task.");
  return match(status)
    .returnType<CoppiceError | undefined>()
    .with("active", "conflict", () => undefined)
    .with("dirty", () => {
      const way = `coppice commit ${name} -m <message>, then coppice submit ${name}.`;
      const { code, message, details } = dirtyRefusal(
        record,
        facts.uncommitted,
        "a merge takes commits only",
        way,
      );
      return new CoppiceError(code, `${message}.`, { details: { branch, ...details }, suggestedAction: way });
    })
    .with("error", () =>
      refuse(
        `its state is error${lastError === null ? "" : ` (${lastError.operation})`}`,
        `coppice retry ${name}, or coppice remove ${name}.`,
      ),
    )
    .with("removed", () => refuse("it is removed", "coppice create makes a new one."))
    .with("creating", "initializing", "committing", "merging", "removing", () =>
      refuse(`its state is ${status}`, "Wait for the command that works on it, then run this one again."),
    )
    .exhaustive();
}

function ofWorktree({ branch, status }: WorktreeRecord, facts: Facts): CoppiceError | undefined {
  const details = { branch, state: status };
  if (facts.operationHere === undefined || facts.unmerged === undefined) {
    return new CoppiceError("GIT_FAILED", `The status of the worktree of ${branch} could not be read.`, {
      details,
    });
  }
  if (facts.operationHere === null && facts.unmerged.length === 0) return undefined;
  const what =
    facts.operationHere === null ? "Files are unmerged" : `A ${facts.operationHere} is in progress`;
  return new CoppiceError("INVALID_STATE", `${what} in the worktree of ${branch}.`, {
    details,
    suggestedAction: "End it there (git status says how), then submit again.",
  });
}
