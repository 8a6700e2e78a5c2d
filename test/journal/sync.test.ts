import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Repository } from "../../src/git/repository.js";
import { encode } from "../../src/journal/entry.js";
import { NotesReader } from "../../src/journal/notes.js";
import type { JournalStore } from "../../src/journal/store.js";
import { type JoinLimits, joinCommit } from "../../src/journal/sync.js";
import { type Oid, oidSchema, type RecordId } from "../../src/lifecycle/ids.js";
import { createTempDir, openRepo, type TestRepo } from "../support/repo.js";
import { actor, createEvent, notesRef, op, openStore, openTestRepo, reopen } from "./support.js";
import { fanned, flat, hashOf, linesIn, notesCommit } from "./trees.js";

/** Joins without a store. */
const joinInto = (repo: Repository, other: Oid, limits?: JoinLimits) =>
  joinCommit(
    {
      repo,
      ref: notesRef,
      notes: new NotesReader(repo, notesRef),
      last: undefined,
      now: Date.now(),
      ...(limits === undefined ? {} : { limits }),
    },
    other,
  );

interface Clone {
  readonly test: TestRepo;
  readonly store: JournalStore;
  readonly clone: string;
}

/** Two clones with a journal each; the remote's notes are fetched by `fetched`. */
async function twoClones(): Promise<{ one: Clone; two: Clone }> {
  const { test: first, repo } = await openTestRepo();
  const dir = join(createTempDir(), "two");
  first.git("clone", "--quiet", first.dir, dir);
  return {
    one: { test: first, store: openStore(repo), clone: "00000000000000aa" },
    two: { test: openRepo(dir), store: openStore(await reopen(dir)), clone: "00000000000000bb" },
  };
}

const begin = async ({ store, clone }: Clone, name: string): Promise<RecordId> => {
  const { id } = await store.create(createEvent(name), actor("cli", clone));
  await store.append(id, { type: "INIT_COMPLETE", op: op(1) }, actor("cli", clone));
  await store.append(id, { type: "INIT_COMPLETE", op: op(1) }, actor("cli", clone));
  await store.flush();
  return id;
};

function fetched(into: Clone, from: Clone): Oid {
  into.test.git("fetch", "--quiet", from.test.dir, `+${notesRef}:refs/notes/remotes/x/coppice`);
  return oidSchema.parse(into.test.git("rev-parse", "refs/notes/remotes/x/coppice"));
}

