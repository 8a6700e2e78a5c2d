import { describe, expect, test } from "vitest";
import { type DraftStore, openDraftStore } from "../../src/journal/draft.js";
import type { JournalStore } from "../../src/journal/store.js";
import { type Oid, oidSchema } from "../../src/lifecycle/ids.js";
import { describeStore } from "./contract.js";
import { actor, branch, createEvent, notesRef, op, openStore, openTestRepo, reopen } from "./support.js";

describeStore("drafted journals that are pushed", async () => {
  const { test: repo } = await openTestRepo();
  const tip = (): Oid | undefined => {
    const found = repo.git("for-each-ref", "--format=%(objectname)", notesRef);
    return found === "" ? undefined : oidSchema.parse(found);
  };
  return {
    open: async (clock) => {
      const options = { ref: notesRef, tip: tip(), ...(clock && { clock: () => clock.now }) };
      return pushing(openDraftStore(await reopen(repo.dir), options), (oid) => {
        repo.git("update-ref", notesRef, oid);
      });
    },
  };
});

/** A flush is a draft that comes through. */
function pushing(store: DraftStore, push: (oid: Oid) => void): JournalStore {
  return {
    get joined() {
      return store.joined;
    },
    get illegible() {
      return store.illegible;
    },
    read: (id) => store.read(id),
    readAll: () => store.readAll(),
    readAs: (kept) => store.readAs(kept),
    records: () => store.records(),
    create: (event, by, prepare) => store.create(event, by, prepare),
    append: (id, event, by, after) => store.append(id, event, by, after),
    join: (other) => store.join(other),
    flush: async () => {
      const oid = await store.draft();
      if (oid === undefined) return;
      push(oid);
      store.settle(oid);
    },
  };
}

describe("a draft", () => {
  async function setUp(format: "sha1" | "sha256" = "sha1") {
    const { test: repo, repo: opened } = await openTestRepo({ name: "here" });
    if (format === "sha256") {
      repo.git("init", "--quiet", "--object-format=sha256", "other");
      const other = await reopen(`${repo.dir}/other`);
      return { repo, opened: other, store: openDraftStore(other, { ref: notesRef, tip: undefined }) };
    }
    return { repo, opened, store: openDraftStore(opened, { ref: notesRef, tip: undefined }) };
  }

  test("entries wait: one git process writes the commit, and no ref is made or moved", async () => {
    const { repo, opened, store } = await setUp();
    const refs = repo.git("for-each-ref");
    const { id } = await store.create(createEvent("task/a"), actor("action"));
    await store.append(id, { type: "INIT_COMPLETE", op: op(1) }, actor("action"));
    const before = opened.git.count;
    const oid = await store.draft();
    expect(opened.git.count - before).toBe(1);
    expect(repo.git("for-each-ref")).toBe(refs);
    expect(repo.git("log", "--format=%s", oid ?? "")).toBe(
      "Record 1 entry of 1 worktree\nRecord 1 entry of 1 worktree",
    );
    expect([store.hasPending, store.tip]).toEqual([true, undefined]);
    await expect(store.flush()).rejects.toMatchObject({ code: "INVALID_STATE" });
    store.settle(oidSchema.parse(oid));
    expect([store.hasPending, store.tip]).toEqual([false, oid]);
    expect((await store.read(id))?.entries.map(({ pending }) => pending)).toEqual([false, false]);
    expect(await store.draft()).toBeUndefined();
  });

  test("SHA-256 repository: drafted all the same", async () => {
    const { store } = await setUp("sha256");
    await store.create(createEvent("task/a"), actor("action"));
    expect(await store.draft()).toHaveLength(64);
  });

  test("another clone's entries came first: read with ours, and the next draft has both", async () => {
    const { repo, opened, store } = await setUp();
    const first = await store.create(createEvent("task/a"), actor("action"));
    await store.draft();
    const laptop = openStore(opened);
    const theirs = await laptop.create(createEvent("task/b", 2), actor());
    await laptop.flush();
    const tip = oidSchema.parse(repo.git("rev-parse", notesRef));
    store.moveTo(tip);
    expect([...(await store.records()).values()].map((record) => record.branch).sort()).toEqual([
      "task/a",
      "task/b",
    ]);
    const oid = oidSchema.parse(await store.draft());
    expect(repo.git("rev-list", "--count", `${tip}..${oid}`)).toBe("1");
    store.settle(oid);
    expect([...(await store.readAll()).keys()].sort()).toEqual([first.id, theirs.id].sort());
  });

  test("the push lost: what waited is dropped and nothing of it is read any more", async () => {
    const { store } = await setUp();
    await store.create(createEvent("task/a"), actor("action"));
    await store.draft();
    store.drop();
    expect([store.hasPending, await store.draft(), (await store.records()).size]).toEqual([
      false,
      undefined,
      0,
    ]);
  });

  test("an entry comes while the push is under way: it goes on waiting", async () => {
    const { store } = await setUp();
    const { id } = await store.create(createEvent("task/a"), actor("action"));
    const oid = oidSchema.parse(await store.draft());
    await store.append(id, { type: "LOCK", reason: "late" }, actor("action"));
    store.settle(oid);
    expect(store.hasPending).toBe(true);
    expect((await store.read(id))?.entries.map(({ pending }) => pending)).toEqual([false, true]);
  });

  test("somebody's forced push dropped what came through before: the next draft puts it back", async () => {
    const { store } = await setUp();
    const one = await store.create(createEvent("task/a"), actor("action"));
    const before = oidSchema.parse(await store.draft());
    store.settle(before);
    await store.append(one.id, { type: "LOCK", reason: "kept" }, actor("action"));
    store.settle(oidSchema.parse(await store.draft()));
    store.moveTo(before);
    await store.create(createEvent("task/b", 2), actor("action"));
    store.settle(oidSchema.parse(await store.draft()));
    expect((await store.read(one.id))?.entries).toHaveLength(2);
  });

  test("4,000 entries of 1,000 records: three git processes, and readers see them before and after", async () => {
    const { opened, store } = await setUp();
    const ids = [];
    for (let number = 0; number < 1000; number += 1) {
      ids.push((await store.create(createEvent(`task/${number}`, number), actor("action"))).id);
    }
    store.settle(oidSchema.parse(await store.draft()));
    const before = opened.git.count;
    for (const [number, id] of ids.entries()) {
      await store.append(id, { type: "INIT_COMPLETE", op: op(number) }, actor("action"));
      await store.append(id, { type: "INIT_COMPLETE", op: op(number) }, actor("action"));
      await store.append(id, { type: "LOCK", reason: "merging" }, actor("action"));
      await store.append(id, { type: "UNLOCK" }, actor("action"));
    }
    const active = [...(await store.records()).values()].filter(({ status }) => status === "active");
    const oid = oidSchema.parse(await store.draft());
    store.settle(oid);
    const after = await store.records();
    expect([active.length, after.size]).toEqual([1000, 1000]);
    expect([...after.values()].find((record) => record.branch === branch("task/7"))?.status).toBe("active");
    expect(opened.git.count - before).toBeLessThanOrEqual(3);
  });
});
