import { join, resolve } from "node:path";
import type { GitAnswers } from "./hook-answers.js";
import type { GitResult, GitRunner } from "./run.js";
import { parseStatus, type Status, statusArguments } from "./status.js";
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

/** The status of the worktree that a hook runs in, begun before it is known whether anybody needs it. */
export interface BegunStatus {
  readonly gitDir: string;
  /** Undefined when it cannot be read. */
  readonly status: Promise<Status | undefined>;
}

/**
 * Begins to look at the linked worktree that a hook runs in.
 * @param answers of gits that were asked before; where they have none, git is asked now
 */
export function beginStatus(
  { gitDir }: HookPlace,
  git: GitRunner,
  answers: Promise<GitAnswers | undefined>,
): BegunStatus | undefined {
  const path = readRegistration(gitDir)?.path;
  if (path === undefined) return undefined;
  const ask = (): Promise<Buffer> =>
    git
      .run(path, [`--git-dir=${gitDir}`, `--work-tree=${path}`, ...statusArguments])
      .then(({ stdout }) => stdout);
  const begun = answers
    .then((given) => given?.status ?? ask())
    .then((stdout) => parseStatus(stdout.toString("utf8")));
  return { gitDir, status: begun.catch(() => undefined) };
}

/** What `git config -z --list` said. */
export type ConfigListing = Pick<GitResult, "code" | "stdout" | "stderr">;

/**
 * Begins to read git's configuration, as it is for the worktree of the hook.
 * @param answers of gits that were asked before; where they have none, git is asked now
 */
export async function listConfig(
  { gitDir, commonDir }: HookPlace,
  git: GitRunner,
  answers: Promise<GitAnswers | undefined>,
): Promise<ConfigListing> {
  const given = await answers;
  if (given !== undefined) return { code: 0, stdout: given.config, stderr: "" };
  const args = [`--git-dir=${gitDir}`, "config", "-z", "--list"];
  return git.run(commonDir, args, { codes: "any", rawConfig: true });
}
