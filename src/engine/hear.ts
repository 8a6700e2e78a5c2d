import { isAncestor } from "../git/history.js";
import { readRef } from "../git/refs.js";
import { remoteNotesRef } from "../journal/remote-ref.js";
import { scrubSecrets } from "../journal/scrub.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { type BranchName, branchRef, type Oid } from "../lifecycle/ids.js";
import { shellWord } from "../lifecycle/shell-word.js";
import { mainRemote } from "./base.js";
import type { Engine } from "./context.js";
import { asCoppiceError } from "./failure.js";
import { fetchRefs } from "./fetch-refs.js";
import { fetchJournals, joinFailure, joinFetched } from "./sync.js";

/** The remote-tracking ref of a branch. */
export const trackingRef = (remote: string, branch: BranchName): string => `refs/remotes/${remote}/${branch}`;

/**
 * Brings what the main remote has of a branch now: the journals, and its commits into the remote-tracking branch. What
 * is known here already is enough to go on with, so a remote that cannot be asked is a warning.
 * @returns the remote; undefined: there is none, or it could not be asked
 */
export async function hearOf(engine: Engine, branch: BranchName): Promise<string | undefined> {
  const remote = mainRemote(engine);
  if (remote === undefined) return undefined;
  engine.report.step(`asking ${remote}`);
  try {
    const there = (await fetchJournals(engine, remote, [branchRef(branch)])).get(branchRef(branch));
    await joinFetched(engine, remote);
    if (there !== undefined) await fetchBranch(engine, remote, branch, there);
    return remote;
  } catch (error) {
    if (!(error instanceof CoppiceError) || (error.code !== "FETCH_FAILED" && error.code !== "TIMEOUT"))
      throw error;
    engine.report.warn(`${error.message.replace(/\.$/, "")}: what is known here may be out of date`);
    return undefined;
  }
}

/** Joins what was fetched of the journals and not yet joined, without the network: a branch may be recorded there. */
export async function joinNews(engine: Engine): Promise<void> {
  const { repo, config, report } = engine;
  const remote = mainRemote(engine);
  if (remote === undefined) return;
  const fetched = await readRef(repo, remoteNotesRef(config.notesRef, remote));
  const ours = fetched === undefined ? undefined : await readRef(repo, config.notesRef);
  if (fetched === undefined || fetched === ours) return;
  try {
    if (ours === undefined || !(await isAncestor(repo, fetched, ours))) await joinFetched(engine, remote);
  } catch (error) {
    const why = await joinFailure(engine, remote, fetched, error);
    report.warn(asCoppiceError(why, "JOURNAL_CORRUPT", "read the journals that were fetched").message);
  }
}

async function fetchBranch(engine: Engine, remote: string, branch: BranchName, there: Oid): Promise<void> {
  const { repo, report } = engine;
  const tracking = trackingRef(remote, branch);
  if ((await readRef(repo, tracking)) === there) return;
  report.step(`fetching ${branch} from ${remote}`);
  const { code, stderr } = await fetchRefs(engine, remote, [`+${branchRef(branch)}:${tracking}`]);
  if (code === 0) return;
  throw new CoppiceError("FETCH_FAILED", `git could not fetch ${branch} from ${remote}.`, {
    details: { exitCode: code, output: scrubSecrets(stderr).slice(-16_384) },
    suggestedAction: `See whether git fetch ${shellWord(remote)} works, then run the command again.`,
  });
}
