import type { Key } from "ink";
import type { Cli } from "../context.js";
import { failureOf } from "../failure.js";
import { EXIT_INTERRUPTED } from "../io.js";
import { visible } from "../render/visible.js";
import { frameLines } from "./frame.js";
import { errorCode, outcomeLines, runJob } from "./job.js";
import { askRemoval, pressed } from "./keys.js";
import {
  beginning,
  type Look,
  looked,
  type Model,
  type Order,
  resized,
  type Size,
  shownRows,
  type Wish,
} from "./model.js";
import { pressesOf } from "./presses.js";
import { forceQuestion } from "./questions.js";
import type { Screen } from "./screen.js";
import { Source } from "./source.js";
import { Terminal } from "./terminal.js";

/** How often what only the clock changes is drawn again; milliseconds. */
const CLOCK_MS = 1_000;
const MINUTE_MS = 60_000;
/** Until then a process that was told to stop has stopped; milliseconds. */
const STOPPED_MS = 100;

/** The process's own terminal. */
export interface Streams {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
}

/** Shows the table until the person or a signal ends it. @returns the exit code */
export async function watchOnScreen(cli: Cli, streams: Streams): Promise<number> {
  const { openScreen } = await loadScreen();
  const app = new App(cli, streams);
  return app.run(openScreen);
}

/** With this variable, which many set for other programs, ink looks for a debugger of its own that nobody has. */
async function loadScreen(): Promise<typeof import("./screen.js")> {
  const { DEV } = process.env;
  delete process.env.DEV;
  try {
    return await import("./screen.js");
  } finally {
    if (DEV !== undefined) process.env.DEV = DEV;
  }
}

/** The exit code, once something has ended the watching. */
class Ending {
  resolve: (code: number) => void = () => {};
  reject: (error: unknown) => void = () => {};
  readonly promise = new Promise<number>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });
}

class App {
  readonly #cli: Cli;
  readonly #streams: Streams;
  readonly #terminal: Terminal;
  readonly #source: Source;
  readonly #end = new Ending();
  #model: Model;
  #screen: Screen | undefined;
  #drawn = "";
  /** What is said of a look that failed, until one works again. */
  #lookNotes: readonly string[] = [];
  #afterwards: readonly string[] = [];
  /** Ends the command that runs. */
  #interruption: AbortController | undefined;

