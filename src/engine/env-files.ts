import { chmodSync, lstatSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { GitRunner } from "../git/run.js";
import { Semaphore } from "../git/semaphore.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { errnoOf, systemError } from "../lifecycle/system-errors.js";
import { cloneFile, draftIn } from "./clone-file.js";
import { copyPatterns, ignoredAmong, matchingFiles } from "./env-match.js";
import { hasCode } from "./files.js";
import { throwIfInterrupted } from "./interpret.js";

export interface CopyRequest {
  readonly git: GitRunner;
  /** The main worktree; absolute. */
  readonly from: string;
  /** The new worktree; absolute. */
  readonly to: string;
  /** The new worktree's own git directory. */
  readonly gitDir: string;
  /** The config's patterns, in gitignore syntax. */
  readonly patterns: readonly string[];
  /** A directory of `from` that holds worktrees and is left out, relative, with slashes. */
  readonly without: string | undefined;
  readonly signal: AbortSignal;
}

/** A file that matches and was not copied, and why, as the end of a sentence. */
export interface SkippedFile {
  readonly path: string;
  readonly reason: string;
}

export interface CopyResult {
  /** Relative to both worktrees, with slashes. */
  readonly copied: readonly string[];
  readonly skipped: readonly SkippedFile[];
}

const parallelCopies = 16;

/**
 * Copies the files of the main worktree that match and that git tracks in neither worktree. A file is copied only
 * where the new worktree ignores it (anything else would make it dirty at once), never over what exists, never
 * through a symbolic link, never out of a nested repository or worktree. Idempotent.
 * @throws ENV_COPY_FAILED with the file, INTERRUPTED
 */
export async function copyIgnoredFiles(request: CopyRequest): Promise<CopyResult> {
  const { git, from, to, gitDir, signal, without } = request;
  const patterns = copyPatterns(from, request.patterns);
  const matching = await matchingFiles({ git, from, patterns, scratch: gitDir, signal });
  const places = new Places(from, to);
  const skipped: SkippedFile[] = [];
  const candidates = matching.filter((path) => {
    if (without !== undefined && path.startsWith(`${without}/`)) return false;
    const reason = places.obstacle(path);
    if (reason !== undefined) skipped.push({ path, reason });
    return reason === undefined;
  });
  const ignored = new Set(await ignoredAmong(git, to, candidates, signal));
  const copied: string[] = [];
  const slots = new Semaphore(parallelCopies);
  const work = candidates.map((path) =>
    slots.run(async () => {
      if (!ignored.has(path)) {
        skipped.push({ path, reason: "git does not ignore it in the new worktree" });
        return;
      }
      throwIfInterrupted(signal);
      const reason = await copyOne(request, places, path);
      if (reason === undefined) copied.push(path);
      else if (reason !== quiet) skipped.push({ path, reason });
    }),
  );
  const failure = (await Promise.allSettled(work)).find((result) => result.status === "rejected");
  if (failure !== undefined) throw failure.reason;
  return { copied: copied.sort(), skipped: skipped.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

/** Nothing to tell: the file is there already, or it is gone from the main worktree. */
const quiet = "";

/** @returns why it was not copied; undefined when it was */
async function copyOne(request: CopyRequest, places: Places, path: string): Promise<string | undefined> {
  const { from, to, gitDir } = request;
  try {
    places.makeParents(path);
    const outcome = await cloneFile({
      from: join(from, path),
      to: join(to, path),
      root: from,
      draft: draftIn(gitDir),
    });
    switch (outcome) {
      case "copied":
        return undefined;
      case "outside":
        return "it is a symbolic link that leads out of the worktree";
      case "special":
        return "it is no regular file";
      default:
        return quiet;
    }
  } catch (error) {
    throw failedCopy(path, error);
  }
}

function failedCopy(path: string, error: unknown): CoppiceError {
  const errno = errnoOf(error) ?? "unknown";
  const refused = errno === "EACCES" || errno === "EPERM";
  // That the disk is full is no matter of this file.
  const system = refused ? undefined : systemError(error, `copy ${path}`);
  if (system !== undefined) return system;
  const reason = refused ? "permission denied" : errno;
  return new CoppiceError("ENV_COPY_FAILED", `${path} could not be copied: ${reason}.`, {
    details: { step: "copyEnvFiles", files: [path], reason },
    cause: error,
  });
}

/** The directories of the new worktree that files are copied into: real ones, with the modes of the old. */
class Places {
  readonly #from: string;
  readonly #to: string;
  readonly #known = new Map<string, "real" | "missing" | "blocked">();

  constructor(from: string, to: string) {
    this.#from = from;
    this.#to = to;
  }

  /** Why a file cannot be put at `path`, or nothing. */
  obstacle(path: string): string | undefined {
    const parts = path.split("/");
    if (parts.some((part) => part.toLowerCase() === ".git")) return "it belongs to a git repository";
    const blocked = prefixes(path).find((parent) => this.#look(parent) === "blocked");
    return blocked === undefined ? undefined : `${blocked} is no directory there`;
  }

  makeParents(path: string): void {
    for (const parent of prefixes(path)) {
      if (this.#known.get(parent) === "real") continue;
      const target = join(this.#to, parent);
      try {
        mkdirSync(target);
        // Not by mkdir's own argument, which the umask would narrow or leave too wide.
        chmodSync(target, lstatSync(join(this.#from, parent)).mode & 0o777);
      } catch (error) {
        if (!hasCode(error, "EEXIST") || !lstatSync(target).isDirectory()) throw error;
      }
      this.#known.set(parent, "real");
    }
  }

  #look(directory: string): "real" | "missing" | "blocked" {
    const known = this.#known.get(directory);
    if (known !== undefined) return known;
    const stat = lstatSync(join(this.#to, directory), { throwIfNoEntry: false });
    const found = stat === undefined ? "missing" : stat.isDirectory() ? "real" : "blocked";
    this.#known.set(directory, found);
    return found;
  }
}

/** `a/b/c` lies in `a` and `a/b`. */
function prefixes(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}
