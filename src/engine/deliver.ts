import type { Engine } from "./context.js";
import type { DeliverOptions } from "./observations.js";

/**
 * `deliverObservations`, loaded when somebody delivers. Hooks import it here alone: a bundle has a chunk for each place
 * that imports, and what flushes and what judges pushes had one each.
 */
export async function deliver(engine: Engine, options?: DeliverOptions): Promise<void> {
  const { deliverObservations } = await import("./observations.js");
  await deliverObservations(engine, options);
}
