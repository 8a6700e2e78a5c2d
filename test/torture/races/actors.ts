import { type ChildProcess, spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { Readable, Writable } from "node:stream";
import { bundleProgram } from "../faults/bundle.js";
import { type Safety, variablesOf } from "../faults/plan.js";
import { type Answer, channels, type Ended, type Request } from "./messages.js";
import type { Projection } from "./projection.js";

/** Bundles the program of the actors. @returns its path */
export const bundleActor = (scratch: string): string =>
  bundleProgram("test/torture/races/actor.ts", join(scratch, "actor"));

/** A command that was begun. */
export interface Running {
  /** Ends with the command. */
  readonly ended: Promise<Ended>;
  /** Ends when it waits before a step, with that step's label; `undefined` when it has ended without. */
  readonly stopped: () => Promise<string | undefined>;
  /** Lets it go on. */
  readonly goOn: () => void;
}

let actors = 0;

/** A process that runs commands of Coppice. */
export class Actor {
  readonly #child: ChildProcess;
  readonly #goOn: Writable;
  readonly #stops: string[] = [];
  #onStop: ((label: string) => void) | undefined;
  #onAnswer: ((answer: Answer) => void) | undefined;

  constructor(program: string, preload: string, off: readonly Safety[] = []) {
    actors += 1;
    const light = join(dirname(program), "shells", String(actors));
    this.#child = spawn(process.execPath, ["--import", preload, program], {
      env: { ...process.env, ...variablesOf({ off, light }) },
      stdio: ["ignore", "ignore", "inherit", "ipc", "pipe", "pipe"],
    });
    const pipes: readonly unknown[] = this.#child.stdio;
    const [stopped, goOn] = [pipes[channels.stopped], pipes[channels.goOn]];
    if (!(stopped instanceof Readable) || !(goOn instanceof Writable))
      throw new Error("an actor has no pipes");
    this.#goOn = goOn;
    let text = "";
    stopped.on("data", (chunk: Buffer) => {
      text += chunk.toString("utf8");
      const lines = text.split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) this.#tellStop(line);
    });
    this.#child.on("message", (answer: Answer) => this.#onAnswer?.(answer));
    this.#child.once("exit", (code, signal) => {
      this.#onAnswer?.({ kind: "broken", message: `an actor ended with ${code ?? signal}` });
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Begins a command. One at a time. */
  begin(
    cwd: string,
    argv: readonly string[],
    stops: readonly number[] = [],
    job?: Readonly<Record<string, string>>,
  ): Running {
    this.#stops.length = 0;
    let over = false;
    const ended = this.#ask({ kind: "run", cwd, argv, stops, ...(job === undefined ? {} : { job }) }).then(
      (answer) => {
        if (answer.kind !== "ended")
          throw new Error(answer.kind === "broken" ? answer.message : "no end was told");
        over = true;
        return answer;
      },
    );
    const stopped = (): Promise<string | undefined> => {
      const known = this.#stops.shift();
      if (known !== undefined) return Promise.resolve(known);
      if (over) return Promise.resolve(undefined);
      const told = new Promise<string>((resolve) => {
        this.#onStop = resolve;
      });
      return Promise.race([told, ended.then(() => undefined)]);
    };
    return { ended, stopped, goOn: () => void this.#goOn.write("\n") };
  }

  async observe(world: string): Promise<Projection> {
    const answer = await this.#ask({ kind: "observe", world });
    if (answer.kind === "observed") return answer.projection;
    throw new Error(answer.kind === "broken" ? answer.message : "nothing was told");
  }

  stop(): void {
    this.#onAnswer = undefined;
    this.#child.kill("SIGKILL");
  }

  #ask(request: Request): Promise<Answer> {
    return new Promise((resolve) => {
      this.#onAnswer = resolve;
      this.#child.send(request);
    });
  }

  #tellStop(line: string): void {
    const waiting = this.#onStop;
    this.#onStop = undefined;
    if (waiting === undefined) this.#stops.push(line);
    else waiting(line);
  }
}
