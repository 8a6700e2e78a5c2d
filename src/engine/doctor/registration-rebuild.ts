import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readRef } from "../../git/refs.js";
import { linkState, realPath } from "../../git/worktree-links.js";
import { listWorktrees } from "../../git/worktrees.js";
import { CoppiceError } from "../../lifecycle/errors.js";
import { branchRef, type RecordId } from "../../lifecycle/ids.js";
import type { WorktreeRecord } from "../../lifecycle/record.js";
import { systemError } from "../../lifecycle/system-errors.js";
import type { Engine } from "../context.js";
import { identityOf } from "../files.js";
import { coppiceDir } from "../init-clone.js";
import { isHere } from "../observe.js";
import { withRecord } from "../protocol.js";
import { withWorktreeLock } from "../record-lock.js";
import type { Claimant } from "./link-survey.js";
import type { DoctorView } from "./model.js";

/*
 * A registration that git pruned while its directory was out of reach: a disk that was not mounted, a container that
 * sees another path. It held HEAD and the index. Which branch HEAD was on, the journal knows; what was staged is in the
 * files.
 */

/** The record to which a directory without its registration belongs for certain; undefined: a person decides. */
export async function recordToRejoin(
  view: DoctorView,
  claimant: Claimant,
): Promise<WorktreeRecord | undefined> {
  const { engine } = view;
  for (const record of await view.live())
    if (!view.isBusy(record.id) && (await isOf(engine, record, claimant))) return record;
  return undefined;
}

/** The very directory that this clone made, on a branch that is where the journal left it, and nobody else's. */
async function isOf(engine: Engine, record: WorktreeRecord, { path, target }: Claimant): Promise<boolean> {
  if (record.type !== "worktree" || record.op !== null || !isHere(engine, record)) return false;
  const isSettled =
    record.status === "active" ||
    record.status === "dirty" ||
    (record.lastError?.code === "WORKTREE_NOT_FOUND" && record.lastError.operation === "observe");
  const place = engine.local.place(record.id);
  const now = identityOf(path);
  const isIt =
    place?.identity != null &&
    place.identity.dev === now?.dev &&
    place.identity.ino === now.ino &&
    realPath(place.path) === path;
  if (!isSettled || !isIt || existsSync(target)) return false;
  // A sparse checkout's patterns were in the registration: without them its files would seem to be deleted.
  if (engine.repo.config.bool("extensions.worktreeConfig") === true) return false;
  const tip = await readRef(engine.repo, branchRef(record.branch));
  if (tip === undefined || tip !== record.headOid || (await hasModules(engine, tip))) return false;
  return (await listWorktrees(engine.repo)).every(({ branch }) => branch !== record.branch);
}

/** A submodule's repository lay in the registration. */
async function hasModules({ repo }: Engine, tip: string): Promise<boolean> {
  const { stdout } = await repo.git.run(repo.commonDir, ["ls-tree", "-r", "-z", "--end-of-options", tip]);
  return stdout
    .toString("latin1")
    .split("\0")
    .some((line) => line.startsWith("160000 "));
}

/**
 * Makes the registration anew that the directory's `.git` file names. No file of the directory is touched.
 * @returns what was done; undefined: it is there again
 * @throws INVALID_STATE when things have changed since
 */
export function rejoin(engine: Engine, id: RecordId, claimant: Claimant): Promise<string | undefined> {
  const { path, target } = claimant;
  return withRecord(engine, id, "doctor", ({ record }) =>
    withWorktreeLock(engine, async () => {
      if (existsSync(target)) return undefined;
      if (!(await isOf(engine, record, claimant))) throw changed(path);
      const draft = join(coppiceDir(engine.repo.commonDir), `${basename(target)}.registration.tmp`);
      try {
        rmSync(draft, { recursive: true, force: true });
        mkdirSync(draft);
        writeFileSync(join(draft, "commondir"), "../..\n");
        writeFileSync(join(draft, "gitdir"), `${join(path, ".git")}\n`);
        writeFileSync(join(draft, "HEAD"), `ref: ${branchRef(record.branch)}\n`);
        engine.local.markWorktree(draft, id);
        await engine.repo.git.run(engine.repo.commonDir, ["read-tree", branchRef(record.branch)], {
          env: { GIT_INDEX_FILE: join(draft, "index") },
        });
        mkdirSync(dirname(target), { recursive: true });
        renameSync(draft, target);
      } catch (error) {
        throw systemError(error, "make the registration of the worktree anew") ?? error;
      }
      if (linkState(path, target) !== "intact") throw changed(path);
      const place = engine.local.place(id);
      if (place !== undefined) engine.local.setPlace(id, { ...place, gitDir: target });
      return `git knows the worktree ${path} again, on ${record.branch}; its files are as they were, and nothing is staged.`;
    }),
  );
}

const changed = (path: string): CoppiceError =>
  new CoppiceError("INVALID_STATE", `The worktree ${path} has changed since it was looked at.`, {
    suggestedAction: "Run coppice doctor again.",
  });
