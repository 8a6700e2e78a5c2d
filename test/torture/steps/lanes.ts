import { type ChildProcess, fork } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { bundleProgram } from "../faults/bundle.js";
import type { SectionOptions } from "../section.js";
import type { Case, CaseResult } from "./case.js";
import type { Answer, Request } from "./messages.js";

/** A worker with a directory of its own. It is asked one thing after the other. */
export class Lane {
  readonly #child: ChildProcess;
  #last: Promise<unknown> = Promise.resolve();

  constructor(program: string, directory: string, { cli, preload }: SectionOptions, catches: boolean) {
    // To Coppice all workers are dead, and what dead ones have left among temporary files is cleared away.
    const temporary = join(directory, "tmp");
    mkdirSync(temporary, { recursive: true });
    this.#child = fork(program, [directory, cli, preload, catches ? "catches" : ""], {
      execArgv: [],
      serialization: "advanced",
      env: { ...process.env, TMPDIR: temporary },
    });
  }

  /** Runs it once, with nothing happening. */
  async prepare(operation: string): Promise<Omit<Extract<Answer, { kind: "prepared" }>, "kind">> {
    const answer = await this.#ask({ kind: "prepare", operation });
    if (answer.kind !== "prepared") throw new Error("a worker has not prepared what it was asked to");
    return answer;
  }

  async run(operation: string, cases: readonly Case[]): Promise<readonly CaseResult[]> {
    return (await this.#ran({ kind: "run", operation, cases, known: false })).flatMap((one) => one ?? []);
  }

  /** Answers where the same has come to its end before, which takes no time; undefined: it has not. */
  known(operation: string, cases: readonly Case[]): Promise<readonly (CaseResult | undefined)[]> {
    return this.#ran({ kind: "run", operation, cases, known: true });
  }

  stop(): void {
    this.#child.removeAllListeners("exit");
    this.#child.kill("SIGKILL");
  }

  async #ran(request: Request): Promise<readonly (CaseResult | undefined)[]> {
    const answer = await this.#ask(request);
    if (answer.kind !== "ran") throw new Error("a worker has not run what it was asked to");
    return answer.results;
  }

  #ask(request: Request): Promise<Answer> {
    const answer = this.#last.then(() => this.#askNow(request));
    this.#last = answer.catch(() => {});
    return answer;
  }

  #askNow(request: Request): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const onExit = (code: number | null): void => reject(new Error(`a worker ended with ${code}`));
      this.#child.once("exit", onExit);
      this.#child.once("message", (answer: Answer) => {
        this.#child.removeListener("exit", onExit);
        if (answer.kind === "broken") reject(new Error(answer.message));
        else resolve(answer);
      });
      this.#child.send(request);
    });
  }
}

/**
 * As many workers as may run at once.
 * @param catches whether they keep what an operation leaves at each of its steps: that takes its time
 */
export function openLanes(options: SectionOptions, name: string, catches = false): Lane[] {
  const home = join(options.scratch, name);
  const program = bundleProgram("test/torture/steps/worker.ts", join(home, "worker"));
  return Array.from(
    { length: options.jobs },
    (_, at) => new Lane(program, join(home, `lane-${at}`), options, catches),
  );
}
