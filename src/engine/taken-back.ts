import { dirname, join } from "node:path";
import type { Oid } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import { holdsOnly, submodule } from "./resolve-apply.js";
import { type LaidPath, rawChanges } from "./resolve-laid.js";
import type { Choice, Version } from "./resolve-paths.js";
import { gitAt, standingAt, type Workplace } from "./resolve-state.js";
import { type Forms, standingsOf, type Wanted } from "./standing.js";

/**
 * Of the paths that git was changing when it was stopped, those at which nothing stands but what it writes there of the
 * version before or after, or its beginning. What is neither is somebody's, and stays.
 * @param head the commit that has the versions before; they are in the index, too
 * @returns the version before, by path
 */
export async function halfWritten(
  engine: Engine,
  place: Workplace,
  head: Oid,
  laid: ReadonlyMap<string, LaidPath>,
  forms: Forms,
): Promise<Choice> {
  // A file whose content is the commit's has other times in the index when it was written anew.
  await gitAt(engine, place, ["update-index", "-q", "--refresh"], { codes: "any" });
  const args = ["diff-index", "-z", "--raw", "--no-renames", head];
  const differing = new Set(rawChanges((await gitAt(engine, place, args)).stdout).map(([path]) => path));
  const found = new Map<string, LaidPath>();
  const written = new Set<string>();
  for (const [path, versions] of laid) {
    const stat = standingAt(join(place.path, path));
    if (versions.before === null ? stat === undefined : !differing.has(path)) continue;
    found.set(path, versions);
    if (stat === undefined || stat.isDirectory()) written.add(path);
  }
  for (const which of ["after", "before"] as const) {
    const open = [...found].flatMap(([path, versions]): Wanted[] => {
      const version = versions[which];
      return version === null || written.has(path) ? [] : [{ path, version }];
    });
    const standings = await standingsOf(engine, place, open, forms);
    for (const [at, { path }] of open.entries()) if (standings[at] !== "other") written.add(path);
  }
  const choice = new Map<string, Version | null>();
  for (const [path, { before }] of found) if (written.has(path)) choice.set(path, before);
  // What stays in the place of a folder or of a file keeps it.
  for (const [path, before] of choice) {
    if (before !== null && before.mode !== submodule && isBarred(place.path, path, choice))
      choice.delete(path);
  }
  return choice;
}

/** Whether something that is not taken back stands in the place of a file or of one of its folders. */
function isBarred(root: string, path: string, choice: Choice): boolean {
  for (let parent = dirname(path); parent !== "."; parent = dirname(parent)) {
    const stat = standingAt(join(root, parent));
    if (stat !== undefined && !stat.isDirectory() && choice.get(parent) !== null) return true;
  }
  return !holdsOnly(root, path, (below) => choice.get(below) === null);
}
