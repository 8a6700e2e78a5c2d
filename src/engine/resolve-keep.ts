import { readFileSync, readlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { identity } from "../git/identity.js";
import { hashObject, objectWriter } from "../git/object-writer.js";
import { nativePath } from "../git/paths.js";
import { readRef, updateRef } from "../git/refs.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { branchRef, type Oid } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import { type Resolution, resolutionFile } from "./resolution.js";
import { type FileVersion, indexLines } from "./resolve-apply.js";
import { changesBetween, type LaidPath, rawChanges } from "./resolve-laid.js";
import type { Resolving } from "./resolve-look.js";
import type { Choice } from "./resolve-paths.js";
import {
  changedTree,
  gitAt,
  isFileAt,
  isOurs,
  obstacleAt,
  standingAt,
  takenOut,
  type Workplace,
  worktreeTree,
} from "./resolve-state.js";
import type { RecordSession } from "./session.js";

/**
 * What a person has resolved so far, uncommitted, and that is about to go: it is kept as a commit under a ref of its own,
 * on top of what was kept before. What was staged and edited again since is one below.
 * @param before the worktree as Coppice left it
 * @param when what makes it go, as a clause
 */
export async function keepWork(
  session: RecordSession,
  place: Workplace,
  before: Oid,
  when: string,
): Promise<void> {
  const { engine } = session;
  const tree = await worktreeTree(engine, place, await takenOut(engine, place));
  const staged = await stagedTree(session, place, tree, before);
  if (staged !== tree) await keepTree(session, staged, "staged", when);
  if (tree !== before) await keepTree(session, tree, "edited", when);
}

/** A worktree's tree with what only the index has: neither the file, nor its commit, nor the conflict as it was laid out. */
async function stagedTree(
  { engine, record }: RecordSession,
  place: Workplace,
  tree: Oid,
  before: Oid,
): Promise<Oid> {
  const args = ["diff-index", "--cached", "-z", "--raw", "--no-abbrev", "--no-renames", tree];
  const objects = engine.repo.objects();
  const only: FileVersion[] = [];
  for (const [path, { after, unmerged }] of rawChanges((await gitAt(engine, place, args)).stdout)) {
    if (after === null || unmerged) continue;
    const known = [before, branchRef(record.branch)].map((tree) => objects.resolve(`${tree}:${path}`));
    if ((await Promise.all(known)).every((oid) => oid !== after.oid)) only.push({ ...after, path });
  }
  return only.length === 0 ? tree : changedTree(engine, place, tree, indexLines(engine, [], only));
}

/**
 * Keeps a person's edits before one side of files takes their place: what is neither the conflict as it was laid out nor
 * that side is nowhere else.
 */
export async function keepEdited(resolving: Resolving, choice: Choice): Promise<void> {
  const { session, place, head, merge } = resolving;
  const { engine, id } = session;
  const memory = engine.local.read(id, resolutionFile);
  const left = isOurs(memory, place, head) ? (memory?.tree ?? null) : null;
  const before = left ?? merge.tree;
  const open = await suspects(engine, place, choice, before);
  if (open.size === 0) return;
  // A filter may have another form lie there than the one that git keeps.
  const tree = await worktreeTree(
    engine,
    place,
    [...open].filter((path) => isFileAt(place.path, path)),
  );
  for (const [path, change] of await changesBetween(engine, place, before, tree)) {
    if (!isReplaced(choice, path, change)) continue;
    // Where a person began the merge, git has put other names on its markers.
    if (left === null && (await sameButNames(engine, change))) continue;
    await keepTree(session, tree, "edited", "one side was taken");
    return;
  }
}

/** The files that give way to the versions of a choice and are not known yet; folders, too. */
async function suspects(
  engine: Engine,
  place: Workplace,
  choice: Choice,
  before: Oid,
): Promise<ReadonlySet<string>> {
  const open = new Set<string>();
  for (const [path, version] of choice) {
    const obstacle = obstacleAt(place.path, path);
    if (obstacle === path) {
      const now = contentAt(engine, join(place.path, path));
      const known = now === undefined || now === version?.oid;
      if (!known && now !== (await engine.repo.objects().resolve(`${before}:${path}`))) open.add(path);
    } else if (version !== null) {
      if (obstacle !== undefined) open.add(obstacle);
      else if (standingAt(join(place.path, path)) !== undefined) open.add(path);
    }
  }
  return open;
}

/** Whether a choice takes away what a file has become: its own path, one in whose folder it is, or one below it. */
function isReplaced(choice: Choice, path: string, { after }: LaidPath): boolean {
  if (after === null) return false;
  const version = choice.get(path);
  if (version !== undefined) return version?.oid !== after.oid;
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder))
    if ((choice.get(folder) ?? null) !== null) return true;
  return [...choice].some(([other, put]) => put !== null && other.startsWith(`${path}/`));
}

