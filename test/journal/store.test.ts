import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openNotesStore } from "../../src/journal/store.js";
import { describeSharedStore, describeStore, type StorePlace } from "./contract.js";
import { actor, createEvent, notesRef, op, openStore, openTestRepo, reopen } from "./support.js";

const notesPlace = async (): Promise<StorePlace> => {
  const { test: repo } = await openTestRepo();
  return { open: async (clock) => openStore(await reopen(repo.dir), clock) };
};
describeStore("notes store", notesPlace);
describeSharedStore("notes store of several processes", notesPlace);

const spoolOf = (dir: string): string => join(dir, ".git/coppice/spool");

describe("the notes that the store writes", () => {
  test("a new record with entries: its CREATE line stands alone in the first commit, the rest in the second", async () => {
    const { test: git, repo } = await openTestRepo();
    const store = openStore(repo);
    const { id } = await store.create(createEvent("task/a"), actor());
    await store.append(id, { type: "INIT_COMPLETE", op: op(1) }, actor());
    await store.flush();
    const path = `${id.slice(0, 2)}/${id.slice(2)}`;
    expect(git.git("rev-list", "--count", notesRef)).toBe("2");
    expect(git.git("rev-parse", `${notesRef}~1:${path}`)).toBe(id);
    expect(git.git("ls-tree", "-r", "--name-only", notesRef)).toBe(path);
    expect(git.git("notes", "--ref=coppice", "list")).toContain(id);
    expect(git.git("notes", "--ref=coppice", "show", id).split("\n").length).toBe(2);
  });

  test("entries of several records: one commit, one fast-import, and a message that names them", async () => {
    const { test: git, repo } = await openTestRepo();
    const store = openStore(repo);
    const one = await store.create(createEvent("task/a", 1), actor());
    const two = await store.create(createEvent("task/b", 2), actor());
    await store.flush();
    await store.append(one.id, { type: "INIT_COMPLETE", op: op(1) }, actor());
    await store.append(two.id, { type: "INIT_COMPLETE", op: op(2) }, actor());
    await store.append(two.id, { type: "INIT_COMPLETE", op: op(2) }, actor());
    await store.flush();
    expect(git.git("log", "-1", "--format=%B", notesRef).split("\n")).toEqual(
      expect.arrayContaining([
        "Record 3 entries of 2 worktrees",
        `${one.id.slice(0, 12)}: INIT_COMPLETE`,
        `${two.id.slice(0, 12)}: INIT_COMPLETE, INIT_COMPLETE`,
      ]),
    );
    expect(git.git("log", "-1", "--format=%s%n%b", `${notesRef}~1`)).toContain("CREATE (task/b)");
    expect(git.git("rev-list", "--count", notesRef)).toBe("2");
    expect(repo.git.trace.filter(({ args }) => args.includes("fast-import")).length).toBe(2);
  });

  test("a person with an identity: the commit carries it", async () => {
    const { test: git, repo } = await openTestRepo();
    const store = openStore(repo);
    await store.create(createEvent(), actor());
    await store.flush();
    expect(git.git("log", "-1", "--format=%an <%ae> %cn <%ce>", notesRef)).toBe(
      "Coppice Test <test@coppice.invalid> Coppice Test <test@coppice.invalid>",
    );
  });

  test("git knows no identity: the journal is written under a name without an address", async () => {
    const { test: git } = await openTestRepo();
    for (const [key, value] of [
      ["user.useConfigOnly", "true"],
      ["user.name", ""],
      ["user.email", ""],
    ] as const) {
      git.git("config", key, value);
    }
    const store = openStore(await reopen(git.dir));
    await store.create(createEvent(), actor());
    await store.flush();
    expect(git.git("log", "-1", "--format=%cn <%ce>", notesRef)).toBe("coppice <>");
    expect(git.git("fsck", "--strict")).toBe("");
  });

  test("hooks that refuse every ref: not run by the journal's own writes", async () => {
    const { test: git, repo } = await openTestRepo();
    const hook = join(git.dir, ".git/hooks/reference-transaction");
    writeFileSync(hook, "#!/bin/sh\nexit 1\n");
    chmodSync(hook, 0o755);
    const store = openStore(repo);
    await store.create(createEvent(), actor());
    await store.flush();
    expect(readdirSync(spoolOf(git.dir))).toEqual([]);
  });

  test("another ref configured: written there", async () => {
    const { test: git, repo } = await openTestRepo();
    const store = openNotesStore(repo, { ref: "refs/notes/team/work" });
    const { id } = await store.create(createEvent(), actor());
    await store.flush();
    expect(git.git("notes", "--ref=team/work", "list")).toContain(id);
  });

  test("a linked worktree: the journal lies in the common git directory", async () => {
    const { test: git } = await openTestRepo();
    git.git("worktree", "add", "--quiet", "-b", "topic", "../linked");
    const store = openStore(await reopen(join(git.dir, "../linked")));
    const { id } = await store.create(createEvent(), actor());
    expect(existsSync(spoolOf(git.dir))).toBe(true);
    await store.flush();
    expect((await openStore(await reopen(git.dir)).read(id))?.record?.branch).toBe("task/a");
  });

  test("a bare repository: journals work there", async () => {
    const { test: git } = await openTestRepo();
    git.git("clone", "--quiet", "--bare", ".", "../bare.git");
    const store = openStore(await reopen(join(git.dir, "../bare.git")));
    const { id } = await store.create(createEvent(), actor());
    await store.flush();
    expect((await store.read(id))?.record?.status).toBe("creating");
  });

  test("a SHA-256 repository: ids have 64 digits, and git reads the notes", async () => {
    const { test: git } = await openTestRepo();
    const dir = join(git.dir, "../sha256");
    mkdirSync(dir);
    git.gitIn(dir, "init", "--quiet", "--object-format=sha256");
    const store = openStore(await reopen(dir));
    const { id } = await store.create({ ...createEvent(), baseOid: null }, actor());
    await store.append(id, { type: "INIT_COMPLETE", op: op(1) }, actor());
    await store.flush();
    expect(id).toMatch(/^[0-9a-f]{64}$/);
    expect(git.gitIn(dir, "notes", "--ref=coppice", "list")).toContain(id);
    expect(git.gitIn(dir, "fsck", "--strict")).toBe("");
    const journal = await openStore(await reopen(dir)).read(id);
    expect(journal?.record?.status).toBe("initializing");
    expect((await store.records()).size).toBe(1);
  });
});

