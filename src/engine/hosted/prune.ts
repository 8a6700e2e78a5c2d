import { CoppiceError } from "../../lifecycle/errors.js";
import type { Oid } from "../../lifecycle/ids.js";
import { decidePrune, type PruneTerms, type PruneVerdict, pruneFilters } from "../../lifecycle/prune.js";
import { several } from "../../lifecycle/refusal.js";
import { archivedAt } from "../archive.js";
import { asCoppiceError } from "../failure.js";
import type { Ledger } from "./ledger.js";
import type { HostedRun, HostedState } from "./model.js";
import {
  type Deleted,
  deleteBranches,
  type Going,
  goingOf,
  journalEnd,
  journalEnds,
  portionsOf,
} from "./prune-delete.js";
import { type Around, type Subject, subjectsOf } from "./prune-facts.js";
import { commentStale, type Marked, markStale } from "./prune-stale.js";
import { type Pruned, PruneTelling } from "./prune-told.js";
import { deliverNotes, isOvertaken, ledgerOf, publish } from "./publish.js";
import type { Look } from "./state.js";

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
 * @param insist false: where others write the journals or move base meanwhile, it ends there, to be planned anew
 * @throws CoppiceError INTERRUPTED, and what reading the remote throws, before anything was done
 */
export async function prune(
  run: HostedRun,
  { state, ledger }: Look,
  { insist }: { readonly insist: boolean },
): Promise<Pruned> {
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
  const delivered = insist
    ? await deliverNotes(run, state)
    : await publish(run, state, { tip: state.baseTip, watched: new Map() });
  if (!insist && isOvertaken(run, delivered)) return overtakenAtOnce;
  if (delivered.kind !== "done") {
    telling.undelivered(delivered, marked, going);
    return telling.told();
  }
  for (const warning of await commentStale(run, marked)) telling.warn(warning);
  await deleteAll(run, state, going, { telling, insist });
  await clearArchives(run, archives, telling);
  return telling.told();
}

const overtakenAtOnce: Pruned = { rows: [], warnings: [], problems: [], overtaken: "before" };

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
  { telling, insist }: { readonly telling: PruneTelling; readonly insist: boolean },
): Promise<void> {
  const portions = portionsOf(going);
  for (const [at, portion] of portions.entries()) {
    let deleted: Deleted | undefined;
    try {
      deleted = await deleteBranches(run, state, telling.ledger, portion, insist);
      telling.ledger = deleted?.ledger ?? (await ledgerOf(run));
      telling.overtaken = deleted === undefined ? "between" : undefined;
      if (deleted === undefined) return;
      for (const one of portion) telling.end(one, deleted.ends.get(one.subject.task.branch));
    } catch (error) {
      const problem = asCoppiceError(error, "PUSH_REJECTED", "delete branches");
      if (run.engine.signal.aborted) throw problem;
      telling.ledger = await ledgerOf(run);
      telling.lost(portions.slice(at).flat(), problem);
      return;
    }
    try {
      const { ends } = deleted;
      const again = async (ledger: Ledger): Promise<void> => {
        telling.ledger = ledger;
        await journalEnds(ledger, portion, ends);
      };
      telling.delivered(await deliverNotes(run, state, again));
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
