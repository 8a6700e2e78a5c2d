import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ConfigInput } from "../../src/config/load.js";
import { create } from "../../src/engine/create.js";
import { type SubmitOptions, submit, withdraw } from "../../src/engine/submit.js";
import { fetchJournals, joinFetched, pushJournals } from "../../src/engine/sync.js";
import { openRepository } from "../../src/git/repository.js";
import { GitRunner } from "../../src/git/run.js";
import { openNotesStore } from "../../src/journal/store.js";
import type { LifecycleEventInput } from "../../src/lifecycle/events.js";
import { branchNameSchema, oidSchema } from "../../src/lifecycle/ids.js";
import type { WorktreeRecord } from "../../src/lifecycle/record.js";
import { createBareRemote, createTempDir, openRepo, type TestRepo } from "../support/repo.js";
import { edit, leaveMain, mergeOne, project, scene as remembered, type Task, task } from "./merge-support.js";
import { failure, notes, recordIn, run } from "./support.js";

interface Scene {
  readonly repo: TestRepo;
  readonly bare: TestRepo;
  readonly a: Task;
}

async function scene(config: ConfigInput = {}): Promise<Scene> {
  const repo = project({ config });
  const a = await remembered(repo, "submit", async () => {
    createBareRemote(repo);
    return await task(repo, "task/a", { "a.txt": "a\n" });
  });
  return { repo, bare: openRepo(`${repo.dir}-origin.git`), a };
}

const send = (cwd: string, options: SubmitOptions = {}, name = "task/a") =>
  run(cwd, (engine) => submit(engine, name, options));
const takeBack = (cwd: string, name = "task/a") => run(cwd, (engine) => withdraw(engine, name));

const refsOf = (bare: TestRepo): string[] =>
  bare.git("for-each-ref", "--format=%(refname)").split("\n").filter(Boolean);

/** A record as the journals in the remote tell it. */
async function journaled(bare: TestRepo, name = "task/a"): Promise<WorktreeRecord | undefined> {
  const repo = await openRepository(bare.dir);
  try {
    const records = await openNotesStore(repo, { ref: "refs/notes/coppice" }).records();
    return [...records.values()].find(({ branch }) => branch === name);
  } finally {
    await repo.close();
  }
}

/** A server-side hook. */
function serverHook(bare: TestRepo, name: string, text: string): void {
  mkdirSync(join(bare.dir, "hooks"), { recursive: true });
  writeFileSync(join(bare.dir, "hooks", name), `#!/bin/sh\n${text}\n`);
  chmodSync(join(bare.dir, "hooks", name), 0o755);
}

const landedEvent = (head: string): LifecycleEventInput => ({
  type: "LANDED",
  target: branchNameSchema.parse("main"),
  headOid: oidSchema.parse(head),
  evidence: "merge",
});

function localHook(repo: TestRepo, text: string): void {
  repo.write(".git/hooks/pre-push", `#!/bin/sh\n${text}\n`);
  chmodSync(join(repo.dir, ".git/hooks/pre-push"), 0o755);
}

