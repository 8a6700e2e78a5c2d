import { CoppiceError } from "../../lifecycle/errors.js";
import type { Oid } from "../../lifecycle/ids.js";
import { decidePrune, type PruneTerms, type PruneVerdict, pruneFilters } from "../../lifecycle/prune.js";
import { several } from "../../lifecycle/refusal.js";
import { archivedAt } from "../archive.js";
import { asCoppiceError } from "../failure.js";
import type { Ledger } from "./ledger.js";
import type { HostedRun, HostedState } from "./model.js";
import { deleteBranches, type Going, goingOf, journalEnd, ledgerOf, portionsOf } from "./prune-delete.js";
import { type Around, type Subject, subjectsOf } from "./prune-facts.js";
import { commentStale, type Marked, markStale } from "./prune-stale.js";
import { type Pruned, PruneTelling } from "./prune-told.js";
import { deliverNotes } from "./publish.js";

interface Decided {
  readonly subject: Subject;
  readonly verdict: PruneVerdict;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Deletes the task branches that are done with: completed, or marked as stale for long enough; and marks those that have
 * become stale. Everything is read in bulk, each deletion expects the commit that was looked at, and commits that base
 * does not contain are archived in the same push. What could not be read, and what moved, stays. A dry run takes the
 * same way up to the first push.
 * @param ledger after adoption and reconciliation; entries that wait in it are pushed first
 * @throws CoppiceError INTERRUPTED, and what reading the remote throws, before anything was done
 */
export async function prune(run: HostedRun, state: HostedState, ledger: Ledger): Promise<Pruned> {
  const telling = new PruneTelling(run, ledger);
  const around = await readAround(run, state, telling);
  const { archives } = await run.remote.look();
  const subjects = await subjectsOf(run, state, ledger, around);
  const terms = termsOf(run);
  const decided = subjects.map((subject) => ({ subject, verdict: decidePrune(subject.facts, terms) }));
  const marked = decided.flatMap(markedOf);
  const going = goingOf(run, decided.flatMap(prunedOf), archives);
  await markStale(ledger, [...marked, ...going.flatMap(unmarkedOf)]);
  for (const { subject, verdict } of decided) if (verdict.kind !== "prune") telling.verdict(subject, verdict);

  if (run.settings.dryRun) {
    for (const one of going) {
      await journalEnd(ledger, one);
      telling.gone(one, false);
    }
    return telling.told();
  }
  const delivered = await deliverNotes(run, state);
  if (delivered.kind !== "done") {
    telling.undelivered(delivered, marked, going);
    return telling.told();
  }
  for (const warning of await commentStale(run, marked)) telling.warn(warning);
  await deleteAll(run, state, going, telling);
  await clearArchives(run, archives, telling);
  return telling.told();
}

/** The forge is asked for lists, never for one branch. */
async function readAround(run: HostedRun, state: HostedState, telling: PruneTelling): Promise<Around> {
  const read = async <T>(what: string, question: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await question();
    } catch (error) {
      if (run.engine.signal.aborted || !(error instanceof CoppiceError)) throw error;
      telling.warn(`${what} could not be read, so no branch is deleted: ${error.message}`);
      return undefined;
    }
  };
  const { forge } = run;
  return {
    pulls:
      state.pulls.open === undefined
        ? undefined
        : await read("The open pull requests", () => forge.openPulls()),
    protectedBranches: await read("The protected branches", () => forge.protectedBranches()),
  };
}

function termsOf({ engine }: HostedRun): PruneTerms {
  const { maxAgeDays, graceDays, completedDelayHours } = engine.config.prune;
  return {
    now: engine.now(),
    maxAge: maxAgeDays * dayMs,
    grace: graceDays * dayMs,
    delay: completedDelayHours * hourMs,
    filters: pruneFilters,
    force: false,
    manual: false,
  };
}

const markedOf = ({ subject, verdict }: Decided): Marked[] =>
  verdict.kind === "mark" ? [{ subject, lastWork: verdict.lastWork, because: verdict.because }] : [];

const prunedOf = ({ subject, verdict }: Decided): Pick<Going, "subject" | "verdict">[] =>
  verdict.kind === "prune" ? [{ subject, verdict }] : [];

/** Without grace the mark and the end come in one run; the journal still tells both. */
function unmarkedOf({ subject, verdict }: Going): Marked[] {
  const { lastWork, record } = subject.facts;
  const isDue = verdict.reason === "stale" && record.stale === null && lastWork !== undefined;
  return isDue ? [{ subject, lastWork, because: verdict.because }] : [];
}

async function deleteAll(
  run: HostedRun,
  state: HostedState,
  going: readonly Going[],
  telling: PruneTelling,
): Promise<void> {
  const portions = portionsOf(going);
  for (const [at, portion] of portions.entries()) {
    try {
      const { ends, ledger } = await deleteBranches(run, state.baseTip, telling.ledger, portion);
      telling.ledger = ledger;
      for (const one of portion) telling.end(one, ends.get(one.subject.task.branch));
    } catch (error) {
      const problem = asCoppiceError(error, "PUSH_REJECTED", "delete branches");
      if (run.engine.signal.aborted) throw problem;
      telling.ledger = await ledgerOf(run);
      telling.lost(portions.slice(at).flat(), problem);
      return;
    }
    try {
      telling.delivered(await deliverNotes(run, state));
    } catch (error) {
      const problem = asCoppiceError(error, "PUSH_REJECTED", "push the journals");
      if (run.engine.signal.aborted) throw problem;
      telling.problem(problem);
    }
  }
}

/** Archives that have expired go, and those that this run made for branches that are still there. */
async function clearArchives(
  run: HostedRun,
  archives: ReadonlyMap<string, Oid>,
  telling: PruneTelling,
): Promise<void> {
  const oldest = run.engine.now() - run.engine.config.prune.archiveDays * dayMs;
  const expired = [...archives].filter(([ref]) => (archivedAt(ref) ?? Number.POSITIVE_INFINITY) <= oldest);
  const refs = new Map([...expired, ...telling.needless]);
  if (refs.size === 0) return;
  run.engine.report.step(`Deleting ${several(refs.size, "archive")}`);
  try {
    const { ends } = await run.remote.remove(refs);
    const left = [...ends.values()].filter(({ kind }) => kind === "refused" || kind === "moved").length;
    if (left > 0)
      telling.warn(
        `${several(left, "archive that has expired", "archives that have expired")} could not be deleted.`,
      );
  } catch (error) {
    const { message } = asCoppiceError(error, "PUSH_REJECTED", "delete archives");
    if (run.engine.signal.aborted) throw error;
    telling.warn(`Archives that have expired are still there: ${message}`);
  }
}
