import { describe, expect, test } from "vitest";
import { decide } from "../../src/lifecycle/decide.js";
import { eventSchema } from "../../src/lifecycle/events.js";
import type { Facts } from "../../src/lifecycle/facts.js";
import {
  applied,
  branch,
  createEvent,
  elsewhere,
  entry,
  errorEvent,
  fold,
  inState,
  lives,
  mergeEvent,
  oid,
  op,
  recordId,
  recordIn,
} from "./support.js";

const changed: Facts["uncommitted"] = { files: ["a.txt", "b.txt", "c.txt", "d.txt"], total: 7 };
const mergeable: Facts = {
  uncommitted: { files: [], total: 0 },
  ahead: 1,
  operationHere: null,
  operationAtBase: null,
  unmerged: [],
  baseCheckouts: 1,
  baseDiverged: false,
};
const removable: Facts = {
  owner: true,
  insideDirectory: false,
  liveLease: null,
  gitLock: null,
  uncommitted: { files: [], total: 0 },
  reachableElsewhere: true,
};
const remove = { type: "REMOVE", op: op(9) } as const;

describe("accepted", () => {
  test("CREATE without an id yet: next record, effects and what is published", () => {
    const facts: Facts = {
      hasCommit: true,
      liveRecord: false,
      branchBlockedBy: null,
      branchExists: false,
      pathFree: true,
    };
    const decision = decide(null, null, entry(createEvent), facts);
    expect(decision).toMatchObject({
      kind: "accepted",
      next: { status: "creating", branch: "task/a" },
      effects: [{ type: "createBranch" }, { type: "createWorktree" }],
      effectsFirst: false,
      publish: [{ type: "worktree:creating" }, { type: "state:update", status: "creating" }],
    });
  });

  test("REMOVE in error: the effects come before the entry", () => {
    expect(decide(recordId, recordIn("error"), entry(remove), removable)).toMatchObject({
      kind: "accepted",
      next: { status: "removed" },
      effectsFirst: true,
      effects: [{ type: "removeWorktree" }, { type: "pruneBranch" }, { type: "cleanupDirectory" }],
    });
  });

  test("an annotation: needs no facts, in every state", () => {
    const lock = entry({ type: "LOCK" });
    expect(decide(recordId, recordIn("removed"), lock, {})).toMatchObject({
      kind: "accepted",
      next: { status: "removed" },
      effects: [],
    });
  });
});

