import { existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import * as z from "zod/mini";
import type { IndexCopy, WorktreePlace } from "../git/index-copy.js";
import { formatTree, type TreeEntry } from "../git/object-format.js";
import { objectWriter } from "../git/object-writer.js";
import { storeRaw } from "../git/raw-files.js";
import { openRepository, type Repository } from "../git/repository.js";
import { filesTimeoutMs } from "../git/run.js";
import { gitDirOf } from "../git/worktree-links.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { type Oid, oidSchema } from "../lifecycle/ids.js";
import type { Sight } from "./archive-look.js";
import type { Snapshot } from "./archive-model.js";
import { modulesBelow } from "./reachable.js";

/** Of a submodule that is not as its remote has it: what its bundle does not say. */
export const moduleSchema = z.object({
  v: z.literal(1),
  /** Relative to the worktree. */
  path: z.string(),
  /** Below `modules` of the worktree's git directory; null: its git directory lay in the submodule itself. */
  name: z.nullable(z.string()),
  format: z.enum(["sha1", "sha256"]),
  head: oidSchema,
  /** The ref that HEAD names; null: it is detached. */
  branch: z.nullable(z.string().check(z.startsWith("refs/heads/"))),
  /** What it had beside commits, among the bundle's objects. */
  archive: z.nullable(oidSchema),
  /** What lies in its stash, the newest first, each with its message. */
  stashes: z.optional(z.array(z.tuple([oidSchema, z.string()]))),
  /** Where its history is cut off. */
  shallow: z.nullable(z.string()),
  /** Settings of its remotes and branches. */
  config: z.array(z.tuple([z.string(), z.string()])),
});
export type ArchivedModule = z.infer<typeof moduleSchema>;

/** Below it a bundle has `archive` and what lies in the stash. */
export const savedRef = "refs/coppice/saved";

/** How a submodule's worktree is stored in its own repository: as the one around it is. */
export type StoreModule = (
  repo: Repository,
  place: WorktreePlace,
  tip: Oid,
) => Promise<{ readonly snapshot: Snapshot; readonly oid: Oid | null }>;

export interface StoredModules {
  /** Null: there was none to save. */
  readonly tree: Oid | null;
  /** What became of their worktrees. */
  readonly snapshots: readonly Snapshot[];
}

/**
 * Stores the submodules that have commits of their own, or changes: each as a bundle of all its refs. A linked worktree
 * has repositories of its own for them, which go with it.
 * @throws CoppiceError GIT_FAILED when one cannot be read
 */
export async function storeModules(
  repo: Repository,
  place: WorktreePlace,
  { copy, sight, store }: { readonly copy: IndexCopy; readonly sight: Sight; readonly store: StoreModule },
): Promise<StoredModules> {
  const entries: TreeEntry[] = [];
  const snapshots: Snapshot[] = [];
  const links = new Set(sight.entries.filter(({ mode }) => mode === "160000").map(({ path }) => path));
  for (const path of links) {
    const at = join(place.path, path);
    const gitDir = gitDirOf(at);
    if (gitDir === undefined) continue;
    const changed = sight.status.files.some((file) => file.path === path && isChanged(file.submodule));
    const within = modulesBelow(gitDir).map(({ directory }) => directory);
    if (!changed && !(await haveOwnCommits(repo, [gitDir, ...within]))) continue;
    const number = String(entries.length);
    const stored = await storeModule(
      repo,
      { path, at, gitDir, owner: place.gitDir },
      { copy, store, number },
    );
    snapshots.push(stored.snapshot);
    entries.push({ mode: "040000", name: number, oid: stored.tree });
  }
  const tree =
    entries.length === 0 ? null : await objectWriter(repo).write("tree", formatTree(entries), { sync: true });
  return { tree, snapshots };
}

const isChanged = (submodule: Sight["status"]["files"][number]["submodule"]): boolean =>
  submodule?.commit === true || submodule?.modified === true || submodule?.untracked === true;

/** The module's config names its work tree, which git need not find for this. */
const bare = ["--git-dir=.", "-c", "core.worktree=", "-c", "core.bare=true"] as const;

async function haveOwnCommits(repo: Repository, gitDirs: readonly string[]): Promise<boolean> {
  for (const gitDir of gitDirs) {
    const { code, stdout } = await repo.git.run(
      gitDir,
      [...bare, "rev-list", "--max-count=1", "--all", "HEAD", "--not", "--remotes", "--"],
      { codes: "any" },
    );
    if (code !== 0 || stdout.length > 0) return true;
  }
  return false;
}

interface Module {
  readonly path: string;
  readonly at: string;
  readonly gitDir: string;
  /** The git directory of the worktree around it. */
  readonly owner: string;
}

async function storeModule(
  repo: Repository,
  { path, at, gitDir, owner }: Module,
  how: { readonly copy: IndexCopy; readonly store: StoreModule; readonly number: string },
): Promise<{ readonly snapshot: Snapshot; readonly tree: Oid }> {
  const module = await openRepository(at, repo.git);
  try {
    const head = await module.objects().resolve("HEAD^{commit}");
    if (head === undefined) {
      throw new CoppiceError("GIT_FAILED", `The submodule ${path} has no commit, so it cannot be archived.`);
    }
    const { snapshot, oid } = await how.store(module, { path: at, gitDir }, head);
    const file = join(how.copy.folder, `${how.number}.bundle`);
    const stashes = await stashesOf(module, gitDir);
    await bundle(module, gitDir, file, [...(oid === null ? [] : [oid]), ...stashes.map(([stash]) => stash)]);
    const shallow = join(gitDir, "shallow");
    const about: ArchivedModule = {
      v: 1,
      path,
      name: nameOf(gitDir, owner),
      format: module.objectFormat,
      head,
      branch: await symbolicHead(module, gitDir),
      archive: oid,
      ...(stashes.length === 0 ? {} : { stashes }),
      shallow: existsSync(shallow) ? readFileSync(shallow, "utf8") : null,
      config: settingsOf(module),
    };
    const json = `${how.number}.json`;
    writeFileSync(join(how.copy.folder, json), `${JSON.stringify(about, null, 2)}\n`);
    const files = await storeRaw(repo, how.copy.folder, [basename(file), json]);
    const entries = files.map((one) => ({
      ...one,
      name: one.path.endsWith(".json") ? "module.json" : "bundle",
    }));
    const tree = await objectWriter(repo).write("tree", formatTree(entries), { sync: true });
    return { snapshot, tree };
  } finally {
    await module.close();
  }
}

/** Everything that its refs lead to, with what was saved of its worktree under a ref for that moment. */
async function bundle(
  module: Repository,
  gitDir: string,
  file: string,
  saved: readonly Oid[],
): Promise<void> {
  const { git } = module;
  const refs = saved.map((oid, index) => ({ ref: `${savedRef}/${index}`, oid }));
  for (const { ref, oid } of refs) await git.run(gitDir, [...bare, "update-ref", ref, oid]);
  try {
    // One thread: two bundles of the same commits are the same.
    const pack = ["-c", "pack.threads=1"];
    await git.run(gitDir, [...bare, ...pack, "bundle", "create", "--quiet", file, "HEAD", "--all", "--"], {
      timeoutMs: filesTimeoutMs,
    });
  } finally {
    for (const { ref } of refs) await git.run(gitDir, [...bare, "update-ref", "-d", ref]);
  }
}

/** All but the newest stand in the reflog alone. */
async function stashesOf({ git }: Repository, gitDir: string): Promise<[Oid, string][]> {
  const { code, stdout } = await git.run(
    gitDir,
    [...bare, "log", "-g", "-z", "--format=%H %gs", "refs/stash", "--"],
    { codes: "any" },
  );
  if (code !== 0) return [];
  return stdout
    .toString("utf8")
    .split("\0")
    .flatMap((line) => {
      const oid = oidSchema.safeParse(line.slice(0, line.indexOf(" ")));
      return oid.success ? [[oid.data, line.slice(line.indexOf(" ") + 1)] satisfies [Oid, string]] : [];
    });
}

async function symbolicHead({ git }: Repository, gitDir: string): Promise<string | null> {
  const { code, stdout } = await git.run(gitDir, [...bare, "symbolic-ref", "--quiet", "HEAD"], {
    codes: "any",
  });
  return code === 0 ? stdout.toString("utf8").trim() : null;
}

function nameOf(gitDir: string, owner: string): string | null {
  const modules = join(realpathSync(owner), "modules") + sep;
  const real = realpathSync(gitDir);
  return real.startsWith(modules) ? relative(modules, real).split(sep).join("/") : null;
}

/** Only what says where it comes from: other settings name commands, and an archive may be anybody's. */
export const isKept = (key: string): boolean =>
  /^(?:remote\.[^-].*\.(?:url|fetch)|branch\.[^-].*\.(?:remote|merge))$/s.test(key);

const settingsOf = ({ config }: Repository): [string, string][] =>
  config.keys().flatMap((key) => {
    const value = isKept(key) ? config.get(key) : undefined;
    return value === undefined ? [] : [[key, value] satisfies [string, string]];
  });

/** Where a submodule's git directory goes again. */
export const moduleDirectory = (place: WorktreePlace, { name, path }: ArchivedModule): string =>
  name === null ? join(place.path, path, ".git") : join(place.gitDir, "modules", ...name.split("/"));
