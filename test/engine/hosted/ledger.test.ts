import { describe, expect, test } from "vitest";
import { adopt } from "../../../src/engine/hosted/adopt.js";
import { recordEnded } from "../../../src/engine/hosted/endings.js";
import { recordConflict, recordLanded } from "../../../src/engine/hosted/entries.js";
import { openLedger } from "../../../src/engine/hosted/ledger.js";
import { reconcile } from "../../../src/engine/hosted/reconcile.js";
import { rowOf } from "../../../src/engine/hosted/rows.js";
import { tasksOf } from "../../../src/engine/hosted/tasks.js";
import { CoppiceError } from "../../../src/lifecycle/errors.js";
import { openStore, openTestRepo } from "../../journal/support.js";
import {
  branch,
  contextOf,
  head,
  Journals,
  laptop,
  ledgerOf,
  live,
  main,
  newer,
  noPulls,
  oid,
  op,
  other,
  pullOf,
  request,
  robot,
  task,
  taskOf,
} from "./ledger-support.js";

describe("the ledger", () => {
  test("an entry that the table or a guard refuses: nothing is written, and the reason is told", async () => {
    const journals = new Journals();
    const id = await live(journals, { status: "dirty" });
    const ledger = await ledgerOf(journals);
    const { size } = journals;
    const merge = { type: "MERGE", op: op("5"), target: main, headOid: head } as const;
    expect(await ledger.append(id, merge)).toBeUndefined();
    expect(ledger.refusal).toMatchObject({ code: "WORKTREE_DIRTY" });
    expect(await ledger.append(id, { type: "INIT_COMPLETE", op: op("5") })).toBeUndefined();
    expect(ledger.refusal).toMatchObject({ code: "INVALID_STATE" });
    expect(journals.size).toBe(size);
    expect(await ledger.append(id, request())).toMatchObject({ request: { headOid: head } });
    expect(ledger.refusal).toBeUndefined();
  });

  test("a second record for a branch that has one: refused", async () => {
    const journals = new Journals();
    await live(journals);
    const ledger = await ledgerOf(journals);
    const create = {
      type: "CREATE",
      op: op("5"),
      branch: task,
      base: main,
      baseOid: null,
      clone: null,
    } as const;
    await expect(ledger.create(create)).rejects.toMatchObject({ code: "WORKTREE_EXISTS" });
  });

  test("two clones adopted one branch: both ids give the oldest record, which is what is appended to", async () => {
    const journals = new Journals();
    const first = await live(journals);
    const second = await live(journals, { create: { op: op("6") }, status: "creating" });
    const ledger = await ledgerOf(journals);
    expect(ledger.live().map(({ id }) => id)).toEqual([first]);
    expect(ledger.get(second).id).toBe(first);
    await ledger.append(second, request());
    const again = await ledgerOf(journals);
    expect(again.get(first)).toEqual(ledger.get(first));
    expect(again.get(first).request).not.toBeNull();
  });

  test("a clock that is behind the journal's: what is appended counts all the same", async () => {
    const journals = new Journals();
    const id = await live(journals);
    const behind = new Journals();
    behind.now = journals.now - 24 * 60 * 60_000;
    const seen = (await journals.read(id))?.lastStamp;
    const ledger = await ledgerOf(journals);
    journals.now = behind.now;
    await ledger.append(id, request());
    const entry = (await ledger.journal(id))?.entries.at(-1)?.entry;
    expect(entry?.event.type).toBe("REQUEST");
    expect(seen !== undefined && entry !== undefined && entry.t > seen).toBe(true);
  });

  test("many records: the journals are read once, whatever is appended", async () => {
    const journals = new Journals();
    const heads = new Map([[main, other]]);
    for (let index = 0; index < 60; index += 1) heads.set(branch(`task/${index}`), head);
    const ledger = await ledgerOf(journals);
    const context = { ...contextOf(journals), heads };
    await adopt(context, ledger);
    const merged = [...heads.keys()].map((name, index) =>
      pullOf({ number: index + 1, from: name, state: "merged" }),
    );
    await reconcile({ ...context, pulls: { ...noPulls, closed: merged } }, ledger);
    for (const { id } of ledger.live()) await recordEnded(ledger, id);
    expect(ledger.live()).toEqual([]);
    expect(ledger.records.size).toBe(60);
    expect(journals.reads).toBe(1);
  });
});

