import { setTimeout as sleep } from "node:timers/promises";
import { isOid, parseOid } from "../git/oid.js";
import { readRef } from "../git/refs.js";
import { remoteNotesRef } from "../journal/remote-ref.js";
import { scrubSecrets } from "../journal/scrub.js";
import type { Joined } from "../journal/sync.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import { several } from "../lifecycle/refusal.js";
import { shellWord } from "../lifecycle/shell-word.js";
import { mainRemote, remotes } from "./base.js";
import type { Engine } from "./context.js";
import { fetchRefs } from "./fetch-refs.js";
import { holdJoined } from "./hold-joined.js";
import { syncManaged } from "./managed.js";
import { lacksAtomic, type PushedRef, type PushResult, pushRefs } from "./push.js";
import { remoteDirectory } from "./remote-directory.js";

/** How long the remote may take to tell or send something, in milliseconds. */
const fetchTimeoutMs = 120_000;
/** How often a push is tried while others keep moving the notes ref over there. */
const attempts = 8;
const shortestPauseMs = 50;

/**
 * The remote to exchange journals with: the one that was asked for, else the config's, the branch's, the main one.
 * @throws INVALID_STATE when there is none, or none of that name
 */
export function chosenRemote(engine: Engine, wanted: string | undefined, branch?: string): string {
  const { repo, config } = engine;
  const known = remotes(repo);
  const ofBranch = branch === undefined ? undefined : repo.config.get(`branch.${branch}.remote`);
  const named = wanted ?? config.remote ?? (known.includes(ofBranch ?? "") ? ofBranch : mainRemote(engine));
  if (named !== undefined && known.includes(named)) return named;
  throw new CoppiceError(
    "INVALID_STATE",
    named === undefined
      ? known.length === 0
        ? "There is no remote."
        : "There are several remotes, and none of them is the main one."
      : `There is no remote named ${JSON.stringify(scrubSecrets(named))}.`,
    {
      details: { reason: "no remote" },
      suggestedAction:
        known.length === 0
          ? "Add one: git remote add origin <url>."
          : `Name one with --remote: ${known.map(shellWord).join(", ")}.`,
    },
  );
}

/**
 * What refs of a remote hold now, by their full names; one that does not exist is left out.
 * @throws FETCH_FAILED
 */
export async function readRemote(
  engine: Engine,
  remote: string,
  refs: readonly string[],
): Promise<ReadonlyMap<string, Oid>> {
  const { repo, signal } = engine;
  const args = ["ls-remote", "--refs", "--end-of-options", remote, ...refs];
  const { code, stdout, stderr } = await repo.git.run(remoteDirectory(engine, remote, repo.commonDir), args, {
    codes: "any",
    timeoutMs: fetchTimeoutMs,
    signal,
  });
  if (code !== 0) throw notReached(remote, code, stderr);
  const found = new Map<string, Oid>();
  for (const line of stdout.toString("utf8").split("\n")) {
    const [oid = "", name = ""] = line.split("\t");
    // A pattern matches the ends of other names too.
    if (isOid(oid) && refs.includes(name)) found.set(name, parseOid(oid));
  }
  return found;
}

/**
 * Fetches a remote's notes ref beside ours, never over it. A remote without the ref is an empty journal.
 * @param also refs that are to be told too: the remote is asked once
 * @returns what the remote's refs hold
 * @throws FETCH_FAILED
 */
export async function fetchJournals(
  engine: Engine,
  remote: string,
  also: readonly string[] = [],
  triesLeft = attempts,
): Promise<ReadonlyMap<string, Oid>> {
  const { repo, config } = engine;
  const { notesRef } = config;
  const found = await readRemote(engine, remote, [notesRef, ...also]);
  const tracking = remoteNotesRef(notesRef, remote);
  const there = found.get(notesRef);
  const before = await readRef(repo, tracking);
  if (there === undefined || there === before) return found;
  const { code, stderr } = await fetchRefs(engine, remote, [`+${notesRef}:${tracking}`], {
    // A clone without blobs would fetch each journal by itself.
    options: isPartial(engine, remote) ? ["--no-filter"] : [],
    timeoutMs: fetchTimeoutMs,
  });
  if (code === 0) return found;
  // Another process of this clone fetched at the same moment: git lets one of them have the ref, and fails the other.
  if (triesLeft > 1 && (await readRef(repo, tracking)) !== before) {
    return fetchJournals(engine, remote, also, triesLeft - 1);
  }
  throw notReached(remote, code, stderr);
}

const isPartial = ({ repo }: Engine, remote: string): boolean =>
  repo.config.bool(`remote.${remote}.promisor`) === true ||
  repo.config.get(`remote.${remote}.partialCloneFilter`) !== undefined;

/**
 * Joins what was last fetched of a remote's journals, without the network. What does not fit the limits stays out, with
 * a warning.
 * @returns undefined when nothing was ever fetched
 * @throws GIT_FAILED, TIMEOUT, JOURNAL_CORRUPT and the system group
 */
