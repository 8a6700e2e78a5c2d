import { join } from "node:path";
import type { CleanMerge, ConflictingMerge } from "../git/merge-records.js";
import { decodePaths } from "../git/paths.js";
import type { Oid } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import { readableNames, type SideNames, type Version, withReadableLabels } from "./resolve-paths.js";
import { gitAt, type Workplace } from "./resolve-state.js";
import { beginsWith, contentAt } from "./taken-back.js";

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
  const args = ["diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", head, merge.tree];
  const paths = new Map<string, LaidPath>(rawChanges((await gitAt(engine, place, args)).stdout));
  if (merge.outcome === "conflict") {
    for (const [path, name] of readableNames(merge, sides)) {
      const laid = paths.get(path);
      if (laid !== undefined && !paths.has(name)) paths.set(name, { before: null, after: laid.after });
    }
  }
  return paths;
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

const versionOf = (mode: string, oid: string): Version | null => (/^0+$/.test(mode) ? null : { mode, oid });

/** How much of a version stands at a path. */
export type Standing =
  /** All of it. */
  | "whole"
  /** Its beginning, or nothing: what a write leaves that ended early. */
  | "part"
  /** Something else. */
  | "other";

type Named = Pick<Layout, "merge" | "sides">;

/** Compares what stands at a path with what git would write of a version, also with the branches' names on markers. */
export async function standingOf(
  engine: Engine,
  place: Workplace,
  path: string,
  version: Version,
  named: Named,
): Promise<Standing> {
  const bytes = await contentAt(join(place.path, path));
  if (bytes === null) return "part";
  if (bytes === undefined) return "other";
  const blob = await engine.repo.objects().read(version.oid);
  if (blob?.type !== "blob") return "other";
  const raw = compare(bytes, blob.data, named);
  if (raw !== "other" || !path.isWellFormed()) return raw;
  // A file with line ends, or a filter, of its own.
  const { code, stdout } = await gitAt(
    engine,
    place,
    ["cat-file", "--filters", `--path=${path}`, version.oid],
    { codes: "any" },
  );
  return code === 0 ? compare(bytes, stdout, named) : "other";
}

function compare(bytes: Buffer, written: Buffer, { merge, sides }: Named): Standing {
  const named = merge.outcome === "conflict" ? withReadableLabels(written, merge, sides) : written;
  const beginnings = [written, named].filter((one) => beginsWith(one, bytes));
  if (beginnings.length === 0) return "other";
  return beginnings.some((one) => one.length === bytes.length) ? "whole" : "part";
}