describe("submit", () => {
  test("a clean branch: branch and request arrive together, with one push; the upstream is set", async () => {
    const { repo, bare, a } = await scene();
    localHook(repo, 'cat >>"$(git rev-parse --git-common-dir)/pushed"; printf "%s\\n" "$COPPICE_PASS" >&2');
    const git = new GitRunner();
    const head = a.tree.git("rev-parse", "HEAD");
    const result = await run(repo.dir, (engine) => submit(engine, "task/a"), { git });
    expect(result).toMatchObject({ outcome: "submitted", remote: "origin", headOid: head });
    expect(git.trace.filter(({ args }) => args[0] === "push").length).toBe(1);
    // Both refs in one run of the hook.
    expect(repo.read(".git/pushed").trim().split("\n").length).toBe(2);
    expect(refsOf(bare)).toEqual(["refs/heads/main", "refs/heads/task/a", "refs/notes/coppice"]);
    expect(bare.git("rev-parse", "task/a")).toBe(head);
    const request = { target: "main", strategy: "merge", headOid: head, keep: false };
    expect((await journaled(bare))?.request).toMatchObject(request);
    expect((await recordIn(repo.dir, "task/a")).request).toMatchObject(request);
    expect(repo.git("rev-parse", "--abbrev-ref", "task/a@{upstream}")).toBe("origin/task/a");
    expect((await mergeOne(repo.dir, "task/a")).status).toBe("refused");
  });

  test("strategy and keep are asked for; a second time nothing is journaled; more commits make a new request", async () => {
    const { repo, bare, a } = await scene();
    await send(repo.dir, { strategy: "squash", keep: true });
    expect((await journaled(bare))?.request).toMatchObject({ strategy: "squash", keep: true });
    const before = bare.git("rev-parse", "refs/notes/coppice");
    expect((await send(a.tree.dir, { strategy: "squash", keep: true })).outcome).toBe("unchanged");
    expect(bare.git("rev-parse", "refs/notes/coppice")).toBe(before);
    const head = a.tree.commit("More", { "a.txt": "b\n" });
    expect((await send(repo.dir)).outcome).toBe("submitted");
    expect((await journaled(bare))?.request).toMatchObject({ strategy: "merge", keep: false, headOid: head });
    expect(bare.git("rev-parse", "task/a")).toBe(head);
  });

  test("a remote whose URL is a relative path: it starts from the main worktree, wherever the command runs", async () => {
    const { repo, bare, a } = await scene();
    repo.git("remote", "set-url", "origin", `../${basename(bare.dir)}`);
    await send(a.tree.dir);
    await takeBack(a.tree.dir);
    const merged = await mergeOne(repo.dir, "task/a", { push: true });
    expect(merged).toMatchObject({ status: "merged", problem: null });
    expect(bare.git("rev-parse", "main")).toBe(repo.git("rev-parse", "main"));
  });

  test("dirty, nothing ahead, an operation in progress, another branch checked out: refused, nothing is pushed", async () => {
    const { repo, bare, a } = await scene();
    edit(a.tree.dir, "left.txt", "x\n");
    const dirty = await failure(send(repo.dir));
    expect([dirty.code, dirty.details.uncommittedFiles]).toEqual(["WORKTREE_DIRTY", ["left.txt"]]);
    expect(dirty.suggestedAction).toContain("coppice commit task/a");
    rmSync(join(a.tree.dir, "left.txt"));
    await task(repo, "task/empty");
    expect((await failure(send(repo.dir, {}, "task/empty"))).message).toContain("nothing that main lacks");
    a.tree.git("bisect", "start");
    expect((await failure(send(repo.dir))).message).toContain("A bisect is in progress");
    a.tree.git("bisect", "reset");
    a.tree.git("switch", "--quiet", "-c", "elsewhere-a");
    expect((await failure(send(repo.dir))).code).toBe("INVALID_STATE");
    expect(refsOf(bare)).toEqual(["refs/heads/main"]);
    expect((await recordIn(repo.dir, "task/a")).request).toBe(null);
  });

  test("no remote, an unknown one, several: refused with the way on", async () => {
    const repo = project();
    await task(repo, "task/a", { "a.txt": "a\n" });
    expect((await failure(send(repo.dir))).suggestedAction).toContain("git remote add");
    repo.git("remote", "add", "one", "../nowhere.git");
    repo.git("remote", "add", "two", "../nowhere.git");
    expect((await failure(send(repo.dir))).suggestedAction).toContain("--remote: one, two");
    const unknown = await failure(send(repo.dir, { remote: "three" }));
    expect([unknown.code, unknown.message]).toEqual(["INVALID_STATE", 'There is no remote named "three".']);
  });

  test("an error, a removed record: refused", async () => {
    const { repo } = await scene();
    repo.git("config", "coppice.setup.initScript", "exit 3");
    await run(repo.dir, (engine) =>
      create(engine, {
        branch: "task/worse",
        base: "main",
        setup: { copyEnv: false, installDeps: false, runInitScript: true },
      }),
    ).catch(() => {});
    const refused = await failure(send(repo.dir, {}, "task/worse"));
    expect([refused.code, refused.details.state]).toEqual(["INVALID_STATE", "error"]);
    expect(refused.suggestedAction).toContain("coppice retry task/worse");
    await mergeOne(repo.dir, "task/a");
    expect((await failure(send(repo.dir))).code).toBe("NO_WORKTREE");
  });

  test("offline: nothing is journaled", async () => {
    const { repo, bare } = await scene();
    repo.git("remote", "set-url", "origin", join(bare.dir, "gone.git"));
    expect((await failure(send(repo.dir))).code).toBe("FETCH_FAILED");
    expect((await recordIn(repo.dir, "task/a")).request).toBe(null);
  });
});

