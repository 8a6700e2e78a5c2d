import { describe, expect, test } from "vitest";
import { decide } from "../../src/lifecycle/decide.js";
import { errorDetailsSchema } from "../../src/lifecycle/error-schemas.js";
import type { ErrorCode } from "../../src/lifecycle/errors.js";
import { eventSchema, isTransition, type LifecycleEventInput } from "../../src/lifecycle/events.js";
import type { Facts } from "../../src/lifecycle/facts.js";
import { type GuardName, guardHolds, guards, hasConflicts } from "../../src/lifecycle/guards.js";
import { transitions } from "../../src/lifecycle/machine.js";
import type { WorktreeRecord } from "../../src/lifecycle/record.js";
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

type How = Parameters<typeof entry>[1];

interface Truth {
  readonly guard: GuardName;
  readonly record: WorktreeRecord | null;
  readonly event: LifecycleEventInput;
  readonly how?: How;
  /** Facts with which it holds. */
  readonly facts: Facts;
  /** One fact changed: it fails, with this code. */
  readonly fails: readonly (readonly [Facts, ErrorCode])[];
  /** One fact changed: it holds still. */
  readonly holds?: readonly Facts[];
}

const holds = ({ guard, record, event, how }: Truth, facts: Facts): boolean => {
  const { event: parsed, by } = entry(event, how);
  return isTransition(parsed) && guardHolds(guard, { record, event: parsed, by, facts });
};

const remove = { type: "REMOVE", op: op(9) } as const;
const resolve = { type: "RESOLVE_CONFLICT", op: op(9), resolution: "manual", headOid: oid(2) } as const;
const changed = { files: ["a.txt"], total: 1 };
const clean = { files: [], total: 0 };
const removable: Facts = {
  owner: true,
  insideDirectory: false,
  liveLease: null,
  gitLock: null,
  directoryExists: true,
  uncommitted: clean,
  branchExists: true,
  headOid: oid(1),
  reachableElsewhere: true,
};
const withLock = (record: WorktreeRecord) => applied(record, { type: "LOCK", reason: "mine" }).record;

