import * as fs from "node:fs";
import { join } from "node:path";
import git from "isomorphic-git";
import { describe, expect, test } from "vitest";
import { splitLines } from "../../src/journal/lines.js";
import type { JournalStore } from "../../src/journal/store.js";
import type { RecordId } from "../../src/lifecycle/ids.js";
import type { TestRepo } from "../support/repo.js";
import { actor, createEvent, notesRef, op, openStore, openTestRepo, reopen } from "./support.js";

/** Records with two entries each, flushed. */
async function fill(store: JournalStore, count: number, prefix = "task"): Promise<RecordId[]> {
  const ids: RecordId[] = [];
  for (let number = 0; number < count; number += 1) {
    const { id } = await store.create(createEvent(`${prefix}/${number}`, number + 1), actor());
    await store.append(id, { type: "INIT_COMPLETE", op: op(number + 1) }, actor());
    ids.push(id);
  }
  await store.flush();
  return ids;
}

const paths = (repo: TestRepo): string[] => repo.git("ls-tree", "-r", "--name-only", notesRef).split("\n");
const noteLines = (repo: TestRepo, id: string): string[] =>
  splitLines(Buffer.from(repo.git("notes", "--ref=coppice", "show", id)));
const statuses = async (dir: string) =>
  [...(await openStore(await reopen(dir)).records()).values()].map(({ status }) => status);

