import { isTaskBranch } from "../../config/task-branches.js";
import { readRef } from "../../git/refs.js";
import { realPath } from "../../git/worktree-links.js";
import type { Effect } from "../../lifecycle/effects.js";
import { CoppiceError } from "../../lifecycle/errors.js";
import { branchRef, type RecordId } from "../../lifecycle/ids.js";
import type { WorktreeRecord } from "../../lifecycle/record.js";
import { shellWord } from "../../lifecycle/shell-word.js";
import { adoptWorktree } from "../adopt.js";
import { baseBranches, headBranch } from "../base.js";
import { checkedOutAt } from "../branch-removal.js";
import type { Engine } from "../context.js";
import { accepted, decided } from "../decision.js";
import { recordOfBranch } from "../find.js";
import { runEffects } from "../interpret.js";
import { isHere } from "../observe.js";
import { locate } from "../place.js";
import { withRecord } from "../protocol.js";
import { removalRunners } from "../removal.js";
import { lossFacts } from "../removal-facts.js";
import { newOp, type RecordSession } from "../session.js";
import { type Checker, type DoctorView, type Finding, subjectOf } from "./model.js";
import { isCalm } from "./view.js";

/** What is left of removed worktrees: a directory with its mark, or the branch where it stood. */
export const checkRemains: Checker = async (view) => {
  const { engine } = view;
  const removed = new Map((await view.removed()).map((record) => [record.id, record]));
  const findings: Finding[] = [];
  for (const { adminDir, path } of view.registrations()) {
    const mark = engine.local.markOf(adminDir);
    const record = mark === undefined ? undefined : removed.get(mark);
    if (record !== undefined && (await isCalm(view, record.id)))
      findings.push(directoryFinding(engine, record, path));
  }
  const told = new Set(findings.map(({ subject }) => subject?.id));
  for (const record of await leftBranches(view)) {
    if (!told.has(record.id) && (await isCalm(view, record.id))) findings.push(branchFinding(engine, record));
  }
  return findings;
};

/** The newest removed record of each branch that stands where the record left it, and that was to go with it. */
async function leftBranches(view: DoctorView): Promise<WorktreeRecord[]> {
  const { engine } = view;
  const branches = await view.branches();
  const newest = new Map<string, WorktreeRecord>();
  for (const record of await view.removed())
    if (record.type === "worktree") newest.set(record.branch, record);
  // A live worktree's branch or base: whatever a record says that has ended, somebody works on with it.
  for (const { branch, base } of await view.live())
    for (const name of [branch, base]) if (name !== null) newest.delete(name);
  const left = [...newest.values()].filter(
    (record) =>
      isHere(engine, record) &&
      record.removal?.pruneBranch === true &&
      record.headOid !== null &&
      branches.get(record.branch) === record.headOid,
  );
  const bases = left.length === 0 ? new Set<string>() : await baseBranches(engine);
  const going: WorktreeRecord[] = [];
  for (const record of left) {
    if (bases.has(record.branch)) continue;
    // Somebody has it by now.
    if ((await checkedOutAt(engine, record.branch)) === undefined) going.push(record);
  }
  return going;
}

const directoryFinding = (engine: Engine, record: WorktreeRecord, path: string): Finding => ({
  code: "removed-directory-remains",
  severity: "warning",
  subject: subjectOf(record, path),
  message: `The worktree of ${record.branch} is removed, and its directory is still registered.`,
  suggestedAction: `Save what you need from it, then git worktree remove --force ${shellWord(path)}.`,
  evidence: { removedAt: record.removedAt },
  repair: () => removeOrAdopt(engine, record.id),
});

const branchFinding = (engine: Engine, record: WorktreeRecord): Finding => ({
  code: "removed-branch-remains",
  severity: "warning",
  subject: subjectOf(record),
  message: `${record.branch} is removed, and its branch is still where it stood.`,
  suggestedAction: `git branch -D ${shellWord(record.branch)} deletes it.`,
  evidence: { headOid: record.headOid, removedAt: record.removedAt },
  repair: () => withRecord(engine, record.id, "doctor", removeAgain),
});

/** Work that came into it since has to go on somewhere: then it becomes a worktree of its own. */
async function removeOrAdopt(engine: Engine, id: RecordId): Promise<string | undefined> {
  try {
    return await withRecord(engine, id, "doctor", removeAgain);
  } catch (error) {
    const located = locate(engine, id);
    if (!(error instanceof CoppiceError) || located?.state !== "intact") throw error;
    const { path, gitDir } = located;
    const branch = gitDir === undefined ? undefined : await headBranch(engine.repo, gitDir);
    if (branch === undefined || gitDir === undefined || !isTaskBranch(engine.config, branch)) throw error;
    const place = { path: realPath(path), gitDir: realPath(gitDir), main: false };
    const adopted = await adoptWorktree(engine, place, branch, []);
    if (adopted === undefined || adopted === "waits") throw error;
    return `${branch} was adopted anew, as it cannot be removed: ${error.message}`;
  }
}

/**
 * The removal once more, as of a worktree that is active: by its guards, with everything archived that nothing else
 * holds. The record has ended; nothing is journaled.
 */
async function removeAgain(session: RecordSession): Promise<string | undefined> {
  const { engine, id, record } = session;
  const { branch, headOid } = record;
  const located = locate(engine, id);
  const tip = await readRef(engine.repo, branchRef(branch));
  const living = recordOfBranch((await engine.journal.records()).values(), branch);
  const withBranch =
    record.removal?.pruneBranch === true && tip !== undefined && tip === headOid && living === undefined;
  if (record.status !== "removed" || (located?.gitDir === undefined && !withBranch)) return undefined;
  const { facts } = await lossFacts(engine, record, 0);
  const event = { type: "REMOVE", op: newOp(), force: false, pruneBranch: withBranch } as const;
  // What nothing else holds is archived before it goes.
  accepted(
    decided(engine, { ...record, status: "active", lock: null }, event, {
      ...facts,
      reachableElsewhere: true,
    }),
  );
  const effects: Effect[] = [
    { type: "archive", scope: "pruned" },
    { type: "removeWorktree", force: false },
    ...(withBranch ? [{ type: "pruneBranch", branch } as const] : []),
    { type: "cleanupDirectory", halfMade: false },
  ];
  await runEffects(effects, removalRunners(session, { force: 0, expected: tip }), engine.signal);
  return `What was left of ${branch} is removed.`;
}
