import { isAbsolute, join, relative, resolve as resolvePath, sep } from "node:path";
import type { ConflictingMerge } from "../git/merge-records.js";
import { decodePaths, displayPath } from "../git/paths.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Engine } from "./context.js";
import { type Resolution, resolutionFile } from "./resolution.js";
import { applyChoice, type FileVersion, layFiles, unmergedEntries } from "./resolve-apply.js";
import { nameSides } from "./resolve-begin.js";
import { keepEdited, noteChoice } from "./resolve-keep.js";
import { laidPaths } from "./resolve-laid.js";
import type { Resolving } from "./resolve-look.js";
import { type Choice, chooseSide, namesAside, type Version, versionOf } from "./resolve-paths.js";
import { obstacleAt } from "./resolve-state.js";
import { asWritten, standingsOf, type Wanted } from "./standing.js";

/**
 * Takes one side of some files, or of all that are open, in the worktree. A file whose side was chosen before can be
 * given the other one by its name. What was edited in them is kept (resolve-keep.ts).
 * @throws CONFLICT_RESOLUTION_FAILED when a named file is not in conflict; nothing has changed then
 */
export async function takeSide(
  resolving: Resolving,
  side: "ours" | "theirs",
  files: readonly string[],
): Promise<void> {
  const { session, place, merge, head, tip } = resolving;
  const { engine } = session;
  const open = await unmergedEntries(engine, place);
  const isOpen = new Set(open.map(({ path }) => path));
  const decided = merge.outcome === "conflict" ? merge.files.filter(({ path }) => !isOpen.has(path)) : [];
  const entries = files.length === 0 ? open : [...open, ...decided];
  const known = new Set(entries.map(({ path }) => path));
  const named = files.length === 0 ? known : new Set(files.map((file) => conflicted(resolving, known, file)));
  const commit = side === "ours" ? head : tip;
  const chosen = await chooseSide(
    { files: entries, messages: merge.outcome === "conflict" ? merge.messages : [] },
    side,
    named,
    async (path) => (await engine.repo.objects().resolve(`${commit}:${path}`)) !== undefined,
  );
  const choice = await withFolders(resolving, side, chosen);
  await keepEdited(resolving, choice);
  await applyChoice(engine, place, choice, () => {
    const memory = engine.local.read(session.id, resolutionFile);
    const taking = { side, files: [...choice.keys()] };
    if (memory !== undefined) engine.local.write(session.id, resolutionFile, { ...memory, taking });
  });
  await noteChoice(resolving, choice, Object.fromEntries([...named].map((path) => [path, side])));
}

/** Where the side that has a file was taken before, the other side is the folder in whose place that file stands. */
async function withFolders(
  { session, place, merge }: Resolving,
  side: "ours" | "theirs",
  chosen: Choice,
): Promise<Choice> {
  if (merge.outcome !== "conflict") return chosen;
  const choice = new Map(chosen);
  for (const [aside, folder] of namesAside(merge)) {
    const below = [...chosen].some(([path, version]) => version !== null && path.startsWith(`${folder}/`));
    const isWanted = below || (chosen.get(aside) === null && !chosen.has(folder));
    if (!isWanted || obstacleAt(place.path, folder) !== folder) continue;
    for (const [path, version] of await filesIn(session.engine, `${merge.tree}:${folder}`)) {
      const name = `${folder}/${path}`;
      const isOpen = merge.files.some((entry) => entry.path === name);
      if (!chosen.has(name)) choice.set(name, isOpen ? versionOf(merge.files, name, side) : version);
      choice.set(folder, null);
    }
  }
  return choice;
}

/** The files of a folder, by their paths in it; none where it is no folder. */
async function filesIn({ repo }: Engine, name: string): Promise<[string, Version][]> {
  const found = await repo.objects().info(name);
  if (found?.type !== "tree") return [];
  const { stdout } = await repo.git.run(repo.commonDir, ["ls-tree", "-r", "-z", found.oid]);
  return decodePaths(stdout).map((record) => {
    const [, mode = "", oid = "", path = ""] = /^(\d+) \w+ ([0-9a-f]+)\t([\s\S]+)$/.exec(record) ?? [];
    return [path, { mode, oid }];
  });
}

/**
 * Of a file whose side was being written when the process ended there may be the beginning, without a marker: nobody has
 * decided that. It gets the conflict's text again; a side that stands there whole was chosen, and an edit is an edit.
 */
export async function reopenHalfTaken(resolving: Resolving): Promise<void> {
  const { session, tip, computed } = resolving;
  const { engine, id } = session;
  const memory = engine.local.read(id, resolutionFile);
  if (memory?.taking === undefined) return;
  if (memory.tip === tip && computed.outcome === "conflict") {
    await reopenTorn(resolving, computed, memory.taking);
  }
  const { taking: _done, ...kept } = memory;
  engine.local.write(id, resolutionFile, kept);
}

async function reopenTorn(
  { session, place, head, tip, target }: Resolving,
  merge: ConflictingMerge,
  { side, files }: NonNullable<Resolution["taking"]>,
): Promise<void> {
  const { engine, record } = session;
  const layout = { head, tip, merge, sides: { branch: record.branch, target: target.branch } };
  const laid = await laidPaths(engine, place, layout);
  const taken = new Set(files);
  const wanted = (await unmergedEntries(engine, place))
    .filter(({ stage, path }) => stage === (side === "ours" ? 2 : 3) && taken.has(path))
    .map((entry): Wanted => ({ path: entry.path, version: entry }));
  const standings = await standingsOf(engine, place, wanted, asWritten);
  const torn = wanted.flatMap(({ path }, at): FileVersion[] => {
    const after = laid.get(path)?.after;
    return standings[at] !== "part" || after === null || after === undefined ? [] : [{ ...after, path }];
  });
  const paths = torn.map(({ path }) => path);
  await layFiles(engine, place, paths, torn);
  for (const path of paths) nameSides(join(place.path, path), merge, layout.sides);
}

/** The conflicted path that a person means: relative to the worktree, or to where the command runs in it. */
function conflicted({ session, place }: Resolving, known: ReadonlySet<string>, file: string): string {
  const fromHere = isAbsolute(file) ? file : resolvePath(session.engine.cwd, file);
  const candidates = [file, relative(place.path, fromHere).split(sep).join("/"), file.replace(/^\.\//, "")];
  const found = candidates.map((path) => meant(known, path)).find((path) => path !== undefined);
  if (found !== undefined) return found;
  const open = [...known].map(displayPath).sort();
  throw new CoppiceError("CONFLICT_RESOLUTION_FAILED", `${file} is not in conflict.`, {
    details: { files: [file.slice(0, 4096)] },
    suggestedAction:
      open.length === 0
        ? "No file is."
        : `These are: ${open.slice(0, 10).join(", ")}${open.length > 10 ? " ..." : ""}.`,
  });
}

/** A name that is no UTF-8 cannot be typed: as it is shown will do, where it stands for one file alone. */
function meant(known: ReadonlySet<string>, name: string): string | undefined {
  if (known.has(name)) return name;
  const shown = [...known].filter((path) => displayPath(path) === name);
  return shown.length === 1 ? shown[0] : undefined;
}
