import { readRef } from "../../git/refs.js";
import type { RecordId } from "../../lifecycle/ids.js";
import { branchRef } from "../../lifecycle/ids.js";
import type { WorktreeRecord } from "../../lifecycle/record.js";
import { shellWord } from "../../lifecycle/shell-word.js";
import type { Engine } from "../context.js";
import { isHere, observationOf } from "../observe.js";
import { absence, type Located, locate } from "../place.js";
import { withRecord } from "../protocol.js";
import { prune } from "../prune.js";
import { tipsOf } from "../prune-tips.js";
import { resolutionFile } from "../resolution.js";
import { retryUnder } from "../retry.js";
import { newOp, type RecordSession } from "../session.js";
import { type Checker, type DoctorView, type Finding, subjectOf } from "./model.js";
import { isCalm } from "./view.js";

/** Worktrees of this clone whose directory, `.git` link or branch is not there; and those that are back. */
export const checkMissing: Checker = async (view) => {
  const { engine } = view;
  const findings: Finding[] = [];
  for (const record of await view.live()) {
    if (!isHere(engine, record) || record.type !== "worktree") continue;
    const finding = record.status === "error" ? await foundAgain(view, record) : await missing(view, record);
    if (finding !== undefined && (await isCalm(view, record.id))) findings.push(finding);
  }
  return findings;
};

async function missing(view: DoctorView, record: WorktreeRecord): Promise<Finding | undefined> {
  if (!isSettled(record)) return undefined;
  const { engine } = view;
  const { id, branch } = record;
  const sight = (await view.sights()).get(id);
  const located = sight?.located;
  const isThere = located?.state === "intact";
  const hasBranch = (await view.branches()).has(branch);
  if (isThere && hasBranch) return undefined;
  // A branch that was renamed is followed, not missed.
  if (isThere && (await observationOf(engine, record, sight)).renamed) return undefined;
  const orphaned = !hasBranch && !isThere && (await tipsOf(engine, [record])).get(id) === null;
  const what = isThere
    ? goneBranch(record)
    : `The worktree of ${branch} ${absence(engine, record, located)}.`;
  return {
    code: orphaned ? "worktree-orphaned" : isThere ? "branch-missing" : "worktree-missing",
    severity: "broken",
    subject: subjectOf(record, located?.path ?? null),
    message: orphaned ? `${what.slice(0, -1)}, and its branch is gone, too.` : what,
    suggestedAction: isThere
      ? wayBackOfBranch(record)
      : orphaned
        ? "coppice doctor --fix prunes it, and archives its last commit where that is known; or put the directory back."
        : wayBack(record, located?.state),
    evidence: { state: record.status, directory: located?.state ?? "unknown", branchExists: hasBranch },
    repair: () => tellMissing(engine, id),
  };
}

const isSettled = ({ status }: WorktreeRecord): boolean =>
  status === "active" || status === "dirty" || status === "conflict";

const goneBranch = ({ branch }: WorktreeRecord): string =>
  `The branch ${branch} is gone; its worktree is there.`;

function wayBackOfBranch({ branch, headOid }: WorktreeRecord): string {
  const word = shellWord(branch);
  return headOid === null
    ? `coppice remove ${word} --force archives what is there.`
    : `git branch ${word} ${headOid} brings it back, then coppice retry ${word}; or coppice remove ${word} --force.`;
}

function wayBack({ branch }: WorktreeRecord, state?: Located["state"]): string {
  const word = shellWord(branch);
  const mended =
    state === "moved" || state === "foreign" || state === "no-git-file"
      ? "coppice doctor --fix mends its link where that tells whose it is; else put"
      : "Put";
  return `${mended} the directory back and run coppice retry ${word}, or coppice remove ${word}.`;
}

/** Ends what is orphaned; of anything else the journal says that it is broken, and a person decides. */
async function tellMissing(engine: Engine, id: RecordId): Promise<string | undefined> {
  const state = await withRecord(engine, id, "doctor", (session) => lookAgain(session));
  if (state === undefined) return undefined;
  if (state.orphaned) {
    const { worktrees } = await prune(engine, { filter: "orphaned" });
    const row = worktrees.find((one) => one.id === id);
    if (row?.verdict === "removed") return `${row.branch} was pruned: ${row.because}.`;
  }
  return withRecord(engine, id, "doctor", async (session) => {
    const now = await lookAgain(session);
    if (now === undefined) return undefined;
    if (session.record.status === "conflict") {
      await session.open({ type: "ABORT_MERGE", reason: "its worktree is gone" }, {});
      engine.local.clear(id, resolutionFile);
    }
    const { branch } = session.record;
    const isThere = now.located?.state === "intact";
    await session.note({
      type: "ERROR",
      op: newOp(),
      code: "WORKTREE_NOT_FOUND",
      message: isThere
        ? goneBranch(session.record)
        : `The worktree of ${branch} ${absence(engine, session.record, now.located)}.`,
      details: { branch, reason: isThere ? "no-branch" : (now.located?.state ?? "unknown") },
      operation: "observe",
      recoverable: false,
    });
    return `${branch} is an error now. ${isThere ? wayBackOfBranch(session.record) : wayBack(session.record)}`;
  });
}

interface Missing {
  readonly orphaned: boolean;
  readonly located: Located | undefined;
}

async function lookAgain({ engine, id, record }: RecordSession): Promise<Missing | undefined> {
  if (!isSettled(record)) return undefined;
  const located = locate(engine, id);
  const isThere = located?.state === "intact";
  const hasBranch = (await readRef(engine.repo, branchRef(record.branch))) !== undefined;
  if (isThere && hasBranch) return undefined;
  return { orphaned: !isThere && (await tipsOf(engine, [record])).get(id) === null, located };
}

/** What was told to be missing may have been put back. */
async function foundAgain(view: DoctorView, record: WorktreeRecord): Promise<Finding | undefined> {
  const { engine } = view;
  const { id, branch, lastError } = record;
  if (lastError?.code !== "WORKTREE_NOT_FOUND" || lastError.operation !== "observe") return undefined;
  const located = (await view.sights()).get(id)?.located;
  if (located?.state !== "intact" || !(await view.branches()).has(branch)) return undefined;
  return {
    code: "worktree-back",
    severity: "warning",
    subject: subjectOf(record, located.path),
    message: `The worktree of ${branch} was missing and is there again.`,
    suggestedAction: `coppice retry ${shellWord(branch)} goes on with it.`,
    evidence: { state: record.status },
    repair: () =>
      withRecord(engine, id, "doctor", async (session) => {
        const failed = session.record;
        if (failed.lastError?.code !== "WORKTREE_NOT_FOUND") return undefined;
        await retryUnder(session, failed, "observe", true);
        return `${branch} is ${session.record.status} again.`;
      }),
  };
}
