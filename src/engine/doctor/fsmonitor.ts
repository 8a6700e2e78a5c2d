import { statSync } from "node:fs";
import { join } from "node:path";
import { linkState } from "../../git/worktree-links.js";
import { CoppiceError } from "../../lifecycle/errors.js";
import { shellWord } from "../../lifecycle/shell-word.js";
import type { Engine } from "../context.js";
import { type DoctorView, type Finding, subjectAt } from "./model.js";

/** A monitor answers in milliseconds, or git gains nothing by it. */
const patienceMs = 4000;
/** Each worktree may have a monitor of its own; so many are asked. */
const mostAsked = 32;

/**
 * File system monitors (`core.fsmonitor`) that do not answer: git waits for them without an end, in every `git status`.
 * Coppice itself asks none.
 */
export async function checkMonitors(view: DoctorView): Promise<Finding[]> {
  const { engine } = view;
  const { config, commonDir } = engine.repo;
  const own = config.bool("extensions.worktreeConfig") === true;
  if (config.get("core.fsmonitor") === undefined && !own) return [];
  const worktrees = (await view.worktrees()).filter(
    ({ path, gitDir, bare, main }) =>
      !bare && gitDir !== undefined && isThere(path) && (main || linkState(path, gitDir) === "intact"),
  );
  const asked = worktrees.filter(
    ({ gitDir = commonDir }) =>
      config.get("core.fsmonitor") !== undefined || isThere(join(gitDir, "config.worktree")),
  );
  const found = await Promise.all(asked.slice(0, mostAsked).map(({ path }) => findingAt(engine, path)));
  return found.filter((finding) => finding !== undefined);
}

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

async function findingAt(engine: Engine, path: string): Promise<Finding | undefined> {
  const { git } = engine.repo;
  const setting = await git.run(path, ["config", "-z", "--get", "core.fsmonitor"], {
    rawConfig: true,
    codes: "any",
  });
  const value = setting.stdout.toString("utf8").replace(/\0$/, "");
  if (setting.code !== 0 || /^(?:false|no|off|0|)$/i.test(value)) return undefined;
  const isDaemon = /^(?:true|yes|on|1)$/i.test(value);
  // A daemon that does not run is not started by this; a hook is asked as git asks it.
  const question = isDaemon
    ? ["fsmonitor--daemon", "status"]
    : ["status", "--porcelain", "--untracked-files=no", "--ignore-submodules=all"];
  const [monitored, plain] = await Promise.all([
    isAnswered(engine, path, question, true),
    isDaemon || isAnswered(engine, path, question, false),
  ]);
  // Without it git does not come to an end, either: then something else is slow.
  if (monitored || !plain) return undefined;
  return {
    code: "fsmonitor-wedged",
    severity: "broken",
    subject: subjectAt(path),
    message: `The file system monitor of ${path} (core.fsmonitor = ${value}) does not answer: git status waits for it without an end.`,
    suggestedAction: isDaemon
      ? `Stop it: git -C ${shellWord(path)} fsmonitor--daemon stop, or end its process; git starts it anew.`
      : `Mend what it runs, or do without: git -C ${shellWord(path)} config core.fsmonitor false.`,
    evidence: { setting: value, waitedMs: patienceMs },
  };
}

/** Whether git comes to an end in time, whatever that is. */
async function isAnswered(
  { repo, signal }: Engine,
  path: string,
  args: readonly string[],
  rawConfig: boolean,
): Promise<boolean> {
  try {
    await repo.git.run(path, args, { codes: "any", rawConfig, signal, timeoutMs: patienceMs });
    return true;
  } catch (error) {
    if (error instanceof CoppiceError && error.code === "TIMEOUT") return false;
    throw error;
  }
}
