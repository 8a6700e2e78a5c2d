import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod/mini";
import type { WorktreePlace } from "../git/index-copy.js";
import { plainIndex } from "../git/index-copy.js";
import { decodePaths } from "../git/paths.js";
import { readRef } from "../git/refs.js";
import type { Repository } from "../git/repository.js";
import { filesTimeoutMs } from "../git/run.js";
import { listWorktrees } from "../git/worktrees.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { branchRef, type Oid, oidSchema } from "../lifecycle/ids.js";
import { filesOf, permit, removeFile, requireSafe, writeBlob, writeFile } from "./archive-files.js";
import { type Manifest, readManifest } from "./archive-manifest.js";
import { applyModules } from "./archive-modules-apply.js";
import { restoreWorktreeSettings } from "./archive-settings.js";
import { linkOrCopy } from "./files.js";
import type { LocalFile } from "./local.js";

/** A worktree is being restored here: what is archived is put back before its creation ends. */
export const restoreFile = {
  name: "restore",
  schema: z.object({ v: z.literal(1), archive: oidSchema }),
} satisfies LocalFile<unknown>;

/** What came of an archive. */
export interface Applied {
  /** Settings of the worktree alone that were not put back. */
  readonly unset: readonly string[];
  /** What HEAD is detached at; undefined: it is on a branch. */
  readonly detached?: Oid;
}

/**
 * Puts an archive's settings, index, changes and HEAD back into a worktree of its branch's tip that nobody has worked in.
 * Idempotent.
 * @throws CoppiceError GIT_FAILED when the archive is not what it should be; the system's error when a file cannot
 *   be written
 */
export async function applyArchive(repo: Repository, place: WorktreePlace, archive: Oid): Promise<Applied> {
  const manifest = await readManifest(repo, archive);
  if (manifest === undefined) return { unset: [] };
  const { settings, deleted, modes } = manifest;
  const index = await repo.objects().resolve(`${archive}:index`);
  if (index !== undefined) await checkOut(repo, place, `${archive}:staged`);
  const unset = settings === undefined ? [] : await restoreWorktreeSettings(repo, place, settings);
  if (index === undefined) return { unset };
  const files = [
    ...(await filesOf(repo, archive, "changed")),
    ...(await filesOf(repo, archive, "untracked")),
    ...(await filesOf(repo, archive, "ignored")),
  ];
  const written = new Set(files.map(({ path }) => path));
  for (const path of [...deleted, ...written, ...Object.keys(modes)]) requireSafe(repo, path);
  for (const path of deleted) removeFile(place.path, path);
  for (const file of files) await writeFile(repo, place.path, file, modes[file.path]);
  for (const [path, mode] of Object.entries(modes)) if (!written.has(path)) permit(place.path, path, mode);
  await applyModules(repo, place, archive, applyArchive);
  await writeIndex(repo, place, index);
  return (await putHead(repo, place, manifest)) === "detached" && manifest.detached !== null
    ? { unset, detached: manifest.detached }
    : { unset };
}

/** HEAD is on its branch again while that is where it was and free; else at its commit. */
async function putHead(
  repo: Repository,
  place: WorktreePlace,
  { detached, head }: Manifest,
): Promise<"detached" | "on a branch"> {
  if (detached === null) return "on a branch";
  if (head !== undefined && (await readRef(repo, branchRef(head))) === detached) {
    const all = await listWorktrees(repo);
    if (all.every(({ branch, gitDir }) => branch !== head || gitDir === place.gitDir)) {
      await git(repo, place, ["symbolic-ref", "-m", "coppice: restore", "HEAD", branchRef(head)]);
      return "on a branch";
    }
  }
  await git(repo, place, ["update-ref", "--no-deref", "-m", "coppice: restore", "HEAD", detached]);
  return "detached";
}

/**
 * Makes the files that the index had. What is announced (`add -N`) or unmerged is not among them, and what a sparse
 * checkout left out is: it may have been there all the same.
 */
async function checkOut(repo: Repository, place: WorktreePlace, tree: string): Promise<void> {
  const sparse = join(place.gitDir, "info", "sparse-checkout");
  // `git worktree add` gives a new worktree the sparse checkout of the one that it runs in.
  const whole = existsSync(sparse)
    ? ["-c", "core.sparseCheckout=true", "-c", "core.sparseCheckoutCone=false"]
    : [];
  if (whole.length > 0) writeFileSync(sparse, "/*\n");
  const alone = ["-c", "submodule.recurse=false"];
  await git(repo, place, [...whole, ...alone, "read-tree", "--reset", "-u", tree]);
}

/** The index as it was; what it knows of the files' times is brought up to date, as they are other files now. */
async function writeIndex(repo: Repository, place: WorktreePlace, index: Oid): Promise<void> {
  const target = join(place.gitDir, "index");
  const draft = join(place.gitDir, "coppice", "index");
  mkdirSync(dirname(draft), { recursive: true });
  for (const left of [draft, `${draft}.lock`]) rmSync(left, { force: true });
  await writeBlob(repo, index, draft);
  const env = { GIT_INDEX_FILE: draft };
  // Git believes its own index: a later checkout would write wherever an entry says.
  const listed = await git(repo, place, ["ls-files", "-z", "--stage"], { env });
  for (const line of decodePaths(listed)) requireSafe(repo, line.slice(line.indexOf("\t") + 1));
  // Exit code 1: some files differ from the index, which is what they should.
  await git(repo, place, [...plainIndex, "update-index", "-q", "--force-write-index", "--refresh"], {
    env,
    codes: [0, 1],
  });
  try {
    // git's own lock: whoever refreshes the index meanwhile would write an old one over it.
    linkOrCopy(draft, `${target}.lock`);
  } catch (error) {
    throw new CoppiceError("GIT_FAILED", "Another git works in the worktree that is being restored.", {
      cause: error,
    });
  }
  renameSync(`${target}.lock`, target);
  rmSync(draft, { force: true });
}

async function git(
  repo: Repository,
  { path, gitDir }: WorktreePlace,
  args: readonly string[],
  options: { readonly codes?: readonly number[]; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Buffer> {
  const { stdout } = await repo.git.run(path, [`--git-dir=${gitDir}`, `--work-tree=${path}`, ...args], {
    ...options,
    writes: path,
    timeoutMs: filesTimeoutMs,
  });
  return stdout;
}
