import { basename, join, resolve } from "node:path";
import { CoppiceError } from "../lifecycle/errors.js";
import { GitConfig } from "./config.js";
import { LooseObjects } from "./loose-objects.js";
import { ObjectReader } from "./objects.js";
import type { ObjectFormat } from "./oid.js";
import { bareRoot, configuredHooks, findMainWorktree, type Repository } from "./repository.js";
import type { GitRunner } from "./run.js";
import { GitVersion, since } from "./version.js";
import { gitDirOf, readRegistration, readText, realPath } from "./worktree-links.js";

/** Where a hook runs. */
export interface HookPlace {
  /** The git directory of the worktree that git was called in; absolute, links resolved. */
  readonly gitDir: string;
  readonly commonDir: string;
}

/**
 * The repository that a hook was started for, from its environment and git's files, without a process. Git tells
 * GIT_DIR, absolute or relative to where it starts the hook; in a main worktree it may leave it out. Coppice's shims
 * take it out of the environment and tell it as COPPICE_GIT_DIR.
 * @returns undefined when there is none here
 */
export function hookPlace(env: NodeJS.ProcessEnv, cwd: string): HookPlace | undefined {
  const told = env.COPPICE_GIT_DIR || env.GIT_DIR || "";
  const gitDir = told === "" ? gitDirOf(cwd) : realPath(resolve(cwd, told));
  if (gitDir === undefined || readText(join(gitDir, "HEAD")) === undefined) return undefined;
  const common = readText(join(gitDir, "commondir"))?.replace(/\r?\n$/, "");
  return { gitDir, commonDir: common === undefined ? gitDir : realPath(resolve(gitDir, common)) };
}

/**
 * Opens the repository of a hook with one git process. Its git is new enough for everything that a hook does; which
 * it is costs a process of its own, so the oldest supported one is assumed.
 * @param objectFormat as the oids that git handed to the hook tell it
 * @throws CoppiceError GIT_FAILED when git cannot read its configuration
 */
export async function openHookRepository(
  { gitDir, commonDir }: HookPlace,
  objectFormat: ObjectFormat,
  git: GitRunner,
): Promise<Repository> {
  const listing = await git.run(commonDir, [`--git-dir=${gitDir}`, "config", "-z", "--list"], {
    codes: "any",
    rawConfig: true,
  });
  if (listing.code !== 0) {
    throw new CoppiceError("GIT_FAILED", "git cannot read its configuration.", {
      details: { output: listing.stderr.slice(-16_384) },
    });
  }
  const config = new GitConfig(listing.stdout.toString("utf8"));
  git.silenceConfiguredHooks(configuredHooks(config));
  const inMain = gitDir === commonDir;
  const bare = config.bool("core.bare") === true;
  const mainWorktree = await findMainWorktree(git, { commonDir, config, worktree: undefined, inMain, bare });
  const root = mainWorktree ?? bareRoot(commonDir);
  const refFormat = config.get("extensions.refStorage") === "reftable" ? "reftable" : "files";
  const loose = new LooseObjects({ commonDir, objectFormat, refFormat });
  let reader: ObjectReader | undefined;
  return {
    git,
    version: new GitVersion(...since.minimum, 0),
    commonDir,
    gitDir,
    worktree: inMain ? mainWorktree : readRegistration(gitDir)?.path,
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
