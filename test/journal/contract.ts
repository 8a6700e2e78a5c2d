import { describe, expect, test } from "vitest";
import { encode, maxLineBytes } from "../../src/journal/entry.js";
import { formatOf, recordIdOf } from "../../src/journal/id.js";
import type { JournalStore } from "../../src/journal/store.js";
import { recordIdSchema, stampSchema } from "../../src/lifecycle/ids.js";
import { actor, branch, createEvent, oid, op, startOfTime, type TestClock } from "./support.js";

/** A place for journals, from which any number of stores can be opened, each as if in a process of its own. */
export interface StorePlace {
  open(clock?: TestClock): Promise<JournalStore>;
}

async function begin(makePlace: () => Promise<StorePlace>) {
  const place = await makePlace();
  const clock: TestClock = { now: startOfTime };
  return { place, clock, store: await place.open(clock) };
}

/** What every journal store has to do, whatever it is made of. */
export function describeStore(name: string, makePlace: () => Promise<StorePlace>): void {
  const setUp = () => begin(makePlace);

  describe(name, () => {
    test("nothing was ever written: no journals, and flush has nothing to do", async () => {
      const { store } = await setUp();
      await store.flush();
      expect(await store.read(recordIdSchema.parse("0".repeat(40)))).toBeUndefined();
      expect([...(await store.readAll()), ...(await store.records())]).toEqual([]);
    });

    test("a record created: read at once as pending, its id is the blob of its first line", async () => {
      const { store } = await setUp();
      const { id, entry } = await store.create(createEvent("task/a"), actor());
      expect(recordIdOf(encode(entry), formatOf(id))).toBe(id);
      expect(await store.read(id)).toMatchObject({
        id,
        record: { id, status: "creating", branch: "task/a", createdAt: "2026-01-31T12:00:00.000Z" },
        entries: [{ entry, from: "none", to: "creating", superseded: false, pending: true }],
        unreadable: [],
        lastStamp: entry.t,
      });
    });

    test("the same event created twice: two ids, and one record for the branch", async () => {
      const { store } = await setUp();
      const one = await store.create(createEvent(), actor());
      const two = await store.create(createEvent(), actor());
      expect(one.id).not.toBe(two.id);
      const ids = [...(await store.records()).keys()];
      expect(ids.length).toBe(1);
      expect([one.id, two.id]).toContain(ids[0]);
      for (const { id } of [one, two]) {
        expect(await store.read(id)).toMatchObject({ id: ids[0], entries: [{}, {}] });
      }
    });

    test("journals without their entries: the same else, those of one branch joined", async () => {
      const { store, place } = await setUp();
      const one = await store.create(createEvent(), actor());
      const two = await store.create(createEvent(), actor());
      const other = await store.create(createEvent("task/b", 2), actor());
      await store.flush();
      // One that nobody has begun, and one whose last entry is in no commit yet.
      await store.append(recordIdSchema.parse("0".repeat(40)), { type: "LOCK" }, actor());
      await store.append(other.id, { type: "LOCK" }, actor());
      for (const reader of [store, await place.open()]) {
        const heads = await reader.readAs(({ entries: _, ...head }) => head);
        expect(reader.joined.size).toBe(1);
        const journals = await reader.readAll();
        const bare = [...journals].map(([id, { entries: _, ...head }]) => [id, head] as const);
        expect(new Map(heads)).toEqual(new Map(bare));
        expect([one.id, two.id].filter((id) => heads.has(id)).length).toBe(1);
      }
    });

    test("entries flushed: another process reads the same journal, nothing pending", async () => {
      const { store, place } = await setUp();
      const { id } = await store.create(createEvent(), actor());
      await store.append(id, { type: "INIT_COMPLETE", op: op(1) }, actor());
      await store.append(id, { type: "INIT_COMPLETE", op: op(1) }, actor("hook"));
      const before = await store.read(id);
      await store.flush();
      const after = await (await place.open()).read(id);
      expect(after).toEqual({
        ...before,
        entries: before?.entries.map((entry) => ({ ...entry, pending: false })),
      });
      expect(after?.entries.map(({ from, to }) => `${from} ${to}`)).toEqual([
        "none creating",
        "creating initializing",
        "initializing active",
      ]);
    });

    test("several appends at once: all are kept, in one order for everybody", async () => {
      const { store, place } = await setUp();
      const { id } = await store.create(createEvent(), actor());
      const reasons = ["a", "b", "c", "d"];
      await Promise.all(reasons.map((reason) => store.append(id, { type: "LOCK", reason }, actor())));
      await Promise.all([store.flush(), store.flush()]);
      const journal = await (await place.open()).read(id);
      expect(journal?.entries.slice(1).map(({ entry }) => entry.event)).toEqual(
        reasons.map((reason) => ({ type: "LOCK", reason })),
      );
    });

    test("an entry that is not valid in the state: kept, marked, and the record unchanged", async () => {
      const { store } = await setUp();
      const { id } = await store.create(createEvent(), actor());
      await store.append(id, { type: "DISCARD" }, actor());
      await store.flush();
      const journal = await store.read(id);
      expect(journal?.record?.status).toBe("creating");
      expect(journal?.entries[1]).toMatchObject({ superseded: true, from: "creating", to: "creating" });
    });

    test("the clock falls back between two processes: the later entry still sorts behind", async () => {
      const { store, place, clock } = await setUp();
      const { id, entry } = await store.create(createEvent(), actor());
      await store.flush();
      clock.now -= 60_000;
      const other = await place.open(clock);
      const journal = await other.read(id);
      const added = await other.append(id, { type: "INIT_COMPLETE", op: op(1) }, actor(), journal?.lastStamp);
      expect(added.t > entry.t).toBe(true);
      expect(added.at).toBe("2026-01-31T11:59:00.000Z");
      expect((await other.read(id))?.record?.status).toBe("initializing");
    });

    test("a journal read before without passing its last stamp: the entry sorts behind it too", async () => {
      const { store, place, clock } = await setUp();
      const { id, entry } = await store.create(createEvent(), actor());
      await store.flush();
      clock.now -= 60_000;
      const other = await place.open(clock);
      await other.read(id);
      expect((await other.append(id, { type: "DISCARD" }, actor())).t > entry.t).toBe(true);
    });

    test("an entry told to follow a later stamp: it does", async () => {
      const { store } = await setUp();
      const { id } = await store.create(createEvent(), actor());
      const after = stampSchema.parse("02ffffffffff0000-0000000000000000");
      expect((await store.append(id, { type: "DISCARD" }, actor(), after)).t > after).toBe(true);
    });

    test("a message longer than an entry may be: cut, and its length told", async () => {
      const { store } = await setUp();
      const { id } = await store.create(createEvent(), actor());
      const message = "語".repeat(70_000);
      const entry = await store.append(id, { type: "COMMIT", op: op(2), message }, actor());
      expect(Buffer.byteLength(encode(entry))).toBeLessThanOrEqual(maxLineBytes);
      expect(entry.event).toMatchObject({ messageLength: 70_000 });
      await store.flush();
      expect((await store.read(id))?.entries[1]?.entry).toEqual(entry);
    });

    test("an error whose message names a path: journaled without it", async () => {
      const { store } = await setUp();
      const { id } = await store.create(createEvent(), actor());
      const { event } = await store.append(
        id,
        {
          type: "ERROR",
          op: op(1),
          code: "CLEANUP_FAILED",
          message: "Could not remove /var/lib/x.",
          operation: "create",
          recoverable: true,
          details: { output: "stderr" },
        },
        actor(),
      );
      expect(event).toMatchObject({ message: "Could not remove <path>", details: {} });
    });

    test("an event that is not well-formed: refused with its place, and nothing is written", async () => {
      const { store } = await setUp();
      const { id } = await store.create(createEvent(), actor());
      await expect(
        store.append(id, { type: "MODIFY", filesChanged: [], total: 1 }, actor()),
      ).rejects.toMatchObject({
        code: "INVALID_STATE",
        message: expect.stringContaining("event.filesChanged"),
      });
      expect((await store.read(id))?.entries.length).toBe(1);
    });

    test("appended to a record that nobody created: kept, and no record comes of it", async () => {
      const { store } = await setUp();
      const id = recordIdSchema.parse("f".repeat(40));
      await store.append(id, { type: "DISCARD" }, actor());
      await store.flush();
      expect(await store.read(id)).toMatchObject({
        record: null,
        entries: [{ superseded: true, from: "none" }],
      });
      expect(await store.records()).toEqual(new Map());
    });

    test("many records and many flushes: every record is there with all its entries", async () => {
      const { store, place } = await setUp();
      const ids = [];
      for (let number = 0; number < 90; number += 1) {
        const { id } = await store.create(createEvent(`task/${number}`, number), actor());
        await store.append(id, { type: "INIT_COMPLETE", op: op(number) }, actor());
        if (number % 30 === 0) await store.flush();
        ids.push(id);
      }
      for (const id of ids.slice(0, 10)) {
        await store.append(id, { type: "HEAD", oid: oid("b"), branch: branch("task/x") }, actor());
      }
      await store.flush();
      const other = await place.open();
      const journals = await other.readAll();
      expect([...journals.keys()].sort()).toEqual([...ids].sort());
      expect(ids.map((id) => journals.get(id)?.entries.length)).toEqual(
        ids.map((_, at) => (at < 10 ? 3 : 2)),
      );
      const records = await other.records();
      expect(ids.map((id) => records.get(id))).toEqual(ids.map((id) => journals.get(id)?.record));
    });

    test("flushed twice: the second has nothing to do and changes nothing", async () => {
      const { store } = await setUp();
      const { id } = await store.create(createEvent(), actor());
      await store.flush();
      const before = await store.read(id);
      await store.flush();
      expect(await store.read(id)).toEqual(before);
    });
  });
}

/** What a store has to do whose processes share a spool: they see each other's entries before these are flushed. */
export function describeSharedStore(name: string, makePlace: () => Promise<StorePlace>): void {
  const setUp = () => begin(makePlace);

  describe(name, () => {
    test("an entry of another process that is not flushed: read all the same", async () => {
      const { store, place } = await setUp();
      const other = await place.open();
      const { id } = await store.create(createEvent(), actor());
      expect((await other.read(id))?.record?.status).toBe("creating");
      await store.flush();
      await store.append(id, { type: "INIT_COMPLETE", op: op(1) }, actor());
      expect((await other.read(id))?.record?.status).toBe("initializing");
      expect((await other.readAll()).get(id)?.record?.status).toBe("initializing");
      expect((await other.records()).get(id)?.status).toBe("initializing");
    });

    test("a process that ended without flushing: the next one that flushes writes its entries too", async () => {
      const { store, place } = await setUp();
      const { id } = await store.create(createEvent(), actor());
      const other = await place.open();
      await other.create(createEvent("task/b", 2), actor());
      await other.flush();
      expect((await other.read(id))?.entries.map(({ pending }) => pending)).toEqual([false]);
      await store.flush();
    });
  });
}
