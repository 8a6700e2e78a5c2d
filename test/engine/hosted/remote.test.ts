import { execFileSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { mergeBase } from "../../../src/git/history.js";
import { addBranch, all, git, github, hosted } from "../../support/github/rig.js";
import { createTempDir, openRepo } from "../../support/repo.js";
import { branch, notesRef, oid, openRemote } from "./remote-support.js";

const fake = github();
const token = "a-token-that-is-secret";

async function setUp() {
  const place = await hosted(fake.server);
  const opened = await openRemote(fake.server, place, fake.server.token(token, all));
  const tip = async (name: string) => (await place.repository.bare.refs()).get(name);
  const base = oid(await place.repository.tip("main"));
  const { clone } = place;
  /** A commit on top of base that is nowhere but here. */
  const made = (name: string) => oid(clone.git("commit-tree", "-p", base, "-m", name, `${base}^{tree}`));
  return { ...place, ...opened, tip, base, made };
}

describe("looking and fetching", () => {
  test("branches and notes: told by one process, fetched by another, and no ref is made", async () => {
    const place = await setUp();
    const a = addBranch(place, "task/ä#1", { "a.txt": "a\n" });
    await place.repository.bare.move(notesRef, place.base);
    place.clone.git("reflog", "expire", "--expire=now", "--all");
    place.clone.git("gc", "--prune=now", "--quiet");
    const refs = place.clone.git("for-each-ref");
    const { count } = place.repo.git;
    const seen = await place.remote.look();
    expect([...seen.heads].sort()).toEqual([
      ["main", place.base],
      ["task/ä#1", a],
    ]);
    expect([seen.notes, seen.archives.size]).toEqual([place.base, 0]);
    await place.remote.fetch({
      base: { branch: branch("main"), oid: place.base },
      branches: seen.heads,
      notes: seen.notes,
    });
    expect(place.repo.git.count - count).toBe(2);
    expect(place.clone.git("cat-file", "-p", `${a}:a.txt`)).toBe("a");
    expect(place.clone.git("for-each-ref")).toBe(refs);
  });
});

describe("a checkout that does not have everything", () => {
  /** main has 60 commits more, a task forked at its first one. */
  async function deep() {
    const place = await hosted(fake.server);
    const { clone, repository } = place;
    const fork = oid(clone.git("rev-parse", "main"));
    const task = oid(addBranch(place, "task/old", { "old.txt": "old\n" }));
    const commits = Array.from(
      { length: 60 },
      (_, at) =>
        `commit refs/heads/deep\ncommitter A <a@example.com> 1 +0000\ndata 1\n${at % 10}\n${at === 0 ? `from ${fork}\n` : ""}`,
    );
    execFileSync("git", ["fast-import", "--quiet"], { cwd: clone.dir, input: commits.join("") });
    const tip = oid(clone.git("rev-parse", "deep"));
    const recent = oid(clone.git("commit-tree", "-p", `${tip}~2`, "-m", "Recent", `${task}^{tree}`));
    const alien = oid(clone.git("commit-tree", "-m", "Alien", `${task}^{tree}`));
    const notes = oid(clone.git("commit-tree", "-p", fork, "-m", "Notes", `${task}^{tree}`));
    const refs = { "refs/heads/main": tip, "refs/heads/task/recent": recent, "refs/heads/task/alien": alien };
    const pushed = Object.entries({ ...refs, [notesRef]: notes }).map(([ref, to]) => `${to}:${ref}`);
    clone.git("push", "--quiet", "--force", repository.bare.dir, ...pushed);
    return { ...place, fork, task, tip, recent, alien, notes };
  }

  async function checkout(place: Awaited<ReturnType<typeof deep>>, ...options: string[]) {
    const dir = join(createTempDir(), "checkout");
    await git(place.clone.dir, "clone", "--quiet", ...options, fake.server.gitUrl(place.repository), dir);
    place.repository.private = true;
    const token_ = fake.server.token(token, all);
    return { ...(await openRemote(fake.server, place, token_, dir)), dir: openRepo(dir) };
  }

  test("depth 1: deepened as far as the merge bases are, the journal whole, and unrelated stays unrelated", async () => {
    const place = await deep();
    const { remote, repo, dir } = await checkout(place, "--depth=1", "--no-tags");
    const base = { branch: branch("main"), oid: place.tip };
    const count = () => dir.git("rev-list", "--count", place.tip);
    await remote.fetch({
      base,
      branches: new Map([[branch("task/recent"), place.recent]]),
      notes: place.notes,
    });
    expect([await mergeBase(repo, place.tip, place.recent), count()]).toEqual([
      dir.git("rev-parse", `${place.tip}~2`),
      "51",
    ]);
    expect(dir.git("rev-list", "--count", place.notes)).toBe("2");
    const branches = new Map([
      [branch("task/recent"), place.recent],
      [branch("task/old"), place.task],
    ]);
    await remote.fetch({ base, branches, notes: place.notes });
    expect([await mergeBase(repo, place.tip, place.task), count()]).toEqual([place.fork, "61"]);
    await remote.fetch({ base, branches: new Map([[branch("task/alien"), place.alien]]), notes: undefined });
    expect(await mergeBase(repo, place.tip, place.alien)).toBeUndefined();
    expect(dir.git("for-each-ref", "--format=%(refname)")).toBe(
      "refs/heads/main\nrefs/remotes/origin/HEAD\nrefs/remotes/origin/main",
    );
  });

  test("without blobs: the journal comes whole, the rest when it is needed, with the token", async () => {
    const place = await deep();
    const { remote, repo, dir } = await checkout(place, "--filter=blob:none", "--no-checkout");
    const branches = new Map([[branch("task/old"), place.task]]);
    await remote.fetch({
      base: { branch: branch("main"), oid: place.tip },
      branches,
      notes: place.notes,
    });
    const missing = dir.git("rev-list", "--objects", "--missing=print", place.notes, `^${place.fork}`);
    expect(missing).not.toContain("?");
    const blob = await repo.objects().read(`${place.task}:old.txt`);
    expect(blob?.data.toString()).toBe("old\n");
  });
});

describe("pushing", () => {
  test("base and notes: both arrive in one push", async () => {
    const place = await setUp();
    const [to, notes] = [place.made("merge"), place.made("notes")];
    const end = await place.remote.push([
      { ref: "refs/heads/main", to, expected: place.base },
      { ref: notesRef, to: notes, expected: undefined },
    ]);
    expect(end).toEqual({ kind: "done" });
    expect([await place.tip("refs/heads/main"), await place.tip(notesRef)]).toEqual([to, notes]);
    expect(place.remote.pushes).toBe(1);
  });

  test("a watched branch has moved: nothing is pushed", async () => {
    const place = await setUp();
    const head = oid(addBranch(place, "task/a", { "a.txt": "a\n" }));
    const change = { ref: "refs/heads/main", to: place.made("merge"), expected: place.base };
    const other = place.made("other");
    place.clone.git("push", "--quiet", "--force", place.repository.bare.dir, `${other}:refs/heads/task/a`);
    const end = await place.remote.push([change], new Map([["refs/heads/task/a", head]]));
    expect(end).toEqual({ kind: "moved", refs: new Map([["refs/heads/task/a", other]]) });
    expect(await place.tip("refs/heads/main")).toBe(place.base);
    // More than one command line takes: looked at right before instead.
    const many = Array.from(
      { length: 900 },
      (_, at) => [`refs/heads/${"n".repeat(240)}/${at}`, head] as const,
    );
    const gone = await place.remote.push([change], new Map([["refs/heads/task/a", other], ...many]));
    expect(gone).toEqual({ kind: "moved", refs: new Map(many.map(([ref]) => [ref, undefined])) });
    const again = await place.remote.push([change], new Map([["refs/heads/task/a", other]]));
    expect([again, place.remote.pushes]).toEqual([{ kind: "done" }, 2]);
  });

  test("another push is faster at the last moment: moved, told from the refs, and nothing of ours is there", async () => {
    const place = await setUp();
    const other = place.made("other");
    place.clone.git("push", "--quiet", place.repository.bare.dir, `${other}:refs/heads/elsewhere`);
    fake.server.onNextPush = async () => {
      await place.repository.bare.move("refs/heads/main", other);
    };
    const end = await place.remote.push([
      { ref: "refs/heads/main", to: place.made("merge"), expected: place.base },
      { ref: notesRef, to: place.made("notes"), expected: undefined },
    ]);
    expect(end).toEqual({ kind: "moved", refs: new Map([["refs/heads/main", other]]) });
    expect(await place.tip(notesRef)).toBeUndefined();
    expect(place.remote.pushes).toBe(1);
  });

  test("the answer is lost although the push came through: done", async () => {
    const place = await setUp();
    const to = place.made("merge");
    await place.repository.bare.git("fetch", "--quiet", place.clone.dir, to);
    // The push that failed had been received: the next one finds its deed, whoever's it is.
    fake.server.onNextPush = async () => {
      await place.repository.bare.move("refs/heads/main", to);
    };
    const end = await place.remote.push([{ ref: "refs/heads/main", to, expected: place.base }]);
    expect(end).toEqual({ kind: "done" });
  });

  test("the server fails, at the push and at the look after it: tried again, with pauses, and then it is done", async () => {
    const place = await setUp();
    fake.server.fail({ on: /git-receive-pack$/, answer: { status: 500, body: "" } });
    fake.server.fail({ on: /info\/refs$/, after: 1, answer: { status: 502, body: "" } });
    const to = place.made("merge");
    const end = await place.remote.push([{ ref: "refs/heads/main", to, expected: place.base }]);
    expect([end.kind, place.pauses, await place.tip("refs/heads/main")]).toEqual(["done", [1000, 1000], to]);
  });

  test("the server stays away: an error after three tries, which says that nothing was changed", async () => {
    const place = await setUp();
    fake.server.fail({ on: /git-receive-pack/, answer: { status: 503, body: "" }, times: 3 });
    // Of what is up to date git tells, whether it was heard or not.
    const watched = new Map([["refs/heads/task/w", oid(addBranch(place, "task/w", { "w.txt": "x\n" }))]]);
    const to = place.made("merge");
    const push = place.remote.push([{ ref: "refs/heads/main", to, expected: place.base }], watched);
    await expect(push).rejects.toMatchObject({ code: "PUSH_REJECTED", recoverable: true });
    expect(place.remote.pushes).toBe(3);
  });

  test.each([
    ["may only read", { contents: "read" }, "permission", "permissions: contents: write"],
    ["is unknown", undefined, "permission", "valid"],
  ] as const)(
    "a token that %s: refused in one sentence, and not tried again",
    async (_, permissions, cause, words) => {
      const place = await hosted(fake.server);
      const given = permissions === undefined ? "unknown" : fake.server.token("weak", permissions);
      const { remote } = await openRemote(fake.server, place, given);
      const base = oid(await place.repository.tip("main"));
      const to = oid(place.clone.git("commit-tree", "-p", base, "-m", "merge", `${base}^{tree}`));
      const end = await remote.push([{ ref: "refs/heads/main", to, expected: base }]);
      const sentence = expect.stringContaining(words);
      expect(end).toMatchObject({ kind: "refused", why: { cause, refs: [], sentence } });
      expect(remote.pushes).toBe(1);
    },
  );

  test("workflow files, protection, a ruleset: each refused with its cause, the ref and a way on", async () => {
    const place = await setUp();
    const workflow = oid(addBranch(place, "task/w", { ".github/workflows/ci.yml": "on: push\n" }));
    const push = (to: typeof workflow) =>
      place.remote.push([
        { ref: "refs/heads/main", to, expected: place.base },
        { ref: notesRef, to: place.base, expected: undefined },
      ]);
    expect(await push(workflow)).toMatchObject({
      kind: "refused",
      why: {
        cause: "workflow",
        refs: ["refs/heads/main"],
        sentence: expect.stringContaining("let a person merge"),
      },
    });
    for (const kind of ["protection", "ruleset"] as const) {
      place.repository.protect("main", { kind });
      expect(await push(place.made("merge"))).toMatchObject({
        kind: "refused",
        why: {
          cause: "rule",
          refs: ["refs/heads/main"],
          sentence: expect.stringMatching(/off main.*, so pull requests are opened instead\.$/),
        },
      });
    }
    expect([place.remote.pushes, place.pauses, await place.tip(notesRef)]).toEqual([3, [], undefined]);
  });
});

describe("deleting branches", () => {
  async function branches() {
    const place = await setUp();
    const names = ["a", "b", "c", "d"].map((name) => `refs/heads/task/${name}`);
    const heads = new Map(names.map((name) => [name, place.made(name)]));
    const list = [...heads].map(([ref, to]) => `${to}:${ref}`);
    place.clone.git("push", "--quiet", place.repository.bare.dir, ...list);
    const [a = "", b = "", c = "", d = ""] = names;
    return { ...place, heads, a, b, c, d };
  }

  test("all are where they were: gone with one push, and what goes along arrives", async () => {
    const place = await branches();
    const end = await place.remote.remove(place.heads, [
      { ref: notesRef, to: place.base, expected: undefined },
    ]);
    expect([...end.ends.values()].map(({ kind }) => kind)).toEqual(Array(4).fill("deleted"));
    expect([end.others, place.remote.pushes]).toEqual([{ kind: "done" }, 1]);
    expect([...(await place.repository.bare.refs()).keys()]).toEqual(["refs/heads/main", notesRef]);
  });

  test("one moved, one is gone: the others go, and each is told apart", async () => {
    const place = await branches();
    const moved = place.made("newer");
    place.clone.git("push", "--quiet", "--force", place.repository.bare.dir, `${moved}:${place.b}`);
    await place.repository.bare.remove(place.c);
    const { ends } = await place.remote.remove(place.heads, [
      { ref: notesRef, to: place.base, expected: undefined },
    ]);
    expect(Object.fromEntries(ends)).toEqual({
      [place.a]: { kind: "deleted" },
      [place.b]: { kind: "moved", oid: moved },
      [place.c]: { kind: "gone" },
      [place.d]: { kind: "deleted" },
    });
    expect([place.remote.pushes, await place.tip(place.b)]).toEqual([2, moved]);
  });

  test("one is protected, one moves at the last moment: the others go with the same push", async () => {
    const place = await branches();
    place.repository.protect("task/a");
    const moved = place.made("newer");
    place.clone.git("push", "--quiet", place.repository.bare.dir, `${moved}:refs/heads/elsewhere`);
    fake.server.onNextPush = async () => {
      await place.repository.bare.move(place.b, moved);
    };
    const { ends, others } = await place.remote.remove(place.heads);
    expect(Object.fromEntries(ends)).toMatchObject({
      [place.a]: { kind: "refused", why: { cause: "rule", refs: [place.a] } },
      [place.b]: { kind: "moved", oid: moved },
      [place.c]: { kind: "deleted" },
      [place.d]: { kind: "deleted" },
    });
    expect([others, place.remote.pushes]).toEqual([{ kind: "done" }, 1]);
  });

  test("one is protected and journals go along: these arrive, the others go", async () => {
    const place = await branches();
    place.repository.protect("task/a");
    const { ends, others } = await place.remote.remove(place.heads, [
      { ref: notesRef, to: place.base, expected: undefined },
    ]);
    expect([...ends.values()].map(({ kind }) => kind).sort()).toEqual([
      "deleted",
      "deleted",
      "deleted",
      "refused",
    ]);
    expect([others, await place.tip(notesRef)]).toEqual([{ kind: "done" }, place.base]);
    expect(place.remote.pushes).toBe(3);
  });

  test("the journals moved meanwhile: nothing is deleted", async () => {
    const place = await branches();
    await place.repository.bare.move(notesRef, place.base);
    const { ends, others } = await place.remote.remove(place.heads, [
      { ref: notesRef, to: place.made("notes"), expected: undefined },
    ]);
    expect([ends.size, others]).toEqual([0, { kind: "moved", refs: new Map([[notesRef, place.base]]) }]);
    expect(await place.tip(place.a)).toBe(place.heads.get(place.a));
  });

  test("the server refuses every batch with that one branch in it: found by halves, and not more than six in a minute", async () => {
    const place = await branches();
    const hook = join(place.repository.bare.dir, "hooks", "pre-receive");
    writeFileSync(hook, `#!/bin/sh\n! grep -q ' ${place.b}$'\n`);
    chmodSync(hook, 0o755);
    const { ends } = await place.remote.remove(place.heads);
    expect([...ends].map(([ref, { kind }]) => [ref, kind])).toEqual(
      expect.arrayContaining([
        [place.a, "deleted"],
        [place.b, "refused"],
        [place.c, "deleted"],
        [place.d, "deleted"],
      ]),
    );
    expect(place.remote.pushes).toBe(5);
    // The sixth is made at once, the seventh waits.
    await place.remote.push([{ ref: place.c, to: place.base, expected: undefined }]);
    expect(place.pauses).toEqual([]);
    await place.remote.push([{ ref: place.d, to: place.base, expected: undefined }]);
    expect(place.pauses).toEqual([60_000]);
  });

  test("the token may only read: every branch is refused, and one push was made", async () => {
    const place = await branches();
    const { remote } = await openRemote(fake.server, place, fake.server.token("weak", { contents: "read" }));
    const { ends } = await remote.remove(place.heads);
    expect([...ends.values()].map(({ kind }) => kind)).toEqual(Array(4).fill("refused"));
    expect(remote.pushes).toBe(1);
  });
});
