import { afterAll, describe, expect, test } from "vitest";
import type { LifecycleEventInput } from "../../src/lifecycle/events.js";
import { reduce, transitions } from "../../src/lifecycle/machine.js";
import { recordSchema, type WorktreeRecord } from "../../src/lifecycle/record.js";
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

const reached = new Set<string>();
type How = Parameters<typeof applied>[2];
/** Applies an event that must take a given row; every record made is checked against the schema. */
function row(number: string, record: WorktreeRecord | null, event: LifecycleEventInput, how: How = {}) {
  const reduction = applied(record, event, how);
  expect(reduction.row).toBe(number);
  expect(recordSchema.parse(reduction.record)).toEqual(reduction.record);
  reached.add(number);
  return {
    record: reduction.record,
    effects: reduction.effects.map((effect) => effect.type),
    all: reduction.effects,
  };
}
const complete = (digit: number, more: object = {}) =>
  ({ type: "INIT_COMPLETE", op: op(digit), ...more }) as const;
const at = "2026-01-31T12:30:00.000Z";

describe("creation and setup", () => {
  test("row 1: the record begins, with an operation", () => {
    const { record, all } = row("1", null, { ...createEvent, task: "T-1", title: "Do it", role: "dev" });
    expect(record).toMatchObject({
      id: recordId,
      status: "creating",
      branch: "task/a",
      base: "main",
      owner: createEvent.clone,
      task: { id: "T-1", title: "Do it", status: null },
      role: "dev",
      op: { id: op(1), name: "create", since: at, clone: createEvent.clone },
      ops: [op(1)],
      headOid: oid(0),
      createdAt: at,
      lastActivity: at,
      setup: { copyEnv: true, installDeps: true, runInitScript: true },
    });
    expect(all).toEqual([
      { type: "createBranch", branch: "task/a", startOid: oid(0) },
      { type: "createWorktree", branch: "task/a" },
    ]);
  });

  test("row 1, adopted: the branch is not made, its tip is not known yet", () => {
    const { record, effects } = row("1", null, { ...createEvent, adopted: true });
    expect(effects).toEqual(["createWorktree"]);
    expect(record).toMatchObject({ adopted: true, headOid: null });
  });

  test("row 1, by CI or of the home workspace: nothing is made", () => {
    expect(row("1", null, { ...createEvent, clone: null }).effects).toEqual([]);
    const home = row("1", null, {
      ...createEvent,
      branch: branch("__home__"),
      base: null,
      baseOid: null,
      kind: "home",
    });
    expect(home.effects).toEqual([]);
    expect(home.record).toMatchObject({ type: "home", base: null });
    expect(applied(home.record, complete(1)).effects).toEqual([]);
  });

  test("row 2: the same operation goes on as setup", () => {
    const { record, effects } = row("2", inState("creating"), complete(1, { sha: oid(7) }));
    expect(record).toMatchObject({
      status: "initializing",
      op: { id: op(1), name: "init" },
      headOid: oid(7),
    });
    expect(effects).toEqual(["copyEnvFiles", "installDependencies", "runInitScript"]);
  });

  test("row 2 with steps left out: only the others run", () => {
    const record = fold([
      { ...createEvent, setup: { copyEnv: false, installDeps: true, runInitScript: false } },
    ]);
    expect(row("2", record, complete(1)).effects).toEqual(["installDependencies"]);
  });

  test("row 3: error, and what was half made goes", () => {
    const { record, all } = row("3", inState("creating"), errorEvent(1, "create"));
    expect(record).toMatchObject({
      status: "error",
      op: null,
      lastError: { operation: "create", from: "creating", recoverable: true, at },
    });
    expect(all).toEqual([{ type: "cleanupDirectory", halfMade: true }]);
  });

  test("row 4: active, with what setup did", () => {
    const { record, effects } = row(
      "4",
      inState("initializing"),
      complete(1, { envCopied: true, depsInstalled: true, initScriptRun: false }),
    );
    expect(record).toMatchObject({
      status: "active",
      op: null,
      envCopied: true,
      depsInstalled: true,
      initScriptRan: false,
    });
    expect(effects).toEqual([]);
  });

  test("row 5: error, with the steps that were done; row 29 goes on behind them", () => {
    const failed = row("5", inState("initializing"), {
      ...errorEvent(1, "init"),
      code: "INIT_SCRIPT_FAILED",
    });
    expect(failed.record).toMatchObject({ status: "error", envCopied: true, depsInstalled: true });
    const retried = row("29", failed.record, { type: "RETRY", op: op(8), operation: "init" });
    expect(retried.record).toMatchObject({
      status: "initializing",
      op: { id: op(8), name: "init" },
      lastError: null,
    });
    expect(retried.effects).toEqual(["runInitScript"]);
    expect(row("4", retried.record, complete(8)).record.status).toBe("active");
  });

  test("row 5 at the install: only the copy is done", () => {
    const { record } = row("5", inState("initializing"), {
      ...errorEvent(1, "init"),
      code: "TIMEOUT",
      details: { step: "installDependencies" },
    });
    expect(record).toMatchObject({ envCopied: true, depsInstalled: false });
  });

  test("row 6: removing replaces the operation, whose late ERROR and completion change nothing", () => {
    const { record, effects } = row("6", inState("initializing"), { type: "REMOVE", op: op(8) });
    expect(record).toMatchObject({ status: "removing", op: { id: op(8), name: "remove" } });
    expect(effects).toEqual(["stopSetup", "removeWorktree", "pruneBranch", "cleanupDirectory"]);
    for (const late of [errorEvent(1, "init"), complete(1)])
      expect(reduce(recordId, record, entry(late))).toMatchObject({ reason: "OTHER_OPERATION" });
  });

  test("row 6 of an adopted branch: the branch stays", () => {
    const record = fold([{ ...createEvent, adopted: true }, complete(1)]);
    expect(row("6", record, { type: "REMOVE", op: op(8) }).effects).not.toContain("pruneBranch");
  });
});

