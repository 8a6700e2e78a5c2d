import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { GitConfig } from "../../git/config.js";
import type { Engine } from "../context.js";
import { type DoctorView, type Finding, subjectAt } from "./model.js";

/**
 * `core.bare` and `core.worktree` speak of the main worktree. With `extensions.worktreeConfig` git takes them in the
 * shared file for every worktree (git-worktree(1), CONFIGURATION FILE): linked ones then seem bare, or are told to lie
 * where the main one does. They belong into the main worktree's own file.
 */
export async function checkSharedConfig({ engine }: DoctorView): Promise<Finding[]> {
  const shared = await readFile(engine, sharedFile(engine));
  if (shared.bool("extensions.worktreeConfig") !== true) return checkBare(engine, shared.bool("core.bare"));
  const wrong = misplaced(shared);
  if (wrong.length === 0)
    return checkBare(engine, (await readFile(engine, ownFile(engine))).bool("core.bare"));
  return wrong.map(({ key, value }) => ({
    code: "shared-core-settings",
    severity: "broken",
    subject: subjectAt(sharedFile(engine)),
    message: `${key} = ${value} stands in the configuration that all worktrees share, although extensions.worktreeConfig is on: git takes it for the linked worktrees, too.`,
    suggestedAction: `coppice doctor --fix moves it into the main worktree's own file, ${ownFile(engine)}.`,
    evidence: { key, value },
    repair: () => move(engine, key),
  }));
}

/** The index is git's list of the files of a worktree that it does not see then. */
function checkBare({ repo }: Engine, bare: boolean | undefined): Finding[] {
  const path = dirname(repo.commonDir);
  if (bare !== true || basename(repo.commonDir) !== ".git" || !existsSync(join(repo.commonDir, "index")))
    return [];
  return [
    {
      code: "main-worktree-bare",
      severity: "note",
      subject: subjectAt(path),
      message: `core.bare is true, so git takes ${path} for no worktree, but it has an index: a branch that is checked out there moves on without its files.`,
      suggestedAction: `Where files are worked on there, set core.bare to false, and look at git status before the next commit: what came to the branch meanwhile seems undone. Else delete ${join(repo.commonDir, "index")}.`,
      evidence: { bare: true },
    },
  ];
}

const sharedFile = ({ repo }: Engine): string => join(repo.commonDir, "config");
const ownFile = ({ repo }: Engine): string => join(repo.commonDir, "config.worktree");

interface Setting {
  readonly key: string;
  readonly value: string;
}

/** `core.bare = false` is what linked worktrees are, too. */
function misplaced(shared: GitConfig): Setting[] {
  const settings: Setting[] = [];
  const worktree = shared.get("core.worktree");
  if (shared.bool("core.bare") === true) settings.push({ key: "core.bare", value: "true" });
  if (worktree !== undefined) settings.push({ key: "core.worktree", value: worktree });
  return settings;
}

async function move(engine: Engine, key: string): Promise<string | undefined> {
  const { repo } = engine;
  const setting = misplaced(await readFile(engine, sharedFile(engine))).find((one) => one.key === key);
  if (setting === undefined) return undefined;
  const own = await readFile(engine, ownFile(engine));
  const config = (...args: string[]): Promise<unknown> =>
    repo.git.run(repo.commonDir, ["config", ...args], { writes: repo.commonDir });
  // There first: killed in between it stands in both, and means the same as before.
  if (own.get(key) === undefined) await config("--file", ownFile(engine), key, setting.value);
  await config("--file", sharedFile(engine), "--unset-all", key);
  return `${key} stands in the main worktree's own configuration now.`;
}

/** A configuration file alone; empty where there is none. */
async function readFile({ repo }: Engine, file: string): Promise<GitConfig> {
  const { code, stdout } = await repo.git.run(repo.commonDir, ["config", "-z", "--list", "--file", file], {
    codes: "any",
  });
  return new GitConfig(code === 0 ? stdout.toString("utf8") : "");
}
