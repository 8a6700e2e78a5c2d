import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { GitRunner } from "../git/run.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { errnoOf } from "../lifecycle/system-errors.js";
import { hasCode } from "./files.js";

const includeFile = ".worktreeinclude";
const largestIncludeFile = 1_048_576;

/**
 * The patterns of what is to be copied, in gitignore syntax, the last match deciding: `.env` at the root, then the
 * config's, then those of `.worktreeinclude` in the main worktree. So `!.env` leaves that one out.
 * @throws ENV_COPY_FAILED when `.worktreeinclude` cannot be read
 */
export function copyPatterns(main: string, configured: readonly string[]): string[] {
  return ["/.env", ...configured, ...includedPatterns(join(main, includeFile))];
}

function includedPatterns(path: string): string[] {
  try {
    const found = statSync(path);
    // A pipe would be waited for, a device has no end.
    if (!found.isFile()) throw unreadable("it is no regular file");
    if (found.size > largestIncludeFile) throw unreadable("it is larger than 1 MiB");
    return readFileSync(path, "utf8")
      .replace(/^\uFEFF/, "")
      .split(/\r?\n/);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return [];
    if (error instanceof CoppiceError) throw error;
    throw unreadable(errnoOf(error) ?? "unknown reason", error);
  }
}

const unreadable = (reason: string, cause?: unknown): CoppiceError =>
  new CoppiceError("ENV_COPY_FAILED", `${includeFile} cannot be read: ${reason}.`, {
    details: { step: "copyEnvFiles", files: [includeFile], reason },
    cause,
  });

export interface MatchRequest {
  readonly git: GitRunner;
  /** The main worktree; absolute. */
  readonly from: string;
  readonly patterns: readonly string[];
  /** A directory for a short-lived file of patterns. */
  readonly scratch: string;
  readonly signal: AbortSignal;
}

/**
 * The untracked files of the main worktree that match, ignored or not, relative, with slashes. Git neither lists what
 * it tracks nor looks into nested repositories and worktrees, nor behind symbolic links.
 */
export async function matchingFiles({
  git,
  from,
  patterns,
  scratch,
  signal,
}: MatchRequest): Promise<string[]> {
  const file = join(scratch, `coppice-include-${process.pid}`);
  writeFileSync(file, `${patterns.join("\n")}\n`, { mode: 0o600 });
  try {
    const { stdout } = await git.run(
      from,
      // Excluded and untracked, by our patterns alone: what .gitignore says is not asked here.
      ["ls-files", "-z", "--others", "--ignored", `--exclude-from=${file}`, "--", ...literals(patterns)],
      { signal },
    );
    const wanted = patterns.some((pattern) => pattern.includes("node_modules"));
    return splitPaths(stdout).filter(
      (path) =>
        // A trailing slash stands for a nested repository.
        !path.endsWith("/") && (wanted || !path.split("/").includes("node_modules")),
    );
  } finally {
    rmSync(file, { force: true });
  }
}

/** Where every pattern is the path of one file, git need not look anywhere else. */
function literals(patterns: readonly string[]): string[] {
  const lines = patterns.filter((pattern) => pattern.trim() !== "" && !pattern.startsWith("#"));
  if (!lines.every((line) => /^\/(?:[^*?[\]\\!/\s]+\/)*[^*?[\]\\!/\s]+$/.test(line))) return [];
  return lines.map((line) => `:(top,literal)${line.slice(1)}`);
}

/**
 * Those of the paths that git would ignore in a worktree and does not track there.
 * @param paths relative to `worktree`, with slashes, none behind a symbolic link
 */
export async function ignoredAmong(
  git: GitRunner,
  worktree: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  if (paths.length === 0) return [];
  const { code, stdout, stderr } = await git.run(worktree, ["check-ignore", "-z", "--stdin"], {
    // A path that starts with a colon would be read as pathspec magic.
    stdin: paths.map((path) => `./${path}\0`).join(""),
    codes: [0, 1, 128],
    signal,
  });
  if (code !== 128) return splitPaths(stdout).map((path) => path.slice("./".length));
  // One path that lies in a submodule makes git refuse them all: that one is not ignored, the others may be.
  const [only = ""] = paths;
  if (paths.length === 1) {
    if (await liesInSubmodule(git, worktree, only, signal)) return [];
    throw new CoppiceError("ENV_COPY_FAILED", `git could not tell whether ${only} is ignored.`, {
      details: { step: "copyEnvFiles", files: [only], output: stderr.slice(-16_384) },
    });
  }
  const half = Math.ceil(paths.length / 2);
  return [
    ...(await ignoredAmong(git, worktree, paths.slice(0, half), signal)),
    ...(await ignoredAmong(git, worktree, paths.slice(half), signal)),
  ];
}

/** Whether a submodule stands at one of the folders of a path. */
async function liesInSubmodule(
  git: GitRunner,
  worktree: string,
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  const names = path.split("/");
  const folders = names.map((_, at) => names.slice(0, at + 1).join("/"));
  const args = ["--literal-pathspecs", "ls-files", "--stage", "-z", "--", ...folders];
  const { stdout } = await git.run(worktree, args, { signal });
  return stdout
    .toString("latin1")
    .split("\0")
    .some((entry) => entry.startsWith("160000 "));
}

/** Names that are not UTF-8 are left out: they could not be shown, and hardly anybody has them. */
function splitPaths(listing: Buffer): string[] {
  return listing
    .toString("utf8")
    .split("\0")
    .filter((path) => path !== "" && !path.includes("\uFFFD"));
}
