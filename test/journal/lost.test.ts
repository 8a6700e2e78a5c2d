import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseOid } from "../../src/git/oid.js";
import type { JournalStore } from "../../src/journal/store.js";
import { type RecordId, recordIdSchema } from "../../src/lifecycle/ids.js";
import type { TestRepo } from "../support/repo.js";
import { actor, createEvent, notesRef, op, openStore, openTestRepo, reopen } from "./support.js";

async function oneRecord(): Promise<{ repo: TestRepo; store: JournalStore; id: RecordId }> {
  const { test: repo, repo: opened } = await openTestRepo();
  const store = openStore(opened);
  const { id } = await store.create(createEvent(), actor());
  await store.flush();
  return { repo, store, id };
}
const noteOf = (repo: TestRepo, id: string): string[] =>
  repo.git("notes", "--ref=coppice", "show", id).split("\n");

describe("entries that others dropped from the ref", () => {
  test("git notes writes what it had read before ours: the entry is still read, and the next flush puts it back", async () => {
    const { repo, store, id } = await oneRecord();
    const stale = repo.git("rev-parse", `${notesRef}^{tree}`);
    await store.append(id, { type: "INIT_COMPLETE", op: op(1) }, actor());
    await store.flush();
    // What git notes does: a tree read earlier, the parent read now.
    repo.git(
      "update-ref",
      notesRef,
      repo.git("commit-tree", stale, "-p", notesRef, "-m", "Notes added by git"),
    );
    expect(noteOf(repo, id).length).toBe(1);

    const other = openStore(await reopen(repo.dir));
    const journal = await other.read(id);
    expect(journal?.record?.status).toBe("initializing");
    expect(journal?.entries.map(({ pending }) => pending)).toEqual([false, true]);
    expect((await other.readAll()).get(id)?.record?.status).toBe("initializing");
    expect((await other.records()).get(id)?.status).toBe("initializing");

    await other.create(createEvent("task/b", 2), actor());
    await other.flush();
    expect(noteOf(repo, id).length).toBe(2);
    expect((await other.read(id))?.entries.map(({ pending }) => pending)).toEqual([false, false]);
  });

  test("a forced fetch sets the ref back: records and entries come back with the next flush", async () => {
    const { repo, store, id } = await oneRecord();
    repo.git("clone", "--quiet", "--bare", ".", "../bare.git");
    repo.git("push", "--quiet", "../bare.git", notesRef);
    await store.append(id, { type: "INIT_COMPLETE", op: op(1) }, actor());
    const two = await store.create(createEvent("task/b", 2), actor());
    await store.flush();
    repo.git("fetch", "--quiet", "../bare.git", "+refs/notes/*:refs/notes/*");
    expect(noteOf(repo, id).length).toBe(1);
    expect((await store.records()).get(two.id)?.status).toBe("creating");
    await store.append(id, { type: "INIT_COMPLETE", op: op(1) }, actor());
    await store.flush();
    expect(noteOf(repo, id).length).toBe(3);
    expect(noteOf(repo, two.id).length).toBe(1);
    // Its first line is an object of the new history too.
    repo.git("reflog", "expire", "--expire=now", "--all");
    repo.git("gc", "--quiet", "--prune=now");
    repo.git("notes", "--ref=coppice", "prune");
    expect((await openStore(await reopen(repo.dir)).read(two.id))?.record?.status).toBe("creating");
  });

  test("a person changes lines that are no entries: that is theirs to do", async () => {
    const { repo, store, id } = await oneRecord();
    repo.git("notes", "--ref=coppice", "append", "-m", "a secret", id);
    repo.git("notes", "--ref=coppice", "add", "-m", "first", "HEAD");
    await store.append(id, { type: "INIT_COMPLETE", op: op(1) }, actor());
    await store.flush();
    repo.git(
      "notes",
      "--ref=coppice",
      "add",
      "-f",
      "-m",
      noteOf(repo, id)
        .filter((it) => it !== "a secret")
        .join("\n"),
      id,
    );
    repo.git("notes", "--ref=coppice", "add", "-f", "-m", "second", "HEAD");
    await store.append(id, { type: "INIT_COMPLETE", op: op(1) }, actor());
    await store.flush();
    expect(noteOf(repo, id).some((line) => line === "a secret")).toBe(false);
    expect(noteOf(repo, "HEAD")).toEqual(["second"]);
    expect((await store.read(id))?.record?.status).toBe("active");
  });

  test("the ref is deleted: everything is read all the same, and the next entry puts it back", async () => {
    const { repo, store, id } = await oneRecord();
    const before = noteOf(repo, id);
    repo.git("update-ref", "-d", notesRef);
    expect((await store.read(id))?.record?.status).toBe("creating");
    const two = await store.create(createEvent("task/b", 2), actor());
    await store.flush();
    expect(noteOf(repo, id)).toEqual(before);
    expect([...(await store.readAll()).keys()].sort()).toEqual([id, two.id].sort());
  });

  test("the ref is deleted, and what Coppice remembers of it: the journal is empty, and a new record begins it anew", async () => {
    const { repo, store, id } = await oneRecord();
    repo.git("update-ref", "-d", notesRef);
    rmSync(join(repo.dir, ".git/coppice/last-written"));
    expect(await store.read(id)).toBeUndefined();
    const two = await store.create(createEvent("task/b", 2), actor());
    await store.flush();
    expect([...(await store.readAll()).keys()]).toEqual([two.id]);
  });

  test("the ref is deleted, and the remembered commit has been pruned: no journal passes for an empty one", async () => {
    const { repo, store, id } = await oneRecord();
    const tip = repo.git("rev-parse", notesRef);
    repo.git("update-ref", "-d", notesRef);
    writeFileSync(join(repo.dir, ".git/coppice/last-written"), `${"d".repeat(40)} ${notesRef}\n`);
    await expect(store.read(id)).rejects.toMatchObject({ code: "JOURNAL_CORRUPT" });
    await expect(store.records()).rejects.toMatchObject({ code: "JOURNAL_CORRUPT" });
    await store.append(id, { type: "INIT_COMPLETE", op: op(1) }, actor());
    await expect(store.flush()).rejects.toMatchObject({ code: "JOURNAL_CORRUPT" });
    expect(repo.git("for-each-ref", notesRef)).toBe("");
    // What another clone has is joined all the same, and what waited comes to it.
    await store.join(parseOid(tip));
    await store.flush();
    expect(noteOf(repo, id).length).toBe(2);
    expect((await store.read(id))?.record?.status).toBe("initializing");
  });

  test("the ref is deleted, and a commit without journals stands for the remembered one: no journal passes for an empty one", async () => {
    const { repo, store, id } = await oneRecord();
    const tip = repo.git("rev-parse", notesRef);
    repo.git("update-ref", "-d", notesRef);
    writeFileSync(
      join(repo.dir, ".git/coppice/last-written"),
      `${repo.git("rev-parse", "HEAD")} ${notesRef}\n`,
    );
    await expect(store.read(id)).rejects.toMatchObject({ code: "JOURNAL_CORRUPT" });
    await expect(store.records()).rejects.toMatchObject({ code: "JOURNAL_CORRUPT" });
    await store.create(createEvent("task/b", 2), actor());
    await expect(store.flush()).rejects.toMatchObject({ code: "JOURNAL_CORRUPT" });
    expect(repo.git("for-each-ref", notesRef)).toBe("");
    await store.join(parseOid(tip));
    await store.flush();
    expect((await store.readAll()).size).toBe(2);
  });

  test("the ref is deleted, and another record is asked for than the remembered commit has: there is none", async () => {
    const { repo, store } = await oneRecord();
    repo.git("update-ref", "-d", notesRef);
    expect(await store.read(recordIdSchema.parse("e".repeat(40)))).toBeUndefined();
  });

  test("the ref is deleted, and another clone has all of it: the ref is what that clone has, without a commit of its own", async () => {
    const { repo, store } = await oneRecord();
    const tip = repo.git("rev-parse", notesRef);
    repo.git("update-ref", "-d", notesRef);
    expect(await store.join(parseOid(tip))).toMatchObject({ outcome: "forwarded", tip });
    expect(repo.git("rev-parse", notesRef)).toBe(tip);
  });

  test("the ref is deleted, and an empty folder stands in its place: it is no ref, and the next entry puts it back", async () => {
    const { repo, store, id } = await oneRecord();
    repo.git("update-ref", "-d", notesRef);
    mkdirSync(join(repo.dir, ".git", notesRef), { recursive: true });
    expect((await store.read(id))?.record?.status).toBe("creating");
    await store.append(id, { type: "INIT_COMPLETE", op: op(1) }, actor());
    await store.flush();
    expect(noteOf(repo, id).length).toBe(2);
  });

  test("the remembered commit has been pruned: what the ref says is read", async () => {
    const { repo, store, id } = await oneRecord();
    writeFileSync(join(repo.dir, ".git/coppice/last-written"), `${"d".repeat(40)} ${notesRef}\n`);
    expect((await store.read(id))?.record?.status).toBe("creating");
    expect((await store.readAll()).size).toBe(1);
    await store.append(id, { type: "INIT_COMPLETE", op: op(1) }, actor());
    await store.flush();
    expect(noteOf(repo, id).length).toBe(2);
  });
});
