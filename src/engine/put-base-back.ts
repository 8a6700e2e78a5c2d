import { existsSync } from "node:fs";
import { join } from "node:path";
import { mergeTree } from "../git/merge-tree.js";
import { decodePaths } from "../git/paths.js";
import { readRef } from "../git/refs.js";
import { readText } from "../git/worktree-links.js";
import { type BranchName, branchRef, type Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { asCoppiceError } from "./failure.js";
import { throwIfInterrupted } from "./interpret.js";
import { type BaseCheckout, readTarget } from "./merge-target.js";
import { withBaseLock } from "./record-lock.js";
import { gitAt } from "./resolve-state.js";
import { takeBackHalf } from "./taken-back.js";

/**
 * git writes files, then the index, then the ref: one that was killed while it moved base where that is checked out left
 * some of the merge's files there, which the next try would take for somebody's edits. They are put back as they were.
 * Only what is as the merge has it is touched, and the merge can be made again.
 * @param record its merge was interrupted, and has not come to base
 */
export async function putBaseBack(engine: Engine, record: WorktreeRecord): Promise<void> {
  try {
    await putBack(engine, record);
  } catch (error) {
    throwIfInterrupted(engine.signal);
    // The next merge names the files that are in its way.
    engine.report.warn(asCoppiceError(error, "GIT_FAILED", "look at where base is checked out").message);
  }
}

async function putBack(engine: Engine, record: WorktreeRecord): Promise<void> {
  const { merge } = record;
  const { repo } = engine;
  const head = await readRef(repo, branchRef(record.branch));
  const base = merge === null ? undefined : await readRef(repo, branchRef(merge.target));
  if (merge === null || head === undefined || base === undefined) return;
  // Another merge may be moving it at this moment.
  await withBaseLock(engine, () => putBackUnder(engine, merge.target, head));
}

async function putBackUnder(engine: Engine, base: BranchName, head: Oid): Promise<void> {
  const { repo, report } = engine;
  const { local, tip, checkouts, operation } = await readTarget(engine, base, { fetch: false });
  const [checkout] = checkouts;
  if (local === undefined || checkout === undefined || checkouts.length > 1 || operation !== null) return;
  if (!wasMoving(checkout, local)) return;
  const merged = await mergeTree(repo, { ours: tip, theirs: head, attributes: tip });
  if (merged.outcome !== "clean") return;
  const files = await takeBack(engine, checkout, local, merged.tree);
  if (files === 0) return;
  const count = files === 1 ? "1 file of the merge is" : `${files} files of the merge are`;
  report.warn(`git was stopped while it moved ${base} in ${checkout.path}: ${count} taken back.`);
}

/** A merge notes where HEAD is before it touches anything. While git holds the index it may still be at it. */
const wasMoving = ({ gitDir }: BaseCheckout, local: Oid): boolean =>
  readText(join(gitDir, "ORIG_HEAD"))?.trim() === local && !existsSync(join(gitDir, "index.lock"));

/** @returns how many files were taken back */
async function takeBack(engine: Engine, checkout: BaseCheckout, from: Oid, to: Oid): Promise<number> {
  const git = (args: readonly string[], stdin?: string | Uint8Array) =>
    gitAt(engine, checkout, args, { codes: "any", ...(stdin === undefined ? {} : { stdin }) });
  const differing = ["diff-tree", "-r", "-z", "--no-renames", "--ignore-submodules=all", "--name-only"];
  const changed = decodePaths((await git([...differing, from, to])).stdout);
  const staged = await git(["diff-index", "--cached", "--quiet", to, "--"]);
  if (staged.code !== 0) return (await takeBackHalf(checkout.path, git, to, changed)).length;
  // All was written but the ref. git refuses to lose edits that were made since.
  const { code } = await git(["read-tree", "-m", "-u", to, from]);
  return code === 0 ? changed.length : 0;
}
