import { basename } from "node:path";
import { CoppiceError } from "../lifecycle/errors.js";
import { GitConfig } from "./config.js";
import type { ConfigListing, HookPlace } from "./hook-place.js";
import { LooseObjects } from "./loose-objects.js";
import { ObjectReader } from "./objects.js";
import type { ObjectFormat } from "./oid.js";
import { bareRoot, configuredHooks, findMainWorktree, type Repository } from "./repository.js";
import type { GitRunner } from "./run.js";
import { GitVersion, since } from "./version.js";
import { readRegistration } from "./worktree-links.js";

/**
 * Opens the repository of a hook with one git process, the one that lists the configuration. Its git is new enough for
 * everything that a hook does; which it is costs a process of its own, so the oldest supported one is assumed.
 * @param objectFormat as the oids that git handed to the hook tell it
 * @param reading the listing, `listConfig`
 * @throws CoppiceError GIT_FAILED when git cannot read its configuration
 */
export async function openHookRepository(
  { gitDir, commonDir }: HookPlace,
  objectFormat: ObjectFormat,
  git: GitRunner,
  reading: Promise<ConfigListing>,
): Promise<Repository> {
  const listing = await reading;
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