describe("joining another clone's notes", () => {
  test("each has records of its own: both have both, the push goes forward, and a second join changes nothing", async () => {
    const { one, two } = await twoClones();
    const [a, b] = [await begin(one, "task/a"), await begin(two, "task/b")];
    const joined = await two.store.join(fetched(two, one));
    expect(joined).toMatchObject({ outcome: "joined", keptOut: [] });
    expect(two.test.git("rev-list", "--parents", "--max-count=1", notesRef).split(" ").length).toBe(3);
    expect([...(await two.store.records()).keys()].sort()).toEqual([a, b].sort());
    expect((await two.store.join(fetched(two, one))).outcome).toBe("current");
    two.test.git("push", "--quiet", one.test.dir, notesRef);
    expect((await one.store.records()).get(b)?.status).toBe("active");
    expect(readFileSync(join(two.test.dir, ".git/coppice/last-written"), "utf8")).toContain(joined.tip);
  });

  test("a clone without the ref: it takes theirs as it is, no commit is made", async () => {
    const { one, two } = await twoClones();
    const a = await begin(one, "task/a");
    const other = fetched(two, one);
    expect(await two.store.join(other)).toMatchObject({ outcome: "forwarded", tip: other });
    expect((await two.store.read(a))?.record?.status).toBe("active");
    await two.store.append(a, { type: "MODIFY", filesChanged: ["x"], total: 1 }, actor("cli", two.clone));
    await two.store.flush();
    // One forward again, from their side.
    one.test.git("fetch", "--quiet", two.test.dir, `+${notesRef}:refs/notes/remotes/x/coppice`);
    const back = oidSchema.parse(one.test.git("rev-parse", "refs/notes/remotes/x/coppice"));
    expect(await one.store.join(back)).toMatchObject({ outcome: "forwarded", tip: back });
    expect((await one.store.read(a))?.record?.status).toBe("dirty");
  });

  test("both went on with one record: the union, and the same record in both", async () => {
    const { one, two } = await twoClones();
    const a = await begin(one, "task/a");
    await two.store.join(fetched(two, one));
    await one.store.append(a, { type: "MODIFY", filesChanged: ["x"], total: 1 }, actor("cli", one.clone));
    await two.store.append(a, { type: "TASK", id: "7", status: "verified" }, actor("cli", two.clone));
    await Promise.all([one.store.flush(), two.store.flush()]);
    const [there, here] = [fetched(two, one), fetched(one, two)];
    await Promise.all([two.store.join(there), one.store.join(here)]);
    const [mine, theirs] = [await one.store.read(a), await two.store.read(a)];
    expect(mine?.record).toMatchObject({ status: "dirty", task: { id: "7" } });
    expect(theirs?.record).toEqual(mine?.record);
  });

  test("entries still in the spool, and others that git notes dropped: none is lost by a join", async () => {
    const { one, two } = await twoClones();
    await begin(one, "task/a");
    const b = await begin(two, "task/b");
    // What a person's `git notes` does to entries that come while it works.
    const before = two.test.git("rev-parse", `${notesRef}^{tree}`);
    await two.store.append(b, { type: "MODIFY", filesChanged: ["x"], total: 1 }, actor("cli", two.clone));
    await two.store.flush();
    const stale = two.test.git("commit-tree", before, "-p", notesRef, "-m", "Notes added by git");
    two.test.git("update-ref", notesRef, stale);
    await two.store.append(b, { type: "DISCARD" }, actor("cli", two.clone));
    expect((await two.store.join(fetched(two, one))).outcome).toBe("joined");
    const other = openStore(await reopen(two.test.dir));
    expect((await other.read(b))?.entries.map(({ entry }) => entry.event.type)).toEqual([
      "CREATE",
      "INIT_COMPLETE",
      "INIT_COMPLETE",
      "MODIFY",
      "DISCARD",
    ]);
    await two.store.flush();
    expect((await other.read(b))?.entries.every(({ pending }) => !pending)).toBe(true);
  });

  test("two clones adopted one branch: one record after the join, found by both ids, in one process or another", async () => {
    const { one, two } = await twoClones();
    const [oldest, younger] = [await begin(one, "task/same"), await begin(two, "task/same")];
    await two.store.append(younger, { type: "TASK", id: "7", status: "verified" }, actor("cli", two.clone));
    await two.store.flush();
    expect(two.store.joined.size).toBe(0);
    await two.store.join(fetched(two, one));
    for (const store of [two.store, openStore(await reopen(two.test.dir))]) {
      expect((await store.read(younger))?.id).toBe(oldest);
      expect((await store.read(oldest))?.record).toMatchObject({ id: oldest, task: { id: "7" } });
      expect([...(await store.records()).keys()]).toEqual([oldest]);
      expect([...(await store.readAll()).keys()]).toEqual([oldest]);
      expect([...store.joined]).toEqual([[younger, oldest]]);
    }
  });

  test("a remote that has no history in common, made by squashing: the first lines become objects of our history", async () => {
    const { one, two } = await twoClones();
    const a = await begin(one, "task/a");
    await begin(two, "task/b");
    const squashed = one.test.git("commit-tree", `${notesRef}^{tree}`, "-m", "Squashed");
    one.test.git("update-ref", notesRef, squashed);
    await two.store.join(fetched(two, one));
    two.test.git("reflog", "expire", "--expire=now", "--all");
    two.test.git("update-ref", "-d", "refs/notes/remotes/x/coppice");
    two.test.git("gc", "--quiet", "--prune=now");
    two.test.git("notes", "--ref=coppice", "prune");
    expect((await openStore(await reopen(two.test.dir)).read(a))?.record?.status).toBe("active");
  });
});

