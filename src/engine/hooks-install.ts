import { mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { writeOwn } from "../git/own-file.js";
import { type GitVersion, since } from "../git/version.js";
import { acquireLock } from "../journal/lock.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { systemError } from "../lifecycle/system-errors.js";
import type { Engine } from "./context.js";
import { installIntoConfig, removeFromConfig, statesInConfig } from "./hooks-config.js";
import {
  installIntoDirectory,
  isInDirectory,
  removeEmptyDirectory,
  removeFromDirectory,
} from "./hooks-directory.js";
import { bootstrapHusky, installIntoHusky, isInHusky, removeFromHusky } from "./hooks-husky.js";
import {
  installIntoLefthook,
  isInLefthook,
  lefthookAdvice,
  lefthookConfig,
  removeFromLefthook,
} from "./hooks-lefthook.js";
import type { HooksStatus, HookWay } from "./hooks-model.js";
import { OwnHooks, standing } from "./hooks-own.js";
import { type HookName, type HookProgram, hookNames } from "./hooks-package.js";
import { defaultDirectory, type HookPlace, hookPlaces, placeProblem } from "./hooks-places.js";
import { writeHookSettings } from "./hooks-settings.js";
import { hooksStatus, type StatusOptions, wantedHooks } from "./hooks-status.js";
import { coppiceDir } from "./init-clone.js";

export interface InstallOptions extends StatusOptions {
  /** What the hooks start. Default: this package's. */
  readonly program?: HookProgram;
  /** Writes into the config of another hook manager, which is a file of the repository. Default: it is only shown. */
  readonly write?: boolean;
}

export interface Installed {
  readonly changed: boolean;
  /** How git comes to the hooks; null when none are wanted, or they wait for an entry that a person makes. */
  readonly way: HookWay | null;
  /** What a person has to write, where the files of another tool decide; null otherwise. */
  readonly advice: string | null;
  /** Read back afterwards. */
  readonly status: HooksStatus;
}

/** How long another install may take. */
const patienceMs = 10_000;

/**
 * Installs the hooks that the config wants, the way that disturbs least: git's own configuration where git reads hooks
 * from it, else the hooks directory, beside what is there; or through the tool that owns it. The second time it changes
 * nothing. Whenever it is killed, every hook that ran before still runs.
 * @throws CONFIG_INVALID where git takes hooks from a directory that is not this repository's alone
 */
export async function installHooks(engine: Engine, options: InstallOptions = {}): Promise<Installed> {
  const wanted = wantedHooks(engine);
  if (wanted.length === 0) {
    const { changed } = await uninstallHooks(engine, options);
    return { changed, way: null, advice: null, status: await hooksStatus(engine, options) };
  }
  return locked(engine, async () => {
    const own = new OwnHooks(engine.repo.commonDir, options.source);
    const places = await hookPlaces(engine.repo);
    const way = await wayFor(engine, own, places, options);
    const done = await apply(engine, { own, places, wanted, way, options });
    const status = await hooksStatus(engine, options);
    for (const problem of status.problems) engine.report.warn(problem);
    return { ...done, status };
  });
}

export interface Uninstalled {
  readonly changed: boolean;
}

/**
 * Takes everything away that an install made, whatever way and version it was: each file is as it was before, byte for
 * byte. What somebody has edited since stays, with a warning.
 */
export async function uninstallHooks(engine: Engine, options: StatusOptions = {}): Promise<Uninstalled> {
  const { repo, report } = engine;
  return locked(engine, async () => {
    const own = new OwnHooks(repo.commonDir, options.source);
    const places = await hookPlaces(repo);
    let changed = await removeFromConfig(repo);
    changed = leaveDirectory(engine, own, hookNames) || changed;
    const [here, ...others] = places;
    if (here.kind === "husky") {
      const taken = removeFromHusky(here);
      for (const warning of taken.warnings) report.warn(warning);
      changed = taken.changed || changed;
    }
    changed = removeFromLefthook(here.worktree) || changed;
    // Those are files of other branches.
    const left = others.filter((place) => isInHusky(place) || isInLefthook(place.worktree));
    if (left.length > 0) {
      const names = left.map(({ worktree }) => basename(worktree)).join(", ");
      report.warn(`Files of ${names} still name Coppice; without its hooks that does nothing.`);
    }
    return { changed: own.removeCopies() || changed };
  });
}

async function locked<T>(engine: Engine, work: () => Promise<T>): Promise<T> {
  const path = join(coppiceDir(engine.repo.commonDir), "hooks.lock");
  const lock = await acquireLock(path, {
    waitMs: patienceMs,
    signal: engine.signal,
    purpose: "install hooks",
  });
  if ("heldBy" in lock) {
    throw new CoppiceError("INVALID_STATE", "Another process is installing hooks.", {
      suggestedAction: "Wait until it has ended, then run the command again.",
    });
  }
  try {
    return await work();
  } catch (error) {
    throw systemError(error, "write the hooks") ?? error;
  } finally {
    lock.release();
  }
}

interface Plan {
  readonly own: OwnHooks;
  readonly places: readonly [HookPlace, ...HookPlace[]];
  readonly wanted: readonly HookName[];
  readonly way: HookWay;
  readonly options: InstallOptions;
}

/** A way that is in use already goes on: two at once would run every hook twice. */
async function wayFor(
  engine: Engine,
  own: OwnHooks,
  places: Plan["places"],
  { version = engine.repo.version, write }: { version?: GitVersion; write?: boolean },
): Promise<HookWay> {
  const [here] = places;
  const { kind, worktree } = here;
  if (kind === "husky" && isInHusky(here)) return "husky";
  if (kind === "default" && isInLefthook(worktree)) return "lefthook";
  const asked = write === true && kind === "default" && lefthookConfig(worktree) !== undefined;
  const directory = defaultDirectory(engine.repo.commonDir);
  if (kind === "default" && !asked && isInDirectory(directory, own)) return "directory";
  if (version.atLeast(...since.configHooks)) return "config";
  if ((await statesInConfig(engine.repo, own)).size > 0)
    engine.report.warn(`git ${version} does not read hooks from its config; they are installed as files.`);
  if (kind === "husky") return "husky";
  if (kind === "default") return lefthookConfig(worktree) === undefined ? "directory" : "lefthook";
  throw refusal(places);
}

function refusal(places: Plan["places"]): CoppiceError {
  const [here] = places;
  const uncovered = places.filter((place) => placeProblem(place) !== undefined);
  const names = uncovered.map(({ worktree }) => basename(worktree));
  return new CoppiceError(
    "CONFIG_INVALID",
    `Coppice installs no hooks: ${placeProblem(here) ?? "git takes them from elsewhere"}. Not covered: ${names.join(", ")}.`,
    {
      details: {
        key: "core.hooksPath",
        ...(here.setting === undefined ? {} : { found: here.setting.value.slice(0, 4096) }),
        files: names.slice(0, 200),
      },
      suggestedAction:
        'Give the repository hooks of its own: git config core.hooksPath "$(git rev-parse --path-format=absolute --git-common-dir)/hooks" (those of the other directory then do not run here), or use git 2.54, which needs no directory.',
    },
  );
}

async function apply(engine: Engine, plan: Plan): Promise<Omit<Installed, "status">> {
  const { own, places, wanted, way, options } = plan;
  const { repo, report } = engine;
  const [here] = places;
  if (way === "lefthook" && options.write !== true && !isInLefthook(here.worktree))
    return { changed: false, way: null, advice: advice(plan) };
  // What the hooks need comes first: no hook may stand before it can run.
  let changed = own.writeCopies(wanted);
  changed =
    writeHookSettings(engine, options.program === undefined ? {} : { program: options.program }) || changed;
  if (way !== "directory") changed = leaveDirectory(engine, own, hookNames) || changed;
  if (way !== "config") changed = (await removeFromConfig(repo)) || changed;
  if (way === "config") changed = (await installIntoConfig(repo, own, wanted)) || changed;
  if (way === "directory") changed = enterDirectory(engine, own, wanted) || changed;
  if (way === "husky") {
    const { changed: added, warnings } = installIntoHusky(here, wanted);
    for (const warning of warnings) report.warn(warning);
    changed = added || changed;
  }
  // Without its generated folder husky runs nothing in a worktree, not only nothing of ours.
  for (const place of places) changed = bootstrapHusky(repo, place) === "made" || changed;
  if (way === "lefthook") {
    const added = installIntoLefthook(here.worktree, lefthookConfig(here.worktree) ?? "", wanted);
    if (added === "by hand") return { changed, way: null, advice: advice(plan) };
    changed = added || changed;
  }
  return { changed, way, advice: null };
}

const advice = ({ places, wanted }: Plan): string =>
  lefthookAdvice(lefthookConfig(places[0].worktree) ?? "lefthook.yml", wanted);

/** Says that the hooks directory came with Coppice, so that it goes with it. */
const madeFile = (own: OwnHooks): string => join(own.directory, "made-directory");

function enterDirectory({ repo, report }: Engine, own: OwnHooks, wanted: readonly HookName[]): boolean {
  const directory = defaultDirectory(repo.commonDir);
  if (standing(directory) === undefined) {
    writeOwn(madeFile(own), "");
    mkdirSync(directory);
  }
  const taken = removeFromDirectory(
    directory,
    own,
    hookNames.filter((hook) => !wanted.includes(hook)),
  );
  const added = installIntoDirectory(directory, own, wanted);
  for (const warning of [...taken.warnings, ...added.warnings]) report.warn(warning);
  return taken.changed || added.changed;
}

function leaveDirectory({ repo, report }: Engine, own: OwnHooks, hooks: readonly HookName[]): boolean {
  const directory = defaultDirectory(repo.commonDir);
  const { changed, warnings } = removeFromDirectory(directory, own, hooks);
  for (const warning of warnings) report.warn(warning);
  if (standing(madeFile(own)) !== undefined) {
    removeEmptyDirectory(directory);
    rmSync(madeFile(own), { force: true });
  }
  return changed;
}
