import { deleteRef, readRef, resolveCommit, updateRef } from "../git/refs.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { type BranchName, branchRef, type Oid, type RecordId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { shellWord } from "../lifecycle/shell-word.js";
import { archivePrefix } from "./archive.js";
import { restoreFile } from "./archive-apply.js";
import { forgetBranchSettings, restoreBranchSettings } from "./archive-settings.js";
import { type Archive, type ArchiveRef, archiveRefs, readArchive } from "./archives.js";
import { findBase } from "./base.js";
import type { Engine } from "./context.js";
import { createRestored } from "./create.js";
import { branchTaken } from "./create-taken.js";
import { readStatus } from "./facts.js";
import { findRecord, recordOfBranch } from "./find.js";
import { journalObservation } from "./observe.js";
import { present } from "./place.js";
import { withRecord } from "./protocol.js";
import { withCreateLock } from "./record-lock.js";
import { checkedOutAt } from "./removal.js";
import { retry } from "./retry.js";

export interface RestoreOptions {
  /** When it was archived, as the archive's name says it (`20260102T030405Z`), or the beginning of that. */
  readonly at?: string;
}

export interface Restored {
  readonly record: WorktreeRecord;
  /** The worktree's directory, absolute. */
  readonly path: string;
  /** Where it came from; null: the branch's commits were all there, and nothing else was archived. */
  readonly archive: Archive | null;
}

/**
 * Brings back a removed worktree with its branch, its index and its uncommitted changes, as a new record; its setup is
 * not run. A restoring that was interrupted is finished.
 * @param name a branch, a removed record's id or its beginning, or an archive's name
 * @throws NO_WORKTREE (nothing is archived of it), WORKTREE_EXISTS, BRANCH_EXISTS (it stands elsewhere by now),
 *   BRANCH_CHECKED_OUT, PATH_EXISTS, and what `create` throws after it has begun
 */
export async function restore(engine: Engine, name: string, options: RestoreOptions = {}): Promise<Restored> {
  const records = await engine.journal.records();
  const found = await findArchived(engine, name, options);
  const { branch, tip, archive } = found;
  const living = recordOfBranch(records.values(), branch);
  if (living !== undefined) return goOn(engine, living, archive);
  const former = [...records.values()].filter(
    (one) => one.status === "removed" && one.branch === branch && one.headOid === tip,
  );
  return holdingRecords(
    engine,
    former.map(({ id }) => id),
    () => bringBack(engine, found),
  );
}

/** A branch that has just come back, and no record yet, would be taken for what is left of the record that was removed. */
function holdingRecords<T>(
  engine: Engine,
  [id, ...rest]: readonly RecordId[],
  work: () => Promise<T>,
): Promise<T> {
  if (id === undefined) return work();
  return withRecord(engine, id, "restore", () => holdingRecords(engine, rest, work));
}

async function bringBack(engine: Engine, found: Found): Promise<Restored> {
  const { branch, tip, archive } = found;
  // Who decides at this moment that the branch is free makes it.
  const made = await withCreateLock(engine, async () => {
    const begun = recordOfBranch((await engine.journal.records()).values(), branch);
    if (begun !== undefined) throw await branchTaken(engine, begun);
    return bringBranch(engine, branch, tip);
  });
  try {
    await restoreBranchSettings(engine, branch, archive?.manifest?.settings);
    const request = { branch, ...(await wish(engine, found)) };
    const beside = archive?.manifest === undefined ? undefined : archive.oid;
    const { record, path } = await createRestored(engine, request, beside);
    for (const lost of archive?.manifest?.unsaved ?? []) {
      engine.report.warn(`${branch}: ${lost} was not archived, and is not back.`);
    }
    return { record, path, archive };
  } catch (error) {
    const begun = recordOfBranch((await engine.journal.records()).values(), branch) !== undefined;
    if (made && !begun && (await deleteRef(engine.repo, branchRef(branch), tip)) === "deleted")
      await forgetBranchSettings(engine, branch);
    throw error;
  }
}

/** What is to be brought back. */
interface Found {
  readonly branch: BranchName;
  readonly tip: Oid;
  readonly archive: Archive | null;
  /** The removed record. */
  readonly former: WorktreeRecord | undefined;
}

async function findArchived(engine: Engine, name: string, { at }: RestoreOptions): Promise<Found> {
  const former = await formerRecord(engine, name);
  const branch = former?.branch ?? name;
  const all = await archiveRefs(engine);
  const named = all.filter(({ ref }) => ref === name || ref === archivePrefix + name);
  const ofBranch = (named.length > 0 ? named : all.filter((one) => one.branch === branch)).filter(
    ({ ref }) => at === undefined || ref.slice(ref.lastIndexOf("/") + 1).startsWith(at),
  );
  const byId = former !== undefined && former.branch !== name;
  const chosen = byId ? await archiveOf(engine, ofBranch, former) : ofBranch[0];
  if (chosen !== undefined) {
    const archive = await readArchive(engine, chosen);
    if (archive.tip === null) throw without(archive.branch);
    const { manifest } = archive;
    const record = manifest === undefined ? former : await recordById(engine, manifest.id);
    return { branch: archive.branch, tip: archive.tip, archive, former: record ?? former };
  }
  // Its commits were elsewhere, so nothing had to be archived.
  const tip = former?.status === "removed" && at === undefined ? former.headOid : null;
  if (former !== undefined && tip !== null && (await resolveCommit(engine.repo, tip)) === tip) {
    return { branch: former.branch, tip, archive: null, former };
  }
  if (former?.type === "worktree" && former.status !== "removed") throw await branchTaken(engine, former);
  throw new CoppiceError(
    "NO_WORKTREE",
    `Nothing is archived of ${JSON.stringify(name)}${at === undefined ? "" : ` at ${at}`}.`,
    { suggestedAction: "coppice archive lists what is." },
  );
}

