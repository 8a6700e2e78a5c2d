import type { RecordId } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";

/** What this very process is working on. A program that uses the library may remove a worktree that it sets up. */
const running = new Map<RecordId, AbortController>();

/** An engine whose work on one record can be interrupted by another operation of the same process. */
export interface Interruptible {
  readonly engine: Engine;
  /** From now on `interrupt(id)` ends the work. The caller holds the record's lock. */
  worksOn(id: RecordId): void;
  done(): void;
}

/** Gives the work on one record a signal of its own, which the engine's aborts as well. */
export function interruptible(engine: Engine): Interruptible {
  const controller = new AbortController();
  const forward = (): void => controller.abort(engine.signal.reason);
  if (engine.signal.aborted) forward();
  else engine.signal.addEventListener("abort", forward, { once: true });
  const ids: RecordId[] = [];
  return {
    engine: { ...engine, signal: controller.signal },
    worksOn: (id) => {
      ids.push(id);
      running.set(id, controller);
    },
    done: () => {
      engine.signal.removeEventListener("abort", forward);
      for (const id of ids) if (running.get(id) === controller) running.delete(id);
    },
  };
}

/** Ends what this process is doing with a record, as Ctrl-C would. */
export function interrupt(id: RecordId): void {
  running.get(id)?.abort();
}
