import { join, resolve } from "node:path";
import type { Word } from "../lifecycle/git-arguments.js";
import type { GuardContext, Subject } from "./context.js";
import { type Place, placeOf, placeOfGitDir } from "./places.js";
import type { Directories } from "./state.js";

/** How a command reaches a record. */
export interface Reach {
  readonly subject: Subject;
  /** `own`: it runs in that worktree; `project`: outside, but from that worktree's agent; `unclear`: nobody knows where. */
  readonly by: "own" | "project" | "unclear";
}

/** The records that a command concerns. */
export async function recordsOf(
  context: GuardContext,
  dirs: Directories,
  gitDir: Word | undefined,
  workTree: Word | undefined,
): Promise<Reach[]> {
  const { cwd, subject } = context;
  const home = placeOf(cwd);
  const own = await subject(home);
  const found: Reach[] = [];
  const add = (one: Reach): void => {
    if (!found.some(({ subject: { path } }) => path === one.subject.path)) found.push(one);
  };
  const { places, unclear } = placesOf(dirs, gitDir, workTree);
  for (const place of places) {
    const target = await subject(place);
    if (target !== undefined) add({ subject: target, by: "own" });
    else if (own !== undefined && place !== undefined && place.commonDir === home?.commonDir) {
      add({ subject: own, by: "project" });
    }
  }
  if (unclear && own !== undefined) {
    const at = found.findIndex(({ subject: { path } }) => path === own.path);
    if (at >= 0) found.splice(at, 1);
    found.push({ subject: own, by: "unclear" });
  }
  return found;
}

function placesOf(
  dirs: Directories,
  gitDir: Word | undefined,
  workTree: Word | undefined,
): { readonly places: readonly (Place | undefined)[]; readonly unclear: boolean } {
  const unclear =
    (gitDir === undefined && dirs.unknown) ||
    (gitDir !== undefined && gitDir.text === undefined) ||
    (workTree !== undefined && workTree.text === undefined);
  const places: (Place | undefined)[] = [];
  for (const path of dirs.paths) {
    if (gitDir === undefined) places.push(placeOf(path));
    else if (gitDir.text !== undefined) places.push(placeOfGitDir(resolve(path, gitDir.text)));
    if (workTree?.text !== undefined) places.push(placeOf(join(resolve(path, workTree.text))));
  }
  if (dirs.paths.length === 0 && gitDir?.text?.startsWith("/") === true)
    places.push(placeOfGitDir(gitDir.text));
  return { places, unclear };
}
