import { join } from "node:path";
import { isAncestor } from "../git/history.js";
import type { CleanMerge, ConflictingMerge, UnmergedEntry } from "../git/merge-records.js";
import { mergeTree } from "../git/merge-tree.js";
import { operationInProgress } from "../git/operations.js";
import { displayPath } from "../git/paths.js";
import { readRef } from "../git/refs.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { branchRef, type Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { refuseOtherBranch } from "./commit.js";
import type { Engine } from "./context.js";
import { type WorktreeFacts, worktreeFacts } from "./facts.js";
import { hasMarkerLine, largestText, textOf } from "./markers.js";
import { readAhead } from "./merge-graph.js";
import type { MergeTarget } from "./merge-target.js";
import { present } from "./place.js";
import { unmergedEntries } from "./resolve-apply.js";
import { rawChanges } from "./resolve-laid.js";
import { readable } from "./resolve-paths.js";
import { gitAt, mergeHead, type Workplace } from "./resolve-state.js";
import { takeBackHalfBegun } from "./resolve-take-back.js";
import type { RecordSession } from "./session.js";
import { rootTreeCheck } from "./whole-trees.js";

/** Everything that the steps of one resolution work with. */
export interface Resolving {
  readonly session: RecordSession;
  readonly place: Workplace;
  readonly target: MergeTarget;
  /** The task branch's tip. */
  readonly head: Oid;
  /** Base's commit that is merged into the task. */
  readonly tip: Oid;
  /** That merge as git computes it, the task's side as "ours". */
  readonly computed: CleanMerge | ConflictingMerge;
  /** The same with the names that files put aside have in the worktree. */
  readonly merge: CleanMerge | ConflictingMerge;
  readonly facts: WorktreeFacts;
}

/**
 * Looks at the task's worktree before a step of the resolution.
 * @throws INVALID_STATE while another operation is in progress there, WORKTREE_NOT_FOUND, GIT_FAILED when
 *   the repository is damaged
 */
export async function lookAtConflict(session: RecordSession, target: MergeTarget): Promise<Resolving> {
  const { engine, record } = session;
  const place = present(engine, record);
  refuseOtherBranch(record, await worktreeFacts(engine, record));
  await takeBackHalfBegun(session, place);
  const facts = await worktreeFacts(engine, record);
  const head = await readRef(engine.repo, branchRef(record.branch));
  if (head === undefined) throw failed(record, `The branch ${record.branch} does not exist any more.`);
  const operation = await operationInProgress(engine.repo, place.gitDir);
  if (operation !== undefined && operation !== "merge") throw inProgress(record, operation);
  const going = mergeHead(place);
  if (going !== undefined && !(await isAncestor(engine.repo, going, target.tip))) {
    throw inProgress(record, "merge of something else");
  }
  // What is going on is resolved as it was begun, also when base has moved since.
  const tip = going ?? target.tip;
  const wish = { record, head, target: target.branch, strategy: "merge" } as const;
  const graph = await readAhead(engine.repo, [head], tip);
  (await rootTreeCheck(engine, graph, [wish], tip))(wish);
  const computed = await mergeTree(engine.repo, { ours: head, theirs: tip, attributes: tip });
  if (computed.outcome === "unrelated") {
    throw failed(record, `${record.branch} and ${target.branch} share no commit.`);
  }
  const sides = { branch: record.branch, target: target.branch };
  const merge = computed.outcome === "conflict" ? readable(computed, sides) : computed;
  return { session, place, target, head, tip, computed, merge, facts };
}

/**
 * Files with unmerged entries, and files of the conflict in which lines of it are left, where they stand or as they are
 * staged; as they are shown.
 */
export async function openFiles({ session, place, merge }: Resolving): Promise<string[]> {
  const { engine } = session;
  const unmerged = (await unmergedEntries(engine, place)).map((entry) => entry.path);
  const files = merge.outcome === "conflict" ? merge.files : [];
  const marked: string[] = [];
  const staged = await stagedMarkers(engine, place, files);
  for (const path of new Set(files.map((entry) => entry.path))) {
    const text = textOf(join(place.path, path));
    if (!(staged.has(path) || (text !== undefined && hasMarkerLine(text)))) continue;
    // Text that looks like a conflict may be meant to be there.
    if (
      !(await hadMarkers(
        session,
        files.filter((entry) => entry.path === path),
      ))
    )
      marked.push(path);
  }
  return [...new Set([...unmerged, ...marked].map(displayPath))].sort();
}

/** Of files in conflict, those that were staged with lines of it: what is edited after that is not in the commit. */
async function stagedMarkers(
  engine: Engine,
  place: Workplace,
  files: readonly UnmergedEntry[],
): Promise<ReadonlySet<string>> {
  const paths = new Set(files.map(({ path }) => path));
  const sides = new Set<string>(files.map(({ oid }) => oid));
  if (paths.size === 0) return paths;
  const args = ["diff-index", "--cached", "-z", "--raw", "--no-abbrev", "--no-renames", "HEAD"];
  const staged = rawChanges((await gitAt(engine, place, args)).stdout).flatMap(([path, { after }]) =>
    after !== null && paths.has(path) && !sides.has(after.oid) ? [{ path, oid: after.oid }] : [],
  );
  const objects = engine.repo.objects();
  const sizes = await objects.sizesOf(staged.map(({ oid }) => oid));
  const small = staged.filter((_, at) => (sizes[at] ?? Number.POSITIVE_INFINITY) <= largestText);
  const blobs = await objects.readMany(small.map(({ oid }) => oid));
  const marked = small.filter((_, at) => {
    const blob = blobs[at];
    return blob?.type === "blob" && !blob.data.includes(0) && hasMarkerLine(blob.data.toString("utf8"));
  });
  return new Set(marked.map(({ path }) => path));
}

async function hadMarkers({ engine }: RecordSession, entries: readonly UnmergedEntry[]): Promise<boolean> {
  const blobs = await engine.repo.objects().readMany(entries.map(({ oid }) => oid));
  return blobs.some((blob) => blob?.type === "blob" && hasMarkerLine(blob.data.toString("utf8")));
}

const failed = (record: WorktreeRecord, message: string): CoppiceError =>
  new CoppiceError("CONFLICT_RESOLUTION_FAILED", message, { details: { branch: record.branch } });

const inProgress = (record: WorktreeRecord, operation: string): CoppiceError =>
  new CoppiceError("INVALID_STATE", `A ${operation} is in progress in the worktree of ${record.branch}.`, {
    details: { branch: record.branch, operation },
    suggestedAction: "End it there (git status says how), then resolve again.",
  });
