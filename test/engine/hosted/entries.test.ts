import { describe, expect, test } from "vitest";
import { beginPrune, recordEnded, recordNotDeleted } from "../../../src/engine/hosted/endings.js";
import {
  recordConflict,
  recordLanded,
  recordPull,
  recordStale,
  recordVerified,
} from "../../../src/engine/hosted/entries.js";
import { CoppiceError } from "../../../src/lifecycle/errors.js";
import type { EventOf } from "../../../src/lifecycle/events.js";
import type { Oid } from "../../../src/lifecycle/ids.js";
import { type Status, statuses } from "../../../src/lifecycle/states.js";
import {
  contextOf,
  head,
  isTrue,
  Journals,
  type Life,
  ledgerOf,
  live,
  main,
  minute,
  newer,
  oid,
  op,
  other,
  pullOf,
  request,
  robot,
  task as taskName,
  taskOf,
  toldOf,
} from "./ledger-support.js";

async function setUp(life: Life, context: Parameters<typeof contextOf>[1] = {}) {
  const journals = new Journals();
  const id = await live(journals, life);
  const ledger = await ledgerOf(journals);
  return { journals, id, ledger, task: taskOf(contextOf(journals, context), ledger, id) };
}

interface LandedRow {
  readonly clone: Status;
  readonly none: Status;
  readonly kept: Status;
}

/** What a record is after its work has landed: a clone's, one that nobody holds, and the same that is to be kept. */
const landed: Readonly<Record<Status, LandedRow>> = {
  creating: { clone: "creating", none: "removing", kept: "active" },
  initializing: { clone: "initializing", none: "removing", kept: "active" },
  active: { clone: "active", none: "removing", kept: "active" },
  dirty: { clone: "dirty", none: "removing", kept: "active" },
  committing: { clone: "committing", none: "removing", kept: "active" },
  merging: { clone: "merging", none: "removing", kept: "active" },
  conflict: { clone: "active", none: "removing", kept: "active" },
  removing: { clone: "removing", none: "removing", kept: "removing" },
  removed: { clone: "removed", none: "removed", kept: "removed" },
  error: { clone: "error", none: "removing", kept: "active" },
};

const evidences: readonly EventOf<"LANDED">["evidence"][] = ["merge", "ancestor"];

