import { describe, expect, test } from "vitest";
import type { LifecycleEventInput } from "../../src/lifecycle/events.js";
import { recordSchema, type WorktreeRecord } from "../../src/lifecycle/record.js";
import { statuses } from "../../src/lifecycle/states.js";
import { applied, branch, elsewhere, type entry, here, oid, recordIn } from "./support.js";

type How = Parameters<typeof entry>[1];
const at = "2026-01-31T12:30:00.000Z";
const noted = (record: WorktreeRecord, event: LifecycleEventInput, how: How = {}): WorktreeRecord =>
  applied(record, event, how).record;
const active = recordIn("active");

const request = { type: "REQUEST", target: branch("main"), strategy: "squash", headOid: oid(2) } as const;
const landed = {
  type: "LANDED",
  target: branch("main"),
  headOid: oid(2),
  mergeOid: oid(3),
  evidence: "patch-id",
} as const;
const pr = {
  type: "PR",
  number: 7,
  url: "https://example.org/7",
  title: "Do it",
  state: "open",
  createdAt: "2026-01-31",
} as const;
const annotations: readonly LifecycleEventInput[] = [
  request,
  { type: "WITHDRAW" },
  landed,
  pr,
  { type: "INIT_SCRIPT", status: "failed", error: "exit 1" },
  { type: "HEAD", oid: oid(4), branch: branch("task/a") },
  { type: "OWN", clone: elsewhere },
  { type: "TASK", id: "T-1", title: "Do it", status: "in_progress" },
  { type: "STALE", lastActivity: at },
  { type: "LOCK", reason: "mine" },
  { type: "UNLOCK" },
  { type: "LEASE", until: "2026-01-31T13:00:00.000Z" },
  { type: "RELEASE" },
];

describe("annotations", () => {
  test.each(statuses)("in %s: are valid, and never change the status", (status) => {
    for (const annotation of annotations) {
      const { record, row, effects } = applied(recordIn(status), annotation);
      expect(recordSchema.parse(record)).toEqual(record);
      expect(record.status).toBe(status);
      expect({ row, effects }).toEqual({ row: null, effects: [] });
      expect(record.updatedAt).toBe(at);
    }
  });

  test("REQUEST, WITHDRAW: a request to merge comes and goes", () => {
    const asked = noted(active, request);
    expect(asked.request).toEqual({
      target: "main",
      strategy: "squash",
      headOid: oid(2),
      keep: false,
      at,
    });
    expect(noted(asked, { type: "WITHDRAW" }).request).toBeNull();
  });

  test("LANDED: answers the request and tells the evidence", () => {
    const record = noted(noted(active, request), landed);
    expect(record).toMatchObject({
      request: null,
      landed: { target: "main", headOid: oid(2), mergeOid: oid(3), evidence: "patch-id", at },
      mergedAt: at,
    });
    const again = noted(record, landed, { minute: 45 });
    expect(again.mergedAt).toBe(at);
  });

  test("PR, TASK, OWN: are taken over", () => {
    expect(noted(active, pr).pr).toEqual({
      number: 7,
      url: "https://example.org/7",
      title: "Do it",
      state: "open",
      createdAt: "2026-01-31",
    });
    const titled = noted(active, { type: "TASK", id: "T-1", title: "Do it", status: "in_progress" });
    const verified = noted(titled, { type: "TASK", id: "T-1", status: "verified" });
    expect(verified.task).toEqual({ id: "T-1", title: "Do it", status: "verified" });
    expect(noted(verified, { type: "TASK", id: "T-2", status: "open" }).task?.title).toBeNull();
    expect(noted(active, { type: "OWN", clone: elsewhere }).owner).toBe(elsewhere);
  });

  test("INIT_SCRIPT: running is not yet ran", () => {
    const running = noted(active, { type: "INIT_SCRIPT", status: "running" });
    expect(running).toMatchObject({ initScriptRan: false, initScriptStatus: "running" });
    const failed = noted(running, { type: "INIT_SCRIPT", status: "failed", error: "exit 1" });
    expect(failed).toMatchObject({
      initScriptRan: true,
      initScriptStatus: "failed",
      initScriptError: "exit 1",
    });
    const mended = noted(failed, { type: "INIT_SCRIPT", status: "success" });
    expect(mended).toMatchObject({ initScriptStatus: "success", initScriptError: null });
  });

  test("HEAD: moves the tip, follows a rename, and is work", () => {
    const moved = noted(active, { type: "HEAD", oid: oid(4), branch: branch("task/a") });
    expect(moved).toMatchObject({ headOid: oid(4), branch: "task/a", lastActivity: at });
    const renamed = noted(active, {
      type: "HEAD",
      oid: oid(4),
      branch: branch("task/b"),
      from: branch("task/a"),
    });
    expect(renamed).toMatchObject({ headOid: oid(4), branch: "task/b" });
  });

  test("HEAD on another branch: the record keeps its branch and tip", () => {
    const switched = noted(active, { type: "HEAD", oid: oid(4), branch: branch("other") });
    expect(switched).toMatchObject({ headOid: active.headOid, branch: "task/a", lastActivity: at });
    const renamed = noted(active, {
      type: "HEAD",
      oid: oid(4),
      branch: branch("new"),
      from: branch("other"),
    });
    expect(renamed).toMatchObject({ headOid: active.headOid, branch: "task/a" });
  });

  test("STALE: a mark, void after work, and not made against newer work", () => {
    const stale = noted(active, { type: "STALE", lastActivity: active.lastActivity });
    expect(stale.stale).toEqual({ lastActivity: active.lastActivity, at });
    expect(noted(stale, pr).stale).not.toBeNull();
    expect(noted(stale, { type: "MODIFY", filesChanged: ["a"], total: 1 }).stale).toBeNull();
    const worked = noted(active, { type: "HEAD", oid: oid(4), branch: branch("task/a") });
    expect(noted(worked, { type: "STALE", lastActivity: active.lastActivity }).stale).toBeNull();
  });

  test("STALE, PR, TASK, LOCK: are no work", () => {
    for (const annotation of annotations.filter(({ type }) => type !== "HEAD"))
      expect(noted(active, annotation).lastActivity).toBe(active.lastActivity);
  });

  test("LOCK, UNLOCK, LEASE, RELEASE: come and go; a lease is given back by the clone that has it", () => {
    const locked = noted(active, { type: "LOCK", reason: "mine" });
    expect(locked.lock).toEqual({ reason: "mine", at });
    expect(noted(locked, { type: "UNLOCK" }).lock).toBeNull();
    const leased = noted(active, { type: "LEASE", until: "2026-01-31T13:00:00.000Z" }, { name: "Bo" });
    expect(leased.lease).toEqual({ until: "2026-01-31T13:00:00.000Z", clone: here, holder: "Bo" });
    expect(noted(leased, { type: "RELEASE" }, { clone: elsewhere }).lease).toEqual(leased.lease);
    expect(noted(leased, { type: "RELEASE" }).lease).toBeNull();
  });

  test("an entry from an earlier clock: times never go back", () => {
    const later = noted(active, { type: "HEAD", oid: oid(4), branch: branch("task/a") }, { minute: 50 });
    const earlier = noted(later, { type: "HEAD", oid: oid(5), branch: branch("task/a") }, { minute: 10 });
    expect(earlier).toMatchObject({
      headOid: oid(5),
      updatedAt: later.updatedAt,
      lastActivity: later.lastActivity,
    });
  });
});