const truths: readonly Truth[] = [
  {
    guard: "canCreate",
    record: null,
    event: createEvent,
    facts: {
      hasCommit: true,
      liveRecord: false,
      branchBlockedBy: null,
      branchExists: false,
      pathFree: true,
    },
    fails: [
      [{ hasCommit: false }, "NOT_A_REPO"],
      [{ liveRecord: true }, "WORKTREE_EXISTS"],
      [{ branchBlockedBy: branch("task") }, "BRANCH_EXISTS"],
      [{ branchExists: true }, "BRANCH_EXISTS"],
      [{ branchExists: true, adopt: true, branchCheckedOutAt: "main worktree" }, "BRANCH_CHECKED_OUT"],
      [{ pathFree: false }, "PATH_EXISTS"],
    ],
    holds: [
      { branchExists: true, adopt: true, branchCheckedOutAt: null },
      // A worktree made with plain git is taken as it stands.
      { branchExists: true, adopt: true, listed: true, branchCheckedOutAt: "there", pathFree: false },
    ],
  },
  {
    guard: "canInitialize",
    record: inState("creating"),
    event: { type: "INIT_COMPLETE", op: op(1) },
    facts: { directoryExists: true, listed: true },
    fails: [
      [{ directoryExists: false }, "WORKTREE_CREATION_FAILED"],
      [{ listed: false }, "WORKTREE_CREATION_FAILED"],
    ],
  },
  {
    guard: "canMerge",
    record: inState("active"),
    event: mergeEvent(9),
    facts: {
      uncommitted: clean,
      ahead: 2,
      operationHere: null,
      operationAtBase: null,
      unmerged: [],
      baseCheckouts: 1,
      baseDiverged: false,
    },
    fails: [
      [{ uncommitted: changed }, "WORKTREE_DIRTY"],
      [{ ahead: 0 }, "INVALID_STATE"],
      [{ operationHere: "rebase" }, "INVALID_STATE"],
      [{ operationAtBase: "cherry-pick" }, "INVALID_STATE"],
      [{ unmerged: ["a.txt"] }, "INVALID_STATE"],
      [{ baseCheckouts: 2 }, "BRANCH_CHECKED_OUT"],
      [{ baseDiverged: true }, "BASE_DIVERGED"],
    ],
    holds: [{ baseCheckouts: 0 }],
  },
  {
    guard: "canMerge",
    record: inState("active"),
    event: mergeEvent(9),
    how: { door: "action", clone: elsewhere },
    facts: { ahead: 1, operationAtBase: null, baseCheckouts: 0, baseDiverged: false },
    fails: [[{ ahead: 0 }, "INVALID_STATE"]],
    // CI merges what was pushed, whatever the directory looks like.
    holds: [{ uncommitted: changed }],
  },
  {
    guard: "canStopSetup",
    record: inState("initializing"),
    event: remove,
    facts: { owner: true, insideDirectory: false, liveLease: null, gitLock: null },
    fails: [
      [{ owner: false }, "INVALID_STATE"],
      [{ insideDirectory: true }, "INVALID_STATE"],
      [{ gitLock: { reason: null } }, "WORKTREE_LOCKED"],
    ],
    holds: [{ gitLock: { reason: null }, forceLevel: 2 }],
  },
  {
    guard: "canRemove",
    record: inState("active"),
    event: remove,
    facts: removable,
    fails: [
      [{ owner: false }, "INVALID_STATE"],
      [{ insideDirectory: true }, "INVALID_STATE"],
      [{ liveLease: { until: "2026-01-31T13:00:00.000Z", holder: "Ada" } }, "WORKTREE_IN_USE"],
      [{ gitLock: { reason: "mine" } }, "WORKTREE_LOCKED"],
      [{ gitLock: { reason: "mine" }, forceLevel: 1 }, "WORKTREE_LOCKED"],
      [{ uncommitted: changed }, "WORKTREE_DIRTY"],
      [{ reachableElsewhere: false }, "WORKTREE_DIRTY"],
    ],
    holds: [
      { gitLock: { reason: "mine" }, forceLevel: 2 },
      { liveLease: { until: "2026-01-31T13:00:00.000Z", holder: "Ada" }, forceLevel: 2 },
      // What is not there cannot be lost.
      { directoryExists: false, uncommitted: changed },
      { branchExists: false, reachableElsewhere: false },
    ],
  },
  {
    guard: "canRemove",
    record: inState("dirty"),
    event: { ...remove, force: true, discard: true },
    facts: { ...removable, uncommitted: changed, reachableElsewhere: false, forceLevel: 1 },
    fails: [[{ gitLock: { reason: null } }, "WORKTREE_LOCKED"]],
    holds: [{ uncommitted: clean }],
  },
  {
    guard: "canRemove",
    record: inState("active"),
    event: { ...remove, force: true },
    facts: { ...removable, forceLevel: 1 },
    // What is given up is archived, unless it could not be restored.
    fails: [[{ uncommitted: changed, operationHere: "merge", unmerged: ["a.txt"] }, "WORKTREE_DIRTY"]],
    holds: [
      { uncommitted: changed, operationHere: null, unmerged: [] },
      { reachableElsewhere: false },
      { uncommitted: changed, operationHere: "merge", unmerged: ["a.txt"], forceLevel: 2 },
    ],
  },
  {
    guard: "canRemove",
    record: fold([...lives.active, mergeEvent(3, { keep: true }), { type: "INIT_COMPLETE", op: op(3) }]),
    event: remove,
    facts: { ...removable, headOid: oid(2), reachableElsewhere: false },
    // It landed at this very tip; newer commits are not landed.
    fails: [[{ headOid: oid(3) }, "WORKTREE_DIRTY"]],
  },
  {
    guard: "canRemove",
    record: inState("active"),
    event: { ...remove, pruneBranch: false },
    facts: { ...removable, reachableElsewhere: false },
    fails: [[{ uncommitted: changed }, "WORKTREE_DIRTY"]],
  },
  {
    guard: "canPrune",
    record: inState("active"),
    event: { type: "PRUNE", op: op(9), reason: "stale" },
    facts: { ...removable, reachableElsewhere: false, stale: true, neverPruned: null },
    fails: [
      [{ stale: false }, "INVALID_STATE"],
      [{ neverPruned: "an open PR" }, "INVALID_STATE"],
      [{ uncommitted: changed }, "WORKTREE_DIRTY"],
      [{ gitLock: { reason: null } }, "WORKTREE_LOCKED"],
      [{ owner: false }, "INVALID_STATE"],
    ],
    holds: [
      { stale: false, orphaned: true },
      { stale: false, completed: true },
    ],
  },
  {
    guard: "isDirty",
    record: inState("active"),
    event: { type: "MODIFY", filesChanged: ["a.txt"], total: 1 },
    facts: { uncommitted: changed },
    fails: [[{ uncommitted: clean }, "INVALID_STATE"]],
  },
  {
    guard: "isClean",
    record: inState("dirty"),
    event: { type: "DISCARD" },
    facts: { uncommitted: clean },
    fails: [[{ uncommitted: changed }, "WORKTREE_DIRTY"]],
  },
  {
    guard: "canCommit",
    record: inState("dirty"),
    event: { type: "COMMIT", op: op(9), message: "Say why" },
    facts: { uncommitted: changed, unmerged: [], markers: [] },
    fails: [
      [{ uncommitted: clean }, "INVALID_STATE"],
      [{ unmerged: ["a.txt"] }, "INVALID_STATE"],
      [{ markers: ["a.txt"] }, "INVALID_STATE"],
    ],
  },
  {
    guard: "canResolveConflict",
    record: inState("conflict"),
    event: resolve,
    facts: { unmerged: [], markers: [], conflictsNow: [] },
    fails: [
      [{ unmerged: ["a.txt"] }, "CONFLICT_RESOLUTION_FAILED"],
      [{ markers: ["a.txt"] }, "CONFLICT_RESOLUTION_FAILED"],
      [{ conflictsNow: ["a.txt"] }, "CONFLICT_RESOLUTION_FAILED"],
    ],
  },
  {
    guard: "canResolveConflict",
    record: inState("conflict"),
    event: { ...resolve, resolution: "ours", files: ["a.txt"] },
    facts: { conflictsNow: ["a.txt", "b.txt"] },
    fails: [[{ conflictsNow: ["b.txt"] }, "CONFLICT_RESOLUTION_FAILED"]],
  },
  {
    guard: "canRetry",
    record: fold([
      ...lives.active,
      errorEvent(8, "observe", { code: "WORKTREE_NOT_FOUND", recoverable: false }),
    ]),
    event: { type: "RETRY", op: op(9), operation: "observe" },
    facts: { directoryExists: true },
    fails: [[{ directoryExists: false }, "INVALID_STATE"]],
  },
];

