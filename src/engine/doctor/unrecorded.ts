import { isTaskBranch } from "../../config/task-branches.js";
import { realPath } from "../../git/worktree-links.js";
import { linkIntact, type Worktree } from "../../git/worktrees.js";
import type { BranchName } from "../../lifecycle/ids.js";
import type { WorktreeRecord } from "../../lifecycle/record.js";
import { shellWord } from "../../lifecycle/shell-word.js";
import { adoptWorktree } from "../adopt.js";
import { baseBranches } from "../base.js";
import type { Engine } from "../context.js";
import { recordOfBranch } from "../find.js";
import { takeUpFile } from "../local.js";
import { hasObservations } from "../observation-files.js";
import { isElsewhere, locate } from "../place.js";
import { withRecord } from "../protocol.js";
import { isHalfTakenUp } from "../take-up.js";
import type { Checker, DoctorView, Finding, Subject } from "./model.js";

/** Linked worktrees on task branches that no record tells of, or one of which another clone is, or is said to be, the owner. */
export const checkUnrecorded: Checker = async (view) => {
  const bases = await baseBranches(view.engine);
  const findings: Finding[] = [...(await disowned(view))];
  // What hooks saw and nobody has journaled yet may be that very worktree: it is on its way.
  if (hasObservations(view.engine.repo.commonDir)) return findings;
  for (const worktree of await view.worktrees()) {
    const { branch, gitDir } = worktree;
    if (worktree.main || branch === undefined || gitDir === undefined || bases.has(branch)) continue;
    // One that git is still making is its maker's.
    if (worktree.locked === "initializing" || !linkIntact(worktree)) continue;
    const candidate = { ...worktree, branch, gitDir };
    const finding =
      (await outrun(view, candidate)) ??
      (isTaskBranch(view.engine.config, branch) ? await findingOf(view, candidate) : undefined);
    if (finding !== undefined) findings.push(finding);
  }
  return findings;
};

/**
 * Worktrees that this clone made and has taken for its own, of records that another clone owns: the file that says which
 * clone this is was lost, and made anew.
 */
async function disowned(view: DoctorView): Promise<Finding[]> {
  const { engine } = view;
  const live = new Map((await view.live()).map((record) => [record.id, record]));
  const findings: Finding[] = [];
  for (const { adminDir, path } of view.registrations()) {
    const mark = engine.local.markOf(adminDir);
    const record = mark === undefined ? undefined : live.get(mark);
    if (record === undefined || !isElsewhere(engine, record) || !isPlaced(engine, record)) continue;
    const { id, branch } = record;
    findings.push({
      code: "owner-lost",
      severity: "broken",
      subject: { id, branch, path },
      message: `The worktree of ${branch} is here, and its record says that another clone owns it.`,
      suggestedAction: `If it is that clone's indeed, remove it here: git worktree remove ${shellWord(path)}.`,
      evidence: { owner: record.owner, clone: engine.clone },
      repair: () =>
        withRecord(engine, id, "doctor", async (session) => {
          if (!isElsewhere(engine, session.record) || !isPlaced(engine, session.record)) return undefined;
          await session.note({ type: "OWN", clone: engine.clone });
          return `${branch} is this clone's again.`;
        }),
    });
  }
  return findings;
}

const isPlaced = (engine: Engine, { id }: WorktreeRecord): boolean =>
  engine.local.read(id, takeUpFile) === undefined && locate(engine, id)?.state === "intact";

type Candidate = Worktree & { readonly branch: BranchName; readonly gitDir: string };

/**
 * A worktree that this clone made, of a branch for which another clone has an older record: the two are read as one, which
 * is the other clone's, so no command takes this worktree. Taken from there, the branch would be lost to that clone.
 */
async function outrun(
  { engine, live }: DoctorView,
  { branch, gitDir, path }: Candidate,
): Promise<Finding | undefined> {
  const record = (await live()).find((one) => one.branch === branch && isElsewhere(engine, one));
  const mark = engine.local.markOf(gitDir);
  if (record === undefined || mark === undefined || engine.journal.joined.get(mark) !== record.id)
    return undefined;
  return {
    code: "branch-of-another-clone",
    severity: "warning",
    subject: { id: record.id, branch, path },
    message: `Another clone has an older record of ${branch}, so the branch is that clone's, and no command takes the worktree that is here.`,
    suggestedAction: `git -C ${shellWord(path)} switch -c NAME, and then coppice doctor --fix, makes it a worktree of its own with all that is in it; git worktree remove ${shellWord(path)} gives it up.`,
    evidence: { owner: record.owner, own: mark },
  };
}

async function findingOf(view: DoctorView, at: Candidate): Promise<Finding | undefined> {
  const { engine } = view;
  const { branch, gitDir, path } = at;
  // A command may have recorded it since the journals were read, before it made the worktree.
  const records = await engine.journal.records();
  const marked = engine.local.markOf(gitDir);
  const known = marked === undefined ? undefined : records.get(engine.journal.joined.get(marked) ?? marked);
  // Marked by a record that lives, it was switched to another branch; by one that was removed, it is left of that.
  if (known !== undefined && (known.status === "removed" || !isElsewhere(engine, known))) {
    if (known.status === "removed" || known.owner !== null) return undefined;
  }
  const living = recordOfBranch(records.values(), branch);
  if (living !== undefined && (isElsewhere(engine, living) || view.isBusy(living.id))) return undefined;
  // That the taking up was interrupted is a finding itself.
  if (living !== undefined && isHalfTakenUp(engine, living)) return undefined;
  const located = living === undefined ? undefined : locate(engine, living.id);
  const subject: Subject = { id: living?.id ?? null, branch, path };
  if (located?.gitDir !== undefined && living?.owner !== null) {
    if (realPath(located.gitDir) === realPath(gitDir)) return undefined;
    return {
      code: "branch-in-two-worktrees",
      severity: "warning",
      subject,
      message: `${branch} is checked out in ${path} as well as in its own worktree.`,
      suggestedAction: `Give one of them another branch: git -C ${shellWord(path)} switch --detach.`,
      evidence: { own: located.path },
    };
  }
  return {
    code: "unrecorded-worktree",
    severity: "warning",
    subject,
    message: `No record tells of the worktree of ${branch}.`,
    suggestedAction: `coppice doctor --fix adopts it; git worktree remove ${shellWord(path)} gives it up.`,
    evidence: { registration: at.id ?? null },
    repair: async () => {
      const place = { path: realPath(path), gitDir: realPath(gitDir), main: false };
      const id = await adoptWorktree(engine, place, branch, []);
      return id === undefined || id === "waits" ? undefined : `${branch} was adopted.`;
    },
  };
}
