import { CoppiceError } from "../lifecycle/errors.js";
import { shellWord } from "../lifecycle/shell-word.js";
import type { Landing } from "./landed.js";
import type { MergeOutcome } from "./merge-outcome.js";
import type { MergeTarget } from "./merge-target.js";
import type { RecordSession } from "./session.js";

/** The outcome of a branch whose merge was not begun. */
export function refused(session: RecordSession, target: MergeTarget, cause: CoppiceError): MergeOutcome {
  const { record } = session;
  const error = asRefusal(cause);
  return { status: "refused", branch: record.branch, record, target: target.branch, error };
}

/** What could not be computed has changed nothing: there is no error state to retry from. */
function asRefusal(error: CoppiceError): CoppiceError {
  const { code, message, details, suggestedAction } = error;
  const general = new CoppiceError(code, message, { details }).suggestedAction;
  if (code !== "MERGE_FAILED" || suggestedAction !== general) return error;
  return new CoppiceError(code, message, {
    details,
    cause: error,
    suggestedAction: "Mend what is named above, then run the command again.",
  });
}

/** The outcome of a branch that has nothing for base. */
export function alreadyMerged(
  session: RecordSession,
  target: MergeTarget,
  how: "contained" | "empty" | Landing,
): MergeOutcome {
  const { record } = session;
  const what = how === "contained" ? "all its commits" : `all its changes, ${otherCommits(how)}`;
  const error = new CoppiceError(
    "INVALID_STATE",
    `${record.branch} has nothing to merge: ${target.branch} has ${what}.`,
    {
      details: {
        branch: record.branch,
        base: target.branch,
        state: record.status,
        ...(typeof how === "string" ? {} : { reason: how.evidence }),
      },
      suggestedAction: `Commit something first, or coppice remove ${shellWord(record.branch)}.`,
    },
  );
  return { status: "already-merged", branch: record.branch, target: target.branch, record, error };
}

function otherCommits(how: "empty" | Landing): string {
  if (how === "empty" || how.mergeOid === undefined) return "under other commits";
  const commit = how.mergeOid.slice(0, 12);
  return how.evidence === "patch-id" ? `squashed as ${commit}` : `commit by commit up to ${commit}`;
}
