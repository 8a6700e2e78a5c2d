import { isAncestor } from "../git/history.js";
import { mergeTree } from "../git/merge-tree.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { type BranchName, branchRef, type Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { dirtyRefusal } from "../lifecycle/refusal.js";
import { shellWord } from "../lifecycle/shell-word.js";
import { refuseOtherBranch } from "./commit.js";
import type { Engine } from "./context.js";
import { type WorktreeFacts, worktreeFacts } from "./facts.js";
import { readAhead } from "./merge-graph.js";
import { readBase } from "./merge-target.js";
import { journalObservation } from "./observe.js";
import { present } from "./place.js";
import type { RecordSession } from "./session.js";
import { submitRefusal } from "./submit-refusal.js";
import { fetchJournals, joinFetched } from "./sync.js";

/** What there is to submit. */
interface Work {
  readonly head: Oid;
  readonly target: BranchName;
  /** The task's worktree: the hooks of the push run there. */
  readonly cwd: string | undefined;
}

/** What there is to submit, with what is new journaled first. */
export async function readWork(session: RecordSession): Promise<Work> {
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
export async function heardOf(
  session: RecordSession,
  remote: string,
  head: Oid,
): Promise<{ oid: Oid | undefined }> {
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
