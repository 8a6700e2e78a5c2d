import { closeEngine, type Engine, openEngine, type Reporter } from "../../src/engine/context.js";
import type { CoppiceError } from "../../src/lifecycle/errors.js";

/** What an engine reported. */
export interface Told {
  readonly steps: string[];
  readonly warnings: string[];
  readonly output: string[];
}

/** Opens an engine for one command, as a door would, and closes it. */
export async function withEngine<T>(
  dir: string,
  work: (engine: Engine, told: Told) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const told: Told = { steps: [], warnings: [], output: [] };
  const report: Reporter = {
    step: (text) => told.steps.push(text),
    warn: (text) => told.warnings.push(text),
    output: (chunk) => told.output.push(chunk),
  };
  const engine = await openEngine({
    cwd: dir,
    door: "cli",
    report,
    ...(signal === undefined ? {} : { signal }),
  });
  try {
    return await work(engine, told);
  } finally {
    await closeEngine(engine);
  }
}

/** The error that work ends in. */
export const failure = (work: Promise<unknown>): Promise<CoppiceError> =>
  work.then(
    () => {
      throw new Error("it did not fail");
    },
    (error: CoppiceError) => error,
  );
