import { lstatSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { CoppiceError } from "../lifecycle/errors.js";
import { GitConfig } from "./config.js";
import { LooseObjects } from "./loose-objects.js";
import {
  type BegunListing,
  beginListing,
  isConfirmed,
  nearPlace,
  type Place,
  readListing,
} from "./near-place.js";
import { ObjectReader } from "./objects.js";
import type { ObjectFormat } from "./oid.js";
import { type GitResult, GitRunner } from "./run.js";
import { GitVersion, requireVersion, since } from "./version.js";
import { gitFileTarget } from "./worktree-links.js";

/** A repository as seen from one directory. */
export interface Repository {
  readonly git: GitRunner;
  readonly version: GitVersion;
  /** What all worktrees share; absolute, symbolic links resolved. */
  readonly commonDir: string;
  /** Of the worktree that the command runs in; equal to `commonDir` in the main one. */
  readonly gitDir: string;
  /** Top of the worktree that the command runs in; undefined in a bare repository and inside a git directory. */
  readonly worktree: string | undefined;
  /** The main worktree, which may be gone; undefined: bare. */
  readonly mainWorktree: string | undefined;
  /** `repo` for `repo`, `repo.git`, `repo/.git` and `repo/.bare`. */
  readonly name: string;
  /**
   * What a relative worktree root starts from: the main worktree; for a bare repository the directory that holds
   * `.bare`, `.git` or the `.git` file, else the repository itself.
   */
  readonly root: string;
  readonly objectFormat: ObjectFormat;
  readonly refFormat: "files" | "reftable";
  /** Effective configuration at the time of opening. */
  readonly config: GitConfig;
  /** One persistent `cat-file` process, started with the first read. */
  objects(): ObjectReader;
  /** Ends what is still open. Idempotent. */
  close(): Promise<void>;
}

/** `rev-parse` repeats options that it does not know: this one keeps apart paths that may hold line feeds. */
const separator = "--coppice-next";

/**
 * Finds the repository of a directory, with one git process; with two where its files do not plainly tell where its parts
 * lie. A repository without a commit is a valid result.
 * @param begun what `beginListing` began for the same directory and git
 * @throws CoppiceError NOT_A_REPO, GIT_TOO_OLD, PERMISSION_DENIED (git distrusts the owner), WORKTREE_NOT_FOUND (`cwd` is gone)
 */
export async function openRepository(
  cwd: string,
  git: GitRunner = new GitRunner(),
  begun: BegunListing = beginListing(cwd, git),
): Promise<Repository> {
  const near = nearPlace(cwd);
  const [listed, asked] = await Promise.all([begun, near === undefined ? discover(cwd, git) : undefined]);
  const version = await versionOf(git, cwd, listed);
  requireVersion(version);
  const { values, local } = readListing(listed.stdout.toString("utf8"));
  const config = new GitConfig(values);
  const isNear = near !== undefined && listed.code === 0 && isConfirmed(near, local, config);
  const place: Found = isNear ? { ...near, ...plain } : placeOf(cwd, asked ?? (await discover(cwd, git)));
  const { commonDir, gitDir, worktree, bare, objectFormat, refFormat } = place;
  if (listed.code !== 0) throw brokenConfig(listed.stderr);
  git.silenceConfiguredHooks(configuredHooks(config));

  const inMain = gitDir === commonDir;
  const mainWorktree = await findMainWorktree(git, {
    commonDir,
    config,
    worktree,
    inMain,
    bare,
  });
  const root = mainWorktree ?? bareRoot(commonDir);
  const loose = new LooseObjects({ commonDir, objectFormat, refFormat });
  let reader: ObjectReader | undefined;
  return {
    git,
    version,
    commonDir,
    gitDir,
    worktree,
    mainWorktree,
    name: basename(root).replace(/(?<=.)\.git$/, "") || "repository",
    root,
    objectFormat,
    refFormat,
    config,
    objects: () => {
      reader ??= new ObjectReader(git, commonDir, { loose });
      return reader;
    },
    close: async () => {
      await reader?.close();
      reader = undefined;
    },
  };
}

const discovery: readonly string[] = [
  "rev-parse",
  "--path-format=absolute",
  "--git-dir",
  separator,
  "--git-common-dir",
  separator,
  "--is-bare-repository",
  "--show-object-format=storage",
  // Since 2.45; an older git repeats it as it is, and has files only.
  "--show-ref-format",
  separator,
  // Last: git ends with an error here when there is no work tree, after it has printed the rest.
  "--show-toplevel",
];

const discover = (cwd: string, git: GitRunner): Promise<GitResult> =>
  git.run(cwd, discovery, { codes: "any" });

interface Found extends Omit<Place, "worktree"> {
  readonly worktree: string | undefined;
  readonly bare: boolean;
  readonly objectFormat: ObjectFormat;
  readonly refFormat: "files" | "reftable";
}

/** What a repository is whose format has no extensions. */
const plain = { bare: false, objectFormat: "sha1", refFormat: "files" } as const;

/** What `discover` was told. */
function placeOf(cwd: string, { stdout, stderr }: GitResult): Found {
  const [gitDir = "", common = "", flags = "", top = ""] = splitAnswers(stdout.toString("utf8"));
  const [bare, objectFormat, refs] = flags.split("\n");
  if (common === "" || (objectFormat !== "sha1" && objectFormat !== "sha256"))
    throw notARepository(cwd, stderr);
  return {
    commonDir: realpathSync(common),
    gitDir: realpathSync(gitDir),
    worktree: top === "" ? undefined : realpathSync(top),
    bare: bare === "true",
    objectFormat,
    refFormat: refs === "reftable" ? "reftable" : "files",
  };
}

const splitAnswers = (output: string): string[] =>
  output.split(`${separator}\n`).map((answer) => answer.replace(/\n$/, ""));

async function versionOf(
  git: GitRunner,
  cwd: string,
  traced: { readonly version: string | undefined; readonly doubtful: boolean },
): Promise<GitVersion> {
  const told = traced.version === undefined ? undefined : GitVersion.parse(traced.version);
  if (told !== undefined && (!traced.doubtful || !told.atLeast(...since.minimum))) return told;
  const text = await git.text(cwd, ["version"]);
  const version = GitVersion.parse(text);
  if (version !== undefined) return version;
  throw new CoppiceError("GIT_TOO_OLD", "git did not tell its version.", { details: { required: "2.38.0" } });
}

/** What finding the main worktree needs to know. */
export interface Discovered {
  readonly commonDir: string;
  readonly config: GitConfig;
  readonly worktree: string | undefined;
  readonly inMain: boolean;
  readonly bare: boolean;
}

/** The main worktree, which may be gone; undefined: bare. */
export async function findMainWorktree(git: GitRunner, found: Discovered): Promise<string | undefined> {
  if (found.inMain && found.worktree !== undefined) return found.worktree;
  const config = found.inMain ? found.config : await mainConfig(git, found);
  // In a linked worktree git itself ignores core.bare and core.worktree: they speak of the main one.
  if (config.bool("core.bare") === true || (found.inMain && found.bare)) return undefined;
  const configured = config.get("core.worktree");
  if (configured !== undefined) return resolve(found.commonDir, configured);
  return basename(found.commonDir) === ".git" ? dirname(found.commonDir) : undefined;
}

/** With extensions.worktreeConfig, core.bare and core.worktree stand in a file that a linked worktree does not read. */
async function mainConfig(git: GitRunner, found: Discovered): Promise<GitConfig> {
  if (found.config.bool("extensions.worktreeConfig") !== true) return found.config;
  const file = join(found.commonDir, "config.worktree");
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return found.config;
  const { stdout } = await git.run(found.commonDir, ["config", "-z", "--list", "--file", file], {
    codes: "any",
  });
  const main = new GitConfig(stdout.toString("utf8"));
  return main.keys().some((key) => key === "core.bare" || key === "core.worktree") ? main : found.config;
}

/** What a relative worktree root of a bare repository starts from. */
export function bareRoot(commonDir: string): string {
  const parent = dirname(commonDir);
  return basename(commonDir).startsWith(".") || gitFileTarget(join(parent, ".git")) === commonDir
    ? parent
    : commonDir;
}

/** Hooks that the configuration defines (git 2.54): `hook.<name>.command`. */
export function configuredHooks(config: GitConfig): string[] {
  const names = config.keys().flatMap((key) => /^hook\.([\s\S]+)\.command$/.exec(key)?.[1] ?? []);
  return [...new Set(names)];
}

function notARepository(cwd: string, stderr: string): CoppiceError {
  const details = { output: stderr.slice(-16_384) };
  const marker = nearestMarker(cwd);
  if (marker === undefined) {
    return new CoppiceError("NOT_A_REPO", "This directory is not inside a git repository.", { details });
  }
  const stat = lstatSync(marker);
  const user = process.getuid?.();
  if (user !== undefined && stat.uid !== user) {
    return new CoppiceError(
      "PERMISSION_DENIED",
      "git refuses this repository because another user owns it.",
      {
        details: { ...details, reason: "safe.directory" },
        suggestedAction:
          "If you trust its owner, allow it: git config --global --add safe.directory <its directory>",
      },
    );
  }
  if (stat.isFile() && gitFileTarget(marker) === undefined) {
    return new CoppiceError("NOT_A_REPO", "The .git file here names a git directory that is gone.", {
      details,
      suggestedAction: "Bring the main repository back to its place, or run git worktree repair there.",
    });
  }
  return new CoppiceError("NOT_A_REPO", "git does not accept the repository of this directory.", {
    details,
    suggestedAction: "Read what git said above, mend it, and run the command again.",
  });
}

/** The `.git` of this directory or of one above it. */
function nearestMarker(cwd: string): string | undefined {
  for (let dir = resolve(cwd); ; dir = dirname(dir)) {
    const marker = join(dir, ".git");
    if (lstatSync(marker, { throwIfNoEntry: false }) !== undefined) return marker;
    if (dirname(dir) === dir) return undefined;
  }
}

function brokenConfig(stderr: string): CoppiceError {
  return new CoppiceError("GIT_FAILED", "git cannot read its configuration.", {
    details: { output: stderr.slice(-16_384) },
    suggestedAction: "Correct the file and line that git names (git config --list shows the same error).",
  });
}
