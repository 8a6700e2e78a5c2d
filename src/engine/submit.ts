import { isAncestor } from "../git/history.js";
import { mergeTree } from "../git/merge-tree.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { LifecycleEventInput, Strategy } from "../lifecycle/events.js";
import { type BranchName, branchRef, type Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { dirtyRefusal } from "../lifecycle/refusal.js";
import { shellWord } from "../lifecycle/shell-word.js";
import { refuseOtherBranch } from "./commit.js";
import type { Engine } from "./context.js";
import { type WorktreeFacts, worktreeFacts } from "./facts.js";
import { asCoppiceError } from "./failure.js";
import { findRecord } from "./find.js";
import { readAhead } from "./merge-graph.js";
import { readBase } from "./merge-target.js";
import { journalObservation } from "./observe.js";
import { present } from "./place.js";
import { withRecord } from "./protocol.js";
import type { RecordSession } from "./session.js";
import { submitRefusal } from "./submit-refusal.js";
import { chosenRemote, fetchJournals, joinFetched, type PushEnd, pushJournals } from "./sync.js";

export interface SubmitOptions {
  /** Default: config `remote`, the branch's own, the main one. */
  readonly remote?: string;
  /** Default: config `merge.strategy`. */
  readonly strategy?: Strategy;
  /** Worktree and branch stay after the merge. Default: config `merge.keep`. */
  readonly keep?: boolean;
}

export interface Submitted {
  readonly record: WorktreeRecord;
  readonly remote: string;
  /** The commit that is to be merged. */
  readonly headOid: Oid;
  /** `unchanged`: the very same request was pending already; it is over there now in any case. */
  readonly outcome: "submitted" | "unchanged";
}

export interface Withdrawn {
  readonly record: WorktreeRecord;
  /** Null: there is none, so nobody had to be told. */
  readonly remote: string | null;
}

type Request = NonNullable<WorktreeRecord["request"]>;

/**
 * Asks for a merge over there: journals REQUEST, then pushes the task branch and the journals in one atomic push. The
 * conflict of a branch that merges cleanly by now may be submitted too; it is resolved over there.
 * Where the push fails the request is taken back, so that the record never claims what nobody heard of.
 * @throws WORKTREE_DIRTY, INVALID_STATE (nothing to merge, a state that has nothing to submit, no such remote),
 *   FETCH_FAILED (nothing is journaled then), PUSH_REJECTED, NO_WORKTREE, WORKTREE_NOT_FOUND
 */
export async function submit(
  engine: Engine,
  name: string | undefined,
  options: SubmitOptions = {},
): Promise<Submitted> {
  const { id } = await findRecord(engine, name);
  return withRecord(engine, id, "submit", async (session) => {
    const remote = chosenRemote(session.engine, options.remote, session.record.branch);
    const { head, target, cwd } = await readWork(session);
    const expected = await heardOf(session, remote, head);
    const { merge } = engine.config;
    const wanted = {
      target,
      strategy: options.strategy ?? merge.strategy,
      headOid: head,
      keep: options.keep ?? merge.keep,
    };
    const previous = session.record.request;
    const isSame = previous !== null && isSameRequest(previous, wanted);
    if (!isSame) await session.note({ type: "REQUEST", ...wanted });
    const { branch } = session.record;
    await settle(session, remote, isSame ? undefined : previous, () =>
      pushJournals(session.engine, remote, {
        refs: [{ ref: branchRef(branch), oid: head, expected }],
        ...(cwd === undefined ? {} : { cwd }),
      }),
    );
    await followRemote(session.engine, branch, remote);
    const outcome = isSame ? "unchanged" : "submitted";
    return { record: session.record, remote, headOid: head, outcome };
  });
}

/**
 * Takes a request back: journals WITHDRAW and pushes the journals. Where that fails, the request stands as before.
 * @throws INVALID_STATE when none is pending, FETCH_FAILED, PUSH_REJECTED, NO_WORKTREE
 */
export async function withdraw(
  engine: Engine,
  name: string | undefined,
  options: Pick<SubmitOptions, "remote"> = {},
): Promise<Withdrawn> {
  const { id } = await findRecord(engine, name);
  return withRecord(engine, id, "withdraw", async (session) => {
    const { branch } = session.record;
    if (options.remote === undefined && hasNoRemote(engine, branch)) {
      requestOf(session.record);
      return { record: await session.note({ type: "WITHDRAW" }), remote: null };
    }
    const remote = chosenRemote(engine, options.remote, branch);
    await fetchJournals(session.engine, remote);
    if ((await joinFetched(session.engine, remote)) !== undefined) await session.refresh();
    const previous = requestOf(session.record);
    await session.note({ type: "WITHDRAW" });
    await settle(session, remote, previous, () => pushJournals(session.engine, remote));
    return { record: session.record, remote };
  });
}

const isSameRequest = (one: Request, other: Omit<Request, "at">): boolean =>
  one.target === other.target &&
  one.strategy === other.strategy &&
  one.headOid === other.headOid &&
  one.keep === other.keep;

function requestOf({ request, branch, landed }: WorktreeRecord): Request {
  if (request !== null) return request;
  throw new CoppiceError(
    "INVALID_STATE",
    landed === null
      ? `No request to merge ${branch} is pending.`
      : `${branch} has landed in ${landed.target}.`,
    {
      details: { branch, reason: "no request" },
      suggestedAction: landed === null ? "coppice submit <worktree> makes one." : "coppice show <worktree>.",
    },
  );
}

function hasNoRemote(engine: Engine, branch: BranchName): boolean {
  try {
    chosenRemote(engine, undefined, branch);
    return false;
  } catch {
    return true;
  }
}

interface Work {
  readonly head: Oid;
  readonly target: BranchName;
  /** The task's worktree: the hooks of the push run there. */
  readonly cwd: string | undefined;
}

/** What there is to submit, with what is new journaled first. */
async function readWork(session: RecordSession): Promise<Work> {
  const { engine } = session;
  const hasDirectory = session.record.owner !== null && session.record.type === "worktree";
  const cwd = hasDirectory ? present(engine, session.record).path : undefined;
  let facts = await worktreeFacts(engine, session.record);
  if (hasDirectory) {
    const { branch } = session.record;
    await journalObservation(session, facts.status);
    if (session.record.branch !== branch) facts = await worktreeFacts(engine, session.record);
    refuseOtherBranch(session.record, facts);
  }
  const { record } = session;
  const refusal = submitRefusal(record, facts.facts, hasDirectory);
  if (refusal !== undefined) throw refusal;
  const { headOid: head } = facts.facts;
  const { base: target, branch } = record;
  if (head === undefined || target === null) {
    throw new CoppiceError("INVALID_STATE", `The branch ${branch} does not exist in this clone.`, {
      details: { branch },
    });
  }
  await readMergeable(engine, record, facts, head, target);
  return { head, target, cwd };
}

async function readMergeable(
  engine: Engine,
  record: WorktreeRecord,
  { facts }: WorktreeFacts,
  head: Oid,
  target: BranchName,
): Promise<void> {
  const { branch, status } = record;
  const { tip } = await readBase(engine, target);
  const ahead = (await readAhead(engine.repo, [head], tip)).commitsOf(head).length;
  if (ahead === 0) {
    throw new CoppiceError("INVALID_STATE", `${branch} has nothing that ${target} lacks.`, {
      details: { branch, base: target, state: status },
      suggestedAction: "Commit something in it first.",
    });
  }
  if (status !== "conflict") return;
  if ((facts.uncommitted?.total ?? 0) > 0) {
    const { code, message, details } = dirtyRefusal(
      record,
      facts.uncommitted,
      "a merge takes commits only",
      "",
    );
    throw new CoppiceError(code, message, { details: { branch, ...details } });
  }
  const merge = await mergeTree(engine.repo, { ours: tip, theirs: head, attributes: tip });
  if (merge.outcome === "clean") return;
  throw new CoppiceError("INVALID_STATE", `${branch} still conflicts with ${target}.`, {
    details: { branch, base: target, state: status },
    suggestedAction: `coppice resolve ${shellWord(branch)}, or merge ${shellWord(target)} into it; then submit again.`,
  });
}

/**
 * Brings in what other clones journaled, and decides what the branch over there may hold: nothing, a commit that this
 * one builds on, or an older state of this very branch that was rewritten since (an amend).
 */
async function heardOf(session: RecordSession, remote: string, head: Oid): Promise<{ oid: Oid | undefined }> {
  const { engine } = session;
  const ref = branchRef(session.record.branch);
  engine.report.step(`asking ${remote}`);
  const there = (await fetchJournals(engine, remote, [ref])).get(ref);
  if ((await joinFetched(engine, remote)) !== undefined) await session.refresh();
  const { record } = session;
  // Another clone may have removed it, or gone on with it, in what just came.
  const refusal = submitRefusal(record, {}, false);
  if (refusal !== undefined) throw refusal;
  if (there === undefined || there === head) return { oid: there };
  const isKnown = (await engine.repo.objects().info(there)) !== undefined;
  if (isKnown && (await isAncestor(engine.repo, there, head))) return { oid: there };
  if (isKnown && isOwnHistory(session, there)) return { oid: there };
  throw new CoppiceError(
    "PUSH_REJECTED",
    `${record.branch} was changed in ${remote} since: it has commits there that ${isKnown ? "it lacks here" : "are not known here"}.`,
    {
      details: { branch: record.branch, expectedOid: head, actualOid: there },
      suggestedAction: `In the worktree: git fetch ${shellWord(remote)} ${shellWord(record.branch)}, git merge FETCH_HEAD (or git reset to it), then coppice submit.`,
    },
  );
}

/** Whether the journal tells that a commit once was this branch's tip. */
const isOwnHistory = ({ journal }: RecordSession, oid: Oid): boolean =>
  journal.entries.some(({ entry: { event } }) => {
    if (event.type === "REQUEST") return event.headOid === oid;
    if (event.type === "HEAD") return event.oid === oid;
    return event.type === "INIT_COMPLETE" && event.sha === oid;
  });

/**
 * Pushes what was just journaled, and takes it back when that fails.
 * @param previous the request that was pending before; undefined: nothing was journaled
 */
async function settle(
  session: RecordSession,
  remote: string,
  previous: Request | null | undefined,
  push: () => Promise<PushEnd>,
): Promise<void> {
  let end: PushEnd;
  try {
    end = await push();
  } catch (error) {
    await takeBack(session, remote, previous);
    throw error;
  }
  if (end.kind === "done") {
    await session.refresh();
    return;
  }
  await takeBack(session, remote, previous);
  throw failed(session.record, remote, end);
}

async function takeBack(
  session: RecordSession,
  remote: string,
  previous: Request | null | undefined,
): Promise<void> {
  if (previous === undefined) return;
  const event: LifecycleEventInput =
    previous === null
      ? { type: "WITHDRAW", reason: "the push failed" }
      : {
          type: "REQUEST",
          target: previous.target,
          strategy: previous.strategy,
          headOid: previous.headOid,
          keep: previous.keep,
        };
  await session.note(event);
  // A remote that takes one ref without the other may have heard of it.
  const { engine } = session;
  const told = engine.signal.aborted ? undefined : await pushJournals(engine, remote).catch(asFailure);
  if (told !== undefined && told.kind !== "done") {
    engine.report.warn(`${remote} will hear of this with the next push of the journals`);
  }
}

const asFailure = (error: unknown): PushEnd => ({
  kind: "refused",
  code: -1,
  output: asCoppiceError(error, "PUSH_REJECTED", "push the journals").message,
});

function failed(
  { branch }: WorktreeRecord,
  remote: string,
  end: Exclude<PushEnd, { kind: "done" }>,
): CoppiceError {
  if (end.kind === "moved") {
    return new CoppiceError("PUSH_REJECTED", `${branch} was changed in ${remote} just now.`, {
      details: { branch, ...(end.oid === undefined ? {} : { actualOid: end.oid }) },
      suggestedAction: "coppice submit <worktree> again: it looks at what changed there.",
    });
  }
  return new CoppiceError("PUSH_REJECTED", `${remote}, or a hook here, did not take the push of ${branch}.`, {
    details: { branch, exitCode: end.code, output: end.output.slice(-16_384) },
    suggestedAction:
      "Read what git said above, mend it, then submit it again. No request is pending over there.",
  });
}

/** Gives the branch the upstream that it was pushed to, unless it has one. */
async function followRemote({ repo }: Engine, branch: BranchName, remote: string): Promise<void> {
  const key = `branch.${branch}`;
  if (repo.config.get(`${key}.merge`) !== undefined) return;
  for (const [name, value] of [
    ["remote", remote],
    ["merge", branchRef(branch)],
  ] as const) {
    await repo.git.run(repo.commonDir, ["config", `${key}.${name}`, value], { writes: repo.commonDir });
  }
}
