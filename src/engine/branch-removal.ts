import { lstatSync } from "node:fs";
import { join } from "node:path";
import { isOid } from "../git/oid.js";
import { deleteRef, listRefs, readRef, resolveCommit } from "../git/refs.js";
import { lineIn, readRegistrations } from "../git/worktree-links.js";
import { diskProblem } from "../git/write-probe.js";
import { type BranchName, branchRef, type Oid } from "../lifecycle/ids.js";
import { type Saved, saveCommits } from "./archive-save.js";
import { baseBranches } from "./base.js";
import type { Engine } from "./context.js";
import { noteDeletion, stillReachableElsewhere } from "./reachable.js";
import { withBranchLock } from "./record-lock.js";
import type { RemovalOptions } from "./removal-check.js";
import type { RecordSession } from "./session.js";

/** Deletes a removed worktree's branch, unless something would be lost or broken by that: then it tells why it stays. */
export async function pruneBranch(
  session: RecordSession,
  branch: BranchName,
  options: RemovalOptions,
  saved?: Saved,
): Promise<void> {
  await withBranchLock(session.engine, () => pruneUnder(session, branch, options, saved));
}

async function pruneUnder(
  session: RecordSession,
  branch: BranchName,
  { expected, force, discard }: RemovalOptions,
  saved: Saved | undefined,
): Promise<void> {
  const { engine, record } = session;
  const tip = await readRef(engine.repo, branchRef(branch));
  if (tip === undefined) return;
  const holder = await checkedOutAt(engine, branch);
  if (holder !== undefined) {
    engine.report.warn(`The branch ${branch} stays: it is checked out in ${holder}.`);
    return;
  }
  // A journal may call any branch a worktree's: who wrote it, or a new name, made it one.
  if ((await baseBranches(engine)).has(branch)) {
    engine.report.warn(`The branch ${branch} stays: worktrees fork from it.`);
    return;
  }
  // The journal alone gives up nothing: it may say what somebody elsewhere wrote.
  const discarded = force > 0 && (discard ?? record.removal?.discard) === true;
  const givenUp = discarded && tip === record.headOid;
  const decided = tip === expected || tip === record.landed?.headOid || givenUp;
  // What held its commits when that was decided may have gone since, for the reason that this branch has them.
  const isElsewhere = givenUp || (await stillReachableElsewhere(engine, tip, branch));
  if (!decided && !isElsewhere) {
    engine.report.warn(`The branch ${branch} stays: it has commits that exist nowhere else.`);
    return;
  }
  if (!isElsewhere && !discarded && !(await holds(engine, saved, tip))) await saveCommits(engine, record);
  noteDeletion(engine);
  if ((await deleteRef(engine.repo, branchRef(branch), tip)) === "stale") {
    engine.report.warn(`The branch ${branch} stays: it has just moved.`);
    return;
  }
  await forgetSettings(engine, branch);
}

/** Whether what was saved of a worktree has the branch's commits: they are the archive, or it lies on top of them. */
async function holds({ repo }: Engine, saved: Saved | undefined, tip: Oid): Promise<boolean> {
  if (saved === undefined || (await readRef(repo, saved.ref)) !== saved.oid) return false;
  return saved.oid === tip || (await resolveCommit(repo, `${saved.oid}^1`)) === tip;
}

/** As `git branch -d` does it: a later branch of the same name is not to inherit an upstream. */
async function forgetSettings({ repo, report }: Engine, branch: BranchName): Promise<void> {
  const section = `branch.${branch}`;
  const names = repo.config.keys().filter((key) => key.startsWith(`${section}.`));
  if (!names.some((key) => !key.slice(section.length + 1).includes("."))) return;
  // What the person has set elsewhere than in this repository stays.
  const forget = ["config", "--local", "--remove-section", section];
  const { code, stderr } = await repo.git.run(repo.commonDir, forget, { codes: "any" });
  const disk = code === 0 ? undefined : await diskProblem(repo.commonDir, stderr);
  if (disk !== undefined) report.warn(`The settings of the branch ${branch} stay: ${disk.message}`);
}

/**
 * Where a branch is checked out, or is the subject of a rebase or bisect: deleting it would break that worktree.
 * git's list does not tell of the latter, as HEAD is detached then.
 */
export async function checkedOutAt(engine: Engine, branch: BranchName): Promise<string | undefined> {
  const { repo } = engine;
  const ref = branchRef(branch);
  const places = [
    { path: repo.mainWorktree ?? repo.commonDir, gitDir: repo.commonDir },
    ...readRegistrations(repo.commonDir).map((one) => ({ path: one.path, gitDir: one.adminDir })),
  ];
  const heads = places.map(({ gitDir }) => (repo.refFormat === "files" ? headOf(gitDir) : undefined));
  if (heads.includes(undefined)) {
    const found = (await listRefs(repo, [ref])).find((one) => one.name === ref);
    if (found?.worktreePath !== undefined) return found.worktreePath;
  }
  return places.find(({ gitDir }, index) => heads[index] === ref || isSubjectOf(gitDir, ref, branch))?.path;
}

/** The ref that HEAD names, or the commit; undefined where its file does not tell: it may be a link, as of old. */
function headOf(gitDir: string): string | undefined {
  const file = join(gitDir, "HEAD");
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const text = lineIn(file) ?? "";
  return isOid(text) ? text : /^ref:[ \t]*(refs\/.+)$/s.exec(text)?.[1];
}

function isSubjectOf(gitDir: string, ref: string, branch: BranchName): boolean {
  const names = ["rebase-merge/head-name", "rebase-apply/head-name", "BISECT_START"];
  return names.some((name) => {
    const text = lineIn(join(gitDir, name));
    return text === ref || text === branch;
  });
}
