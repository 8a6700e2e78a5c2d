import { lstatSync } from "node:fs";
import { join } from "node:path";
import { IndexCopy, type WorktreePlace } from "../git/index-copy.js";
import { formatTree, type TreeEntry } from "../git/object-format.js";
import { objectWriter } from "../git/object-writer.js";
import { placeOf, storeRaw, treeOfFiles } from "../git/raw-files.js";
import { resolveCommit } from "../git/refs.js";
import type { Repository } from "../git/repository.js";
import { readText } from "../git/worktree-links.js";
import { type Oid, oidSchema } from "../lifecycle/ids.js";
import { lookAt, printNow, type Sight } from "./archive-look.js";
import type { Manifest } from "./archive-manifest.js";

/** A worktree as objects: what an archive is made of. */
export interface Snapshot {
  readonly sight: Sight;
  /** What `HEAD`, and the operation in progress, stand at. */
  readonly commits: readonly Oid[];
  /** Trees and blobs of the archive's tree; the manifest is not among them. */
  readonly parts: readonly TreeEntry[];
  readonly about: Pick<Manifest, "detached" | "deleted" | "modes" | "counts">;
  /** There is something beside the branch's commits. */
  readonly needed: boolean;
}

const attempts = 3;

/**
 * Stores the index and the files of a worktree that its branch's commits do not have. Neither index nor files are
 * touched. Where something is changed there meanwhile, it is done again.
 * @param ignored ignored files to save as well
 * @param tip the branch's commit
 * @returns undefined: it was changed again and again
 */
export async function snapshotOf(
  repo: Repository,
  place: WorktreePlace,
  { ignored, tip }: { readonly ignored: readonly string[]; readonly tip: Oid | undefined },
): Promise<Snapshot | undefined> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const copy = await IndexCopy.of(repo, place);
    try {
      const sight = await lookAt(repo, place, copy, ignored);
      const snapshot = await store(repo, place, { copy, sight, ignored, tip });
      if ((await printNow(repo, place, sight, ignored)) === sight.print) return snapshot;
    } finally {
      copy.close();
    }
  }
  return undefined;
}

interface Looked {
  readonly copy: IndexCopy;
  readonly sight: Sight;
  readonly ignored: readonly string[];
  readonly tip: Oid | undefined;
}

async function store(repo: Repository, place: WorktreePlace, looked: Looked): Promise<Snapshot> {
  const { copy, sight, ignored, tip } = looked;
  const { status, changed, untracked, deleted, entries } = sight;
  const { oid } = status;
  const detached = oid !== undefined && (status.detached || oid !== tip) ? oid : null;
  const commits = await pendingCommits(repo, place, oid);
  const needed =
    status.files.length > 0 ||
    ignored.length > 0 ||
    (detached !== null && detached !== tip) ||
    entries.some(({ unwatched }) => unwatched);
  const about = {
    detached,
    deleted: [...deleted],
    modes: modesOf(place.path, [...changed, ...untracked, ...ignored]),
    counts: {
      staged: status.files.filter(({ kind, index }) => kind === "tracked" && index !== ".").length,
      unstaged: status.files.filter(({ kind, worktree }) => kind !== "untracked" && worktree !== ".").length,
      untracked: untracked.length,
      ignored: ignored.length,
    },
  };
  if (!needed) return { sight, commits, parts: [], about, needed };
  const writer = objectWriter(repo);
  const parts: TreeEntry[] = [
    { mode: "100644", name: "index", oid: await writer.blob(copy.bytes(), { sync: true }) },
    ...(await stagedParts(repo, looked)),
  ];
  for (const [name, paths] of [
    ["changed", changed],
    ["untracked", untracked],
    ["ignored", ignored],
  ] as const) {
    if (paths.length === 0) continue;
    const files = await storeRaw(repo, place.path, paths);
    parts.push({ mode: "040000", name, oid: await treeOfFiles(repo, files) });
  }
  return { sight, commits, parts, about, needed };
}

/** The contents that the index names: only what a ref leads to is kept by git. */
async function stagedParts(repo: Repository, { copy, sight }: Looked): Promise<TreeEntry[]> {
  const { entries, status } = sight;
  if (status.unmerged.length === 0) return [{ mode: "040000", name: "staged", oid: await copy.tree() }];
  const announced = new Set(status.files.filter(({ worktree }) => worktree === "A").map(({ path }) => path));
  const merged = entries.filter(({ stage, path }) => stage === 0 && !announced.has(path));
  const unmerged = entries
    .filter(({ stage }) => stage > 0)
    .map((entry) => ({ ...entry, path: `${entry.stage}/${entry.path}` }));
  const empty = async (): Promise<Oid> => objectWriter(repo).write("tree", formatTree([]), { sync: true });
  return [
    {
      mode: "040000",
      name: "staged",
      oid: merged.length === 0 ? await empty() : await copy.treeOf(merged),
    },
    { mode: "040000", name: "stages", oid: await copy.treeOf(unmerged) },
  ];
}

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

const pending = [
  "MERGE_HEAD",
  "CHERRY_PICK_HEAD",
  "REVERT_HEAD",
  "REBASE_HEAD",
  "ORIG_HEAD",
  "rebase-merge/orig-head",
  "rebase-merge/onto",
  "rebase-apply/orig-head",
  "rebase-apply/onto",
] as const;

/** The commits that HEAD and an operation in progress hold. */
async function pendingCommits(
  repo: Repository,
  { gitDir }: WorktreePlace,
  head: Oid | undefined,
): Promise<Oid[]> {
  const found = new Set<Oid>(head === undefined ? [] : [head]);
  for (const name of pending) {
    for (const line of (readText(join(gitDir, name)) ?? "").split("\n")) {
      const oid = oidSchema.safeParse(line.trim());
      if (!oid.success || found.has(oid.data)) continue;
      if ((await resolveCommit(repo, oid.data)) === oid.data) found.add(oid.data);
    }
  }
  return [...found];
}
