import { mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { WorktreePlace } from "../git/index-copy.js";
import { openRepository, type Repository } from "../git/repository.js";
import { filesTimeoutMs } from "../git/run.js";
import { realPath } from "../git/worktree-links.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import { requireSafe, writeBlob } from "./archive-files.js";
import { type ArchivedModule, isKept, moduleDirectory, moduleSchema, savedRef } from "./archive-modules.js";

/** How a submodule's worktree gets back what it had beside commits: as the one around it does. */
export type ApplyModule = (module: Repository, place: WorktreePlace, archive: Oid) => Promise<unknown>;

/**
 * Puts archived submodules back: the repository with its refs, the settings of its remotes, HEAD, index and files.
 * Idempotent: what an interrupted run left of one is made anew.
 * @throws CoppiceError GIT_FAILED when the archive is not what it should be
 */
export async function applyModules(
  repo: Repository,
  place: WorktreePlace,
  archive: Oid,
  apply: ApplyModule,
): Promise<void> {
  const tree = await repo.objects().resolve(`${archive}:modules`);
  if (tree === undefined) return;
  for (const { name } of await repo.objects().tree(tree)) {
    const about = await readModule(repo, `${tree}:${name}/module.json`);
    const bundle = await repo.objects().resolve(`${tree}:${name}/bundle`);
    if (about === undefined || bundle === undefined) throw damaged();
    requireSafe(repo, about.path);
    if (about.name !== null) requireSafe(repo, about.name);
    await applyModule(repo, place, { about, bundle, apply });
  }
}

async function readModule(repo: Repository, name: string): Promise<ArchivedModule | undefined> {
  try {
    const object = await repo.objects().read(name);
    const parsed = moduleSchema.safeParse(JSON.parse(object?.data.toString("utf8") ?? "null"));
    return parsed.success ? parsed.data : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const damaged = (): CoppiceError =>
  new CoppiceError("GIT_FAILED", "The archive of a submodule is damaged.", { recoverable: false });

async function applyModule(
  repo: Repository,
  place: WorktreePlace,
  module: { readonly about: ArchivedModule; readonly bundle: Oid; readonly apply: ApplyModule },
): Promise<void> {
  const { about, bundle, apply } = module;
  const { git } = repo;
  const at = join(place.path, about.path);
  const gitDir = moduleDirectory(place, about);
  if (realPath(dirname(at)) !== join(realpathSync(place.path), dirname(about.path))) {
    throw new CoppiceError("GIT_FAILED", `The submodule ${about.path} would lie behind a link.`);
  }
  rmSync(gitDir, { recursive: true, force: true });
  rmSync(at, { recursive: true, force: true });
  mkdirSync(at, { recursive: true });
  mkdirSync(dirname(gitDir), { recursive: true });
  const apart = about.name === null ? [] : [`--separate-git-dir=${gitDir}`];
  // No template: it may bring hooks.
  await git.run(at, ["init", "--quiet", "--template=", `--object-format=${about.format}`, ...apart]);
  const inside = [`--git-dir=${gitDir}`];
  if (about.shallow !== null) writeFileSync(join(gitDir, "shallow"), about.shallow);
  const file = join(gitDir, "restore.bundle");
  await writeBlob(repo, bundle, file);
  await git.run(
    at,
    [
      ...inside,
      "fetch",
      "--quiet",
      "--update-head-ok",
      "--no-write-fetch-head",
      "--no-auto-maintenance",
    ].concat(file, "+refs/*:refs/*", "HEAD"),
    { timeoutMs: filesTimeoutMs },
  );
  rmSync(file);
  for (const [key, value] of about.config) {
    if (isKept(key)) await git.run(at, [...inside, "config", key, value]);
  }
  if (about.name !== null) {
    const back = relative(realpathSync(gitDir), realpathSync(at));
    await git.run(at, [...inside, "config", "core.worktree", back]);
  }
  if (about.branch === null) await git.run(at, [...inside, "update-ref", "--no-deref", "HEAD", about.head]);
  else await git.run(at, [...inside, "symbolic-ref", "HEAD", about.branch]);
  await git.run(at, [...inside, `--work-tree=${at}`, "read-tree", "--reset", "-u", about.head]);
  // A stash is listed by its reflog, which no bundle has.
  if (about.stashes !== undefined) await git.run(at, [...inside, "update-ref", "-d", "refs/stash"]);
  for (const [oid, message] of (about.stashes ?? []).toReversed())
    await git.run(at, [...inside, `--work-tree=${at}`, "stash", "store", "--quiet", "-m", message, oid]);
  if (about.archive !== null) {
    const opened = await openRepository(at, git);
    try {
      await apply(opened, { path: at, gitDir }, about.archive);
    } finally {
      await opened.close();
    }
  }
  const kept = await git.text(at, [
    ...inside,
    "for-each-ref",
    "--format=%(refname)",
    `${savedRef}/`,
    savedRef,
  ]);
  for (const ref of kept.split("\n").filter(Boolean)) await git.run(at, [...inside, "update-ref", "-d", ref]);
}
