import {
  chmodSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod/mini";
import type { WorktreePlace } from "../git/index-copy.js";
import { decodePaths } from "../git/paths.js";
import { placeOf, standingAt } from "../git/raw-files.js";
import type { Repository } from "../git/repository.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { type Oid, oidSchema } from "../lifecycle/ids.js";
import { type Manifest, readManifest } from "./archive-manifest.js";
import { applyModules } from "./archive-modules-apply.js";
import type { LocalFile } from "./local.js";

/** A worktree is being restored here: what is archived is put back before its creation ends. */
export const restoreFile = {
  name: "restore",
  schema: z.object({ v: z.literal(1), archive: oidSchema }),
} satisfies LocalFile<unknown>;

/**
 * Puts an archive's index, changes and HEAD back into a worktree of its branch's tip that nobody has worked in.
 * Idempotent.
 * @returns the ignored files that it put back
 * @throws CoppiceError GIT_FAILED when the archive is not what it should be; the system's error when a file cannot
 *   be written
 */
export async function applyArchive(repo: Repository, place: WorktreePlace, archive: Oid): Promise<string[]> {
  const manifest = await readManifest(repo, archive);
  if (manifest === undefined) return [];
  await git(repo, place, ["read-tree", "--reset", "-u", `${archive}:staged`]);
  const ignored = await filesOf(repo, archive, "ignored");
  const files = [
    ...(await filesOf(repo, archive, "changed")),
    ...(await filesOf(repo, archive, "untracked")),
    ...ignored,
  ];
  for (const path of [...manifest.deleted, ...files.map((file) => file.path)]) requireSafe(path);
  for (const path of manifest.deleted) remove(place.path, path);
  for (const file of files) await write(repo, place.path, file, manifest);
  await applyModules(repo, place, archive, { apply: applyArchive, requireSafe });
  await writeIndex(repo, place, archive);
  if (manifest.detached !== null) {
    await git(repo, place, ["update-ref", "--no-deref", "-m", "coppice: restore", "HEAD", manifest.detached]);
  }
  return ignored.map(({ path }) => path);
}

interface ArchivedFile {
  readonly mode: string;
  readonly oid: string;
  readonly path: string;
}

async function filesOf(repo: Repository, archive: Oid, part: string): Promise<ArchivedFile[]> {
  const tree = `${archive}:${part}`;
  if ((await repo.objects().resolve(tree)) === undefined) return [];
  const { stdout } = await repo.git.run(repo.commonDir, ["ls-tree", "-r", "-z", "--full-tree", tree]);
  return decodePaths(stdout).flatMap((line) => {
    const [, mode, oid, path] = /^(\d+) blob ([0-9a-f]+)\t([\s\S]+)$/.exec(line) ?? [];
    return mode === undefined || oid === undefined || path === undefined ? [] : [{ mode, oid, path }];
  });
}

/** An archive is Coppice's own, but its ref is one that others could have written. */
function requireSafe(path: string): void {
  const bad = path
    .split("/")
    .some((part) => part === "" || part === "." || part === ".." || /^\.git$/i.test(part));
  if (!bad && !path.includes("\0")) return;
  throw new CoppiceError("GIT_FAILED", "The archive names a file outside the worktree.", {
    recoverable: false,
  });
}

function remove(root: string, path: string): void {
  if (!isReached(root, path)) return;
  const stat = standingAt(root, path);
  if (stat === undefined) return;
  if (stat.isDirectory()) {
    // A submodule that was not there; one that holds something stays.
    removeEmpty(root, path);
    return;
  }
  rmSync(placeOf(root, path));
  // As git does it: a directory goes with its last file.
  for (let at = dirname(path); at !== "." && removeEmpty(root, at); at = dirname(at));
}

/** Whether every part of a path but the last is a directory. */
const isReached = (root: string, path: string): boolean =>
  parentsOf(path).every((parent) => standingAt(root, parent)?.isDirectory() === true);

/** `a/b/c` lies in `a` and `a/b`. */
function parentsOf(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

function removeEmpty(root: string, path: string): boolean {
  try {
    rmdirSync(placeOf(root, path));
    return true;
  } catch {
    return false;
  }
}

async function write(
  repo: Repository,
  root: string,
  { mode, oid, path }: ArchivedFile,
  { modes }: Manifest,
): Promise<void> {
  const object = await repo.objects().read(oid);
  if (object === undefined) {
    throw new CoppiceError("GIT_FAILED", `The archive lacks the content of ${path}.`, { recoverable: false });
  }
  for (const parent of parentsOf(path)) {
    const stat = standingAt(root, parent);
    if (stat?.isDirectory() === true) continue;
    if (stat !== undefined) rmSync(placeOf(root, parent));
    mkdirSync(placeOf(root, parent));
  }
  const target = placeOf(root, path);
  rmSync(target, { force: true, recursive: true });
  if (mode === "120000") symlinkSync(object.data, target);
  else {
    writeFileSync(target, object.data, { flag: "wx", mode: 0o600 });
    chmodSync(target, modes[path] ?? (mode === "100755" ? 0o755 : 0o644));
  }
}

/** The index as it was; what it knows of the files' times is brought up to date, as they are other files now. */
async function writeIndex(repo: Repository, place: WorktreePlace, archive: Oid): Promise<void> {
  const index = await repo.objects().read(`${archive}:index`);
  if (index === undefined) throw new CoppiceError("GIT_FAILED", "The archive has no index.");
  const target = join(place.gitDir, "index");
  const draft = join(place.gitDir, "coppice", "index");
  mkdirSync(dirname(draft), { recursive: true });
  writeFileSync(draft, index.data, { flush: true });
  // git's own lock: whoever refreshes the index meanwhile would write an old one over it.
  linkSync(draft, `${target}.lock`);
  renameSync(`${target}.lock`, target);
  rmSync(draft, { force: true });
  // Exit code 1: some files differ from the index, which is what they should.
  await git(repo, place, ["update-index", "-q", "--refresh"], [0, 1]);
}

async function git(
  repo: Repository,
  { path, gitDir }: WorktreePlace,
  args: readonly string[],
  codes: readonly number[] = [0],
): Promise<void> {
  await repo.git.run(path, [`--git-dir=${gitDir}`, `--work-tree=${path}`, ...args], { codes, writes: path });
}
