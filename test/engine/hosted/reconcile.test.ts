import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { adopt, leftoversOf } from "../../../src/engine/hosted/adopt.js";
import { type ReconcileContext, reconcile } from "../../../src/engine/hosted/reconcile.js";
import type { HostedPull } from "../../../src/forge/hosted.js";
import type { LifecycleEventInput } from "../../../src/lifecycle/events.js";
import { statuses } from "../../../src/lifecycle/states.js";
import {
  branch,
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
  noPulls,
  oid,
  op,
  other,
  pullOf,
  request,
  robot,
  start,
  task,
  toldOf,
} from "./ledger-support.js";

const closed = (...pulls: HostedPull[]) => ({ pulls: { ...noPulls, closed: pulls } });
const open = (...pulls: HostedPull[]) => ({ pulls: { ...noPulls, open: pulls } });
const gone = { heads: new Map([[main, other]]) };
const at = (tip: typeof head) => ({
  heads: new Map([
    [main, other],
    [task, tip],
  ]),
});
const pr = (pull: HostedPull): LifecycleEventInput => ({
  type: "PR",
  number: pull.number,
  url: pull.url,
  title: pull.title,
  state: pull.state,
  createdAt: pull.createdAt,
});
const merged = pullOf({ state: "merged" });
const refused = pullOf({ state: "closed" });

/** Reconciles twice, and holds that the second time writes nothing and that all entries count. */
async function reconciled(life: Life, more: Partial<ReconcileContext> = {}) {
  const journals = new Journals();
  const id = await live(journals, life);
  const ledger = await ledgerOf(journals);
  const context = { ...contextOf(journals), ...more };
  const rows = await reconcile(context, ledger);
  expect(await isTrue(journals, ledger)).toBe(true);
  const { size } = journals;
  expect(await reconcile(context, await ledgerOf(journals))).toEqual([]);
  expect(journals.size).toBe(size);
  return { record: ledger.get(id), told: toldOf(ledger, id), row: rows[0], context, ledger };
}

describe("a pull request that was merged", () => {
  test("a clone's branch: LANDED with its evidence, the request is answered, the task verified", async () => {
    const life: Life = { later: [request()], create: { task: "T-1" } };
    const { record, told, row } = await reconciled(life, closed(merged));
    expect(told).toEqual(["LANDED", "TASK", "PR"]);
    expect(record).toMatchObject({
      status: "active",
      request: null,
      landed: { evidence: "pull-request", headOid: head, mergeOid: merged.mergeOid },
      pr: { number: 1, state: "merged" },
      task: { status: "verified" },
    });
    expect(row).toMatchObject({
      outcome: "reconciled",
      reason: "its pull request #1 was merged",
      evidence: "pull-request",
      pr: { number: 1 },
      branchDeleted: false,
    });
  });

  test("a conflict that was resolved over there: the record leaves it", async () => {
    const { record, told } = await reconciled({ status: "conflict", later: [request()] }, closed(merged));
    expect(record.status).toBe("active");
    expect(told).toEqual(["RESOLVE_CONFLICT", "INIT_COMPLETE", "LANDED", "PR"]);
  });

  test("nobody holds it: its branch is left to be deleted, or the record ends with it", async () => {
    const there = await reconciled({ owner: "none" }, closed(merged));
    expect(there.record.status).toBe("removing");
    expect(leftoversOf(there.context, there.ledger).map((one) => one.branch)).toEqual([task]);
    const { record, row } = await reconciled({ owner: "none" }, { ...gone, ...closed(merged) });
    expect(record).toMatchObject({ status: "removed", landed: { headOid: head } });
    expect(row).toMatchObject({ before: "active", after: "removed", branchDeleted: true });
  });

  test("newer commits on the branch: nobody's record goes on with them", async () => {
    const { record } = await reconciled({ owner: "none" }, { ...at(newer), ...closed(merged) });
    expect(record).toMatchObject({ status: "active", landed: { headOid: head } });
  });

  test("newer work was submitted since: its request stays", async () => {
    const early = pullOf({ state: "merged", closedAt: minute(1) });
    const { record } = await reconciled(
      { later: [request({ headOid: newer })] },
      { ...at(newer), ...closed(early) },
    );
    expect(record).toMatchObject({ request: { headOid: newer }, landed: null, pr: { state: "merged" } });
  });

  test("commits were added on the forge's pages: known by number, or by history", async () => {
    const further = pullOf({ state: "merged", oid: newer });
    const byNumber = await reconciled({ later: [pr(pullOf())] }, { ...gone, ...closed(further) });
    expect(byNumber.record.landed).toMatchObject({ headOid: newer });
    const byHistory = await reconciled(
      {},
      { ...gone, ...closed(further), contains: async (tip, commit) => tip === newer && commit === head },
    );
    expect(byHistory.record.landed).toMatchObject({ headOid: newer });
    const unknown = await reconciled({}, { ...gone, ...closed(further), contains: async () => undefined });
    expect(unknown.told).toEqual([]);
  });

  test("a name that was used before: judged by commits, and by when the record began", async () => {
    const foreign = pullOf({ state: "merged", oid: oid("7") });
    const atStart = pullOf({ state: "merged", oid: start });
    const before = pullOf({ state: "merged", closedAt: minute(-60) });
    for (const pull of [foreign, atStart, before]) {
      expect((await reconciled({}, closed(pull))).told).toEqual([]);
    }
  });

  test("into another branch, or from a fork: no landing", async () => {
    const elsewhere = pullOf({ state: "merged", base: { branch: "release" } });
    const { told, record } = await reconciled({ later: [pr(pullOf())] }, closed(elsewhere));
    expect(told).toEqual(["PR"]);
    expect(record.landed).toBeNull();
    const fork = { ...merged, head: { ...merged.head, fork: true } };
    expect((await reconciled({}, closed(fork))).told).toEqual([]);
  });
});

