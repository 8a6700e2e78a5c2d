import { CoppiceError } from "../lifecycle/errors.js";
import type { Strategy } from "../lifecycle/events.js";
import { type BranchName, branchRef, type Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { findRecord } from "./find.js";
import { withRecord } from "./protocol.js";
import { type Request, settle } from "./submit-settle.js";
import { heardOf, readWork } from "./submit-work.js";
import { chosenRemote, fetchJournals, joinFetched, pushJournals } from "./sync.js";

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
