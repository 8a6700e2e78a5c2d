import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RecordCache } from "../../src/journal/cache.js";
import { encode } from "../../src/journal/entry.js";
import { fold } from "../../src/journal/fold.js";
import type { JournalStore } from "../../src/journal/store.js";
import { oidSchema, type RecordId } from "../../src/lifecycle/ids.js";
import type { WorktreeRecord } from "../../src/lifecycle/record.js";
import { life } from "../properties/lives.js";
import { createTempDir, type TestRepo } from "../support/repo.js";
import { actor, createEvent, notesRef, oid, op, openStore, openTestRepo, reopen } from "./support.js";

const enough = 210;

async function manyRecords(): Promise<{
  repo: TestRepo;
  store: JournalStore;
  ids: RecordId[];
  file: string;
}> {
  const { test: repo, repo: opened } = await openTestRepo();
  const store = openStore(opened);
  const ids: RecordId[] = [];
  for (let number = 0; number < enough; number += 1) {
    ids.push((await store.create(createEvent(`task/${number}`, number + 1), actor())).id);
  }
  await store.flush();
  return { repo, store, ids, file: join(repo.dir, ".git/coppice/cache/records") };
}

/** What the cache may never differ from. */
async function uncached(dir: string): Promise<Map<RecordId, WorktreeRecord>> {
  const records = new Map<RecordId, WorktreeRecord>();
  for (const [id, { record }] of await openStore(await reopen(dir)).readAll()) {
    if (record !== null) records.set(id, record);
  }
  return records;
}
const cached = async (dir: string) => openStore(await reopen(dir)).records();

describe("RecordCache", () => {
  test("a pipe where it is drafted: nobody waits for it, and the next time it is written", () => {
    const file = join(createTempDir(), "records");
    const cache = new RecordCache(file, notesRef);
    const draft = `${file}.${process.pid}.tmp`;
    execFileSync("mkfifo", [draft]);
    const records = new Map<RecordId, WorktreeRecord>();
    cache.write({ tip: oid("c"), records });
    expect([cache.read(), existsSync(draft)]).toEqual([undefined, false]);
    cache.write({ tip: oid("c"), records });
    expect(cache.read()).toEqual({ tip: oid("c"), records });
  });

  test("any records written: the same are read, for the same ref alone", () => {
    const dir = createTempDir();
    const cache = new RecordCache(join(dir, "deep/records"), notesRef);
    expect(cache.read()).toBeUndefined();
    fc.assert(
      fc.property(fc.array(life(), { maxLength: 4 }), (lives) => {
        const records = new Map<RecordId, WorktreeRecord>();
        for (const { id, entries } of lives) {
          const lines = entries.map((entry) => ({ text: encode(entry).trimEnd(), pending: false }));
          const { record } = fold(id, lines);
          if (record !== null) records.set(id, record);
        }
        cache.write({ tip: oid("c"), records });
        expect(cache.read()).toEqual({ tip: oid("c"), records });
      }),
      { numRuns: 50 },
    );
    expect(new RecordCache(join(dir, "deep/records"), "refs/notes/other").read()).toBeUndefined();
  });

  test("a place that cannot be written: no error, and nothing is cached", () => {
    const file = join(createTempDir(), "file");
    writeFileSync(file, "");
    const cache = new RecordCache(join(file, "records"), notesRef);
    cache.write({ tip: oid("c"), records: new Map() });
    expect(cache.read()).toBeUndefined();
  });
});

describe("records from the cache", () => {
  test("a single record: it is cached, and read from there alone while the ref stands still", async () => {
    const { test: repo, repo: opened } = await openTestRepo();
    const store = openStore(opened);
    await store.create(createEvent(), actor());
    await store.flush();
    const records = await store.records();
    const cache = new RecordCache(join(repo.dir, ".git/coppice/cache/records"), notesRef);
    expect(cache.read()).toEqual({ tip: repo.git("rev-parse", notesRef), records });
    const changed = new Map([...records].map(([id, record]) => [id, { ...record, title: "Cached" }]));
    cache.write({ tip: oidSchema.parse(repo.git("rev-parse", notesRef)), records: changed });
    expect(await cached(repo.dir)).toEqual(changed);
  });

  test("many records, then changes of every kind: always what the ref and the spool say", async () => {
    const { repo, store, ids, file } = await manyRecords();
    const [first, second, third] = ids;
    if (first === undefined || second === undefined || third === undefined) throw new Error("no records");
    expect(await cached(repo.dir)).toEqual(await uncached(repo.dir));
    expect(existsSync(file)).toBe(true);

    await store.append(first, { type: "INIT_COMPLETE", op: op(1) }, actor());
    expect((await cached(repo.dir)).get(first)?.status).toBe("initializing");
    await store.flush();
    await store.create(createEvent("task/new", 900), actor());
    await store.append(second, { type: "INIT_COMPLETE", op: op(2) }, actor());
    expect(await cached(repo.dir)).toEqual(await uncached(repo.dir));
    await store.flush();
    expect(await cached(repo.dir)).toEqual(await uncached(repo.dir));
    expect((await cached(repo.dir)).size).toBe(enough + 1);

    repo.git("notes", "--ref=coppice", "remove", third);
    rmSync(join(repo.dir, ".git/coppice/last-written"));
    expect(await cached(repo.dir)).toEqual(await uncached(repo.dir));
    expect((await cached(repo.dir)).has(third)).toBe(false);

    repo.git("update-ref", "-d", notesRef);
    expect(await cached(repo.dir)).toEqual(new Map());
  });

  for (const [how, damage] of Object.entries({
    "cut short": (text: string) => text.slice(0, -10),
    changed: (text: string) => text.replace('"creating"', '"removed"'),
    empty: () => "",
    "of another version": (text: string) => text.replace('"format":3', '"format":0'),
    "no JSON": () => "{}\n{",
  })) {
    test(`a cache that is ${how}: read as if it were not there`, async () => {
      const { repo, store, file } = await manyRecords();
      await store.records();
      const damaged = damage(readFileSync(file, "utf8"));
      writeFileSync(file, damaged);
      expect(await cached(repo.dir)).toEqual(await uncached(repo.dir));
      expect(readFileSync(file, "utf8")).not.toBe(damaged);
    });
  }

  test("the cached commit has been pruned: the records are folded anew", async () => {
    const { repo, store, file } = await manyRecords();
    await store.records();
    const text = readFileSync(file, "utf8");
    const tip = repo.git("rev-parse", notesRef);
    writeFileSync(file, text.replace(tip, "d".repeat(40)));
    expect(await cached(repo.dir)).toEqual(await uncached(repo.dir));
  });
});