describe("work", () => {
  test("rows 7, 12, 13: changes come, change, and go", () => {
    const dirty = row("7", inState("active"), { type: "MODIFY", filesChanged: ["a"], total: 1 });
    expect(dirty.record).toMatchObject({
      status: "dirty",
      uncommittedFiles: { files: ["a"], total: 1 },
      lastActivity: at,
    });
    const more = row("12", dirty.record, { type: "MODIFY", filesChanged: ["a", "b"], total: 250 });
    expect(more.record.uncommittedFiles).toEqual({ files: ["a", "b"], total: 250 });
    const clean = row("13", more.record, { type: "DISCARD" });
    expect(clean.record).toMatchObject({ status: "active", uncommittedFiles: null });
  });

  test("rows 14, 18: a commit is made, and its tip is the record's", () => {
    const { record, all } = row("14", inState("dirty"), {
      type: "COMMIT",
      op: op(8),
      message: "Say why",
      author: "Bo <bo@example.org>",
    });
    expect(record).toMatchObject({
      status: "committing",
      op: { id: op(8), name: "commit" },
      commit: { message: "Say why", author: "Bo <bo@example.org>" },
    });
    expect(all).toEqual([{ type: "commitChanges", message: "Say why", author: "Bo <bo@example.org>" }]);
    const done = row("18", record, complete(8, { sha: oid(6) }));
    expect(done.record).toMatchObject({
      status: "active",
      op: null,
      commit: null,
      headOid: oid(6),
      uncommittedFiles: null,
    });
  });

  test("row 17: commit-and-merge goes on under the same operation", () => {
    const { record, effects } = row("17", inState("committing"), mergeEvent(2));
    expect(record).toMatchObject({
      status: "merging",
      op: { id: op(2), name: "merge" },
      commit: null,
      uncommittedFiles: null,
    });
    expect(effects).toEqual(["mergeBranch"]);
  });

  test("rows 19 and 29: a failed commit goes back to dirty", () => {
    const { record } = row("19", inState("committing"), errorEvent(2, "commit"));
    expect(record).toMatchObject({ status: "error", op: null, commit: { message: "Work" } });
    const retried = row("29", record, { type: "RETRY", op: op(8), operation: "commit" });
    expect(retried.record).toMatchObject({ status: "dirty", op: null, commit: null, lastError: null });
    expect(retried.record.uncommittedFiles).toEqual({ files: ["a.txt"], total: 1 });
    expect(retried.effects).toEqual([]);
  });

  test("rows 11, 16, 31 and 29: something disappeared; the newest error replaces the older", () => {
    const lost = { ...errorEvent(8, "observe"), code: "WORKTREE_NOT_FOUND" } as const;
    const { record } = row("11", inState("active"), lost);
    expect(record).toMatchObject({ op: null, lastError: { code: "WORKTREE_NOT_FOUND", from: "active" } });
    expect(row("16", inState("dirty"), lost).record).toMatchObject({ lastError: { from: "dirty" } });
    const newer = row("31", record, { ...errorEvent(9, "observe"), code: "CLEANUP_FAILED" });
    expect(newer.record).toMatchObject({ op: null, lastError: { code: "CLEANUP_FAILED", from: "error" } });
    const back = row("29", newer.record, { type: "RETRY", op: op(7), operation: "observe" });
    expect(back.record).toMatchObject({ status: "active", op: null, lastError: null });
  });
});

