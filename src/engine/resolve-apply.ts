import { copyFileSync, rmdirSync, rmSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { UnmergedEntry } from "../git/merge-records.js";
import { parseOid, zeroOid } from "../git/oid.js";
import { decodePaths, encodePath, nativePath } from "../git/paths.js";
import type { Oid } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import { isInside } from "./find.js";
import { hasMarkerLine, textOf } from "./markers.js";
import type { Choice } from "./resolve-paths.js";
import { gitAt, standingAt, type Workplace } from "./resolve-state.js";

const submodule = "160000";

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

/** Puts the chosen versions into index and files; with that their paths are merged. */
export async function applyChoice(engine: Engine, place: Workplace, choice: Choice): Promise<void> {
  if (choice.size === 0) return;
  const zero = zeroOid(engine.repo.objectFormat);
  const files = [...choice].flatMap(([path, version]) => (version === null ? [] : [{ path, ...version }]));
  // A file takes the place of a folder with everything in it.
  const below = await trackedBelow(
    engine,
    place,
    files.map(({ path }) => path),
  );
  const gone = [...choice.keys(), ...below];
  const lines = [
    ...gone.map((path) => `0 ${zero}\t${path}\0`),
    ...files.map(({ mode, oid, path }) => `${mode} ${oid}\t${path}\0`),
  ];
  const update = (env: Readonly<Record<string, string>>) =>
    gitAt(engine, place, ["update-index", "-z", "--index-info"], { env, stdin: encodePath(lines.join("")) });
  // The files come first, from an index of their own: a path that is still unmerged is taken again when we end here,
  // while one that is merged and whose file still has its markers would never be.
  const index = join(place.gitDir, "coppice-side-index");
  try {
    copyFileSync(join(place.gitDir, "index"), index);
    const env = { GIT_INDEX_FILE: index };
    await update(env);
    for (const path of gone) if (choice.get(path)?.mode !== submodule) removeFile(place.path, path);
    // A submodule's own worktree is not ours to move.
    const written = files.filter(({ mode }) => mode !== submodule).map(({ path }) => `${path}\0`);
    if (written.length > 0) {
      await gitAt(engine, place, ["checkout-index", "--force", "-z", "--stdin"], {
        env,
        stdin: encodePath(written.join("")),
      });
    }
  } finally {
    rmSync(index, { force: true });
  }
  await update({});
}

async function trackedBelow(engine: Engine, place: Workplace, paths: readonly string[]): Promise<string[]> {
  const folders = paths.filter((path) => standingAt(join(place.path, path))?.isDirectory() === true);
  if (folders.length === 0) return [];
  // All are listed: an argument cannot name a folder that is no UTF-8.
  const { stdout } = await gitAt(engine, place, ["ls-files", "-z"]);
  return decodePaths(stdout).filter((path) => folders.some((folder) => path.startsWith(`${folder}/`)));
}

/** Deletes a file or link and the folders that it leaves empty; a folder only when it is empty. */
function removeFile(root: string, path: string): void {
  const target = join(root, path);
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