describe("a pull request that was closed", () => {
  test("the request and the conflict are taken back, with the reason", async () => {
    const { record, told, row } = await reconciled(
      { status: "conflict", later: [request(), pr(pullOf())] },
      closed(refused),
    );
    expect(told).toEqual(["WITHDRAW", "ABORT_MERGE", "PR"]);
    expect(record).toMatchObject({ status: "active", request: null, pr: { state: "closed" } });
    expect(row).toMatchObject({ reason: "its pull request #1 was closed without a merge" });
  });

  test("submitted again after that: nothing is taken back", async () => {
    const early = pullOf({ state: "closed", closedAt: minute(1) });
    const { told } = await reconciled({ later: [pr(pullOf()), request()] }, closed(early));
    expect(told).toEqual(["PR"]);
  });

  test("opened again, or a new one: that is the record's", async () => {
    const again = await reconciled({ later: [pr(refused)] }, open(pullOf()));
    expect(again.record.pr).toMatchObject({ number: 1, state: "open" });
    const second = pullOf({ number: 9, state: "merged" });
    const both = await reconciled({ later: [pr(refused)] }, closed(refused, second));
    expect(both.record).toMatchObject({ pr: { number: 9 }, landed: { evidence: "pull-request" } });
  });
});

describe("a branch that is gone", () => {
  test("never pushed: nothing is said; submitted: the request is withdrawn", async () => {
    expect((await reconciled({}, gone)).told).toEqual([]);
    const { told, row } = await reconciled({ later: [request()] }, gone);
    expect(told).toEqual(["WITHDRAW"]);
    expect(row).toMatchObject({ branchDeleted: true, reason: "its branch was deleted" });
  });

  test.each(statuses)("%s, held by nobody: the record ends", async (status) => {
    const { record } = await reconciled({ status, owner: "none" }, gone);
    expect(record.status).toBe("removed");
  });

  test("base or the pull requests could not be read: nothing ends", async () => {
    const unread = { ...gone, pulls: { open: undefined, closed: [], complete: false } };
    expect((await reconciled({ owner: "none" }, unread)).told).toEqual([]);
    expect((await reconciled({ owner: "none" }, { heads: new Map() })).told).toEqual([]);
  });
});

describe("what an earlier run left half done", () => {
  test("a merge of a clone's branch is given up, an adoption is finished", async () => {
    const journals = new Journals();
    const owned = await live(journals);
    await journals.append(owned, { type: "MERGE", op: op("5"), target: main, headOid: head }, robot);
    const adopted = await live(journals, {
      status: "creating",
      owner: "none",
      by: { ...robot, clone: "d".repeat(16) as typeof robot.clone },
      branch: branch("task/b"),
    });
    const ledger = await ledgerOf(journals);
    const heads = new Map([...contextOf(journals).heads, [branch("task/b"), head]]);
    const rows = await reconcile({ ...contextOf(journals), heads }, ledger);
    expect([ledger.get(owned).status, ledger.get(adopted).status]).toEqual(["active", "active"]);
    expect(rows.map(({ reason }) => reason)).toEqual([
      "its merge was left unfinished by an earlier run",
      "its create was left unfinished by an earlier run",
    ]);
  });

  test("an operation of a clone: it is the clone's, also where it takes long", async () => {
    for (const status of ["creating", "initializing", "committing", "merging", "removing"] as const) {
      expect((await reconciled({ status })).told).toEqual([]);
    }
    expect((await reconciled({ status: "merging", owner: "none" })).told).toEqual([]);
  });
});

