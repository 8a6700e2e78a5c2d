import { resolve } from "node:path";
import { closeEngine, type Engine, openEngine, type Reporter } from "../engine/context.js";
import { known } from "../engine/failure.js";
import { hasObservations } from "../engine/observation-files.js";
import { deliverObservations } from "../engine/observations.js";
import { GitRunner } from "../git/run.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { onAbort } from "./abort-signals.js";

/** Where and how a `Coppice` works. */
export interface CoppiceOptions {
  /**
   * The repository's directory, or one in it. Inside a worktree, that is the one that no name means. Default: that of
   * this process when the instance is made.
   */
  readonly cwd?: string;
  /** Is told of progress and of what a person should know. Default: nobody is. */
  readonly reporter?: Reporter;
  /** Milliseconds since 1970, for what is journaled. Default `Date.now`. */
  readonly clock?: () => number;
  /** The environment of git and of every command that is run. Default: that of this process. */
  readonly env?: Readonly<NodeJS.ProcessEnv>;
}

/** How long an operation waits for another process that journals what hooks saw; milliseconds. */
const observationPatienceMs = 2_000;

/** Opens an engine, works with it, and closes it. */
type OneEngine = <T>(work: (engine: Engine) => Promise<T>) => Promise<T>;

/** Runs operations, each with an engine of its own: as one command does that runs by itself. */
export class Calls {
  readonly #options: CoppiceOptions;
  /** Where names that are paths start from. */
  readonly cwd: string;
  readonly #running = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();

  constructor(options: CoppiceOptions) {
    this.#options = options;
    this.cwd = resolve(options.cwd ?? ".");
  }

  /** Aborted when no more is to be told. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  get env(): Readonly<NodeJS.ProcessEnv> {
    return this.#options.env ?? process.env;
  }

  /**
   * Runs one operation; when it returns, what it journaled is in the notes.
   * @throws INVALID_STATE when it is closed, INTERRUPTED when the signal is aborted, and what the operation throws
   */
  run<T>(work: (engine: Engine) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.during((one) => one(work), signal);
  }

  /**
   * Runs one operation that opens what it needs itself: engines one after the other, or none. Closing waits for all of it.
   * @throws the same
   */
  during<T>(work: (one: OneEngine, signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#closing.signal.aborted) return Promise.reject(closed());
    if (signal?.aborted === true) return Promise.reject(stopped());
    const stop = new AbortController();
    const deaf = signal && onAbort(signal, () => stop.abort());
    const running = work((ofOne) => this.#run(ofOne, stop.signal), stop.signal);
    this.#running.add(running);
    const ended = (): void => {
      deaf?.();
      this.#running.delete(running);
    };
    running.then(ended, ended);
    return running;
  }

  /** Ends the streams, and waits for what still runs. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#running);
  }

  async #run<T>(work: (engine: Engine) => Promise<T>, signal: AbortSignal): Promise<T> {
    if (signal.aborted) throw stopped();
    return this.#with(await this.#open(signal), work);
  }

  #open(signal: AbortSignal): Promise<Engine> {
    const { reporter, clock } = this.#options;
    const git = new GitRunner({ env: this.env });
    git.endOn(signal);
    return openEngine({
      cwd: this.cwd,
      door: "cli",
      git,
      signal,
      ...(reporter === undefined ? {} : { report: reporter }),
      ...(clock === undefined ? {} : { now: clock }),
    });
  }

  async #with<T>(engine: Engine, work: (engine: Engine) => Promise<T>): Promise<T> {
    let result: T;
    try {
      // What plain git has just done is to be seen by this operation already.
      await deliver(engine, observationPatienceMs);
      result = await work(engine);
      await deliver(engine, 0);
    } catch (error) {
      // What went wrong in the work is the news, not what went wrong in closing after it.
      await closeEngine(engine).catch(() => {});
      throw known(error);
    }
    await closeEngine(engine);
    return result;
  }
}

async function deliver(engine: Engine, waitMs: number): Promise<void> {
  if (hasObservations(engine.repo.commonDir)) await deliverObservations(engine, { waitMs });
}

const closed = (): CoppiceError =>
  new CoppiceError("INVALID_STATE", "This Coppice was closed.", {
    suggestedAction: "Make another one with createCoppice.",
  });

const stopped = (): CoppiceError =>
  new CoppiceError("INTERRUPTED", "The operation was stopped before it began.", {
    suggestedAction: "Begin it again with a signal that is not aborted.",
  });