describe("what landed", () => {
  test.each(statuses)("%s: every owner, kept or not, by any evidence", async (status) => {
    for (const owner of ["clone", "none"] as const) {
      for (const keep of [false, true]) {
        for (const evidence of evidences) {
          const { journals, ledger, task } = await setUp({ status, owner, later: [request()] });
          const mergeOid = evidence === "ancestor" ? undefined : oid("d");
          const landing = { task, head, target: main, strategy: "merge", keep, mergeOid, evidence } as const;
          const after = await recordLanded(ledger, landing);
          const expected = landed[status][owner === "clone" ? "clone" : keep ? "kept" : "none"];
          expect([owner, keep, evidence, after.status]).toEqual([owner, keep, evidence, expected]);
          expect(after.request).toBeNull();
          expect(after.landed).toMatchObject({
            target: main,
            headOid: head,
            evidence,
            mergeOid: mergeOid ?? null,
          });
          expect(await isTrue(journals, ledger)).toBe(true);
          const { size } = journals;
          await recordLanded(ledger, landing);
          expect(journals.size).toBe(size);
        }
      }
    }
  });

  test("a clone's worktree at rest: the merge, its end and LANDED", async () => {
    const { id, ledger, task } = await setUp({ later: [request({ keep: true })] });
    await recordLanded(ledger, {
      task,
      head,
      target: main,
      strategy: "squash",
      keep: true,
      mergeOid: oid("d"),
      evidence: "merge",
      op: op("7"),
    });
    expect(toldOf(ledger, id)).toEqual(["MERGE", "INIT_COMPLETE", "LANDED"]);
    expect(ledger.entries(id).find(({ event }) => event.type === "MERGE")?.event).toMatchObject({
      op: op("7"),
      strategy: "squash",
      keep: true,
    });
  });

  test("the laptop went on after it had submitted: its newer commit stays the record's", async () => {
    for (const status of ["active", "conflict"] as const) {
      const { id, ledger, task } = await setUp({
        status,
        later: [request(), { type: "HEAD", oid: newer, branch: taskName }],
      });
      await recordLanded(ledger, {
        task,
        head,
        target: main,
        strategy: "merge",
        keep: false,
        mergeOid: oid("d"),
        evidence: "merge",
      });
      expect(ledger.get(id)).toMatchObject({ status: "active", headOid: newer, landed: { headOid: head } });
    }
  });

  test("the branch that nobody holds has a newer commit: its record goes on", async () => {
    const heads = new Map([
      [main, other],
      [taskName, newer],
    ]);
    const { id, ledger, task } = await setUp({ owner: "none" }, { heads });
    await recordLanded(ledger, {
      task,
      head,
      target: main,
      strategy: "merge",
      keep: false,
      mergeOid: oid("d"),
      evidence: "pull-request",
    });
    expect(toldOf(ledger, id)).toEqual(["LANDED"]);
    expect(ledger.get(id).status).toBe("active");
  });

  test("a locked record that nobody holds: it stays", async () => {
    for (const evidence of evidences) {
      const { ledger, task } = await setUp({ owner: "none", later: [{ type: "LOCK" }] });
      const merge = { task, head, target: main, strategy: "merge", keep: false, evidence } as const;
      expect(await recordLanded(ledger, { ...merge, mergeOid: oid("d") })).toMatchObject({
        status: "active",
      });
    }
  });

  test("CI runs in the owner's own clone: the worktree is not removed by it", async () => {
    for (const status of ["active", "conflict"] as const) {
      const { ledger, task } = await setUp({ status, create: { clone: robot.clone } });
      const merge = { task, head, target: main, strategy: "merge", keep: false, evidence: "merge" } as const;
      const after = await recordLanded(ledger, { ...merge, mergeOid: oid("d") });
      expect(after).toMatchObject({ status: "active", landed: { headOid: head } });
    }
  });
});

const conflictOf = (headOid: Oid = head) => ({
  head: headOid,
  target: main,
  targetOid: other,
  strategy: "merge" as const,
  keep: false,
  error: new CoppiceError("MERGE_CONFLICT", "'task/a' and 'main' change the same lines.", {
    details: {
      conflictFiles: [
        {
          path: "a.txt",
          kind: "content",
          count: 1,
          preview: { ours: "", theirs: "x" },
          autoResolvable: true,
        },
      ],
    },
  }),
});

describe("a conflict", () => {
  const takes = new Set<Status>(["active", "conflict"]);
  const never = new Set<Status>(["removing", "removed"]);

  test.each(statuses)("%s: told where the state can say so, and once", async (status) => {
    for (const owner of ["clone", "none"] as const) {
      const { journals, id, ledger, task } = await setUp({ status, owner });
      const before = journals.size;
      const after = await recordConflict(ledger, { task, ...conflictOf() });
      const says = takes.has(status) || (owner === "none" && !never.has(status));
      expect([owner, after.status]).toEqual([owner, says ? "conflict" : status]);
      if (says && status !== "conflict") {
        expect(after.conflict).toMatchObject({
          headOid: head,
          targetOid: other,
          total: 1,
          autoResolvable: 1,
        });
        expect(after.merge).toMatchObject({ target: main, headOid: head });
      } else expect(journals.size).toBe(before);
      expect(await isTrue(journals, ledger)).toBe(true);
      const { size } = journals;
      await recordConflict(ledger, { task: taskOf(contextOf(journals), ledger, id), ...conflictOf() });
      expect(journals.size).toBe(size);
    }
  });

  test("a newer commit conflicts too: the newer one is what is told of", async () => {
    const { id, ledger, task } = await setUp({ status: "conflict", later: [request()] });
    const after = await recordConflict(ledger, { task, ...conflictOf(newer) });
    expect(toldOf(ledger, id)).toEqual(["ABORT_MERGE", "MERGE", "ERROR"]);
    expect(after).toMatchObject({
      status: "conflict",
      conflict: { headOid: newer },
      request: { headOid: head },
    });
  });
});