test("rows: what was told, the states before and after, the pull request that is known", async () => {
  const journals = new Journals();
  const id = await live(journals);
  const ledger = await ledgerOf(journals);
  const context = { ...contextOf(journals), pulls: { ...noPulls, open: [pullOf({ number: 7 })] } };
  const [found] = tasksOf(context, ledger);
  if (found === undefined) throw new Error("no task");
  await recordConflict(ledger, {
    task: found,
    head,
    target: main,
    targetOid: other,
    strategy: "merge",
    keep: false,
    error: new CoppiceError("MERGE_CONFLICT", "It conflicts."),
  });
  expect(rowOf(found, "conflicted", { reason: "it conflicts" }, ledger)).toEqual({
    branch: task,
    id,
    before: "active",
    after: "conflict",
    outcome: "conflicted",
    head,
    mergeOid: null,
    evidence: null,
    reason: "it conflicts",
    pr: { number: 7, url: "https://github.com/acme/site/pull/7" },
    files: [],
    filesTotal: 0,
    branchDeleted: false,
    restore: null,
  });
});

test("a night on a real notes ref: adopted, conflicted, resolved, landed and ended; another reader sees it all", async () => {
  const { test: place, repo } = await openTestRepo();
  place.git("config", "user.name", "Test");
  const clock = { now: Date.UTC(2026, 0, 31, 12) };
  const store = openStore(repo, clock);
  const { id: owned } = await store.create(
    {
      type: "CREATE",
      op: op("1"),
      branch: task,
      base: main,
      baseOid: other,
      clone: laptop.clone,
    },
    laptop,
  );
  for (const event of [
    { type: "INIT_COMPLETE", op: op("1") },
    { type: "INIT_COMPLETE", op: op("1"), sha: head },
    request(),
  ] as const) {
    await store.append(owned, event, laptop);
  }
  await store.flush();

  const open = () => openLedger({ journal: store, actor: robot, now: () => clock.now });
  const pushed = branch("task/pushed");
  const context = {
    ...contextOf(new Journals()),
    heads: new Map([
      [main, other],
      [task, head],
      [pushed, newer],
    ]),
  };
  const evening = await open();
  const [adopted] = await adopt(context, evening);
  if (adopted === undefined) throw new Error("nothing was adopted");
  const merge = { head, target: main, strategy: "merge", keep: false } as const;
  await recordConflict(evening, {
    ...merge,
    task: taskOf(context, evening, owned),
    targetOid: other,
    error: new CoppiceError("MERGE_CONFLICT", "It conflicts."),
  });
  await store.flush();

  const night = await open();
  expect(night.get(owned)).toMatchObject({ status: "conflict", request: { headOid: head } });
  const made = { mergeOid: oid("d"), evidence: "merge" } as const;
  await recordLanded(night, { ...merge, ...made, task: taskOf(context, night, owned) });
  await recordLanded(night, { ...merge, ...made, head: newer, task: taskOf(context, night, adopted) });
  await recordEnded(night, adopted);
  await store.flush();

  const reader = openStore(repo, clock);
  const records = await reader.records();
  expect(records.get(owned)).toEqual(night.get(owned));
  expect(records.get(owned)).toMatchObject({ status: "active", request: null, landed: { headOid: head } });
  expect(records.get(adopted)).toMatchObject({ status: "removed", landed: { headOid: newer } });
  const entries = [...(await reader.readAll()).values()].flatMap((journal) => journal.entries);
  expect(entries.filter(({ superseded }) => superseded)).toEqual([]);
});
