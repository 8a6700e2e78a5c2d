import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { closeEngine, type Engine, openEngine } from "../../src/engine/context.js";
import { findRecord } from "../../src/engine/find.js";
import { deliverObservations } from "../../src/engine/observations.js";
import { commonDirOf, gitDirOf, headOf, type TestRepo } from "../support/repo.js";
import { run } from "./support.js";

export const zeros = "0".repeat(40);

interface Seen {
  readonly hook: string;
  /** The worktree. Default: the main one. */
  readonly at?: string;
  readonly args?: readonly string[];
  /** Instead of what is there. */
  readonly gitDir?: string;
  readonly head?: string;
  readonly oid?: string;
}

let count = 0;

/** Leaves what a hook leaves that runs in a worktree now. @returns the file */
export function leaveObservation(repo: TestRepo, seen: Seen): string {
  const at = seen.at ?? repo.dir;
  const gitDir = seen.gitDir ?? gitDirAt(repo, at);
  const head = seen.head ?? readFileSync(join(gitDir, "HEAD"), "utf8").trim();
  const oid = seen.oid ?? headOf(at) ?? repo.gitIn(at, "rev-parse", "HEAD");
  const args = seen.args ?? [];
  count += 1;
  return leaveFile(
    repo,
    `${seen.hook}.1.${count}.obs`,
    [
      "coppice-observation",
      "1",
      seen.hook,
      at,
      gitDir,
      head,
      oid,
      String(args.length),
      ...args,
      "end",
      "",
    ].join("\0"),
  );
}

export function leaveFile(repo: TestRepo, name: string, content: string): string {
  const path = join(spoolOf(repo), name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

/** From the files; git is asked only for a bare repository. */
const gitDirAt = (repo: TestRepo, at: string): string =>
  existsSync(join(at, ".git")) ? gitDirOf(at) : repo.gitIn(at, "rev-parse", "--absolute-git-dir");

const spoolOf = (repo: TestRepo): string => join(commonDirOf(gitDirAt(repo, repo.dir)), "coppice", "spool");

/** The observations that wait. */
export const waitingIn = (repo: TestRepo): string[] =>
  readdirSync(spoolOf(repo)).filter((name) => name.endsWith(".obs"));

/** As the flusher does it. */
export async function deliver(repo: TestRepo, work?: (engine: Engine) => Promise<void>): Promise<void> {
  const engine = await openEngine({ cwd: repo.dir, door: "hook" });
  try {
    await deliverObservations(engine);
    await work?.(engine);
  } finally {
    await closeEngine(engine);
  }
}

/** A worktree of plain git beside the repository, with the observation of its making. @returns its path */
export function plainWorktree(repo: TestRepo, branch: string, ...more: string[]): string {
  const path = join(dirname(repo.dir), branch.replaceAll("/", "-"));
  repo.git("worktree", "add", "--quiet", "-b", branch, path, ...more);
  leaveObservation(repo, {
    hook: "post-checkout",
    at: path,
    args: [zeros, headOf(path) ?? repo.gitIn(path, "rev-parse", "HEAD"), "1"],
  });
  return path;
}

/** Commits in a worktree by plain git, with the observation. @returns the commit */
export function plainCommit(repo: TestRepo, path: string, message: string, ...more: string[]): string {
  writeFileSync(join(path, `${message}.txt`), `${message}\n`);
  repo.gitIn(path, "add", "--all");
  repo.gitIn(path, "commit", "--quiet", "-m", message, ...more);
  leaveObservation(repo, { hook: "post-commit", at: path });
  return headOf(path) ?? repo.gitIn(path, "rev-parse", "HEAD");
}

/** Merges in the main worktree by plain git, with the observation. */
export function plainMerge(repo: TestRepo, ...args: string[]): void {
  repo.git("merge", "--quiet", ...args);
  leaveObservation(repo, { hook: "post-merge", args: ["0"] });
}

/** What the journal of a branch's newest record tells: `COMMIT`, `HEAD task/x`, ignored entries in brackets. */
export function journalOf(repo: TestRepo, branch: string): Promise<string[]> {
  return run(repo.dir, async (engine) => {
    const { id } = await findRecord(engine, branch, { removed: true });
    const journal = await engine.journal.read(id);
    return (journal?.entries ?? []).map(({ entry: { event }, superseded }) => {
      const text = event.type === "HEAD" ? `HEAD ${event.branch}` : event.type;
      return superseded ? `(${text})` : text;
    });
  });
}

export const adopted = ["CREATE", "INIT_COMPLETE", "INIT_COMPLETE"];
export const committed = ["MODIFY", "COMMIT", "INIT_COMPLETE"];