const named = truths.map((truth, index) => ({
  ...truth,
  name: `${truth.guard} (${index}, ${truth.event.type} in ${truth.record?.status ?? "none"})`,
}));

describe("guards", () => {
  test("every guard of the table has a truth table here", () => {
    const tested = new Set(truths.map(({ guard }) => guard));
    const used = new Set(transitions().flatMap(({ guard }) => (guard === null ? [] : [guard])));
    expect(tested).toEqual(new Set(Object.keys(guards)));
    expect(used).toEqual(new Set(Object.keys(guards)));
  });

  test.each(named)("$name: holds, and is accepted", (truth) => {
    expect(holds(truth, truth.facts)).toBe(true);
    const decision = decide(recordId, truth.record, entry(truth.event, truth.how), truth.facts);
    expect(decision.kind).toBe("accepted");
  });

  test.each(named)("$name: an unknown fact fails it, and nothing is guessed", (truth) => {
    for (const fact of Object.keys(truth.facts)) {
      const { [fact]: _, ...rest }: Record<string, unknown> = { ...truth.facts };
      const unknown: Facts = rest;
      const harmless = [
        // How often force was said, whether there is a branch or a directory at all, or who may stay unknown
        // where nothing depends on it.
        ["forceLevel", "directoryExists", "branchExists", "headOid"].includes(fact) &&
          truth.guard !== "canCreate" &&
          truth.guard !== "canInitialize" &&
          truth.guard !== "canRetry",
        truth.event.type === "REMOVE" &&
          (truth.event.discard === true || truth.event.pruneBranch === false) &&
          ["uncommitted", "reachableElsewhere"].includes(fact),
        // Whether its commits are elsewhere is looked at again when they are archived.
        truth.event.type === "REMOVE" && truth.event.force && fact === "reachableElsewhere",
        truth.guard === "canPrune" && fact === "reachableElsewhere",
        truth.record?.landed && fact === "reachableElsewhere",
      ];
      if (harmless.some(Boolean)) continue;
      expect.soft(holds(truth, unknown), fact).toBe(false);
      const decision = decide(recordId, truth.record, entry(truth.event, truth.how), unknown);
      expect.soft(decision.kind, fact).toBe("refused");
    }
    expect(holds(truth, {})).toBe(false);
  });

  const failing = named.flatMap((truth) =>
    truth.fails.map(([change, code]) => ({ ...truth, change, code, what: JSON.stringify(change) })),
  );
  test.each(failing)("$name with $what: $code", (truth) => {
    const facts = { ...truth.facts, ...truth.change };
    expect(holds(truth, facts)).toBe(false);
    const decision = decide(recordId, truth.record, entry(truth.event, truth.how), facts);
    expect(decision).toMatchObject({ kind: "refused", code: truth.code });
    if (decision.kind !== "refused") return;
    expect(decision.message.length).toBeGreaterThan(10);
    expect(errorDetailsSchema.safeParse(decision.details).success).toBe(true);
    expect(decision.message).not.toContain("undefined");
  });

  const holding = named.flatMap((truth) =>
    (truth.holds ?? []).map((change) => ({ ...truth, change, what: JSON.stringify(change) })),
  );
  test.each(holding)("$name with $what: holds still", (truth) => {
    expect(holds(truth, { ...truth.facts, ...truth.change })).toBe(true);
  });

  test("unmerged entries: are conflicts", () => {
    expect(hasConflicts({ unmerged: ["a"] })).toBe(true);
    expect(hasConflicts({ unmerged: [] })).toBe(false);
    expect(hasConflicts({})).toBe(false);
  });
});