export async function joinFetched(engine: Engine, remote: string): Promise<Joined | undefined> {
  const fetched = await readRef(engine.repo, remoteNotesRef(engine.config.notesRef, remote));
  if (fetched === undefined) return undefined;
  const joined = await engine.journal.join(fetched).catch(async (error: unknown) => {
    throw await joinFailure(engine, remote, fetched, error);
  });
  for (const { id, reason } of joined.keptOut.slice(0, 3)) {
    engine.report.warn(`The note ${id.slice(0, 12)} of ${remote} was not taken in whole: ${reason}`);
  }
  if (joined.keptOut.length > 3) {
    engine.report.warn(
      `${several(joined.keptOut.length - 3, "more note")} of ${remote} were not taken in whole`,
    );
  }
  if (joined.outcome !== "current") {
    await syncManaged(engine);
    await holdJoined(engine);
  }
  return joined;
}

/** Whoever may push can let the ref name anything: git's word for that would tell nobody where to look. */
export async function joinFailure(
  { repo, config }: Engine,
  remote: string,
  fetched: Oid,
  error: unknown,
): Promise<unknown> {
  if ((await repo.objects().resolve(`${fetched}^{commit}`)) !== undefined) return error;
  return new CoppiceError("JOURNAL_CORRUPT", `${config.notesRef} of ${remote} names no commit.`, {
    details: { reason: "it names no commit" },
    suggestedAction: `See who moved it; git push --force-with-lease=${config.notesRef}:${fetched} ${shellWord(remote)} ${config.notesRef} puts there what this clone has.`,
  });
}

/** How a push of journals ended. */
export type PushEnd =
  | { readonly kind: "done" }
  /** A ref beside the notes is over there not what was expected. */
  | { readonly kind: "moved"; readonly ref: string; readonly oid: Oid | undefined }
  | { readonly kind: "refused"; readonly code: number; readonly output: string };

export interface JournalPushOptions {
  /** Pushed together with the notes, all or none; where the remote cannot do that, after them. */
  readonly refs?: readonly PushedRef[];
  /** Where the repository's hooks run. */
  readonly cwd?: string;
}

/**
 * Pushes the journals without force, and other refs with them. Where the notes moved over there, theirs are joined and
 * the push is made again, a bounded number of times. What a failed push means is read from the refs: the messages for
 * a lost race vary.
 * @throws FETCH_FAILED when the remote cannot be asked, and what joining throws
 */
export async function pushJournals(
  engine: Engine,
  remote: string,
  options: JournalPushOptions = {},
): Promise<PushEnd> {
  const { repo, config } = engine;
  let refs = options.refs ?? [];
  const where = options.cwd === undefined ? {} : { cwd: options.cwd };
  for (let attempt = 1; ; attempt += 1) {
    await engine.journal.flush();
    const tip = await readRef(repo, config.notesRef);
    const all = [...refs, ...(tip === undefined ? [] : [{ ref: config.notesRef, oid: tip }])];
    if (all.length === 0) return { kind: "done" };
    const before = await readRef(repo, remoteNotesRef(config.notesRef, remote));
    const result = await pushRefs(engine, remote, all, { atomic: all.length > 1, ...where });
    if (result.code === 0) return { kind: "done" };
    if (result.disk !== undefined) throw result.disk;
    const there = await fetchJournals(
      engine,
      remote,
      refs.map(({ ref }) => ref),
    );
    if (all.every(({ ref, oid }) => there.get(ref) === oid)) return { kind: "done" };
    // Of several places that are pushed to, one may have taken it.
    refs = refs.map((one) => (there.get(one.ref) === one.oid ? { ...one, expected: { oid: one.oid } } : one));
    const moved = refs.find(({ ref, expected }) => expected && there.get(ref) !== expected.oid);
    if (moved !== undefined) return { kind: "moved", ref: moved.ref, oid: there.get(moved.ref) };
    // What came may be an older state of ours: another process of this clone was faster by a moment.
    const isNews = there.get(config.notesRef) !== before;
    const joined = await joinFetched(engine, remote);
    if (!isNews && (joined === undefined || joined.outcome === "current")) {
      // Another process of this clone may have fetched and joined it, after we had read what to push.
      if ((await readRef(repo, config.notesRef)) === tip)
        return unmoved(engine, remote, options, all, result);
    }
    if (attempt === attempts) return refusedBy(result);
    await sleep(shortestPauseMs * 2 ** attempt * (0.5 + Math.random()));
  }
}

/** The remote could be asked, and nothing over there moved: it, or a hook here, does not take the push. */
async function unmoved(
  engine: Engine,
  remote: string,
  options: JournalPushOptions,
  all: readonly PushedRef[],
  result: PushResult,
): Promise<PushEnd> {
  const { refs = [], cwd } = options;
  if (result.answered || refs.length === 0 || !(await lacksAtomic(engine, remote, all))) {
    return refusedBy(result);
  }
  // The journals first: whatever the branch's arrival starts over there has to find them.
  const where = cwd === undefined ? {} : { cwd };
  const first = await pushJournals(engine, remote, where);
  if (first.kind !== "done") return first;
  const second = await pushRefs(engine, remote, refs, where);
  if (second.disk !== undefined) throw second.disk;
  return second.code === 0 ? { kind: "done" } : refusedBy(second);
}

const refusedBy = ({ code, output }: PushResult): PushEnd => ({ kind: "refused", code, output });

const notReached = (remote: string, code: number, stderr: string): CoppiceError =>
  new CoppiceError("FETCH_FAILED", `${remote} could not be read (offline?); nothing was changed there.`, {
    details: { exitCode: code, output: scrubSecrets(stderr).slice(-16_384), step: "git ls-remote" },
  });
