import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readRef, resolveCommit } from "../git/refs.js";
import { branchRef, type Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { type Draft, writeArchive } from "./archive-commit.js";
import type { Snapshot } from "./archive-model.js";
import { operationFiles } from "./archive-pending.js";
import { freshArchives, keep, type Saved } from "./archive-save.js";
import { settingsOf } from "./archive-settings.js";
import { snapshotOf } from "./archive-snapshot.js";
import type { Engine } from "./context.js";
import { ownRefs } from "./own-refs.js";
import type { Located } from "./place.js";
import { reachableElsewhere } from "./reachable.js";

/** Saves what goes with the registration of a worktree whose directory is gone already. */
export async function saveGone(
  engine: Engine,
  record: WorktreeRecord,
  located: Located | undefined,
): Promise<Saved | undefined> {
  const gitDir = located?.gitDir;
  if (gitDir === undefined || located?.state === "intact") return undefined;
  const tip = await readRef(engine.repo, branchRef(record.branch));
  const gone = await goneWork(engine, record, { gitDir, tip });
  if (gone === undefined) return undefined;
  // A removal that was interrupted after the directory had gone: what it saved has the files, too.
  for (const one of await freshArchives(engine, record))
    if (await hasAll(engine, one, gone)) return keep(engine, record, one);
  const settings = await settingsOf(engine.repo, record.branch, gitDir);
  const draft = await writeArchive(engine.repo, record, { ...gone, settings, now: engine.now() });
  return keep(engine, record, draft);
}

async function hasAll(
  { repo }: Engine,
  { tree, parents }: Omit<Draft, "tree"> & { readonly tree: Oid },
  { snapshot, tip }: GoneWork,
): Promise<boolean> {
  const commits = tip === undefined ? snapshot.commits : [tip, ...snapshot.commits];
  if (!commits.every((oid) => parents.includes(oid))) return false;
  const saved = new Map((await repo.objects().tree(tree)).map(({ name, oid }) => [name, oid]));
  // The index itself tells of files' times.
  return snapshot.parts.every(({ name, oid }) => name === "index" || saved.get(name) === oid);
}

/** What a registration holds whose directory is gone. */
interface GoneWork {
  readonly snapshot: Snapshot;
  /** The branch's commit, or where it was seen last. */
  readonly tip: Oid | undefined;
}

/**
 * Stores what git keeps of a worktree whose directory was deleted or moved by hand, and deletes with its registration: what
 * was staged, commits of a HEAD off its branch, its own refs, an operation in progress. That its files are not there is no
 * change of theirs.
 * @returns undefined: nothing of that would be lost
 */
async function goneWork(
  engine: Engine,
  record: WorktreeRecord,
  { gitDir, tip }: { readonly gitDir: string; readonly tip: Oid | undefined },
): Promise<GoneWork | undefined> {
  const { repo } = engine;
  const empty = mkdtempSync(join(gitDir, "gone-"));
  try {
    const place = { path: empty, gitDir };
    const stood = tip ?? (await lastSeen(engine, record));
    const snapshot = await snapshotOf(repo, place, { ignored: [], tip: stood, of: record });
    if (snapshot === undefined) return undefined;
    const { about } = snapshot;
    const refs = await ownRefs(repo, place);
    const commits = [
      ...refs.map(({ commit }) => commit),
      ...(about.detached === null ? [] : [about.detached]),
    ];
    const isLost =
      (await isStaged(engine, snapshot, stood)) ||
      (await operationFiles(repo, gitDir)).length > 0 ||
      !(await reachableElsewhere(engine, commits));
    if (!isLost) return undefined;
    const counts = { ...about.counts, unstaged: 0, untracked: 0 };
    return { snapshot: { ...snapshot, about: { ...about, deleted: [], modes: {}, counts } }, tip: stood };
  } finally {
    rmSync(empty, { recursive: true, force: true });
  }
}

async function lastSeen({ repo }: Engine, { headOid }: WorktreeRecord): Promise<Oid | undefined> {
  return headOid !== null && (await resolveCommit(repo, headOid)) === headOid ? headOid : undefined;
}

/** Whether the index has what the commit below it has not. */
async function isStaged(
  { repo }: Engine,
  { sight, parts }: Snapshot,
  tip: Oid | undefined,
): Promise<boolean> {
  const { status } = sight;
  if (status.unmerged.length > 0) return true;
  const staged = parts.find(({ name }) => name === "staged")?.oid;
  const below = status.oid ?? tip;
  if (staged === undefined) return false;
  return below === undefined || staged !== (await repo.objects().resolve(`${below}^{tree}`));
}
