import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CleanMerge, ConflictingMerge } from "../git/merge-records.js";
import { zeroOid } from "../git/oid.js";
import { decodePaths, encodePath, nativePath } from "../git/paths.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { BranchName, Oid, RecordId } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import { textOf } from "./markers.js";
import { resolutionFile } from "./resolution.js";
import { readableNames, type SideNames, withReadableLabels } from "./resolve-paths.js";
import { gitAt, obstacleAt, standingAt, type Workplace, worktreeTree } from "./resolve-state.js";
import { takeBack } from "./resolve-take-back.js";

export interface BeginMerge {
  readonly id: RecordId;
  readonly branch: BranchName;
  readonly head: Oid;
  readonly target: BranchName;
  /** Base's commit that is merged. */
  readonly tip: Oid;
  /** The merge as it was computed, the task's side as "ours". */
  readonly merge: CleanMerge | ConflictingMerge;
}

/**
 * Lays a computed merge out in the task's worktree, as `git merge` would have left it: MERGE_HEAD, files with markers,
 * unmerged index entries. So what a person finds there is the conflict that was reported: base's attributes decided,
 * and nobody's configuration. The worktree is clean.
 * @throws CONFLICT_RESOLUTION_FAILED when ignored files are in the way; nothing has changed then
 */
export async function beginMerge(engine: Engine, place: Workplace, begin: BeginMerge): Promise<void> {
  const { id, head, tip, merge, target, branch } = begin;
  await refuseFilesInTheWay(engine, place, begin);
  engine.local.write(id, resolutionFile, { v: 1, tip, head, target, tree: null, sides: {} });
  // "ours" leaves index and files alone and lets git itself note down what is merged.
  await gitAt(engine, place, [
    "merge",
    "--no-commit",
    "--no-ff",
    "--no-squash",
    "--no-autostash",
    "--no-verify-signatures",
    "--quiet",
    "--strategy=ours",
    `-m`,
    `Merge ${target} into ${branch}`,
    tip,
  ]);
  try {
    await gitAt(engine, place, ["read-tree", "-m", "-u", head, merge.tree]);
    if (merge.outcome === "conflict") await markUnmerged(engine, place, begin, merge);
    await noteTree(engine, place, id);
  } catch (error) {
    // What cannot be taken back now is half a merge: the memory of it stays for the next resolution.
    await takeBack(engine, place, { head, tip, merge, sides: { branch, target } }).then(
      () => engine.local.clear(id, resolutionFile),
      () => {},
    );
    throw error;
  }
}

/** Remembers the worktree as Coppice leaves it now: what differs later is a person's work. */
async function noteTree(engine: Engine, place: Workplace, id: RecordId): Promise<void> {
  const memory = engine.local.read(id, resolutionFile);
  if (memory === undefined) return;
  engine.local.write(id, resolutionFile, { ...memory, tree: await worktreeTree(engine, place) });
}

/** `read-tree` keeps untracked files but not ignored ones; in a clean worktree only those can be there. */
async function refuseFilesInTheWay(
  engine: Engine,
  place: Workplace,
  { head, merge }: BeginMerge,
): Promise<void> {
  const args = ["diff-tree", "-r", "-z", "--no-renames", "--name-only", "--diff-filter=A", head, merge.tree];
  const { stdout } = await gitAt(engine, place, args);
  const obstacles = new Set<string>();
  for (const path of decodePaths(stdout)) {
    const obstacle = obstacleAt(place.path, path);
    if (obstacle !== undefined) obstacles.add(obstacle);
  }
  const inTheWay: string[] = [];
  for (const path of obstacles) {
    // The task's own file in the place of a folder of base: git knows what to do with it.
    if ((await engine.repo.objects().resolve(`${head}:${path}`)) === undefined) inTheWay.push(path);
  }
  if (inTheWay.length === 0) return;
  throw new CoppiceError(
    "CONFLICT_RESOLUTION_FAILED",
    `Ignored files are where the merge puts files of base: ${inTheWay.slice(0, 3).join(", ")}.`,
    { details: { files: inTheWay.slice(0, 100) }, suggestedAction: "Move them away, then resolve again." },
  );
}

async function markUnmerged(
  engine: Engine,
  place: Workplace,
  begin: BeginMerge,
  merge: ConflictingMerge,
): Promise<void> {
  const names = readableNames(merge, begin);
  const zero = zeroOid(engine.repo.objectFormat);
  const paths = [...new Set(merge.files.map((entry) => entry.path))];
  await layOutside(engine, place, merge, paths);
  const gone = paths.map((path) => `0 ${zero}\t${path}\0`);
  const stages = merge.files.map(
    ({ path, mode, oid, stage }) => `${mode} ${oid} ${stage}\t${names.get(path) ?? path}\0`,
  );
  await gitAt(engine, place, ["update-index", "-z", "--index-info"], {
    stdin: encodePath([...gone, ...stages].join("")),
  });
  for (const [path, name] of names) {
    if (standingAt(join(place.path, path)) !== undefined) {
      renameSync(nativePath(join(place.path, path)), nativePath(join(place.path, name)));
    }
  }
  for (const path of paths) nameSides(join(place.path, names.get(path) ?? path), merge, begin);
}

/** Outside of a sparse checkout `read-tree` writes nothing: a file in conflict has to be there. */
async function layOutside(
  engine: Engine,
  place: Workplace,
  merge: ConflictingMerge,
  paths: readonly string[],
): Promise<void> {
  const absent = paths.filter((path) => standingAt(join(place.path, path)) === undefined);
  const found = await engine.repo.objects().resolveMany(absent.map((path) => `${merge.tree}:${path}`));
  const stdin = encodePath(
    absent.flatMap((path, at) => (found[at] === undefined ? [] : `${path}\0`)).join(""),
  );
  if (stdin.length === 0) return;
  await gitAt(engine, place, ["checkout-index", "--ignore-skip-worktree-bits", "-z", "--stdin"], { stdin });
}

/** The merge was computed from commits, so its markers name them; a person wants to read the branches. */
export function nameSides(file: string, merge: ConflictingMerge, sides: SideNames): void {
  if (textOf(file) === undefined) return;
  const bytes = readFileSync(nativePath(file));
  const named = withReadableLabels(bytes, merge, sides);
  if (!named.equals(bytes)) writeFileSync(nativePath(file), named);
}
