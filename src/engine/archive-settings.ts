import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod/mini";
import type { WorktreePlace } from "../git/index-copy.js";
import { readRef } from "../git/refs.js";
import type { Repository } from "../git/repository.js";
import { readText } from "../git/worktree-links.js";
import { type BranchName, branchRef } from "../lifecycle/ids.js";
import { mainRemote } from "./base.js";
import type { Engine } from "./context.js";

const settings = z.array(z.tuple([z.string(), z.string()]));

/** Settings of git's, in its spelling, in their order. */
export type Settings = z.infer<typeof settings>;

export const settingsSchema = z.object({
  /** What is said of the branch: variables below `branch.<name>.` (`remote`, `merge`, `description` ...). */
  branch: settings,
  /** What is said for the worktree alone (`extensions.worktreeConfig`). */
  worktree: settings,
  /** Its `info/sparse-checkout`; null: it has none. */
  sparse: z.nullable(z.string()),
});
export type ArchivedSettings = z.infer<typeof settingsSchema>;

/** What the repository's configuration says of a branch, and of a worktree when one is given. One process. */
export async function settingsOf(
  repo: Repository,
  branch: BranchName,
  gitDir?: string,
): Promise<ArchivedSettings> {
  const prefix = `branch.${branch}.`;
  const found: ArchivedSettings = {
    branch: [],
    worktree: [],
    sparse: gitDir === undefined ? null : (readText(join(gitDir, sparseFile)) ?? null),
  };
  for (const { scope, key, value } of await listed(repo, gitDir ?? repo.commonDir)) {
    const name = key.startsWith(prefix) ? key.slice(prefix.length) : "";
    // The settings of `a.b` are none of `a`.
    if (scope === "local" && name !== "" && !name.includes(".")) found.branch.push([name, value]);
    if (scope === "worktree" && gitDir !== undefined) found.worktree.push([key, value]);
  }
  return found;
}

/** Whether something is said of a branch or its worktree that a restoring would not find out without an archive. */
export function hasSettings(engine: Engine, branch: BranchName, said: ArchivedSettings): boolean {
  const remote = mainRemote(engine);
  return (
    said.worktree.some(([key]) => !copied.has(key)) ||
    said.branch.some(
      ([name, value]) =>
        !(name === "remote" && value === remote) && !(name === "merge" && value === branchRef(branch)),
    )
  );
}

const sparseFile = join("info", "sparse-checkout");

interface Listed {
  readonly scope: string;
  readonly key: string;
  readonly value: string;
}

async function listed(repo: Repository, gitDir: string): Promise<Listed[]> {
  const { stdout } = await repo.git.run(
    gitDir,
    [`--git-dir=${gitDir}`, "config", "-z", "--list", "--show-scope"],
    { rawConfig: true },
  );
  const fields = stdout.toString("utf8").split("\0");
  const found: Listed[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [scope = "", record = ""] = fields.slice(at, at + 2);
    const end = record.indexOf("\n");
    if (end < 0) found.push({ scope, key: record, value: "true" });
    else found.push({ scope, key: record.slice(0, end), value: record.slice(end + 1) });
  }
  return found;
}

/**
 * Says of a restored branch what was said of it, or, where nothing of that is known, that it follows the branch of its
 * name on the remote. What is said of it by now stays.
 * @param archived undefined: nothing is known
 */
export async function restoreBranchSettings(
  engine: Engine,
  branch: BranchName,
  archived: ArchivedSettings | undefined,
): Promise<void> {
  const { repo } = engine;
  const all = await listed(repo, repo.commonDir);
  const keys = new Set(all.map(({ key }) => key));
  const remotes = new Set(all.flatMap(({ key }) => /^remote\.(.+)\.url$/s.exec(key)?.[1] ?? []));
  const wanted = archived?.branch ?? (await upstreamOf(engine, branch));
  for (const [name, value] of wanted) {
    const key = `branch.${branch}.${name}`;
    if (keys.has(key) || !isFitting(name, value, remotes)) continue;
    await repo.git.run(repo.commonDir, ["config", "--local", "--add", key, value]);
  }
}

/** Forgets what `restoreBranchSettings` said, of a branch that could not be restored. */
export async function forgetBranchSettings({ repo }: Engine, branch: BranchName): Promise<void> {
  const section = `branch.${branch}`;
  await repo.git.run(repo.commonDir, ["config", "--local", "--remove-section", section], { codes: "any" });
}

async function upstreamOf(engine: Engine, branch: BranchName): Promise<Settings> {
  const remote = mainRemote(engine);
  if (remote === undefined) return [];
  if ((await readRef(engine.repo, `refs/remotes/${remote}/${branch}`)) === undefined) return [];
  return [
    ["remote", remote],
    ["merge", branchRef(branch)],
  ];
}

/**
 * An archive may be one that somebody else wrote: a remote is one that is set up here, no address to be talked to, and
 * options of a merge name nothing that is run.
 */
function isFitting(name: string, value: string, remotes: ReadonlySet<string>): boolean {
  if (!/^[a-z][a-z0-9-]*$/i.test(name)) return false;
  switch (name.toLowerCase()) {
    case "remote":
    case "pushremote":
      return value === "." || remotes.has(value);
    case "merge":
      return value.startsWith("refs/");
    case "mergeoptions":
      return /^[\w=., -]*$/.test(value) && !/strategy|-s/.test(value);
    default:
      return !value.includes("\0");
  }
}

/** What a worktree's own settings may say: which files are there, and who works. Others can name commands. */
const harmless = /^(?:core\.sparsecheckout(?:cone)?|index\.sparse|user\.(?:name|email|signingkey))$/;
/** `git worktree add` copies these from the worktree that it runs in. */
const copied: ReadonlySet<string> = new Set([
  "core.sparsecheckout",
  "core.sparsecheckoutcone",
  "index.sparse",
]);

/**
 * Gives a restored worktree its own settings and its sparse checkout. Idempotent.
 * @returns the settings that it did not get
 */
export async function restoreWorktreeSettings(
  repo: Repository,
  { path, gitDir }: WorktreePlace,
  archived: ArchivedSettings,
): Promise<string[]> {
  const patterns = join(gitDir, sparseFile);
  if (archived.sparse === null) rmSync(patterns, { force: true });
  else {
    mkdirSync(dirname(patterns), { recursive: true });
    if (!existsSync(patterns) || readFileSync(patterns, "utf8") !== archived.sparse)
      writeFileSync(patterns, archived.sparse);
  }
  const own = existsSync(join(gitDir, "config.worktree"));
  if (archived.worktree.length === 0 && !own) return [];
  const now = await listed(repo, gitDir);
  const wanted = new Map(archived.worktree.filter(([key]) => harmless.test(key)));
  const config = (...args: string[]) =>
    repo.git.run(path, [`--git-dir=${gitDir}`, "config", ...args], { codes: [0, 5] });
  if (wanted.size > 0 && !now.some(({ key }) => key === "extensions.worktreeconfig"))
    await config("--local", "extensions.worktreeConfig", "true");
  for (const key of copied) {
    const there = now.some((one) => one.scope === "worktree" && one.key === key);
    if (there && !wanted.has(key)) await config("--worktree", "--unset-all", key);
  }
  for (const [key, value] of wanted) {
    const there = now.find((one) => one.scope === "worktree" && one.key === key);
    if (there?.value !== value) await config("--worktree", key, value);
  }
  return [...new Set(archived.worktree.map(([key]) => key))].filter((key) => !harmless.test(key));
}