/** The record that a person means, a live one too: by branch, id or the beginning of an id. */
async function formerRecord(engine: Engine, name: string): Promise<WorktreeRecord | undefined> {
  try {
    return await findRecord(engine, name, { removed: true });
  } catch (error) {
    if (error instanceof CoppiceError && error.code === "NO_WORKTREE") return undefined;
    throw error;
  }
}

const recordById = async (engine: Engine, id: WorktreeRecord["id"]): Promise<WorktreeRecord | undefined> =>
  (await engine.journal.records()).get(id);

/** Of the archives of a branch the one of this record: of commits alone it is told by its tip. */
async function archiveOf(
  engine: Engine,
  refs: readonly ArchiveRef[],
  { id, headOid }: WorktreeRecord,
): Promise<ArchiveRef | undefined> {
  for (const one of refs) {
    const { manifest } = await readArchive(engine, one);
    if (manifest === undefined ? one.oid === headOid : manifest.id === id) return one;
  }
  return undefined;
}

/** A live record: one whose restoring was interrupted is finished, any other stands in the way. */
async function goOn(engine: Engine, living: WorktreeRecord, archive: Archive | null): Promise<Restored> {
  const { id } = living;
  const begun = living.status === "error" ? living.lastError?.operation : living.status;
  if (engine.local.read(id, restoreFile) === undefined) throw await branchTaken(engine, living);
  // What is told of the worktree at the end, and that it is done, may be all that is missing.
  const isMade = begun === "active" || begun === "dirty";
  const isHalf = begun === "creating" || begun === "initializing" || begun === "create" || begun === "init";
  if (!isHalf && !isMade) throw await branchTaken(engine, living);
  if (isHalf) await retry(engine, id);
  return withRecord(engine, id, "restore", async (session) => {
    // Whoever was at it has ended it meanwhile.
    if (engine.local.read(id, restoreFile) === undefined) throw await branchTaken(engine, session.record);
    const { path, gitDir } = present(engine, session.record);
    await journalObservation(session, await readStatus(engine, path, gitDir));
    engine.local.clear(id, restoreFile);
    return { record: session.record, path, archive };
  });
}

/** @returns whether the branch was made; it may stand there already, at that very commit */
async function bringBranch(engine: Engine, branch: BranchName, tip: Oid): Promise<boolean> {
  const { repo } = engine;
  const holder = await checkedOutAt(engine, branch);
  if (holder !== undefined) {
    throw new CoppiceError("BRANCH_CHECKED_OUT", `The branch ${branch} is checked out elsewhere.`, {
      details: { branch },
      suggestedAction: "Switch to another branch there, then restore it again.",
    });
  }
  const now = await readRef(repo, branchRef(branch));
  if (now === tip) return false;
  if (now !== undefined || (await makeBranch(engine, branch, tip)) === "stale") throw elsewhere(branch, tip);
  return true;
}

async function makeBranch({ repo }: Engine, branch: BranchName, tip: Oid): Promise<"moved" | "stale"> {
  try {
    return await updateRef(repo, branchRef(branch), tip, undefined, "coppice: restore");
  } catch (error) {
    const by = error instanceof CoppiceError ? error.details.blockedBy : undefined;
    if (by === undefined) throw error;
    throw new CoppiceError("BRANCH_EXISTS", `${branch} cannot be restored while the branch ${by} exists.`, {
      details: { branch },
      suggestedAction: "Rename that one (git branch -m), then restore this one again.",
    });
  }
}

const elsewhere = (branch: BranchName, tip: Oid): CoppiceError =>
  new CoppiceError(
    "BRANCH_EXISTS",
    `The branch ${branch} exists and stands at another commit than ${tip.slice(0, 12)}, which was archived.`,
    {
      details: { branch, expectedOid: tip },
      suggestedAction: `Rename it (git branch -m ${shellWord(branch)} <name>), then restore it again.`,
    },
  );

const without = (branch: BranchName): CoppiceError =>
  new CoppiceError(
    "NO_WORKTREE",
    `${branch} had no commit when it was archived: there is no branch to restore.`,
    {
      suggestedAction: `git ls-tree -r ${archivePrefix}${branch}/... shows the files that were saved.`,
    },
  );

/** What the new record has of the old one. */
async function wish(engine: Engine, { archive, former }: Found) {
  const base = archive?.manifest?.base ?? former?.base ?? null;
  return {
    ...(base === null || !(await isBase(engine, base)) ? {} : { base }),
    ...given("task", former?.task?.id),
    ...given("title", former?.title),
    ...given("role", former?.role),
    ...given("session", former?.session),
    ...given("run", former?.run),
  };
}

async function isBase(engine: Engine, base: BranchName): Promise<boolean> {
  try {
    await findBase(engine, base);
    return true;
  } catch (error) {
    if (!(error instanceof CoppiceError) || error.code !== "BRANCH_CREATION_FAILED") throw error;
    engine.report.warn(`The base branch ${base} does not exist any more.`);
    return false;
  }
}

function given<K extends string>(key: K, value: string | null | undefined): { [P in K]?: string } {
  const result: { [P in K]?: string } = {};
  if (value !== undefined && value !== null) result[key] = value;
  return result;
}
