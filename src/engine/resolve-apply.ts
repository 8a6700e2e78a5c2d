import { copyFileSync, readdirSync, rmdirSync, rmSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { UnmergedEntry } from "../git/merge-records.js";
import { parseOid, zeroOid } from "../git/oid.js";
import { decodePath, decodePaths, displayPath, encodePath, nativePath } from "../git/paths.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import { isInside } from "./find.js";
import { hasMarkerLine, textOf } from "./markers.js";
import type { Choice, Version } from "./resolve-paths.js";
import { gitAt, obstacleAt, standingAt, type Workplace } from "./resolve-state.js";

export const submodule = "160000";

/** The unmerged entries of a worktree's index. */
export async function unmergedEntries(engine: Engine, place: Workplace): Promise<UnmergedEntry[]> {
  const { stdout } = await gitAt(engine, place, ["ls-files", "--unmerged", "-z"]);
  return decodePaths(stdout).flatMap((record): UnmergedEntry[] => {
    const match = /^(\d{6}) ([0-9a-f]+) ([123])\t([\s\S]+)$/.exec(record);
    const [, mode = "", oid = "", stage = "", path = ""] = match ?? [];
    if (match === null) return [];
    return [{ path, mode, oid: parseOid(oid), stage: stage === "1" ? 1 : stage === "2" ? 2 : 3 }];
  });
}

/**
 * Puts the chosen versions into index and files; with that their paths are merged.
 * @param begins called before the first file changes
 * @throws CONFLICT_RESOLUTION_FAILED where a file is to take the place of a folder in which there is something that git
 *   does not know; nothing has changed then
 */
export async function applyChoice(
  engine: Engine,
  place: Workplace,
  choice: Choice,
  begins: () => void = () => {},
): Promise<void> {
  if (choice.size === 0) return;
  const files = [...choice].flatMap(([path, version]) => (version === null ? [] : [{ path, ...version }]));
  // A file takes the place of a folder with everything in it.
  const below = await trackedBelow(
    engine,
    place,
    files.map(({ path }) => path),
  );
  const gone = [...choice.keys(), ...below];
  refuseOccupied(place, files, new Set(gone));
  begins();
  // The files come first: a path that is still unmerged is taken again when we end here, while one that is merged and
  // whose file still has its markers would never be.
  await layFiles(engine, place, gone, files);
  await gitAt(engine, place, ["update-index", "-z", "--index-info"], {
    stdin: indexLines(engine, gone, files),
  });
}

export type FileVersion = Version & { readonly path: string };

/** For `git update-index --index-info`. */
export const indexLines = (
  engine: Engine,
  gone: readonly string[],
  files: readonly FileVersion[],
): Buffer => {
  const zero = zeroOid(engine.repo.objectFormat);
  return encodePath(
    [
      ...gone.map((path) => `0 ${zero}\t${path}\0`),
      ...files.map(({ mode, oid, path }) => `${mode} ${oid}\t${path}\0`),
    ].join(""),
  );
};

/** Writes versions into the worktree's files alone, in the place of what stands at the paths that go. */
export async function layFiles(
  engine: Engine,
  place: Workplace,
  gone: readonly string[],
  files: readonly FileVersion[],
): Promise<void> {
  // A submodule's own worktree is not ours to move.
  const modules = new Set(files.filter(({ mode }) => mode === submodule).map(({ path }) => path));
  const written = files.filter(({ path }) => !modules.has(path)).map(({ path }) => `${path}\0`);
  const index = join(place.gitDir, "coppice-side-index");
  rmSync(`${index}.lock`, { force: true });
  try {
    copyFileSync(join(place.gitDir, "index"), index);
    const env = { GIT_INDEX_FILE: index };
    const stdin = indexLines(engine, gone, files);
    await gitAt(engine, place, ["update-index", "-z", "--index-info"], { env, stdin });
    for (const path of gone) if (!modules.has(path)) removeFile(place.path, path);
    if (written.length > 0) {
      await gitAt(engine, place, ["checkout-index", "--force", "-z", "--stdin"], {
        env,
        stdin: encodePath(written.join("")),
      });
    }
  } finally {
    rmSync(index, { force: true });
  }
}

/** `git checkout-index --force` deletes a folder with all that is in it. */
function refuseOccupied(
  { path: root }: Workplace,
  files: readonly FileVersion[],
  gone: ReadonlySet<string>,
): void {
  const occupied = files
    .filter(({ mode, path }) => mode !== submodule && !holdsOnly(root, path, (below) => gone.has(below)))
    .map(({ path }) => path);
  if (occupied.length === 0) return;
  const shown = occupied.map(displayPath);
  throw new CoppiceError(
    "CONFLICT_RESOLUTION_FAILED",
    `Files that git does not track are in a folder that gives way to a file: ${shown.slice(0, 3).join(", ")}.`,
    { details: { files: shown.slice(0, 100) }, suggestedAction: "Move them away, then resolve again." },
  );
}

/** Whether all files below a folder are expected ones; also where there is no folder. */
export function holdsOnly(root: string, folder: string, isExpected: (path: string) => boolean): boolean {
  if (standingAt(join(root, folder))?.isDirectory() !== true) return true;
  const entries = readdirSync(nativePath(join(root, folder)), { withFileTypes: true, encoding: "buffer" });
  return entries.every((entry) => {
    const path = `${folder}/${decodePath(entry.name)}`;
    return entry.isDirectory() ? holdsOnly(root, path, isExpected) : isExpected(path);
  });
}

async function trackedBelow(engine: Engine, place: Workplace, paths: readonly string[]): Promise<string[]> {
  const folders = paths.filter((path) => standingAt(join(place.path, path))?.isDirectory() === true);
  if (folders.length === 0) return [];
  // All are listed: an argument cannot name a folder that is no UTF-8.
  const { stdout } = await gitAt(engine, place, ["ls-files", "-z"]);
  return decodePaths(stdout).filter((path) => folders.some((folder) => path.startsWith(`${folder}/`)));
}

/** Deletes a file or link and the folders that it leaves empty; a folder only when it is empty. */
export function removeFile(root: string, path: string): void {
  const target = join(root, path);
  const obstacle = obstacleAt(root, path);
  // Whatever a link leads to is not the worktree's.
  if (obstacle !== undefined && obstacle !== path) return;
  const stat = standingAt(target);
  if (stat !== undefined && !stat.isDirectory()) unlinkSync(nativePath(target));
  try {
    if (stat?.isDirectory() === true) rmdirSync(nativePath(target));
    for (let at = dirname(target); at !== root && isInside(at, root); at = dirname(at))
      rmdirSync(nativePath(at));
  } catch {
    // It holds something else.
  }
}

/**
 * Stages the files that a person or a command has edited until no marker was left, so that nobody has to say `git add`
 * as well. Only where both sides have a text: elsewhere (a deletion, a binary file) nothing shows that it was decided.
 */
export async function stageResolved(engine: Engine, place: Workplace): Promise<void> {
  const entries = await unmergedEntries(engine, place);
  const paths = [...new Set(entries.map((entry) => entry.path))].filter((path) => {
    const sides = entries.filter((entry) => entry.path === path && entry.stage !== 1);
    return sides.length === 2 && sides.every(({ mode }) => mode.startsWith("100"));
  });
  const resolved: string[] = [];
  for (const path of paths) {
    if (obstacleAt(place.path, path) !== path) continue;
    const text = textOf(join(place.path, path));
    if (text === undefined || hasMarkerLine(text)) continue;
    if (
      await isText(
        engine,
        entries.filter((entry) => entry.path === path),
      )
    )
      resolved.push(path);
  }
  if (resolved.length === 0) return;
  await gitAt(engine, place, ["update-index", "-z", "--add", "--stdin"], {
    stdin: encodePath(resolved.join("\0")),
  });
}

async function isText(engine: Engine, entries: readonly UnmergedEntry[]): Promise<boolean> {
  const blobs = await engine.repo.objects().readMany(entries.map(({ oid }): Oid => oid));
  return blobs.every((blob) => blob !== undefined && !blob.data.includes(0));
}
