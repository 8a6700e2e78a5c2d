import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Engine, openEngine } from "../../src/engine/context.js";
import { type GitOptions, type GitResult, GitRunner } from "../../src/git/run.js";

/**
 * Stops a command at its n-th step as SIGKILL would: the step never returns, so nothing after it runs, no `finally`
 * either, and its locks belong to a process that is dead. Steps are the places where a command touches the outside:
 * before and after each git process that it waits for, and each journal entry.
 */
export async function killedAt(
  cwd: string,
  step: number,
  work: (engine: Engine) => Promise<unknown>,
): Promise<"killed" | "finished"> {
  const killer = new Killer(step);
  const engine = await openEngine({ cwd, door: "cli", git: new KilledGit(killer) });
  const { append, create } = engine.journal;
  engine.journal.append = (...args) => killer.around(() => append.apply(engine.journal, args));
  engine.journal.create = (...args) => killer.around(() => create.apply(engine.journal, args));
  killer.armed = true;
  const outcome = await Promise.race([work(engine).then(() => "finished" as const), killer.killed]);
  killer.armed = false;
  if (outcome === "finished") await engine.journal.flush();
  await engine.repo.close();
  if (outcome === "killed") buryLocks(join(engine.repo.commonDir, "coppice"));
  return outcome;
}

class Killer {
  readonly killed: Promise<"killed">;
  armed = false;
  #left: number;
  #kill: (outcome: "killed") => void = () => {};

  constructor(step: number) {
    this.#left = step;
    this.killed = new Promise((resolve) => {
      this.#kill = resolve;
    });
  }

  async around<T>(work: () => Promise<T>): Promise<T> {
    await this.#pass();
    const result = await work();
    await this.#pass();
    return result;
  }

  async #pass(): Promise<void> {
    if (!this.armed) return;
    this.#left -= 1;
    if (this.#left > 0) return;
    this.#kill("killed");
    await new Promise(() => {});
  }
}

class KilledGit extends GitRunner {
  readonly #killer: Killer;

  constructor(killer: Killer) {
    super();
    this.#killer = killer;
  }

  override run(cwd: string, args: readonly string[], options?: GitOptions): Promise<GitResult> {
    return this.#killer.around(() => super.run(cwd, args, options));
  }
}

/** A process number that no system gives out. */
const nobody = 2 ** 22 + 1;

/** Makes every lock in Coppice's directory that of a process which is dead. */
export function buryLocks(home: string): void {
  for (const file of [...lockFiles(join(home, "locks")), join(home, "flush.lock")]) {
    const text = read(file);
    if (text !== undefined) writeFileSync(file, JSON.stringify({ ...JSON.parse(text), pid: nobody }));
  }
}

function lockFiles(directory: string): string[] {
  try {
    return readdirSync(directory).map((name) => join(directory, name));
  } catch {
    return [];
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