describe("a conflict", () => {
  async function conflicting(): Promise<Scene> {
    const made = await scene();
    made.repo.commit("Another a", { "a.txt": "other\n" });
    expect((await mergeOne(made.repo.dir, "task/a")).status).toBe("conflict");
    return made;
  }

  test("not resolved: refused; base merged into the branch: submitted, without a resolution in the journal", async () => {
    const { repo, bare, a } = await conflicting();
    const refused = await failure(send(repo.dir));
    expect(refused.message).toBe("task/a still conflicts with main.");
    expect(refused.suggestedAction).toContain("coppice resolve task/a");
    a.tree.git("merge", "--quiet", "-X", "ours", "main");
    edit(a.tree.dir, "left.txt", "x\n");
    expect((await failure(send(repo.dir))).code).toBe("WORKTREE_DIRTY");
    rmSync(join(a.tree.dir, "left.txt"));
    await send(repo.dir);
    const record = await journaled(bare);
    expect(record).toMatchObject({
      status: "conflict",
      request: { headOid: a.tree.git("rev-parse", "HEAD") },
    });
    const types = await run(repo.dir, async (engine) =>
      ((await engine.journal.read(a.record.id))?.entries ?? []).map(({ entry }) => entry.event.type),
    );
    expect(types).not.toContain("RESOLVE_CONFLICT");
  });
});

describe("the remote moved", () => {
  test("another clone pushed its journals: joined, and both are over there", async () => {
    const { repo, bare } = await scene();
    const other = openRepo(join(createTempDir(), "other"));
    bare.git("clone", "--quiet", bare.dir, other.dir);
    await task(other, "task/b", { "b.txt": "b\n" });
    await send(other.dir, {}, "task/b");
    await send(repo.dir);
    expect((await journaled(bare, "task/a"))?.request).not.toBe(null);
    expect((await journaled(bare, "task/b"))?.request).not.toBe(null);
    // Journals that came are told to the hooks.
    expect(repo.git("status", "--short")).toBe("");
    await send(other.dir, {}, "task/b");
    expect((await recordIn(other.dir, "task/a")).status).toBe("active");
  });

  test("the notes move at the very moment of the push, twice: joined and pushed again", async () => {
    const { repo, bare } = await scene();
    const rival = openRepo(join(createTempDir(), "rival"));
    bare.git("clone", "--quiet", bare.dir, rival.dir);
    await task(rival, "task/r1", { "r.txt": "r\n" });
    await task(rival, "task/r2", { "q.txt": "q\n" });
    // The hook runs after git has asked what the remote holds.
    localHook(
      repo,
      [
        `n=$(cat ${repo.dir}/.git/turn 2>/dev/null || echo 0); echo $((n + 1)) >${repo.dir}/.git/turn`,
        `[ "$n" -lt 2 ] || exit 0`,
        "unset GIT_DIR",
        `cd ${rival.dir} && git fetch -q origin '+refs/notes/coppice:refs/notes/o' 2>/dev/null`,
        `git notes --ref=coppice merge -q -s cat_sort_uniq refs/notes/o 2>/dev/null`,
        `git notes --ref=coppice add -f -m "turn $n" HEAD && git push -q origin refs/notes/coppice`,
      ].join("\n"),
    );
    await send(repo.dir);
    expect(repo.read(".git/turn").trim()).toBe("3");
    for (const name of ["task/a", "task/r1", "task/r2"]) expect(await journaled(bare, name)).toBeDefined();
    expect((await journaled(bare))?.request).not.toBe(null);
  });

  test("what had come is joined by another process after it was read what to push: pushed again", async () => {
    const { repo, bare } = await scene();
    const other = openRepo(join(createTempDir(), "other"));
    bare.git("clone", "--quiet", bare.dir, other.dir);
    await task(other, "task/b", { "b.txt": "b\n" });
    await send(other.dir, {}, "task/b");
    const theirs = "refs/notes/remotes/origin/coppice";
    repo.git("fetch", "--quiet", "origin", `+refs/notes/coppice:${theirs}`);
    // The hook is that process: it runs between the reading and the push.
    localHook(repo, `unset GIT_DIR; exec git notes --ref=coppice merge -q -s cat_sort_uniq ${theirs}`);
    expect(await run(repo.dir, (engine) => pushJournals(engine, "origin"))).toEqual({ kind: "done" });
    for (const name of ["task/a", "task/b"]) expect(await journaled(bare, name)).toBeDefined();
  });

  test("eight submits at once, from two clones: every branch and every request arrives", async () => {
    const { repo, bare } = await scene();
    const other = openRepo(join(createTempDir(), "other"));
    bare.git("clone", "--quiet", bare.dir, other.dir);
    const places = ["b", "c", "d", "e", "f", "g", "h", "i"].map((letter, index) => ({
      place: index % 2 === 0 ? repo : other,
      name: `task/${letter}`,
    }));
    for (const { place, name } of places) await task(place, name, { [`${name}.txt`]: "x\n" });
    const outcomes = await Promise.all(places.map(({ place, name }) => send(place.dir, {}, name)));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(places.map(() => "submitted"));
    for (const { name } of places) expect((await journaled(bare, name))?.request).not.toBe(null);
    expect(refsOf(bare).filter((ref) => ref.startsWith("refs/heads/task/")).length).toBe(8);
  });

  test("the branch has commits of somebody else: refused with the way on; they are merged, then it goes", async () => {
    const { repo, bare, a } = await scene();
    await send(repo.dir);
    const other = openRepo(join(createTempDir(), "other"));
    bare.git("clone", "--quiet", "--branch", "task/a", bare.dir, other.dir);
    const theirs = other.commit("From elsewhere", { "e.txt": "e\n" });
    other.git("push", "--quiet", "origin", "task/a");
    a.tree.commit("More", { "a.txt": "b\n" });
    const refused = await failure(send(repo.dir));
    expect([refused.code, refused.details.actualOid]).toEqual(["PUSH_REJECTED", theirs]);
    expect(refused.suggestedAction).toContain("git fetch origin task/a");
    // The request that was pending before still is.
    expect((await recordIn(repo.dir, "task/a")).request).not.toBe(null);
    a.tree.git("fetch", "--quiet", "origin", "task/a");
    a.tree.git("merge", "--quiet", "--no-edit", "FETCH_HEAD");
    await send(repo.dir);
    expect(bare.git("merge-base", "--is-ancestor", theirs, "task/a")).toBe("");
  });

  test("this clone's own earlier commit was amended: replaced by its expected value", async () => {
    const { repo, bare, a } = await scene();
    await send(repo.dir);
    a.tree.git("commit", "--quiet", "--amend", "-m", "Better words");
    await send(repo.dir);
    expect(bare.git("log", "-1", "--format=%s", "task/a")).toBe("Better words");
  });

  test("the record was landed and removed by another clone: told by what came, nothing is pushed", async () => {
    const { repo, bare, a } = await scene();
    await send(repo.dir);
    const other = join(createTempDir(), "other");
    bare.git("clone", "--quiet", bare.dir, other);
    await run(other, async (engine) => {
      await fetchJournals(engine, "origin");
      await joinFetched(engine, "origin");
      const head = a.tree.git("rev-parse", "HEAD");
      const landed = landedEvent(head);
      await engine.journal.append(a.record.id, landed, engine.actor);
      expect((await pushJournals(engine, "origin")).kind).toBe("done");
    });
    const refused = await failure(takeBack(repo.dir));
    expect(refused.message).toBe("task/a has landed in main.");
  });
});