describe("pull requests, marks and tasks", () => {
  test("the same pull request again: nothing is written, however long its title is", async () => {
    const { journals, id, ledger } = await setUp({});
    const pull = pullOf({ title: "🌳".repeat(700) });
    expect(await recordPull(ledger, id, pull)).toBe(true);
    expect(await recordPull(await ledgerOf(journals), id, pull)).toBe(false);
    expect(await recordPull(ledger, id, { ...pull, state: "closed" })).toBe(true);
    expect(ledger.get(id).pr).toMatchObject({ number: 1, state: "closed" });
  });

  test("a mark: once for the same work, none where newer work is known", async () => {
    const { id, ledger } = await setUp({ owner: "none" });
    expect(await recordStale(ledger, id, Date.parse(minute(-1)))).toBe(false);
    expect(await recordStale(ledger, id, Date.parse(minute(50)))).toBe(true);
    expect(await recordStale(ledger, id, Date.parse(minute(50)))).toBe(false);
  });

  test("a task: verified once", async () => {
    const { id, ledger } = await setUp({ create: { task: "T-1", title: "Do it" } });
    await recordVerified(ledger, id);
    await recordVerified(ledger, id);
    expect(toldOf(ledger, id)).toEqual(["TASK"]);
    expect(ledger.get(id).task).toEqual({ id: "T-1", title: "Do it", status: "verified" });
  });
});

describe("endings", () => {
  test.each(statuses)(
    "%s: it ends when nobody holds it, locked or not, and never when a clone does",
    async (status) => {
      for (const later of [[], [{ type: "LOCK" } as const]]) {
        const { journals, id, ledger } = await setUp({ status, owner: "none", later });
        expect(await recordEnded(ledger, id)).toBe(true);
        expect(ledger.get(id).status).toBe("removed");
        expect(await isTrue(journals, ledger)).toBe(true);
      }
      const owned = await setUp({ status });
      expect(await recordEnded(owned.ledger, owned.id)).toBe(false);
      expect(await beginPrune(owned.ledger, owned.id, "stale", { stale: true })).toBe(false);
      expect(toldOf(owned.ledger, owned.id)).toEqual([]);
    },
  );

  test("a removal that is opened before the branch goes: closed after, or failed when it cannot go", async () => {
    for (const status of ["active", "conflict", "dirty", "merging"] as const) {
      const { id, ledger } = await setUp({ status, owner: "none" });
      expect(await beginPrune(ledger, id, "stale", { stale: true })).toBe(true);
      expect(ledger.get(id).status).toBe("removing");
    }
    const { id, ledger } = await setUp({ owner: "none" });
    await beginPrune(ledger, id, "stale", { stale: true });
    await recordNotDeleted(ledger, id, new CoppiceError("CLEANUP_FAILED", "The branch is protected."));
    expect(ledger.get(id)).toMatchObject({ status: "error", lastError: { operation: "remove" } });
    expect(await recordEnded(ledger, id)).toBe(true);
  });

  test("a lock: no removal is opened, and the refusal says why", async () => {
    const { id, ledger } = await setUp({ owner: "none", later: [{ type: "LOCK", reason: "demo" }] });
    expect(await beginPrune(ledger, id, "stale", { stale: true })).toBe(false);
    expect(ledger.refusal).toMatchObject({ code: "WORKTREE_LOCKED" });
  });
});
