import type { Projection } from "./projection.js";

/** What an actor is asked to do: one command of Coppice, or to look at what is there. */
export type Request =
  | {
      readonly kind: "run";
      readonly cwd: string;
      readonly argv: readonly string[];
      /** Before which of its steps it waits until it is told to go on; the first is 1. In their order. */
      readonly stops: readonly number[];
      /** The Action is to be run, in place of a command, with these variables. */
      readonly job?: Readonly<Record<string, string>>;
    }
  | { readonly kind: "observe"; readonly world: string };

/** How a command ended. */
export interface Ended {
  readonly kind: "ended";
  readonly code: number;
  /** The code of the error that it told; `null` where it told none. */
  readonly error: string | null;
  /** The end of what it wrote to standard error. */
  readonly said: string;
  /** How many steps it took. */
  readonly steps: number;
  /** The stamps of all entries that were seen in the journal's spool between the steps. */
  readonly lines: readonly string[];
}

export type Answer =
  | Ended
  | { readonly kind: "observed"; readonly projection: Projection }
  | { readonly kind: "broken"; readonly message: string };

/** The files of an actor by which it is stopped and sent on, beside the channel of its messages. */
export const channels = { stopped: 4, goOn: 5 } as const;
/** Where the preload finds whom it has to tell of each step. */
export const stepHook = Symbol.for("coppice.torture.step");
