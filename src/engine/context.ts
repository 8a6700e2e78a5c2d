import { setMaxListeners } from "node:events";
import { userInfo } from "node:os";
import { type Config, type ConfigCommand, loadConfig } from "../config/load.js";
import { openRepository, type Repository } from "../git/repository.js";
import type { GitRunner } from "../git/run.js";
import { type JournalStore, openNotesStore } from "../journal/store.js";
import type { Actor, Door } from "../lifecycle/entry.js";
import type { CloneId } from "../lifecycle/ids.js";
import { asCoppiceError } from "./failure.js";
import { openClone } from "./init-clone.js";
import { LocalFacts } from "./local.js";
import { Trash } from "./trash.js";
import { worktreeRoot } from "./worktree-root.js";

/** Where progress and warnings go. A door renders them; an engine never prints. */
export interface Reporter {
  /** One step of long work, in a few words. */
  step(text: string): void;
  /** Something that a person should know and that stops nothing. */
  warn(text: string): void;
  /** A piece of a running command's output. */
  output(chunk: string): void;
}

/** A reporter that keeps silent. */
export const silent: Reporter = { step: () => {}, warn: () => {}, output: () => {} };

/** Everything that an operation works with. One engine serves one command run. */
export interface Engine {
  readonly repo: Repository;
  readonly config: Config;
  /** The person's own commands in the config; those of the file need trust. */
  readonly commands: readonly ConfigCommand[];
  readonly journal: JournalStore;
  readonly clone: CloneId;
  readonly actor: Actor;
  readonly local: LocalFacts;
  /** Where removed worktrees go. */
  readonly trash: Trash;
  readonly report: Reporter;
  /** Aborted by Ctrl-C: the running operation then ends as ERROR INTERRUPTED. */
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Where the command runs, absolute. */
  readonly cwd: string;
}

export interface EngineOptions {
  readonly cwd: string;
  readonly door: Door;
  readonly report?: Reporter;
  readonly signal?: AbortSignal;
  readonly now?: () => number;
  /** Counts and traces git processes; a new one by default. */
  readonly git?: GitRunner;
  /**
   * The words that start the program `coppice` anew: what takes long and nobody waits for goes on there. Without it closing
   * the engine takes as long as the files of large worktrees take to be deleted.
   */
  readonly program?: readonly [string, ...string[]];
  /** For who only looks: opening writes nothing. Such an engine is not closed by `closeEngine`, only its repository is. */
  readonly readOnly?: boolean;
}

/**
 * Opens the repository that `cwd` lies in, with one git process, or two.
 * @throws NOT_A_REPO, GIT_TOO_OLD, CONFIG_INVALID
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  return engineOn(await openRepository(options.cwd, options.git), options);
}

/**
 * The engine of a repository that is open.
 * @throws CONFIG_INVALID
 */
export async function engineOn(repo: Repository, options: Omit<EngineOptions, "git">): Promise<Engine> {
  const { config, commands } = await loadConfig(repo);
  const now = options.now ?? Date.now;
  if (options.readOnly === true) repo.git.onlyReads();
  const clone = openClone(repo.commonDir, options.readOnly === true);
  const signal = options.signal ?? new AbortController().signal;
  // Every git process that runs listens to it, and many run at once.
  setMaxListeners(0, signal);
  return {
    repo,
    config,
    commands,
    journal: openNotesStore(repo, {
      ref: config.notesRef,
      clock: now,
      ...(options.readOnly === undefined ? {} : { readOnly: options.readOnly }),
    }),
    clone,
    actor: { name: actorName(repo), door: options.door, clone },
    local: new LocalFacts(repo.commonDir),
    trash: new Trash({ root: worktreeRoot({ repo, config }), program: options.program }),
    report: options.report ?? silent,
    signal,
    now,
    cwd: options.cwd,
  };
}

/** Brings every entry of this run into the notes ref, ends the git processes that it kept, and empties the trash. */
export async function closeEngine(engine: Engine): Promise<void> {
  try {
    await engine.journal.flush();
  } finally {
    await engine.repo.close();
    await emptyTrash(engine);
  }
}

/** What was asked for is done: what is left of it stops nothing, and the next command goes on with it. */
async function emptyTrash({ trash, now, report }: Engine): Promise<void> {
  try {
    await trash.end(now(), (text) => report.warn(text));
  } catch (error) {
    report.warn(asCoppiceError(error, "CLEANUP_FAILED", "delete what was removed").message);
  }
}

const longestName = 255;

/** Who acts: the name that git would write into a commit, else the account's. */
function actorName(repo: Repository): string {
  const named = repo.config.get("user.name")?.trim();
  const name = named === undefined || named === "" ? accountName() : named;
  return name.toWellFormed().slice(0, longestName).toWellFormed();
}

function accountName(): string {
  try {
    return userInfo().username || "unknown";
  } catch {
    // A container's user may have no entry in the password file.
    return "unknown";
  }
}