async function sameButNames(engine: Engine, { before, after }: LaidPath): Promise<boolean> {
  if (before === null || after === null) return false;
  const [one, other] = await engine.repo.objects().readMany([before.oid, after.oid]);
  return one?.type === "blob" && other?.type === "blob" && unnamed(one.data) === unnamed(other.data);
}

/** A text with nothing behind its conflict markers. */
const unnamed = (bytes: Buffer): string =>
  bytes.toString("latin1").replace(/^(<{7,}|>{7,}|\|{7,}) .*$/gm, "$1");

/** The blob that a file's bytes are; null: it is not read for that, undefined: it is no file. */
function contentAt({ repo }: Engine, file: string): Oid | null | undefined {
  const stat = standingAt(file);
  if (stat === undefined || !(stat.isFile() || stat.isSymbolicLink())) return undefined;
  if (stat.size > mostBytes) return null;
  const native = nativePath(file);
  const bytes = stat.isSymbolicLink() ? readlinkSync(native, { encoding: "buffer" }) : readFileSync(native);
  return hashObject("blob", bytes, repo.objectFormat);
}

/** Files beyond this are left to git; bytes. */
const mostBytes = 2 ** 29;

/**
 * Remembers files whose side was taken as they stand now. Whatever else was edited since the conflict was laid out stays
 * a person's work.
 */
export async function noteChoice(
  { session: { engine, id }, place }: Resolving,
  choice: Choice,
  sides: Resolution["sides"],
): Promise<void> {
  const memory = engine.local.read(id, resolutionFile);
  if (memory === undefined) return;
  const { taking: _done, ...kept } = memory;
  const now = await worktreeTree(engine, place);
  const tree = memory.tree === null ? now : await withChoice(engine, place, choice, [memory.tree, now]);
  engine.local.write(id, resolutionFile, { ...kept, tree, sides: { ...memory.sides, ...sides } });
}

/** The first tree with what the second one has at the paths of a choice. */
async function withChoice(
  engine: Engine,
  place: Workplace,
  choice: Choice,
  [before, now]: readonly [Oid, Oid],
): Promise<Oid> {
  const changes = (await changesBetween(engine, place, before, now)).filter(
    ([path, { after }]) => choice.has(path) || (after === null && makesWay(choice, path)),
  );
  const gone = changes.map(([path]) => path);
  const files = changes.flatMap(([path, { after }]) => (after === null ? [] : [{ ...after, path }]));
  return changedTree(engine, place, before, indexLines(engine, gone, files));
}

const makesWay = (choice: Choice, path: string): boolean =>
  [...choice.keys()].some((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`));

async function keepTree(
  { engine, record }: RecordSession,
  tree: Oid,
  what: "edited" | "staged",
  when: string,
): Promise<void> {
  const head = await readRef(engine.repo, branchRef(record.branch));
  if (head === undefined) return;
  const { author, committer } = await identity(engine.repo, engine.repo.git.inherited, engine.now());
  const message = `Keep what was ${what} of ${record.branch} when ${when}`;
  const ref = `refs/coppice/aborted/${record.id}`;
  const last = await readRef(engine.repo, ref);
  const parents = last === undefined ? [head] : [head, last];
  const oid = await objectWriter(engine.repo).commit({ tree, parents, author, committer, message });
  if ((await updateRef(engine.repo, ref, oid, last, "coppice: abort")) === "stale") {
    throw new CoppiceError("GIT_FAILED", `${ref} was changed meanwhile: what was edited could not be kept.`, {
      suggestedAction: "Run the command again.",
    });
  }
  engine.report.warn(
    `What was ${what} there is kept as ${oid.slice(0, 12)}: git checkout ${oid.slice(0, 12)} -- FILE brings a file back.`,
  );
}
