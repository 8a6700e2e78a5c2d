import { describe, expect, test } from "vitest";
import type { LifecycleEventInput } from "../../src/lifecycle/events.js";
import { type PublishedEvent, published } from "../../src/lifecycle/published.js";
import type { WorktreeRecord } from "../../src/lifecycle/record.js";
import {
  applied,
  branch,
  createEvent,
  entry,
  errorEvent,
  inState,
  lives,
  mergeEvent,
  oid,
  op,
} from "./support.js";

/** What a whole life lets others know, in order, without the fields that say which worktree. */
function told(events: readonly LifecycleEventInput[]): readonly object[] {
  let record: WorktreeRecord | null = null;
  const all: PublishedEvent[] = [];
  for (const event of events) {
    const next: WorktreeRecord = applied(record, event).record;
    all.push(...published(record, next, entry(event)));
    record = next;
  }
  return all.map((one) => {
    const { at: _at, ...rest } = one;
    if (!("id" in rest)) return rest;
    const { id: _id, branch: _branch, ...what } = rest;
    return what;
  });
}
const of = (record: WorktreeRecord | null, event: LifecycleEventInput): readonly string[] =>
  published(record, applied(record, event).record, entry(event)).map(({ type }) => type);

describe("published events", () => {
  test("a whole life: is told from creating to removed", () => {
    const life = [
      ...lives.committing,
      mergeEvent(2),
      { type: "INIT_COMPLETE", op: op(2), mergeOid: oid(9) } as const,
      { type: "INIT_COMPLETE", op: op(2) } as const,
    ];
    expect(told(life)).toEqual([
      { type: "worktree:creating" },
      { type: "state:update", status: "creating" },
      { type: "state:update", status: "initializing" },
      { type: "worktree:created" },
      { type: "state:update", status: "active" },
      { type: "state:update", status: "dirty" },
      { type: "state:update", status: "committing" },
      { type: "worktree:committed", sha: oid(2) },
      { type: "worktree:merging", target: "main", strategy: "merge" },
      { type: "state:update", status: "merging" },
      { type: "worktree:merged", target: "main", mergeOid: oid(9) },
      { type: "worktree:removing" },
      { type: "state:update", status: "removing" },
      { type: "worktree:removed" },
      { type: "state:update", status: "removed" },
    ]);
  });

  test("a commit: is told with its sha", () => {
    expect(told([...lives.committing, { type: "INIT_COMPLETE", op: op(2), sha: oid(6) }]).slice(-2)).toEqual([
      { type: "worktree:committed", sha: oid(6) },
      { type: "state:update", status: "active" },
    ]);
  });

  test("a conflict and its resolution: are told", () => {
    const resolve = { type: "RESOLVE_CONFLICT", op: op(8), resolution: "ours", headOid: oid(5) } as const;
    expect(told([...lives.conflict, resolve]).slice(-5)).toEqual([
      { type: "worktree:conflict", files: [], total: 0 },
      { type: "state:update", status: "conflict" },
      { type: "worktree:resolved", resolution: "ours" },
      { type: "worktree:merging", target: "main", strategy: "merge" },
      { type: "state:update", status: "merging" },
    ]);
    expect(of(inState("conflict"), { type: "ABORT_MERGE" })).toEqual([
      "worktree:merge_aborted",
      "state:update",
    ]);
  });

  test("an error: is told with the way on; a newer one again, without a new state", () => {
    expect(told(lives.error).slice(-3)).toEqual([
      { type: "worktree:error", code: "MERGE_FAILED", recoverable: true },
      {
        type: "worktree:recovery_needed",
        error: "MERGE_FAILED",
        steps: ["coppice show task/a", "coppice retry task/a", "coppice remove task/a"],
      },
      { type: "state:update", status: "error" },
    ]);
    expect(of(inState("error"), errorEvent(9, "observe"))).toEqual([
      "worktree:error",
      "worktree:recovery_needed",
    ]);
  });

  test("annotations: only landing and staleness are told", () => {
    const landed = { type: "LANDED", target: branch("main"), headOid: oid(2), evidence: "tree" } as const;
    const active = inState("active");
    expect(of(active, landed)).toEqual(["worktree:merged"]);
    expect(of(applied(active, landed).record, landed)).toEqual([]);
    expect(of(active, { type: "STALE", lastActivity: "2026-01-31T12:30:00.000Z" })).toEqual([
      "worktree:stale",
    ]);
    expect(of(active, { type: "LOCK" })).toEqual([]);
  });

  test("every event: says which worktree and when", () => {
    const creation = entry(createEvent, { minute: 5 });
    const [first] = published(null, applied(null, createEvent).record, creation);
    expect(first).toMatchObject({ id: "e".repeat(40), branch: "task/a", at: creation.at });
  });
});