describe("plain git", () => {
  test("git notes list and show: every record and every line", async () => {
    const { test: repo, repo: opened } = await openTestRepo();
    const store = openStore(opened);
    const ids = await fill(store, 30);
    const listed = repo.git("notes", "--ref=coppice", "list").split("\n");
    expect(listed.map((line) => line.split(" ")[1]).sort()).toEqual([...ids].sort());
    for (const id of ids.slice(0, 3)) {
      const journal = await store.read(id);
      expect(noteLines(repo, id)).toEqual(journal?.entries.map(({ line }) => line));
    }
  });

  test("fsck, gc --prune=now and notes prune: the journals stay whole", async () => {
    const { test: repo, repo: opened } = await openTestRepo();
    const store = openStore(opened);
    await fill(store, 90);
    const before = await store.readAll();
    repo.git("reflog", "expire", "--expire=now", "--all");
    repo.git("gc", "--quiet", "--prune=now");
    repo.git("notes", "--ref=coppice", "prune");
    expect(repo.git("fsck", "--strict", "--no-dangling")).toBe("");
    expect(await openStore(await reopen(repo.dir)).readAll()).toEqual(before);
  });

  test("a flat tree, as git notes leaves it: read, and what we write goes to our layout", async () => {
    const { test: repo, repo: opened } = await openTestRepo();
    const store = openStore(opened);
    const [first = "", second = ""] = await fill(store, 3);
    repo.git("notes", "--ref=coppice", "add", "-m", "a person's note", "HEAD");
    expect(paths(repo)).toContain(first);
    const other = openStore(await reopen(repo.dir));
    expect([...(await other.records()).keys()]).toContain(first);
    await other.append(await idIn(other, first), { type: "INIT_COMPLETE", op: op(1) }, actor());
    await other.flush();
    expect(paths(repo)).toContain(`${first.slice(0, 2)}/${first.slice(2)}`);
    expect(paths(repo)).not.toContain(first);
    expect(paths(repo)).toContain(second);
    expect(noteLines(repo, first).length).toBe(3);
    expect((await other.read(await idIn(other, first)))?.record?.status).toBe("active");
  });

  test("a person's own note on a commit in our ref: kept, and no record comes of it", async () => {
    const { test: repo, repo: opened } = await openTestRepo();
    repo.git("notes", "--ref=coppice", "add", "-m", "by hand", "HEAD");
    const store = openStore(opened);
    await fill(store, 2);
    expect(repo.git("notes", "--ref=coppice", "show", "HEAD")).toBe("by hand");
    expect((await store.records()).size).toBe(2);
    const journal = (await store.readAll()).get(await idIn(store, repo.git("rev-parse", "HEAD")));
    expect(journal).toMatchObject({ record: null, unreadable: ["by hand"] });
  });

  test("a line that a person appends to a journal: kept byte for byte and reported", async () => {
    const { test: repo, repo: opened } = await openTestRepo();
    const store = openStore(opened);
    const [id = ""] = await fill(store, 1);
    repo.git("notes", "--ref=coppice", "append", "-m", "look at é this", id);
    const key = await idIn(store, id);
    await store.append(key, { type: "INIT_COMPLETE", op: op(1) }, actor());
    await store.flush();
    expect(await store.read(key)).toMatchObject({
      unreadable: ["look at é this"],
      record: { status: "active" },
    });
    expect(noteLines(repo, id)).toContain("look at é this");
  });

  test("bytes that are not UTF-8 in a journal: still there after the next write", async () => {
    const { test: repo, repo: opened } = await openTestRepo();
    const store = openStore(opened);
    const [id = ""] = await fill(store, 1);
    const bytes = Buffer.concat([
      Buffer.from(`${noteLines(repo, id).join("\n")}\n`),
      Buffer.from([0x61, 0xff, 0xfe, 0x0a]),
    ]);
    fs.writeFileSync(join(repo.dir, "../bytes"), bytes);
    const blob = repo.git("hash-object", "-w", "../bytes");
    repo.git("notes", "--ref=coppice", "add", "-f", "-C", blob, id);
    const key = await idIn(store, id);
    expect((await store.read(key))?.record?.status).toBe("initializing");
    await store.append(key, { type: "INIT_COMPLETE", op: op(1) }, actor());
    await store.flush();
    const stored = repo.git("rev-parse", `${notesRef}:${id.slice(0, 2)}/${id.slice(2)}`);
    const { data } = (await (await reopen(repo.dir)).objects().read(stored)) ?? { data: Buffer.alloc(0) };
    expect(data.includes(Buffer.from([0x61, 0xff, 0xfe, 0x0a]))).toBe(true);
  });

  test("one journal at two paths: read as one, and one path is left after the next write", async () => {
    const { test: repo, repo: opened } = await openTestRepo();
    const store = openStore(opened);
    const [id = ""] = await fill(store, 1);
    const key = await idIn(store, id);
    await store.append(key, { type: "INIT_COMPLETE", op: op(1) }, actor());
    await store.flush();
    const [first = "", ...rest] = noteLines(repo, id);
    const write = (text: string): string => {
      repo.write("../part", `${text}\n`);
      return repo.git("hash-object", "-w", "../part");
    };
    const index = { GIT_INDEX_FILE: join(repo.dir, "../index") };
    const plumb = (...args: string[]): string => withEnv(index, () => repo.git(...args));
    plumb("read-tree", "--empty");
    plumb(
      "update-index",
      "--add",
      "--cacheinfo",
      `100644,${write(rest.join("\n"))},${id.slice(0, 2)}/${id.slice(2)}`,
    );
    plumb(
      "update-index",
      "--add",
      "--cacheinfo",
      `100644,${write(first)},${id.slice(0, 2)}/${id.slice(2, 4)}/${id.slice(4)}`,
    );
    plumb("update-index", "--add", "--cacheinfo", `100644,${write("other")},readme`);
    const commit = repo.git("commit-tree", plumb("write-tree"), "-p", notesRef, "-m", "Two layouts");
    repo.git("update-ref", notesRef, commit);
    expect(paths(repo).length).toBe(3);
    const other = openStore(await reopen(repo.dir));
    expect((await other.read(key))?.record?.status).toBe("active");
    expect((await other.readAll()).get(key)?.entries.length).toBe(3);
    await other.append(key, { type: "DISCARD" }, actor());
    await other.flush();
    expect(paths(repo)).toEqual([`${id.slice(0, 2)}/${id.slice(2)}`, "readme"]);
    expect((await other.read(key))?.entries.length).toBe(4);
  });

  test("two clones' refs merged by git notes merge: every journal is the union that we compute", async () => {
    const { test: repo, repo: opened } = await openTestRepo();
    const mine = openStore(opened);
    const [shared = ""] = await fill(mine, 40);
    repo.git("clone", "--quiet", ".", "../clone");
    const dir = join(repo.dir, "../clone");
    repo.gitIn(dir, "fetch", "--quiet", "origin", `${notesRef}:${notesRef}`);
    const theirs = openStore(await reopen(dir));
    const key = await idIn(mine, shared);
    await theirs.append(key, { type: "REMOVE", op: op(90) }, actor("cli", "00000000000000bb"));
    await fill(theirs, 3, "theirs");
    await mine.append(key, { type: "INIT_COMPLETE", op: op(1) }, actor());
    await fill(mine, 3, "mine");
    repo.git("fetch", "--quiet", dir, `${notesRef}:refs/notes/remotes/clone/coppice`);
    const [ours, other] = [await mine.readAll(), await theirs.readAll()];

    repo.git(
      "notes",
      "--ref=coppice",
      "merge",
      "--quiet",
      "-s",
      "cat_sort_uniq",
      "refs/notes/remotes/clone/coppice",
    );
    const merged = await openStore(await reopen(repo.dir)).readAll();
    expect(new Set(merged.keys())).toEqual(new Set([...ours.keys(), ...other.keys()]));
    for (const [id, { entries }] of merged) {
      const union = [...(ours.get(id)?.entries ?? []), ...(other.get(id)?.entries ?? [])];
      expect(new Set(entries.map(({ line }) => line))).toEqual(new Set(union.map(({ line }) => line)));
    }
    expect(merged.get(key)?.record).not.toBeNull();
    repo.git("notes", "--ref=coppice", "prune");
    expect(await openStore(await reopen(repo.dir)).readAll()).toEqual(merged);
    expect(repo.git("fsck", "--strict", "--no-dangling")).toBe("");
    const again = openStore(await reopen(repo.dir));
    await again.append(key, { type: "DISCARD" }, actor());
    await again.flush();
    expect((await statuses(repo.dir)).length).toBe(46);
  });
});