describe("what others wrote", () => {
  const lines = (...all: string[]): string => all.map((line) => `${line}\n`).join("");

  test("another fan-out, one key at two paths, files that are no notes: read, and ours stay where they are", async () => {
    const { test: repo, repo: opened } = await openTestRepo();
    const [a, b] = [hashOf(repo, "a\n"), hashOf(repo, "b\n")];
    const ours = notesCommit(repo, { [fanned(a)]: lines("a", "ours"), "README.md": "ours\n" });
    const theirs = notesCommit(repo, {
      [flat(a)]: lines("a"),
      [fanned(a)]: lines("theirs"),
      [`${b.slice(0, 2)}/${b.slice(2, 4)}/${b.slice(4)}`]: lines("b"),
      "OTHER.md": "theirs\n",
    });
    repo.git("update-ref", notesRef, ours);
    expect((await joinInto(opened, theirs)).outcome).toBe("joined");
    expect(repo.git("ls-tree", "-r", "--name-only", notesRef).split("\n").sort()).toEqual(
      [fanned(a), fanned(b), "README.md"].sort(),
    );
    const found = linesIn(repo, notesRef);
    expect([found[a], found[b]]).toEqual([["a", "ours", "theirs"], ["b"]]);
  });

  test("lines that are no entries, of any bytes and length: kept byte for byte; no record comes of a wrong id", async () => {
    const { test: repo, repo: opened } = await openTestRepo();
    const store = openStore(opened);
    const { id, entry } = await store.create(createEvent("task/a"), actor());
    await store.flush();
    const wrong = hashOf(repo, "something else");
    const bytes = Buffer.concat([
      Buffer.from(encode(entry)),
      Buffer.from([0xff, 0xfe, 0x80, 0x0a]),
      Buffer.from(`${"x".repeat(200_000)}\n{"__proto__":{"polluted":true}}\n\n   \n"t"`),
    ]);
    const theirs = notesCommit(repo, { [fanned(id)]: bytes, [fanned(wrong)]: encode(entry) });
    expect((await store.join(theirs)).keptOut).toEqual([]);
    const written = linesIn(repo, notesRef)[id] ?? [];
    expect(written).toContain("\u00ff\u00fe\u0080");
    expect(written).toContain("x".repeat(200_000));
    expect(written).toContain('"t"');
    const records = await openStore(await reopen(repo.dir)).records();
    expect([...records.keys()]).toEqual([id]);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  test("a note that is too large, one with too many lines: left out or cut, told, and everything else is joined", async () => {
    const { test: repo, repo: opened } = await openTestRepo();
    const first = `z-${"first".repeat(30)}`;
    const [a, b, c] = [hashOf(repo, `${first}\n`), hashOf(repo, "b\n"), hashOf(repo, "c\n")];
    const many = Array.from({ length: 50 }, (_, index) => `line ${String(index).padStart(2, "0")}`);
    const theirs = notesCommit(repo, {
      [fanned(a)]: lines(first, ...many),
      [fanned(b)]: "b".repeat(3000),
      [fanned(c)]: lines("c"),
    });
    for (const ours of [undefined, notesCommit(repo, { [fanned(b)]: lines("b") })]) {
      if (ours !== undefined) repo.git("update-ref", notesRef, ours);
      const joined = await joinInto(opened, theirs, { noteBytes: 2000, entries: 10, allBytes: 9000 });
      expect([...joined.keptOut].sort((x, y) => (x.reason < y.reason ? -1 : 1))).toEqual([
        { id: b, reason: "too large" },
        { id: a, reason: "too many entries" },
      ]);
      const found = linesIn(repo, notesRef);
      expect(found[a]).toEqual([...many.slice(0, 9), first]);
      expect(found[b]).toEqual(ours === undefined ? undefined : ["b"]);
      expect(found[c]).toEqual(["c"]);
      // Their commit is ours now: it is not looked at again.
      expect((await joinInto(opened, theirs)).outcome).toBe("current");
    }
  });

  test("notes that are too much together: the smallest are joined, and the others told", async () => {
    const { test: repo, repo: opened } = await openTestRepo();
    const ids = ["a", "b", "c", "d"].map((name) => hashOf(repo, `${name}\n`));
    const sizes = [900, 100, 800, 200];
    const theirs = notesCommit(
      repo,
      Object.fromEntries(ids.map((id, at) => [fanned(id), `${"x".repeat((sizes[at] ?? 0) - 1)}\n`])),
    );
    const joined = await joinInto(opened, theirs, { noteBytes: 1000, entries: 10, allBytes: 1100 });
    const [a, b, c, d] = ids;
    expect(joined.keptOut).toEqual([{ id: a, reason: "too large" }]);
    expect(Object.keys(linesIn(repo, notesRef)).sort()).toEqual([b, c, d].sort());
  });

  test("they dropped lines and a whole note: both stay", async () => {
    const { test: repo, repo: opened } = await openTestRepo();
    const [a, b] = [hashOf(repo, "a\n"), hashOf(repo, "b\n")];
    const ours = notesCommit(repo, { [fanned(a)]: lines("a", "more"), [fanned(b)]: lines("b") });
    repo.git("update-ref", notesRef, ours);
    for (const files of [
      { [fanned(a)]: lines("a"), [fanned(b)]: lines("b") },
      { [fanned(a)]: lines("a", "more", "x") },
    ]) {
      await joinInto(opened, notesCommit(repo, files, repo.git("rev-parse", notesRef)));
      const found = linesIn(repo, notesRef);
      expect(found[a]?.slice(0, 2)).toEqual(["a", "more"]);
      expect(found[b]).toEqual(["b"]);
    }
  });

  test("property: notes split and shuffled between two clones give the union, as git's cat_sort_uniq does", async () => {
    const { test: repo, repo: opened } = await openTestRepo();
    const word = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 12 }).map((text) => text.replaceAll(/[\n\r\0]/g, "")),
      fc.constantFrom("", "  ", '{"t":1}', "same"),
    );
    const note = fc.record({
      key: fc.nat(40),
      one: fc.array(word, { maxLength: 6 }),
      two: fc.array(word, { maxLength: 6 }),
      fan: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(note, { selector: ({ key }) => key, maxLength: 12 }),
        fc.boolean(),
        async (notes, related) => {
          const keys = notes.map(({ key }) => hashOf(repo, `key ${key}\n`));
          const side = (pick: "one" | "two") =>
            Object.fromEntries(
              notes.flatMap((it, index) => {
                const text = lines(...it[pick]);
                const path = it.fan && pick === "two" ? flat(keys[index] ?? "") : fanned(keys[index] ?? "");
                return text.trim() === "" ? [] : [[path, text]];
              }),
            );
          const base = related ? notesCommit(repo, {}) : undefined;
          const [ours, theirs] = [notesCommit(repo, side("one"), base), notesCommit(repo, side("two"), base)];
          repo.git("update-ref", notesRef, ours);
          await joinInto(opened, theirs);
          repo.git("update-ref", "refs/notes/git", ours);
          repo.git("notes", "--ref=git", "merge", "--quiet", "-s", "cat_sort_uniq", theirs);
          const joined = linesIn(repo, notesRef);
          expect(joined).toEqual(linesIn(repo, "refs/notes/git"));
          for (const [index, { one, two }] of notes.entries()) {
            const wanted = [...new Set([...one, ...two].filter((line) => line.trim() !== ""))];
            const latin = wanted.map((line) => Buffer.from(line).toString("latin1")).sort();
            expect(joined[keys[index] ?? ""] ?? []).toEqual(latin);
          }
        },
      ),
      { numRuns: 12, seed: 7 },
    );
  });
});