  constructor(cli: Cli, streams: Streams) {
    this.#cli = cli;
    this.#streams = streams;
    this.#terminal = new Terminal(cli.io.stdout);
    this.#model = beginning(this.#size(), Date.now());
    this.#source = new Source({
      cli,
      wanted: () => shownRows(this.#model).map(({ record }) => record.id),
      isBusy: () => this.#model.job !== undefined,
      told: (look) => this.#looked(look),
      failed: (error) => this.#lookFailed(error),
    });
  }

  async run(openScreen: typeof import("./screen.js").openScreen): Promise<number> {
    const { stdin, stdout } = this.#streams;
    const { signal } = this.#cli.io;
    const stop = (): void => this.#stop();
    const resize = (): void => this.#show(resized(this.#model, this.#size()));
    const clock = setInterval(() => this.#tick(), CLOCK_MS);
    try {
      this.#terminal.enter();
      this.#screen = openScreen({
        stdin,
        stdout,
        draw: (lines) => this.#terminal.draw(lines, this.#model.size),
        onKey: (input, key) => this.#keys(input, key),
        failed: this.#end.reject,
      });
      signal.addEventListener("abort", stop);
      stdout.on("resize", resize);
      // A terminal that was closed under a program.
      stdin.on("end", stop).on("error", stop);
      this.#show(this.#model);
      this.#source.start().catch(this.#end.reject);
      if (signal.aborted) stop();
      return await this.#end.promise;
    } finally {
      clearInterval(clock);
      stdout.off("resize", resize);
      signal.removeEventListener("abort", stop);
      this.#screen?.close();
      // A look that ends only now would have ink take the keys once more, and nobody would give them back.
      this.#screen = undefined;
      this.#terminal.leave();
      stdin.unref();
      await this.#source.stop();
      // What came of a command whose end was waited for, below what the terminal shows again.
      for (const line of this.#afterwards) this.#cli.io.stderr.write(`${line}\n`);
    }
  }

  #size(): Size {
    const { columns, rows } = this.#cli.io.stdout;
    return { columns: columns ?? 80, rows: rows ?? 24 };
  }

  #keys(input: string, key: Key): void {
    this.#source.attend();
    for (const press of pressesOf(input, key)) {
      const { model, wishes } = pressed(this.#model, press);
      const isElsewhere = model.top !== this.#model.top;
      this.#show(model);
      if (isElsewhere) this.#source.wake();
      for (const wish of wishes) this.#wish(wish);
    }
  }

  #show(model: Model): void {
    this.#model = model;
    const lines = frameLines(model, this.#cli.paint);
    const text = `${model.size.columns} ${model.size.rows} ${lines.join("\n")}`;
    if (text === this.#drawn || this.#screen === undefined) return;
    this.#drawn = text;
    this.#screen.show(lines);
  }

  /** Ages above a minute need no second hand. */
  #tick(): void {
    const { job, rows, now } = this.#model;
    const isYoung = rows.some(({ record }) => now - Date.parse(record.createdAt) < MINUTE_MS);
    if (job !== undefined || isYoung || Date.now() - now >= MINUTE_MS / 6)
      this.#show({ ...this.#model, now: Date.now() });
  }

  #looked(look: Look): void {
    const notes = this.#lookNotes === this.#model.notes ? [] : this.#model.notes;
    this.#show(looked({ ...this.#model, notes }, look));
  }

  #lookFailed(error: unknown): void {
    const { code, message, suggestedAction } = failureOf(error);
    this.#lookNotes = [`error[${code}] ${visible(message)}`, `hint: ${visible(suggestedAction)}`];
    this.#show({ ...this.#model, notes: this.#lookNotes, failed: true });
  }

  #wish(wish: Wish): void {
    this.#do(wish).catch((error) => this.#end.reject(error));
  }

  async #do(wish: Wish): Promise<void> {
    switch (wish.type) {
      case "run":
        return this.#run(wish.order);
      case "read":
        return this.#read(wish.id);
      case "weigh":
        await this.#source.lookAt(wish.id);
        this.#show(askRemoval(this.#model, wish.id));
        return;
      case "leave":
        if (this.#model.job === undefined) this.#end.resolve(0);
        else this.#show({ ...this.#model, isLeaving: true });
        return;
      case "stop":
        // The first time what runs ends in order; who asks twice does not want to wait for that.
        if (this.#interruption?.signal.aborted === true) process.exit(EXIT_INTERRUPTED);
        this.#stop();
        return;
      case "suspend":
        this.#suspend();
    }
  }

  /** As the terminal does it with programs that leave it its keys: with all processes of this job. */
  #suspend(): void {
    const { stdin } = this.#streams;
    this.#terminal.leave();
    stdin.setRawMode(false);
    process.kill(0, "SIGTSTP");
    // A stopped process has no time that passes; where no shell controls jobs, nobody is stopped at all.
    setTimeout(() => {
      stdin.setRawMode(true);
      this.#terminal.enter();
      this.#drawn = "";
      this.#show(resized(this.#model, this.#size()));
    }, STOPPED_MS);
  }

  #stop(): void {
    if (this.#interruption === undefined) this.#end.resolve(EXIT_INTERRUPTED);
    this.#interruption?.abort();
    this.#show({ ...this.#model, isLeaving: true });
  }

  async #run(order: Order): Promise<void> {
    if (this.#model.job !== undefined) return;
    const interruption = new AbortController();
    this.#interruption = interruption;
    this.#show({ ...this.#model, notes: [], job: { order, step: "", since: Date.now() } });
    const end = await runJob(this.#cli, order.words, interruption.signal, (step) => {
      const { job } = this.#model;
      if (job !== undefined) this.#show({ ...this.#model, job: { ...job, step } });
    });
    this.#interruption = undefined;
    const { view } = this.#model;
    const question = forceQuestion(order, errorCode(end), end.errors);
    const asks = question !== undefined && view.type === "table" && !this.#model.isLeaving;
    this.#show({
      ...this.#model,
      job: undefined,
      notes: asks ? [] : outcomeLines(order, end),
      failed: end.code !== 0,
      view: asks ? { type: "question", question } : view,
    });
    if (!this.#model.isLeaving) return this.#source.wake();
    this.#afterwards = outcomeLines(order, end);
    this.#end.resolve(interruption.signal.aborted ? EXIT_INTERRUPTED : 0);
  }

  /** The record, and below it its journal. */
  async #read(id: string): Promise<void> {
    const { signal } = this.#cli.io;
    const shown = await runJob(this.#cli, ["show", id], signal);
    const log = await runJob(this.#cli, ["log", id], signal);
    const lines = [...shown.lines, ...shown.errors, "", ...log.lines];
    if (this.#model.view.type === "table")
      this.#show({ ...this.#model, view: { type: "text", lines, top: 0 } });
  }
}