describe("the remote refuses", () => {
  test("pre-receive: the remote's words are told, and no request is pending anywhere", async () => {
    const { repo, bare } = await scene();
    serverHook(bare, "pre-receive", "echo 'no pushes on Sundays' >&2; exit 1");
    const refused = await failure(send(repo.dir));
    expect(refused.code).toBe("PUSH_REJECTED");
    expect(refused.details.output).toContain("no pushes on Sundays");
    expect((await recordIn(repo.dir, "task/a")).request).toBe(null);
    expect(refsOf(bare)).toEqual(["refs/heads/main"]);
    rmSync(join(bare.dir, "hooks", "pre-receive"));
    await send(repo.dir);
    expect((await journaled(bare))?.request).not.toBe(null);
  });

  test("a second request is refused: the first one stands", async () => {
    const { repo, bare, a } = await scene();
    const { headOid } = await send(repo.dir);
    a.tree.commit("More", { "a.txt": "b\n" });
    serverHook(bare, "pre-receive", "exit 1");
    await failure(send(repo.dir));
    expect((await recordIn(repo.dir, "task/a")).request?.headOid).toBe(headOid);
  });

  test("a remote that cannot push all or nothing: the journals first, then the branch", async () => {
    const { repo, bare } = await scene();
    bare.git("config", "receive.advertiseAtomic", "false");
    serverHook(bare, "update", 'echo "$1" >>updated');
    await send(repo.dir);
    expect(bare.read("updated").trim().split("\n")).toEqual(["refs/notes/coppice", "refs/heads/task/a"]);
    expect((await journaled(bare))?.request).not.toBe(null);
  });

  test("such a remote takes the journals and not the branch: the request is taken back over there too", async () => {
    const { repo, bare } = await scene();
    bare.git("config", "receive.advertiseAtomic", "false");
    serverHook(bare, "update", "case $1 in refs/heads/*) exit 1 ;; esac");
    expect((await failure(send(repo.dir))).code).toBe("PUSH_REJECTED");
    expect((await recordIn(repo.dir, "task/a")).request).toBe(null);
    expect(await journaled(bare)).toMatchObject({ request: null, status: "active" });
  });

  test("the person's own pre-push hook says no: nothing is pushed, no request is pending", async () => {
    const { repo, bare } = await scene();
    localHook(repo, "echo 'tests fail' >&2; exit 1");
    const refused = await failure(send(repo.dir));
    expect([refused.code, refused.details.output?.includes("tests fail")]).toEqual(["PUSH_REJECTED", true]);
    expect((await recordIn(repo.dir, "task/a")).request).toBe(null);
    expect(refsOf(bare)).toEqual(["refs/heads/main"]);
  });

  test("Ctrl-C while it pushes: no request is left behind", async () => {
    const { repo } = await scene();
    const stop = new AbortController();
    localHook(repo, "echo started >&2; sleep 30");
    const report = { ...notes(), output: () => stop.abort() };
    const interrupted = await failure(
      run(repo.dir, (engine) => submit(engine, "task/a"), { signal: stop.signal, report }),
    );
    expect(interrupted.code).toBe("INTERRUPTED");
    expect((await recordIn(repo.dir, "task/a")).request).toBe(null);
  });
});

