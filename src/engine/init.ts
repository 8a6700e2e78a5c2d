import { existsSync } from "node:fs";
import { join } from "node:path";
import { configFileNames } from "../config/file-names.js";
import { sampleConfig, sampleConfigName } from "../config/sample.js";
import { remoteNotesRef } from "../journal/remote-ref.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { systemError } from "../lifecycle/system-errors.js";
import { mainRemote, remotes } from "./base.js";
import type { Engine } from "./context.js";
import { hasCode, writeNew } from "./files.js";
import { type InstallOptions, installHooks } from "./hooks-install.js";
import type { HookWay } from "./hooks-model.js";
import { excludeLine, excludeWorktreeRoot } from "./worktree-root.js";

/** One thing that a repository needs once. */
export interface InitStep {
  readonly name: "config" | "exclude" | "refspec" | "hooks" | "agent" | "workflow" | "home";
  /** `none`: there is nothing to do here, and `detail` says why. */
  readonly outcome: "made" | "kept" | "none";
  /** The file, the line, the refspec, or the reason. */
  readonly detail: string;
}

export interface InitResult {
  readonly steps: readonly InitStep[];
  /** Whether anything was written. */
  readonly changed: boolean;
  /** What is left for a person to do, a sentence each. */
  readonly next?: readonly string[];
}

/**
 * Prepares a repository: a config file with comments (an existing one is kept), the line in `info/exclude` that keeps
 * worktrees out of `git status`, the refspec by which `git fetch` brings the journals of other clones, and the hooks. The
 * second time it changes nothing.
 * @throws PERMISSION_DENIED, READONLY_FS, NO_SPACE_LEFT, GIT_FAILED
 */
export async function init(engine: Engine, options: InstallOptions = {}): Promise<InitResult> {
  const steps = [configFile(engine), exclude(engine), await refspec(engine), await hooks(engine, options)];
  return { steps, changed: steps.some(({ outcome }) => outcome === "made") };
}

function configFile({ repo, config }: Engine): InitStep {
  const main = repo.mainWorktree;
  if (main === undefined) {
    return { name: "config", outcome: "none", detail: "a bare repository has its config file in base" };
  }
  const present = configFileNames.find((name) => existsSync(join(main, name)));
  if (present !== undefined) return { name: "config", outcome: "kept", detail: present };
  try {
    writeNew(join(main, sampleConfigName), sampleConfig(config.base));
    return { name: "config", outcome: "made", detail: sampleConfigName };
  } catch (error) {
    if (hasCode(error, "EEXIST")) return { name: "config", outcome: "kept", detail: sampleConfigName };
    throw systemError(error, `write ${sampleConfigName}`) ?? error;
  }
}

function exclude(engine: Engine): InitStep {
  const line = excludeLine(engine);
  if (line === undefined) {
    return { name: "exclude", outcome: "none", detail: "worktrees are made outside the main worktree" };
  }
  const outcome = excludeWorktreeRoot(engine) === undefined ? "kept" : "made";
  return { name: "exclude", outcome, detail: line };
}

/**
 * `+refs/notes/coppice*:refs/notes/remotes/origin/coppice*`: beside our own ref, never over it. The star is there
 * because `git fetch` dies of a configured ref without one that the remote does not have, and before the first sync
 * no remote has it.
 */
export function notesRefspec(notesRef: string, remote: string): string {
  return `+${notesRef}*:${remoteNotesRef(notesRef, remote)}*`;
}

async function refspec(engine: Engine): Promise<InitStep> {
  const state = refspecState(engine);
  if ("reason" in state) return { name: "refspec", outcome: "none", detail: state.reason };
  if ("present" in state) return { name: "refspec", outcome: "kept", detail: state.present };
  await addRefspec(engine, state);
  return { name: "refspec", outcome: "made", detail: state.wanted };
}

/** A refspec that is missing, and the key that it belongs under. */
export interface MissingRefspec {
  readonly key: string;
  readonly wanted: string;
}

/** Whether `git fetch` brings the journals of other clones; `reason`: there is nothing that they could come from. */
export function refspecState(
  engine: Engine,
): MissingRefspec | { readonly present: string } | { readonly reason: string } {
  const { repo, config } = engine;
  const remote = mainRemote(engine);
  if (remote === undefined) return { reason: "there is no remote" };
  if (!remotes(repo).includes(remote)) return { reason: `there is no remote named ${remote}` };
  const wanted = notesRefspec(config.notesRef, remote);
  const key = `remote.${remote}.fetch`;
  const exact = `${config.notesRef}:${remoteNotesRef(config.notesRef, remote)}`;
  const present = repo.config.getAll(key).find((one) => [wanted, exact, `+${exact}`].includes(one));
  return present === undefined ? { key, wanted } : { present };
}

export async function addRefspec({ repo }: Engine, { key, wanted }: MissingRefspec): Promise<void> {
  await repo.git.run(repo.commonDir, ["config", "--add", key, wanted], { writes: repo.commonDir });
}

/** Hooks that cannot be installed are no reason to leave the rest undone. */
async function hooks(engine: Engine, options: InstallOptions): Promise<InitStep> {
  try {
    const { way, changed, advice, status } = await installHooks(engine, options);
    if (advice !== null)
      return {
        name: "hooks",
        outcome: "none",
        detail: "lefthook runs them here: coppice hooks install tells how",
      };
    if (way === null)
      return { name: "hooks", outcome: "none", detail: "hooks.install in the config is none" };
    const names = status.hooks.filter(({ state }) => state === "installed").map(({ hook }) => hook);
    return {
      name: "hooks",
      outcome: changed ? "made" : "kept",
      detail: `${names.join(", ")} (${wayWords[way]})${changed && way === "husky" ? "; commit .husky" : ""}`,
    };
  } catch (error) {
    if (!(error instanceof CoppiceError) || error.code !== "CONFIG_INVALID") throw error;
    return {
      name: "hooks",
      outcome: "none",
      detail: `${error.message} coppice hooks install says what to do.`,
    };
  }
}

const wayWords: Readonly<Record<HookWay, string>> = {
  config: "by git's config",
  directory: "in the hooks directory",
  husky: "through husky",
  lefthook: "through lefthook",
};
