import type { CleanMerge, ConflictingMerge } from "../git/merge-records.js";
import { decodePaths } from "../git/paths.js";
import type { Oid } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import { readableNames, type SideNames, type Version, withReadableLabels } from "./resolve-paths.js";
import { gitAt, type Workplace } from "./resolve-state.js";
import type { Forms } from "./standing.js";

/** A path that laying a merge out changes: what the task's commit has there, and what the merge puts there. */
export interface LaidPath {
  readonly before: Version | null;
  readonly after: Version | null;
}

/** A merge as it is laid out in a task's worktree. */
export interface Layout {
  /** Base's commit that is merged. */
  readonly tip: Oid;
  /** The task branch's tip, at which the worktree was clean. */
  readonly head: Oid;
  /** The merge as it was computed. */
  readonly merge: CleanMerge | ConflictingMerge;
  readonly sides: SideNames;
}

/** Every path whose file differs between a clean worktree and the merge laid out there, by its name there. */
export async function laidPaths(
  engine: Engine,
  place: Workplace,
  { head, merge, sides }: Layout,
): Promise<ReadonlyMap<string, LaidPath>> {
  const paths = new Map<string, LaidPath>(await changesBetween(engine, place, head, merge.tree));
  if (merge.outcome === "conflict") {
    for (const [path, name] of readableNames(merge, sides)) {
      const laid = paths.get(path);
      if (laid !== undefined && !paths.has(name)) paths.set(name, { before: null, after: laid.after });
    }
  }
  return paths;
}

/** The files that differ between two commits or trees. */
export async function changesBetween(engine: Engine, place: Workplace, one: Oid, other: Oid) {
  const args = ["diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", one, other];
  return rawChanges((await gitAt(engine, place, args)).stdout);
}

/** `--raw -z` without renames: per path the version before and after; an unmerged one has neither mode nor id. */
export function rawChanges(stdout: Buffer): [string, LaidPath & { readonly unmerged: boolean }][] {
  const fields = decodePaths(stdout);
  const changes: [string, LaidPath & { readonly unmerged: boolean }][] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [mode = "", newMode = "", oid = "", newOid = "", letter = ""] = (fields[at] ?? "")
      .slice(1)
      .split(" ");
    changes.push([
      fields[at + 1] ?? "",
      { before: versionOf(mode, oid), after: versionOf(newMode, newOid), unmerged: letter === "U" },
    ]);
  }
  return changes;
}

export const sameVersion = (one: Version | null, other: Version | null): boolean =>
  one?.oid === other?.oid && one?.mode === other?.mode;

const versionOf = (mode: string, oid: string): Version | null => (/^0+$/.test(mode) ? null : { mode, oid });

/** A file of the merge may have git's names on its markers, or the branches'. */
export const formsOf =
  ({ merge, sides }: Pick<Layout, "merge" | "sides">): Forms =>
  (written) =>
    merge.outcome === "conflict" ? [written, withReadableLabels(written, merge, sides)] : [written];