describe("withdraw", () => {
  test("a pending request: gone here and over there; the branch stays, and a local merge goes again", async () => {
    const { repo, bare } = await scene();
    await send(repo.dir);
    expect(await takeBack(repo.dir)).toMatchObject({ remote: "origin", record: { request: null } });
    expect((await journaled(bare))?.request).toBe(null);
    expect(refsOf(bare)).toContain("refs/heads/task/a");
    leaveMain(repo);
    expect((await mergeOne(repo.dir, "task/a")).status).toBe("merged");
  });

  test("none is pending: refused", async () => {
    const { repo } = await scene();
    const refused = await failure(takeBack(repo.dir));
    expect([refused.code, refused.message]).toEqual([
      "INVALID_STATE",
      "No request to merge task/a is pending.",
    ]);
  });

  test("offline, or refused over there: the request stands as before", async () => {
    const { repo, bare } = await scene();
    await send(repo.dir);
    serverHook(bare, "pre-receive", "exit 1");
    expect((await failure(takeBack(repo.dir))).code).toBe("PUSH_REJECTED");
    expect((await recordIn(repo.dir, "task/a")).request).not.toBe(null);
    repo.git("remote", "set-url", "origin", join(bare.dir, "gone.git"));
    expect((await failure(takeBack(repo.dir))).code).toBe("FETCH_FAILED");
    expect((await recordIn(repo.dir, "task/a")).request).not.toBe(null);
  });
});

describe("journals between clones", () => {
  test("a blobless clone: the notes come whole, not one fetch for each", async () => {
    const { repo, bare } = await scene();
    await send(repo.dir);
    bare.git("config", "uploadpack.allowFilter", "true");
    const dir = join(createTempDir(), "partial");
    bare.git("clone", "--quiet", "--filter=blob:none", "--no-checkout", `file://${bare.dir}`, dir);
    await run(dir, async (engine) => {
      await fetchJournals(engine, "origin");
      await joinFetched(engine, "origin");
      expect((await engine.journal.records()).size).toBe(1);
    });
    // Nothing had to be fetched to read them: the note's blob is here.
    const [, , oid = ""] = openRepo(dir).git("ls-tree", "-r", "refs/notes/coppice").split(/[ \t]/);
    expect(openRepo(dir).git("rev-list", "--objects", "--missing=print", "refs/notes/coppice")).not.toContain(
      `?${oid}`,
    );
  });

  test("a remote without the ref: an empty journal; the first push makes it", async () => {
    const { repo, bare } = await scene();
    await run(repo.dir, async (engine) => {
      expect((await fetchJournals(engine, "origin")).size).toBe(0);
      expect(await joinFetched(engine, "origin")).toBeUndefined();
      expect((await pushJournals(engine, "origin")).kind).toBe("done");
    });
    expect(refsOf(bare)).toContain("refs/notes/coppice");
  });
});
