import { existsSync, type FSWatcher, readdirSync, readFileSync, statSync, watch } from "node:fs";
import { dirname, join } from "node:path";
import { errnoOf } from "../lifecycle/system-errors.js";
import type { Engine } from "./context.js";

/** How long what changes together is gathered; milliseconds. */
const gatherMs = 15;
/** How often it is looked without having been told: not every file system tells, and no watch is promised to see all. */
const pollMs = 2_000;
/** The same where nothing can be watched. */
const blindPollMs = 250;

/**
 * Tells when the journals may have changed, whoever changed them: a file in the spool, the ref as a file of its own, in
 * packed-refs or in a table, what Coppice wrote last. It costs some looks at files for each second and no process.
 */
export class JournalChanges {
  readonly #home: string;
  readonly #commonDir: string;
  readonly #refFile: string;
  readonly #watchers = new Map<string, FSWatcher>();
  #seen = "";
  #wake: (() => void) | undefined;

  constructor({ repo, config }: Pick<Engine, "repo" | "config">) {
    this.#commonDir = repo.commonDir;
    this.#home = join(repo.commonDir, "coppice");
    this.#refFile = join(repo.commonDir, ...config.notesRef.split("/"));
  }

  /** Remembers how things stand, for `next`. Called before the journals are read, so that nothing falls in between. */
  mark(): void {
    this.#watchAll();
    this.#seen = this.#signature();
  }

  /** Returns when something is not as it was at the last `mark`, or the signal is aborted. */
  async next(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (this.#signature() !== this.#seen) return;
      const told = await this.#pause(signal, this.#watchers.size === 0 ? blindPollMs : pollMs);
      // A command that writes mostly writes more than one file.
      if (told && !signal.aborted) await this.#rest(signal);
      this.#watchAll();
    }
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  /** @returns whether a watch woke it */
  #pause(signal: AbortSignal, ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (told: boolean): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", stopped);
        this.#wake = undefined;
        resolve(told);
      };
      const stopped = (): void => end(false);
      const timer = setTimeout(stopped, ms);
      signal.addEventListener("abort", stopped, { once: true });
      this.#wake = () => end(true);
    });
  }

  async #rest(signal: AbortSignal): Promise<void> {
    const until = performance.now() + gatherMs;
    for (let left = gatherMs; left > 0 && !signal.aborted; left = until - performance.now())
      await this.#pause(signal, left);
  }

  /** The directories in which a change shows. They come and go: git makes that of the notes when the first is written. */
  #watchAll(): void {
    const wanted = [
      this.#commonDir,
      this.#home,
      join(this.#home, "spool"),
      dirname(this.#refFile),
      join(this.#commonDir, "reftable"),
    ];
    for (const dir of wanted) {
      if (this.#watchers.has(dir) || !existsSync(dir)) continue;
      try {
        const watcher = watch(dir, { persistent: false }, (event, name) => {
          if (event === "rename" && !existsSync(dir)) this.#drop(dir);
          // Git's own comings and goings beside what matters: the index of the main worktree, its locks.
          if (dir !== this.#commonDir || name === null || name.startsWith("packed-refs")) this.#wake?.();
        });
        watcher.on("error", () => this.#drop(dir));
        this.#watchers.set(dir, watcher);
      } catch {
        // The system has no more watches to give, or this file system none at all: then it is looked instead.
      }
    }
  }

  #drop(dir: string): void {
    this.#watchers.get(dir)?.close();
    this.#watchers.delete(dir);
    this.#wake?.();
  }

  /** What is different whenever an entry has come or gone. */
  #signature(): string {
    const spool = join(this.#home, "spool");
    return [
      ...namesIn(spool).map((name) => `${name} ${sizeOf(join(spool, name))}`),
      textOf(join(this.#home, "last-written")),
      textOf(this.#refFile),
      identityOf(join(this.#commonDir, "packed-refs")),
      textOf(join(this.#commonDir, "reftable", "tables.list")),
    ].join("\n");
  }
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir).sort();
  } catch {
    return [];
  }
}

/** An entry is there when its file is complete. */
const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? -1;

function identityOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? "" : `${stat.ino} ${stat.size} ${stat.mtimeMs}`;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch (error) {
    return errnoOf(error) === "ENOENT" ? "" : String(errnoOf(error));
  }
}
