import { isAbsolute, resolve } from "node:path";
import pico from "picocolors";
import type { Colors } from "picocolors/types.js";
import type { Engine } from "../engine/context.js";
import type { DeliverOptions } from "../engine/observations.js";
import { openRepository, type Repository } from "../git/repository.js";
import { GitRunner } from "../git/run.js";
import { CoppiceError, errorCatalogue } from "../lifecycle/errors.js";
import type { BegunOpening } from "./early.js";
import type { CommandGrammar } from "./grammar.js";
import type { Io, Output } from "./io.js";
import { createProgress, type Progress } from "./render/progress.js";
import { visibleJson } from "./render/visible.js";

/** The options that every command takes. */
export interface Globals {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly color: boolean;
  /** Where the command runs: the caller's directory, or that of `-C`. */
  readonly cwd: string;
}

/** What a command may need of the command line as a whole. */
export interface Frame {
  readonly commands: readonly CommandGrammar[];
  /** Another run of the command line, in this process. */
  run(argv: readonly string[], io: Io): Promise<number>;
}

/** How long a command waits for another process that turns what hooks saw into entries; milliseconds. */
const OBSERVATION_PATIENCE = 2_000;

/** What a command has at hand: where to print, whom to ask, and the engine. */
export class Cli {
  readonly paint: Colors;
  readonly progress: Progress;
  #document: string | undefined;
  #repository: Promise<Repository> | undefined;

  constructor(
    readonly io: Io,
    readonly globals: Globals,
    readonly frame: Frame,
  ) {
    this.paint = colorsFor(io.stdout, io, globals.color);
    this.progress = createProgress(io.stderr, {
      quiet: globals.quiet,
      paint: colorsFor(io.stderr, io, globals.color),
    });
  }

  /** A line that was asked for. Text from outside must have gone through `visible`. */
  print(line = ""): void {
    this.progress.stop();
    this.io.stdout.write(`${line}\n`);
  }

  /** A line that tells what was done; `--quiet` and `--json` leave it out. */
  say(line = ""): void {
    if (!this.globals.quiet && !this.globals.json) this.print(line);
  }

  /** The one JSON document of this run. It is printed at the end: a failure until then takes its place. */
  json(document: object): void {
    this.jsonText(JSON.stringify(document));
  }

  /** The same, for a document that was put together as text. */
  jsonText(document: string): void {
    this.#document = document;
  }

  /** Ends the output: the moving line goes, the document is printed. */
  finish(): void {
    this.progress.stop();
    if (this.#document !== undefined) writeJson(this.io.stdout, this.#document);
  }

  /** A path that was typed, as an absolute one. */
  resolve(path: string): string {
    return isAbsolute(path) ? path : resolve(this.globals.cwd, path);
  }

  /** Starts to look for the repository, for the engine that will be opened: loading the rest takes as long as git does. */
  lookForRepository(begun?: BegunOpening): void {
    this.#repository = this.#openRepository(begun);
    // Whoever opens the engine is told.
    this.#repository.catch(() => {});
  }

  #openRepository(begun?: BegunOpening): Promise<Repository> {
    const { cwd } = this.globals;
    const early = begun?.cwd === cwd ? begun : undefined;
    const git = early?.git ?? new GitRunner({ env: this.io.env });
    git.endOn(this.io.signal);
    return openRepository(cwd, git, early?.listing);
  }

  /** Opens the engine where the command runs, and closes it whatever happens: every entry is in the ref then. */
  async engine<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
    const begun = this.#repository ?? this.#openRepository();
    this.#repository = undefined;
    const [repository, { engineOn, closeEngine }] = await Promise.all([
      begun,
      import("../engine/context.js"),
    ]);
    const engine = await engineOn(repository, {
      cwd: this.globals.cwd,
      door: "cli",
      report: this.progress,
      signal: this.io.signal,
      ...(this.io.program === undefined ? {} : { program: this.io.program }),
    });
    let result: T;
    try {
      // What plain git has just done is to be seen by this command already.
      await deliver(engine, { waitMs: OBSERVATION_PATIENCE }).catch((error) => this.#waits(error));
      result = await work(engine);
      await deliver(engine).catch((error) => this.#waits(error));
    } catch (error) {
      // What went wrong in the work is the news, not what went wrong in closing after it.
      await closeEngine(engine).catch(() => {});
      throw error;
    }
    await closeEngine(engine).catch((error) => this.#waits(error));
    if (engine.config.prune.auto) await this.#pruneInBackground(engine);
    return result;
  }

  /**
   * What is written down waits in the spool where the disk does not take it just now: that undoes nothing that a command
   * has done, and keeps none from reading.
   */
  #waits(error: unknown): void {
    if (!(error instanceof CoppiceError) || errorCatalogue[error.code].group !== "system") throw error;
    this.progress.warn(`${error.message} What is to be journaled waits for the next command.`);
  }

  /** Opens the engine to look only: nothing is written, not even what hooks saw or what would make the next run quicker. */
  async reader<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
    const begun = this.#repository ?? this.#openRepository();
    this.#repository = undefined;
    const [repository, { engineOn }] = await Promise.all([begun, import("../engine/context.js")]);
    try {
      const { cwd } = this.globals;
      const { signal } = this.io;
      return await work(
        await engineOn(repository, { cwd, door: "cli", report: this.progress, signal, readOnly: true }),
      );
    } finally {
      await repository.close();
    }
  }

  async #pruneInBackground(engine: Engine): Promise<void> {
    const { program } = this.io;
    if (program === undefined) return;
    try {
      const { pruneInBackground } = await import("../engine/prune-auto.js");
      pruneInBackground(engine, program);
    } catch {
      // What was asked for is done; the next command tries this again.
    }
  }

  /**
   * A question with yes or no, on a terminal only.
   * @returns undefined where nobody can be asked
   * @throws INTERRUPTED on Ctrl-C
   */
  async confirm(question: string): Promise<boolean | undefined> {
    if (!this.io.canAsk || this.globals.json) return undefined;
    this.progress.stop();
    const { confirm, isCancel } = await import("@clack/prompts");
    const { signal } = this.io;
    const answer = await confirm({ message: question, initialValue: false, output: process.stderr, signal });
    if (isCancel(answer)) throw new CoppiceError("INTERRUPTED", "stopped at the question; nothing was done");
    return answer;
  }
}

/** Journals what hooks saw. How that is done is loaded only where there is something. */
async function deliver(engine: Engine, options: DeliverOptions = {}): Promise<void> {
  const { hasObservations } = await import("../engine/observation-files.js");
  if (!hasObservations(engine.repo.commonDir)) return;
  const { deliverObservations } = await import("../engine/observations.js");
  await deliverObservations(engine, options);
}

/** Writes one JSON document: in one line for a program, indented for a person who looks at it. */
export function writeJson(output: Output, document: string): void {
  const text = output.isTTY ? JSON.stringify(JSON.parse(document), undefined, 2) : document;
  output.write(`${visibleJson(text)}\n`);
}

/** Colours, or plain text where there is no terminal or somebody asked for none (https://no-color.org). */
export function colorsFor(output: Output, io: Io, wanted: boolean): Colors {
  return pico.createColors(
    wanted && output.isTTY && (io.env.NO_COLOR ?? "") === "" && io.env.TERM !== "dumb",
  );
}