describe("adoption", () => {
  test("task branches without a record: one that nobody holds, where the branch stands", async () => {
    const journals = new Journals();
    await live(journals);
    const heads = new Map([
      ...contextOf(journals).heads,
      [branch("task/pushed"), newer],
      [branch("feature/x"), newer],
    ]);
    const ledger = await ledgerOf(journals);
    const [id, ...more] = await adopt({ ...contextOf(journals), heads }, ledger, async () => start);
    expect(more).toEqual([]);
    expect(id === undefined ? undefined : ledger.get(id)).toMatchObject({
      branch: "task/pushed",
      status: "active",
      owner: null,
      adopted: true,
      headOid: newer,
      baseOid: start,
    });
    expect(await isTrue(journals, ledger)).toBe(true);
    expect(await adopt({ ...contextOf(journals), heads }, await ledgerOf(journals))).toEqual([]);
  });

  test("a record ended where its branch still stands: it is left over, and gets no new one", async () => {
    const landed = { type: "LANDED", target: main, headOid: head, evidence: "merge" } as const;
    for (const [pruneBranch, left] of [
      [true, 1],
      [false, 0],
    ] as const) {
      const journals = new Journals();
      const removal = { type: "REMOVE", op: op("6"), pruneBranch } as const;
      await live(journals, { later: [landed, removal, { type: "INIT_COMPLETE", op: op("6") }] });
      const ledger = await ledgerOf(journals);
      expect(await adopt(contextOf(journals), ledger)).toEqual([]);
      expect(leftoversOf(contextOf(journals), ledger)).toHaveLength(left);
      expect(await adopt({ ...contextOf(journals), ...at(newer) }, ledger)).toHaveLength(1);
      expect(leftoversOf({ ...contextOf(journals), ...at(newer) }, ledger)).toEqual([]);
    }
  });

  test("it moved on while its record was ending: that one ends, and a new one begins", async () => {
    const journals = new Journals();
    const id = await live(journals, { status: "removing", owner: "none" });
    const ledger = await ledgerOf(journals);
    const [next] = await adopt(contextOf(journals), ledger);
    expect(ledger.get(id).status).toBe("removed");
    expect(next === undefined ? undefined : ledger.get(next).status).toBe("active");
    expect(await isTrue(journals, ledger)).toBe(true);
  });

  test("a record that another clock ended in the future: no new one, which would be read as that", async () => {
    const journals = new Journals();
    await live(journals, { status: "removed" });
    journals.now -= 60 * 60_000;
    expect(await adopt(contextOf(journals), await ledgerOf(journals))).toEqual([]);
  });
});

const someone = fc.record({
  status: fc.constantFrom(...statuses),
  owner: fc.constantFrom("clone", "none"),
  requested: fc.constantFrom(undefined, head, newer),
  known: fc.constantFrom(undefined, "open", "closed", "merged"),
  tip: fc.constantFrom(undefined, head, newer, start),
  pulls: fc.array(
    fc.record({
      state: fc.constantFrom("open", "closed", "merged"),
      oid: fc.constantFrom(head, newer, start),
      closed: fc.constantFrom(-5, 2, 600),
    }),
    { maxLength: 2 },
  ),
});

test("any lives and anything that happened over there: a second look finds nothing left to write", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(someone, { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      async (all, complete) => {
        const journals = new Journals();
        const heads = new Map([[main, other]]);
        const lists: { open: HostedPull[]; closed: HostedPull[] } = { open: [], closed: [] };
        for (const [index, one] of all.entries()) {
          const name = branch(`task/${index}`);
          if (one.tip !== undefined) heads.set(name, one.tip);
          const later: LifecycleEventInput[] = [];
          if (one.requested !== undefined) later.push(request({ headOid: one.requested }));
          if (one.known !== undefined) later.push(pr(pullOf({ number: index * 10 + 1, state: one.known })));
          await live(journals, { status: one.status, owner: one.owner, branch: name, later });
          for (const [at, { state, oid: tip, closed: when }] of one.pulls.entries()) {
            const pull = pullOf({ number: index * 10 + at + 1, from: name, state, oid: tip });
            if (state === "open") lists.open.push(pull);
            else lists.closed.push({ ...pull, closedAt: minute(when) });
          }
        }
        const context = { ...contextOf(journals), heads, pulls: { ...lists, complete } };
        const first = await ledgerOf(journals);
        await adopt(context, first);
        await reconcile(context, first);
        expect(await isTrue(journals, first)).toBe(true);
        for (const { owner, status, branch: name } of first.live()) {
          if (owner === null) expect([name, status, heads.has(name)]).toEqual([name, status, true]);
        }
        const { size } = journals;
        const second = await ledgerOf(journals);
        await adopt(context, second);
        expect(await reconcile(context, second)).toEqual([]);
        expect(journals.size).toBe(size);
      },
    ),
    { numRuns: 60 },
  );
});
