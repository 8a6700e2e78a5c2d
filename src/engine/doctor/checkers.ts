import type { Checker } from "./model.js";

/** A topic, as it is named when it cannot be checked, and who checks it. */
export interface Topic {
  readonly name: string;
  readonly check: Checker;
}

/**
 * All topics, in the order in which they are repaired: first what git itself stumbles over, then the links of worktrees,
 * then what the journals say of them, then what has followed from that; the hooks last.
 */
export const topics: readonly Topic[] = [];