describe("refused", () => {
  test("MERGE with uncommitted changes: WORKTREE_DIRTY, naming files and the way on", () => {
    const decision = decide(recordId, inState("dirty"), entry(mergeEvent(9)), { uncommitted: changed });
    expect(decision).toEqual({
      kind: "refused",
      code: "WORKTREE_DIRTY",
      message: "'task/a' has 7 uncommitted files: a.txt, b.txt, c.txt and 1 more; a merge takes commits only",
      details: { uncommittedFiles: ["a.txt", "b.txt", "c.txt", "d.txt"], uncommittedTotal: 7 },
      suggestedAction: "Commit or discard the changes, or give --auto-commit.",
    });
  });

  test("REMOVE with uncommitted changes: WORKTREE_DIRTY, and force archives them", () => {
    expect(decide(recordId, inState("dirty"), entry(remove), { uncommitted: changed })).toMatchObject({
      code: "WORKTREE_DIRTY",
      details: { uncommittedTotal: 7 },
      suggestedAction: "Commit or discard the changes, or give --force: they are archived.",
    });
    const forced = entry({ ...remove, force: true });
    const facts: Facts = { ...removable, uncommitted: changed, operationHere: null, unmerged: [] };
    expect(decide(recordId, inState("dirty"), forced, facts)).toMatchObject({
      kind: "accepted",
      effects: [{ type: "archive", scope: "forced" }, {}, {}, {}],
    });
    const pending: Facts = { ...facts, operationHere: "rebase" };
    expect(decide(recordId, inState("dirty"), forced, pending)).toMatchObject({ code: "WORKTREE_DIRTY" });
    expect(decide(recordId, inState("dirty"), forced, { ...pending, forceLevel: 2 }).kind).toBe("accepted");
  });

  test("REMOVE of what is dirty or in conflict, and held besides: both are named, and the force that lifts both", () => {
    const lease = { until: "2026-01-01T12:00:00.000Z", holder: "agent" };
    const said = (state: "dirty" | "conflict", facts: Facts) => {
      const decision = decide(recordId, inState(state), entry(remove), { uncommitted: changed, ...facts });
      return decision.kind === "refused" ? [decision.message, decision.suggestedAction] : [];
    };
    expect(said("dirty", { liveLease: lease, gitLock: { reason: "coppice lease: agent" } })).toEqual([
      expect.stringMatching(/would be lost with it. It is also in use by agent$/),
      "Commit or discard the changes, then wait until the process that uses it has ended; or give --force twice: they are archived.",
    ]);
    expect(said("dirty", { liveLease: null, gitLock: { reason: "mine" } })).toEqual([
      expect.stringMatching(/would be lost with it. It is also locked: mine$/),
      "Commit or discard the changes, then coppice unlock task/a; or give --force twice: they are archived.",
    ]);
    expect(said("conflict", { liveLease: lease, gitLock: null })).toEqual([
      expect.stringMatching(/which needs --force.* It is also in use by agent$/),
      "coppice abort task/a first, then wait until the process that uses it has ended; or give --force twice.",
    ]);
  });

  test("REMOVE of commits that exist nowhere else: WORKTREE_DIRTY with that reason; force archives them", () => {
    const facts: Facts = { ...removable, reachableElsewhere: false };
    expect(decide(recordId, inState("active"), entry(remove), facts)).toMatchObject({
      code: "WORKTREE_DIRTY",
      details: { reason: "commits that exist nowhere else" },
    });
    const forced = entry({ ...remove, force: true });
    expect(decide(recordId, inState("active"), forced, facts)).toMatchObject({
      kind: "accepted",
      effects: [{ type: "archive", scope: "forced" }, {}, {}, {}],
    });
  });

  test("REMOVE in conflict without force: INVALID_STATE, and abort is offered", () => {
    expect(decide(recordId, inState("conflict"), entry(remove), removable)).toMatchObject({
      code: "INVALID_STATE",
      details: { state: "conflict", event: "REMOVE" },
      suggestedAction: expect.stringMatching(/^coppice abort \S+ first, or give --force\.$/),
    });
  });

  test("COMMIT, RETRY and ABORT_MERGE where there is nothing for them: INVALID_STATE that says so", () => {
    const why = [
      { type: "COMMIT", op: op(9), message: "Work" },
      { type: "RETRY", op: op(9), operation: "merge", run: true },
      { type: "ABORT_MERGE" },
    ].map((event) => {
      const decision = decide(recordId, inState("active"), entry(eventSchema.parse(event)), {});
      return decision.kind === "refused"
        ? [/, and (.*);/.exec(decision.message)?.[1], decision.suggestedAction]
        : decision.kind;
    });
    expect(why).toEqual([
      ["there is nothing to commit", "Change something in its worktree first."],
      ["nothing has failed", "Nothing needs to be done."],
      ["there is no merge to give up", "Nothing needs to be done."],
    ]);
  });

  test("REMOVE from inside: INVALID_STATE, and how to do it", () => {
    expect(
      decide(recordId, inState("active"), entry(remove), { ...removable, insideDirectory: true }),
    ).toMatchObject({
      code: "INVALID_STATE",
      suggestedAction: "Leave it first: cd to the main worktree, then coppice remove task/a.",
    });
  });

  test("a lease: WORKTREE_IN_USE, with its holder", () => {
    const liveLease = { until: "2026-01-31T13:00:00.000Z", holder: "Bo" };
    expect(decide(recordId, inState("active"), entry(remove), { ...removable, liveLease })).toMatchObject({
      code: "WORKTREE_IN_USE",
      message: "'task/a' is in use by Bo",
      details: { lease: liveLease },
    });
  });

  test("CREATE below a branch of the same name: names the branch in the way", () => {
    const facts: Facts = { hasCommit: true, liveRecord: false, branchBlockedBy: branch("task") };
    expect(decide(null, null, entry(createEvent), facts)).toMatchObject({
      code: "BRANCH_EXISTS",
      details: { branch: "task/a", blockedBy: "task" },
    });
  });

  test("a merge while a request is pending: INVALID_STATE; CI, which answers it, may", () => {
    const request = { type: "REQUEST", target: branch("main"), headOid: oid(2) } as const;
    const { record } = applied(inState("active"), request);
    const decision = decide(recordId, record, entry(mergeEvent(9)), mergeable);
    expect(decision).toMatchObject({ kind: "refused", code: "INVALID_STATE" });
    const ci = entry(mergeEvent(9), { door: "action", clone: elsewhere });
    expect(decide(recordId, record, ci, mergeable).kind).toBe("accepted");
  });

  test("a merge where base is in the middle of something: names the operation", () => {
    const facts: Facts = { ...mergeable, operationAtBase: "bisect" };
    expect(decide(recordId, inState("active"), entry(mergeEvent(9)), facts)).toMatchObject({
      code: "INVALID_STATE",
      message: "a bisect is in progress where 'main' is checked out",
      details: { operation: "bisect", base: "main" },
    });
  });

  test("a status that could not be read: GIT_FAILED, clean is never assumed", () => {
    const { uncommitted: _, ...facts } = mergeable;
    expect(decide(recordId, inState("active"), entry(mergeEvent(9)), facts)).toMatchObject({
      code: "GIT_FAILED",
      message: "'task/a': Coppice could not find out whether the worktree is clean, and does not guess",
    });
  });

  test("another operation's completion: INVALID_STATE, saying so", () => {
    const late = entry({ type: "INIT_COMPLETE", op: op("f") });
    const decision = decide(recordId, inState("merging"), late, {});
    expect(decision).toMatchObject({ code: "INVALID_STATE", details: { state: "merging" } });
    expect(decision.kind === "refused" && decision.message).toContain("another one");
    const over = decide(recordId, inState("active"), entry(errorEvent(1, "init")), {});
    expect(over.kind === "refused" && over.message).toContain("is over");
  });

  test("RETRY of what did not fail, or cannot be retried: INVALID_STATE", () => {
    const retry = { type: "RETRY", op: op(9), operation: "commit" } as const;
    const wrong = decide(recordId, inState("error"), entry(retry), {});
    expect(wrong).toMatchObject({
      suggestedAction:
        "coppice retry task/a, coppice retry task/a --no-run to mend something there first, or coppice remove task/a.",
    });
    expect(wrong.kind === "refused" && wrong.message).toContain("what failed is merge");
    const init = fold([...lives.initializing, errorEvent(1, "init")]);
    const halfway = decide(recordId, init, entry({ ...retry, operation: "init", run: false }), {});
    expect(halfway).toMatchObject({ message: expect.stringContaining("init, which can only be run again") });
    const fatal = fold([...lives.merging, errorEvent(3, "merge", { recoverable: false })]);
    expect(decide(recordId, fatal, entry({ ...retry, operation: "merge" }), {})).toMatchObject({
      code: "INVALID_STATE",
      message: "what failed in 'task/a' cannot be retried: it failed",
    });
  });

  test("anything in removed: INVALID_STATE, nothing is valid any more", () => {
    const decision = decide(recordId, inState("removed"), entry(remove), removable);
    expect(decision).toMatchObject({ code: "INVALID_STATE", details: { validEvents: [] } });
    expect(decision.kind === "refused" && decision.message).toContain("nothing is valid there any more");
  });
});
