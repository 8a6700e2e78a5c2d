import { readRef } from "../git/refs.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { BranchName, RecordId } from "../lifecycle/ids.js";
import { cleanUpLanded } from "./clean-up.js";
import type { Engine } from "./context.js";
import { live } from "./find.js";
import { readTarget } from "./merge-target.js";
import { isHere } from "./observe.js";
import { chosenRemote, fetchJournals, joinFetched, pushJournals } from "./sync.js";

export interface SyncOptions {
  /** Default: the config's, the main one. */
  readonly remote?: string;
}

export interface Synced {
  readonly remote: string;
  /** Journals of the remote brought something that was not here. */
  readonly received: boolean;
  /** The remote now has something that it had not. */
  readonly sent: boolean;
  /** Worktrees of this clone that were removed, because their work has landed. */
  readonly cleanedUp: readonly BranchName[];
}

/**
 * Exchanges journals with a remote: takes its entries in, sends ours, and cleans up worktrees of this clone whose work
 * has landed over there, where `cleanup.onPull` allows it.
 * @throws INVALID_STATE when there is no such remote, FETCH_FAILED, PUSH_REJECTED; what was received stays
 */
export async function sync(engine: Engine, options: SyncOptions = {}): Promise<Synced> {
  const { repo, config, report } = engine;
  const remote = chosenRemote(engine, options.remote);
  report.step(`asking ${remote}`);
  const there = (await fetchJournals(engine, remote)).get(config.notesRef);
  const joined = there === undefined ? undefined : await joinFetched(engine, remote);
  const cleanedUp = await cleanUp(engine);
  await engine.journal.flush();
  const sent = (await readRef(repo, config.notesRef)) !== there;
  if (sent) {
    report.step(`sending journals to ${remote}`);
    const end = await pushJournals(engine, remote);
    if (end.kind !== "done") throw refused(remote, end.kind === "refused" ? end : undefined);
  }
  return { remote, received: joined !== undefined && joined.outcome !== "current", sent, cleanedUp };
}

/** Whether base's upstream has what is said to have landed decides what may go: it is asked first. */
async function cleanUp(engine: Engine): Promise<BranchName[]> {
  if (!engine.config.cleanup.onPull) return [];
  const landed = await landedHere(engine);
  if (landed.size === 0) return [];
  for (const base of new Set(landed.values())) await fetchBase(engine, base);
  await cleanUpLanded(engine);
  const records = await engine.journal.records();
  return [...landed.keys()].flatMap((id) => {
    const record = records.get(id);
    return record?.status === "removed" ? [record.branch] : [];
  });
}

async function landedHere(engine: Engine): Promise<ReadonlyMap<RecordId, BranchName>> {
  const found = new Map<RecordId, BranchName>();
  for (const record of live((await engine.journal.records()).values())) {
    if (record.landed !== null && isHere(engine, record)) found.set(record.id, record.landed.target);
  }
  return found;
}

async function fetchBase(engine: Engine, base: BranchName): Promise<void> {
  try {
    await readTarget(engine, base, { fetch: true });
  } catch (error) {
    // A base that is gone proves nothing, and the worktree is kept.
    if (!(error instanceof CoppiceError && error.code === "INVALID_STATE")) throw error;
  }
}

const refused = (
  remote: string,
  end: { readonly code: number; readonly output: string } | undefined,
): CoppiceError =>
  new CoppiceError("PUSH_REJECTED", `${remote}, or a hook here, did not take the journals.`, {
    details: end === undefined ? {} : { exitCode: end.code, output: end.output.slice(-16_384) },
    suggestedAction:
      "What was received is here. Read what git said above, mend it, then run coppice sync again.",
  });
