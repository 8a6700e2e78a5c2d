import { lstatSync } from "node:fs";
import { IndexCopy, type IndexEntry, type WorktreePlace } from "../git/index-copy.js";
import { formatTree, type TreeEntry } from "../git/object-format.js";
import { objectWriter } from "../git/object-writer.js";
import { placeOf, storeRaw, treeOfFiles } from "../git/raw-files.js";
import type { Repository } from "../git/repository.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import { writeArchive } from "./archive-commit.js";
import { lookAt, printNow, type Sight } from "./archive-look.js";
import type { Snapshot, SnapshotRequest } from "./archive-model.js";
import { storeModules } from "./archive-modules.js";
import { obstaclesIn } from "./archive-obstacles.js";
import { operationFiles, pendingCommits } from "./archive-pending.js";
import { unlikeCheckout } from "./archive-unlike.js";
import { ownRefs } from "./own-refs.js";

const attempts = 3;

/**
 * Stores the index and the files of a worktree that its branch's commits do not have. Neither index nor files are
 * touched. Where something is changed there meanwhile, it is done again.
 * @returns undefined: it was changed again and again
 */
export async function snapshotOf(
  repo: Repository,
  place: WorktreePlace,
  request: SnapshotRequest,
): Promise<Snapshot | undefined> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const copy = await IndexCopy.of(repo, place);
    try {
      const sight = await lookAt(repo, place, copy, request.ignored);
      const snapshot = await store(repo, place, { ...request, copy, sight });
      if (await snapshot.isStill()) return snapshot;
    } finally {
      copy.close();
    }
  }
  return undefined;
}

interface Looked extends SnapshotRequest {
  readonly copy: IndexCopy;
  readonly sight: Sight;
}

async function store(repo: Repository, place: WorktreePlace, looked: Looked): Promise<Snapshot> {
  const { copy, sight, ignored, tip, of } = looked;
  const { status, untracked, deleted, entries } = sight;
  const { oid } = status;
  const detached = oid !== undefined && (status.detached || oid !== tip) ? oid : null;
  const refs = await ownRefs(repo, place);
  const commits = [
    ...new Set([...(await pendingCommits(repo, place, oid)), ...refs.map((ref) => ref.commit)]),
  ];
  const modules = await storeModules(repo, place, {
    copy,
    sight,
    store: (module, at, head) => storeInside(module, at, { ignored: [], tip: head, of }),
  });
  const isStill = async (): Promise<boolean> => {
    if ((await printNow(repo, place, sight, ignored)) !== sight.print) return false;
    for (const inside of modules.snapshots) if (!(await inside.isStill())) return false;
    return true;
  };
  const operation = await operationFiles(repo, place.gitDir);
  const needed =
    modules.tree !== null ||
    status.files.length > 0 ||
    untracked.length > 0 ||
    ignored.length > 0 ||
    (detached !== null && detached !== tip) ||
    refs.length > 0 ||
    operation.length > 0 ||
    entries.some(({ unwatched }) => unwatched);
  // What git calls clean alone is no reason to save it.
  const unlike = needed ? await unlikeCheckout(repo, place, sight) : { paths: [], modes: {} };
  const changed = [...sight.changed, ...unlike.paths];
  const about = {
    detached,
    ...(detached === null || status.branch === undefined ? {} : { head: status.branch }),
    deleted: [...deleted],
    modes: { ...unlike.modes, ...modesOf(place.path, [...changed, ...untracked, ...ignored]) },
    counts: {
      staged: status.files.filter(({ kind, index }) => kind === "tracked" && index !== ".").length,
      unstaged: status.files.filter(({ kind, worktree }) => kind !== "untracked" && worktree !== ".").length,
      untracked: untracked.length,
      ignored: ignored.length,
    },
  };
  const obstacles = obstaclesIn(place.path, status.files, entries);
  if (!needed) return { sight, commits, parts: [], about, obstacles, needed, isStill };
  const writer = objectWriter(repo);
  const parts: TreeEntry[] = [
    { mode: "100644", name: "index", oid: await writer.blob(copy.bytes(), { sync: true }) },
    ...(await stagedParts(repo, looked)),
    ...(modules.tree === null ? [] : [{ mode: "040000", name: "modules", oid: modules.tree }]),
  ];
  // One process for all that lies in the worktree.
  const stored = new Map(
    (await storeRaw(repo, place.path, [...changed, ...untracked, ...ignored])).map((file) => [
      file.path,
      file,
    ]),
  );
  for (const [name, files] of [
    ["changed", changed.flatMap((path) => stored.get(path) ?? [])],
    ["untracked", untracked.flatMap((path) => stored.get(path) ?? [])],
    ["ignored", ignored.flatMap((path) => stored.get(path) ?? [])],
    ["operation", await storeRaw(repo, place.gitDir, operation)],
  ] as const)
    if (files.length > 0) parts.push({ mode: "040000", name, oid: await treeOfFiles(repo, files) });
  return { sight, commits, parts, about, obstacles, needed, isStill };
}

/** A submodule is stored as the worktree around it is. Its time is left out: what is the same is the same archive. */
async function storeInside(module: Repository, place: WorktreePlace, request: SnapshotRequest) {
  const snapshot = await snapshotOf(module, place, request);
  if (snapshot === undefined) {
    throw new CoppiceError("WORKTREE_DIRTY", "A submodule is being changed while it is saved.");
  }
  const draft = snapshot.needed
    ? await writeArchive(module, request.of, { snapshot, tip: request.tip, now: 0 })
    : null;
  return { snapshot, oid: draft?.oid ?? null };
}

/** The contents that the index names: only what a ref leads to is kept by git. */
async function stagedParts(repo: Repository, { copy, sight }: Looked): Promise<TreeEntry[]> {
  const { entries, status } = sight;
  const resolved = await copy.resolved();
  const undone: TreeEntry[] =
    resolved.length === 0
      ? []
      : [{ mode: "040000", name: "undone", oid: await copy.treeOf(byStage(resolved)) }];
  if (status.unmerged.length === 0)
    return [{ mode: "040000", name: "staged", oid: await copy.tree() }, ...undone];
  const announced = new Set(status.files.filter(({ worktree }) => worktree === "A").map(({ path }) => path));
  const merged = entries.filter(({ stage, path }) => stage === 0 && !announced.has(path));
  const unmerged = byStage(entries.filter(({ stage }) => stage > 0));
  const empty = async (): Promise<Oid> => objectWriter(repo).write("tree", formatTree([]), { sync: true });
  return [
    {
      mode: "040000",
      name: "staged",
      oid: merged.length === 0 ? await empty() : await copy.treeOf(merged),
    },
    { mode: "040000", name: "stages", oid: await copy.treeOf(unmerged) },
    ...undone,
  ];
}

const byStage = (entries: readonly Pick<IndexEntry, "mode" | "oid" | "stage" | "path">[]) =>
  entries.map(({ mode, oid, stage, path }) => ({ mode, oid, path: `${stage}/${path}` }));

/** Permissions beyond git's two kinds: an env file may be its owner's alone. */
function modesOf(root: string, paths: readonly string[]): Record<string, number> {
  const modes: Record<string, number> = {};
  for (const path of paths) {
    const stat = lstatSync(placeOf(root, path));
    const mode = stat.mode & 0o777;
    if (stat.isFile() && mode !== 0o644 && mode !== 0o755) modes[path] = mode;
  }
  return modes;
}
