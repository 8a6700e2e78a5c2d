import { asCoppiceError } from "../failure.js";
import { cycle } from "./cycle.js";
import type { HostedRun, Report } from "./model.js";
import { planCycle } from "./plan.js";
import { prune } from "./prune.js";
import { askForge, lookAround } from "./state.js";
import { Tally } from "./tally.js";

/** A squashed branch is known by its pull request: a thousand of them. */
const closedPages = 10;
/** How often it is planned anew because others wrote the journals or moved base; then what it does goes on top of theirs. */
const patience = 5;

/**
 * Deletes stale, orphaned and completed task branches.
 * @param options.mergeFirst what waits is merged before, as a schedule does
 * @throws CONFIG_INVALID, FETCH_FAILED, TIMEOUT, RATE_LIMITED, INTERRUPTED before anything was done
 */
export async function pruneRun(run: HostedRun, options: { readonly mergeFirst: boolean }): Promise<Report> {
  const tally = new Tally(run, "prune");
  if (!options.mergeFirst) await pruneAlone(run, tally);
  else {
    await cycle(run, tally);
    run.forge.forget();
    try {
      await pruneAlone(run, tally);
    } catch (error) {
      // What was merged is told all the same.
      if (run.engine.signal.aborted) throw error;
      tally.problem(asCoppiceError(error, "FETCH_FAILED", "look for what is to be pruned"));
    }
  }
  return tally.report();
}

async function pruneAlone(run: HostedRun, tally: Tally): Promise<void> {
  const asked = await askForge(run);
  tally.asked(asked);
  for (let attempt = 1; ; attempt += 1) {
    const look = await lookAround(run, asked, { closedPages });
    const plan = await planCycle(run, look, { mode: "record", barred: new Map() });
    const pruned = await prune(run, look, { insist: attempt > patience });
    if (pruned.overtaken === "before") continue;
    for (const gap of look.state.gaps) tally.warn(gap);
    tally.rows(plan.rows());
    tally.rows(pruned.rows);
    for (const warning of pruned.warnings) tally.warn(warning);
    for (const problem of pruned.problems) tally.problem(problem);
    if (pruned.overtaken === undefined) return;
  }
}