describe("merging", () => {
  test("row 10: the wish is kept while it is wanted", () => {
    const { record, all } = row("10", inState("active"), mergeEvent(8));
    const wish = { target: "main", strategy: "merge", headOid: oid(2), keep: false };
    expect(record).toMatchObject({ status: "merging", op: { id: op(8), name: "merge" }, merge: wish });
    expect(all).toEqual([{ type: "mergeBranch", ...wish }]);
  });

  test("row 20: the owner's merge ends in removal, under the same operation", () => {
    const { record, all } = row("20", inState("merging"), complete(3, { mergeOid: oid(9) }));
    expect(record).toMatchObject({
      status: "removing",
      op: { id: op(3), name: "remove" },
      merge: null,
      removal: { force: false, pruneBranch: true, discard: false, reason: null },
      landed: { target: "main", headOid: oid(2), mergeOid: oid(9), evidence: "merge", at },
      mergedAt: at,
    });
    expect(all).toEqual([
      { type: "archive", scope: "squashed" },
      { type: "removeWorktree", force: false },
      { type: "pruneBranch", branch: "task/a" },
      { type: "cleanupDirectory", halfMade: false },
    ]);
    expect(row("27", record, complete(3)).record).toMatchObject({
      status: "removed",
      op: null,
      removedAt: at,
      landed: { mergeOid: oid(9) },
    });
  });

  test("row 20 of a record that nobody owns: ends in removal wherever it was merged", () => {
    const record = fold([{ ...createEvent, clone: null }, ...lives.merging.slice(1)]);
    row("20", record, complete(3), { clone: elsewhere, door: "action" });
  });

  test("row 20b: another clone's merge, or one with keep, leaves it active", () => {
    const other = row("20b", inState("merging"), complete(3, { mergeOid: oid(9) }), { clone: elsewhere });
    expect(other.record).toMatchObject({
      status: "active",
      op: null,
      merge: null,
      landed: { mergeOid: oid(9), headOid: oid(2) },
      mergedAt: at,
    });
    expect(other.effects).toEqual([]);
    const kept = fold([...lives.active, mergeEvent(3, { keep: true })]);
    expect(row("20b", kept, complete(3)).record.status).toBe("active");
  });

  test("row 21: the conflict is kept in the record", () => {
    const file = (path: string, autoResolvable: boolean) => ({
      path,
      kind: "content" as const,
      count: 1,
      preview: { ours: "a", theirs: "b" },
      autoResolvable,
    });
    const { record, effects } = row("21", inState("merging"), {
      ...errorEvent(3, "merge", { code: "MERGE_CONFLICT" }),
      details: {
        conflictFiles: [file("a", true), file("b", false)],
        conflictTotal: 300,
        headOid: oid(2),
        targetOid: oid(8),
      },
    });
    expect(record).toMatchObject({
      status: "conflict",
      op: null,
      lastError: null,
      conflict: { total: 300, autoResolvable: 1, headOid: oid(2), targetOid: oid(8) },
      merge: { target: "main" },
    });
    expect(record.conflict?.files.map(({ path }) => path)).toEqual(["a", "b"]);
    expect(effects).toEqual(["captureConflicts"]);
  });

  test("row 21 with details that are no oids: the merge's own head stands in", () => {
    const { record } = row("21", inState("merging"), {
      ...errorEvent(3, "merge", { code: "MERGE_CONFLICT" }),
      details: { headOid: "?", targetOid: "?" },
    });
    expect(record.conflict).toEqual({
      files: [],
      total: 0,
      autoResolvable: 0,
      headOid: oid(2),
      targetOid: null,
    });
  });

  test("rows 22 and 29: a failed merge keeps its wish until it is retried", () => {
    const { record } = row("22", inState("merging"), errorEvent(3, "merge"));
    expect(record).toMatchObject({ status: "error", merge: { target: "main" } });
    const retried = row("29", record, { type: "RETRY", op: op(8), operation: "merge", run: false });
    expect(retried.record).toMatchObject({ status: "active", op: null, merge: null });
  });

  test("row 23: aborted while it runs; what the merge still says changes nothing", () => {
    const { record, effects } = row("23", inState("merging"), { type: "ABORT_MERGE" });
    expect(record).toMatchObject({ status: "active", op: null, merge: null });
    expect(effects).toEqual(["abortMerge"]);
    for (const late of [errorEvent(3, "merge"), complete(3)])
      expect(reduce(recordId, record, entry(late)).kind).toBe("ignored");
  });

  test("rows 24, 20: a resolution merges the new tip", () => {
    const { record, all } = row("24", inState("conflict"), {
      type: "RESOLVE_CONFLICT",
      op: op(8),
      resolution: "theirs",
      files: ["a"],
      headOid: oid(7),
    });
    expect(record).toMatchObject({
      status: "merging",
      op: { id: op(8), name: "resolve" },
      merge: { headOid: oid(7), target: "main" },
      headOid: oid(7),
      lastActivity: at,
    });
    expect(all).toMatchObject([
      { type: "resolveConflict", resolution: "theirs", files: ["a"] },
      { type: "mergeBranch", headOid: oid(7) },
    ]);
    expect(row("20", record, complete(8)).record).toMatchObject({
      landed: { headOid: oid(7) },
      conflict: null,
    });
    // A resolution that failed goes back to the conflict it was about.
    const failed = row("22", record, errorEvent(8, "resolve"));
    const back = row("29", failed.record, { type: "RETRY", op: op(9), operation: "resolve" });
    expect(back.record).toMatchObject({ status: "conflict", op: null, conflict: { headOid: oid(2) } });
  });

  test("row 25: a conflict is given up", () => {
    const { record, effects } = row("25", inState("conflict"), { type: "ABORT_MERGE", reason: "no" });
    expect(record).toMatchObject({ status: "active", conflict: null, merge: null });
    expect(effects).toEqual(["abortMerge"]);
  });
});