describe("who owns nothing", () => {
  test("a record without an owner: is removed without any directory's facts", () => {
    const record = fold([{ ...createEvent, clone: null }, ...lives.active.slice(1)]);
    const facts: Facts = { reachableElsewhere: true };
    expect(decide(recordId, record, entry(remove), facts).kind).toBe("accepted");
  });

  test("a record without an owner: is created and initialized without a directory", () => {
    const event = { ...createEvent, clone: null };
    const facts: Facts = { hasCommit: true, liveRecord: false };
    expect(decide(null, null, entry(event), facts).kind).toBe("accepted");
    const completion = entry({ type: "INIT_COMPLETE", op: op(1) });
    expect(decide(recordId, fold([event]), completion, {}).kind).toBe("accepted");
  });

  test("the home workspace: is removed as a record, never merged, never pruned", () => {
    const home = fold([{ ...createEvent, base: null, kind: "home" }, ...lives.active.slice(1)]);
    const facts: Facts = { ...removable, uncommitted: changed, insideDirectory: true };
    expect(decide(recordId, home, entry(remove), facts)).toMatchObject({ kind: "accepted", effects: [] });
    expect(decide(recordId, home, entry(mergeEvent(9)), facts)).toMatchObject({ code: "INVALID_STATE" });
    const prune = entry({ type: "PRUNE", op: op(9), reason: "stale" });
    const due: Facts = { ...facts, stale: true, neverPruned: null };
    expect(decide(recordId, home, prune, due)).toMatchObject({ code: "INVALID_STATE" });
  });

  test("a lock that the journal knows of: holds also where git has none", () => {
    const locked = withLock(recordIn("active"));
    expect(decide(recordId, locked, entry(remove), removable)).toMatchObject({
      code: "WORKTREE_LOCKED",
      details: { lock: { reason: "mine" } },
    });
    expect(eventSchema.safeParse({ type: "LOCK" }).success).toBe(true);
  });
});