describe("trouble", () => {
  test("the ref names a commit that is not there: JOURNAL_CORRUPT, and nothing is written over it", async () => {
    const { test: git, repo } = await openTestRepo();
    mkdirSync(join(git.dir, ".git/refs/notes"), { recursive: true });
    writeFileSync(join(git.dir, ".git", notesRef), `${"a".repeat(40)}\n`);
    const store = openStore(repo);
    await expect(store.readAll()).rejects.toMatchObject({ code: "JOURNAL_CORRUPT" });
    const { id } = await store.create(createEvent(), actor());
    await expect(store.flush()).rejects.toMatchObject({ code: "JOURNAL_CORRUPT" });
    git.git("update-ref", "--no-deref", "-d", notesRef);
    await store.flush();
    expect((await store.read(id))?.entries[0]?.pending).toBe(false);
  });

  test("the ref is packed and its commit is gone: JOURNAL_CORRUPT", async () => {
    const { test: git, repo } = await openTestRepo();
    writeFileSync(
      join(git.dir, ".git/packed-refs"),
      `# pack-refs with: peeled fully-peeled sorted \n${"a".repeat(40)} ${notesRef}\n`,
    );
    await expect(openStore(repo).records()).rejects.toMatchObject({ code: "JOURNAL_CORRUPT" });
  });

  test("a note's blob is missing: JOURNAL_CORRUPT says so", async () => {
    const { test: git, repo } = await openTestRepo();
    const store = openStore(repo);
    const { id } = await store.create(createEvent(), actor());
    await store.flush();
    rmSync(join(git.dir, ".git/objects", id.slice(0, 2), id.slice(2)));
    const other = openStore(await reopen(git.dir));
    await expect(other.read(id)).rejects.toMatchObject({
      code: "JOURNAL_CORRUPT",
      message: expect.stringContaining(id),
    });
  });

  test("another git holds the ref's lock for a moment: the flush waits and succeeds", async () => {
    const { test: git, repo } = await openTestRepo();
    const lock = join(git.dir, ".git", `${notesRef}.lock`);
    mkdirSync(join(git.dir, ".git/refs/notes"), { recursive: true });
    writeFileSync(lock, "");
    const store = openStore(repo);
    const { id } = await store.create(createEvent(), actor());
    setTimeout(() => rmSync(lock), 300);
    await store.flush();
    expect((await store.read(id))?.entries[0]?.pending).toBe(false);
  });

  test("a half-written spool file: not read, not flushed, not removed while its writer may live", async () => {
    const { test: git, repo } = await openTestRepo();
    const store = openStore(repo);
    const { id } = await store.create(createEvent(), actor());
    const half = `${id}.0000000000000000-0000000000000000.00000000.${process.pid}.1.line`;
    writeFileSync(join(spoolOf(git.dir), half), '{"t":"00');
    expect(await store.read(id)).toMatchObject({ unreadable: [], entries: [{}] });
    await store.flush();
    expect(readdirSync(spoolOf(git.dir))).toEqual([half]);
    expect(git.git("notes", "--ref=coppice", "show", id).split("\n").length).toBe(1);
  });

  test("a spool whose flusher died after its commit: the same lines again are one line each", async () => {
    const { test: git, repo } = await openTestRepo();
    const store = openStore(repo);
    const { id } = await store.create(createEvent(), actor());
    const [name = ""] = readdirSync(spoolOf(git.dir));
    const line = readFileSync(join(spoolOf(git.dir), name));
    await store.flush();
    writeFileSync(join(spoolOf(git.dir), name), line);
    expect((await store.read(id))?.entries.length).toBe(1);
    await store.append(id, { type: "INIT_COMPLETE", op: op(1) }, actor());
    await store.flush();
    expect(git.git("notes", "--ref=coppice", "show", id).split("\n").length).toBe(2);
    expect(readdirSync(spoolOf(git.dir))).toEqual([]);
  });

  test("a spool that cannot be written: PERMISSION_DENIED", async () => {
    const { test: git, repo } = await openTestRepo();
    chmodSync(join(git.dir, ".git"), 0o555);
    await asNobody(async () => {
      await expect(openStore(repo).create(createEvent(), actor())).rejects.toMatchObject({
        code: "PERMISSION_DENIED",
      });
    });
    chmodSync(join(git.dir, ".git"), 0o755);
  });
});

/** Permissions do not bind root: there the work is done as a user who owns nothing. */
async function asNobody(work: () => Promise<void>): Promise<void> {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(65534);
  try {
    await work();
  } finally {
    process.seteuid?.(0);
  }
}