describe("isomorphic-git", () => {
  test("its object functions: they read the journals that we wrote, line for line", async () => {
    const { test: repo, repo: opened } = await openTestRepo();
    const store = openStore(opened);
    const ids = await fill(store, 20);
    const where = { fs, dir: repo.dir };
    const tip = await git.resolveRef({ ...where, ref: notesRef });
    const { commit } = await git.readCommit({ ...where, oid: tip });
    expect(commit.committer.email).toBe("test@coppice.invalid");
    const found = new Map<string, string[]>();
    for (const folder of (await git.readTree({ ...where, oid: commit.tree })).tree) {
      expect([folder.type, folder.mode, folder.path.length]).toEqual(["tree", "040000", 2]);
      for (const note of (await git.readTree({ ...where, oid: folder.oid })).tree) {
        const { blob } = await git.readBlob({ ...where, oid: note.oid });
        found.set(folder.path + note.path, splitLines(Buffer.from(blob)));
      }
    }
    const journals = await store.readAll();
    expect([...found.keys()].sort()).toEqual([...ids].sort());
    for (const [id, journal] of journals)
      expect(found.get(id)).toEqual(journal.entries.map(({ line }) => line));
    // The record's own object exists, and is the first line.
    for (const id of ids) {
      const { blob } = await git.readBlob({ ...where, oid: id });
      expect(`${found.get(id)?.[0]}\n`).toBe(Buffer.from(blob).toString("utf8"));
    }
  });
});

async function idIn(store: JournalStore, id: string): Promise<RecordId> {
  for (const key of (await store.readAll()).keys()) if (key === id) return key;
  throw new Error(`no journal ${id}`);
}

function withEnv<T>(env: Record<string, string>, work: () => T): T {
  Object.assign(process.env, env);
  try {
    return work();
  } finally {
    for (const name of Object.keys(env)) delete process.env[name];
  }
}
