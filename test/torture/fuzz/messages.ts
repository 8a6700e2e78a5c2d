import type { Loss } from "../section.js";

/** What a lane is asked to try. */
export interface Request {
  readonly kind: string;
  /** In milliseconds since the epoch; a full run goes on to the kind's least number of inputs. */
  readonly until: number;
}

/** What came of one kind. */
export interface Tried {
  readonly kind: string;
  readonly inputs: number;
  readonly seconds: number;
  /** The longest that one attempt took, in milliseconds. */
  readonly slowest: number;
  readonly violations: readonly { readonly index: number; readonly what: string; readonly input: string }[];
}

/** Undefined: its thread hung, or died, as a loss says. */
export interface Answer {
  readonly tried: Tried | undefined;
  readonly losses: readonly Loss[];
}