describe("removal", () => {
  const remove = { type: "REMOVE", op: op(8), force: true } as const;
  const cleanUp = ["removeWorktree", "pruneBranch", "cleanupDirectory"];

  test("row 8: forced is archived, unforced and discarded are not; a kept branch stays", () => {
    const active = inState("active");
    expect(row("8", active, { type: "REMOVE", op: op(8) }).effects).toEqual(cleanUp);
    expect(row("8", active, remove).effects).toEqual(["archive", ...cleanUp]);
    expect(row("8", active, { ...remove, discard: true }).effects).toEqual(cleanUp);
    const kept = row("8", active, { ...remove, pruneBranch: false });
    expect(kept.effects).toEqual(["archive", "removeWorktree", "cleanupDirectory"]);
    expect(kept.record.removal).toEqual({ force: true, pruneBranch: false, discard: false, reason: null });
  });

  test("row 9: a prune is archived and keeps its reason", () => {
    const { record, all } = row("9", inState("active"), { type: "PRUNE", op: op(8), reason: "stale" });
    expect(record).toMatchObject({ op: { name: "remove" }, removal: { reason: "stale", force: false } });
    expect(all[0]).toEqual({ type: "archive", scope: "pruned" });
  });

  test("rows 15 and 26: by force from dirty and from conflict", () => {
    expect(row("15", inState("dirty"), remove).effects).toEqual(["archive", ...cleanUp]);
    const { record, effects } = row("26", inState("conflict"), remove);
    expect(effects).toEqual(["archive", "abortMerge", ...cleanUp]);
    expect(record).toMatchObject({ conflict: null, merge: null });
  });

  test("rows 28, 29: a failed removal is taken up again as it was asked", () => {
    const removing = row("8", inState("active"), { ...remove, discard: true }).record;
    const { record } = row("28", removing, errorEvent(8, "remove"));
    expect(record).toMatchObject({ status: "error", removal: { force: true, discard: true } });
    const retried = row("29", record, { type: "RETRY", op: op(9), operation: "remove" });
    expect(retried.record).toMatchObject({ status: "removing", op: { id: op(9), name: "remove" } });
    expect(retried.effects).toEqual(cleanUp);
    expect(row("27", retried.record, complete(9)).record).toMatchObject({ status: "removed", removedAt: at });
  });

  test("row 30: from error it is over at once", () => {
    const { record, effects } = row("30", recordIn("error"), remove);
    expect(record).toMatchObject({ status: "removed", op: null, removedAt: at, lastError: null });
    expect(effects).toEqual(["archive", ...cleanUp]);
  });

  test("row 30 after a failed setup of an adopted branch: the branch stays", () => {
    const failed = fold([{ ...createEvent, adopted: true }, complete(1), errorEvent(1, "init")]);
    expect(row("30", failed, remove).effects).not.toContain("pruneBranch");
    const worked = fold([
      { ...createEvent, adopted: true },
      complete(1),
      complete(1),
      errorEvent(8, "observe"),
    ]);
    expect(row("30", worked, remove).effects).toContain("pruneBranch");
  });

  test("row 30 of the home workspace: only the record ends", () => {
    const home = fold([
      { ...createEvent, base: null, kind: "home" },
      complete(1),
      complete(1),
      errorEvent(8, "observe"),
    ]);
    expect(row("30", home, remove).effects).toEqual([]);
  });

  test("row 29, retry --no-run: not where there is no resting state to go back to", () => {
    for (const [events, operation] of [
      [[createEvent, errorEvent(1, "create")], "create"],
      [[createEvent, complete(1), errorEvent(1, "init")], "init"],
      [[...lives.removing, errorEvent(4, "remove")], "remove"],
    ] as const) {
      const record = fold(events);
      expect(
        reduce(recordId, record, entry({ type: "RETRY", op: op(9), operation, run: false })),
      ).toMatchObject({
        reason: "NOT_ALLOWED",
      });
      row("29", record, { type: "RETRY", op: op(9), operation });
    }
  });

  test("row 29 of a creation: it goes on under the new operation, with its effects", () => {
    const record = fold([createEvent, errorEvent(1, "create")]);
    const retried = row("29", record, { type: "RETRY", op: op(9), operation: "create" });
    expect(retried.record).toMatchObject({ status: "creating", op: { id: op(9), name: "create" } });
    expect(retried.effects).toEqual(["createBranch", "createWorktree"]);
  });
});

afterAll(() => {
  expect([...reached].sort()).toEqual(
    transitions()
      .map(({ number }) => number)
      .sort(),
  );
});
