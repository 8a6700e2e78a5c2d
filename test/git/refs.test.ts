import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseOid } from "../../src/git/oid.js";
import {
  blockingRef,
  branchOfRef,
  deleteRef,
  listRefs,
  readRef,
  resolveCommit,
  updateRef,
  updateRefs,
} from "../../src/git/refs.js";
import { createBareRemote, createRepo } from "../support/repo.js";
import { errorOf, oidOf, open } from "./support.js";

test("readRef: of that very name, not of one that git would take the name for", async () => {
  const main = createRepo();
  for (const name of ["refs/heads/task/a", "refs/heads/main"]) main.git("branch", name);
  main.git("tag", "refs/heads/task/b");
  main.git("branch", "refs/heads/refs/heads/task/c");
  const second = main.commit("Second", { "new.txt": "x\n" });
  const described = `refs/heads/v1-2-g${second.slice(0, 8)}`;
  const repo = await open(main.dir);
  expect(await readRef(repo, described)).toBeUndefined();
  main.git("update-ref", described, second);
  main.git("pack-refs", "--all");
  expect(await readRef(repo, described)).toBe(second);
  for (const name of ["a", "b", "c"]) expect(await readRef(repo, `refs/heads/task/${name}`)).toBeUndefined();
  expect(await readRef(repo, "refs/heads/main")).toBe(second);
});

describe("listRefs", () => {
  test("branches with worktrees, upstreams and dates; tags peeled; symbolic refs: one process", async () => {
    const main = createRepo();
    createBareRemote(main);
    main.git("remote", "set-head", "origin", "main");
    main.git("tag", "-a", "-m", "one", "v1");
    const linked = join(main.dir, "..", "linked\nwith a line feed");
    main.git("worktree", "add", "--quiet", "--no-track", "-b", "task/✓", linked, "origin/main");
    const repo = await open(main.dir);
    const before = repo.git.count;
    const refs = new Map((await listRefs(repo)).map((ref) => [ref.name, ref]));
    expect(repo.git.count - before).toBe(1);
    const head = oidOf(main, "HEAD");
    expect([...refs.keys()]).toEqual([
      "refs/heads/main",
      "refs/heads/task/✓",
      "refs/remotes/origin/HEAD",
      "refs/remotes/origin/main",
      "refs/tags/v1",
    ]);
    expect(refs.get("refs/heads/main")).toMatchObject({
      oid: head,
      worktreePath: main.dir,
      upstream: "refs/remotes/origin/main",
      committerDate: 1_700_000_000,
    });
    expect(refs.get("refs/heads/task/✓")).toMatchObject({ worktreePath: linked, upstream: undefined });
    expect(refs.get("refs/remotes/origin/HEAD")).toMatchObject({ symref: "refs/remotes/origin/main" });
    expect(refs.get("refs/tags/v1")).toMatchObject({ type: "tag", peeled: head });
  });

  test("patterns: prefixes and globs only", async () => {
    const main = createRepo();
    for (const name of ["task/a", "task/b", "task-c", "other"]) main.git("branch", name);
    const repo = await open(main.dir);
    const names = async (...patterns: string[]): Promise<string[]> =>
      (await listRefs(repo, patterns)).map((ref) => ref.name);
    expect(await names("refs/heads/task/")).toEqual(["refs/heads/task/a", "refs/heads/task/b"]);
    expect(await names("refs/heads/task*", "refs/heads/other")).toEqual([
      "refs/heads/other",
      "refs/heads/task-c",
    ]);
    expect(await names("refs/nothing/")).toEqual([]);
  });
});

describe("updateRef", () => {
  test("a new ref, then moved, then deleted: each with its expected value and a reflog entry", async () => {
    const main = createRepo({ files: { "x.txt": "x\n" } });
    const repo = await open(main.dir);
    const [one, two] = [oidOf(main, "HEAD~1"), oidOf(main, "HEAD")];
    expect(await updateRef(repo, "refs/heads/task", one, undefined, "made\nby a test")).toBe("moved");
    expect(await updateRef(repo, "refs/heads/task", two, one, "moved")).toBe("moved");
    expect(main.git("reflog", "show", "--format=%gs", "task").split("\n")).toEqual([
      "moved",
      "made by a test",
    ]);
    expect(await deleteRef(repo, "refs/heads/task", two)).toBe("deleted");
    expect(await readRef(repo, "refs/heads/task")).toBeUndefined();
  });

  test("another value than expected: stale, and nothing has changed", async () => {
    const main = createRepo({ files: { "x.txt": "x\n" } });
    const repo = await open(main.dir);
    const [one, two] = [oidOf(main, "HEAD~1"), oidOf(main, "HEAD")];
    main.git("branch", "task", one);
    expect(await updateRef(repo, "refs/heads/task", two, two, "")).toBe("stale");
    expect(await updateRef(repo, "refs/heads/task", two, undefined, "")).toBe("stale");
    expect(await updateRef(repo, "refs/heads/none", two, one, "")).toBe("stale");
    expect(await deleteRef(repo, "refs/heads/task", two)).toBe("stale");
    expect(await deleteRef(repo, "refs/heads/none", two)).toBe("absent");
    expect(oidOf(main, "task")).toBe(one);
  });

  test("packed refs: the same", async () => {
    const main = createRepo({ files: { "x.txt": "x\n" } });
    const repo = await open(main.dir);
    main.git("branch", "task", "HEAD~1");
    main.git("pack-refs", "--all");
    expect(await updateRef(repo, "refs/heads/task", oidOf(main, "HEAD"), oidOf(main, "HEAD"), "")).toBe(
      "stale",
    );
    expect(await deleteRef(repo, "refs/heads/task", oidOf(main, "HEAD~1"))).toBe("deleted");
  });

  test("a lock that another git holds: an error, not stale", async () => {
    const main = createRepo({ files: { "x.txt": "x\n" } });
    main.git("branch", "task", "HEAD~1");
    const repo = await open(main.dir);
    writeFileSync(join(main.dir, ".git/refs/heads/task.lock"), "");
    const error = await errorOf(
      updateRef(repo, "refs/heads/task", oidOf(main, "HEAD"), oidOf(main, "task"), ""),
    );
    expect(error.code).toBe("GIT_FAILED");
    expect(oidOf(main, "task")).toBe(oidOf(main, "HEAD~1"));
  });

  test("a name blocked by another branch: an error that names that one", async () => {
    const main = createRepo();
    main.git("branch", "feat");
    const repo = await open(main.dir);
    const error = await errorOf(updateRef(repo, "refs/heads/feat/x", oidOf(main, "HEAD"), undefined, ""));
    expect(error).toMatchObject({ code: "GIT_FAILED", details: { blockedBy: "refs/heads/feat" } });
  });

  test("an oid that does not exist: an error", async () => {
    const main = createRepo();
    const repo = await open(main.dir);
    const missing = oidOf(main, "HEAD").replace(/^.{8}/, "deadbeef");
    const error = await errorOf(
      updateRefs(repo, [{ ref: "refs/heads/x", to: parseOid(missing), from: undefined }], ""),
    );
    expect(error.code).toBe("GIT_FAILED");
  });

  test("several refs, one of them stale: none has changed", async () => {
    const main = createRepo({ files: { "x.txt": "x\n" } });
    const repo = await open(main.dir);
    const [one, two] = [oidOf(main, "HEAD~1"), oidOf(main, "HEAD")];
    main.git("branch", "a", one);
    main.git("branch", "b", one);
    const change = (ref: string, from: typeof one) => ({ ref: `refs/heads/${ref}`, to: two, from });
    expect(await updateRefs(repo, [change("a", one), change("b", two)], "both")).toBe("stale");
    expect(oidOf(main, "a")).toBe(one);
    expect(await updateRefs(repo, [change("a", one), change("b", one)], "both")).toBe("done");
    expect([oidOf(main, "a"), oidOf(main, "b")]).toEqual([two, two]);
    expect(await updateRefs(repo, [], "none")).toBe("done");
  });

  test("twenty writers at once with the same expected value: one moves it, the others are stale", async () => {
    const main = createRepo({ files: { "x.txt": "x\n" } });
    main.git("branch", "task", "HEAD~1");
    const repo = await open(main.dir);
    const [one, two] = [oidOf(main, "HEAD~1"), oidOf(main, "HEAD")];
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => updateRef(repo, "refs/heads/task", two, one, "race")),
    );
    expect(outcomes.filter((outcome) => outcome === "moved")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "stale")).toHaveLength(19);
  });
});

test("branchOfRef: branches only, and only names that we take", () => {
  expect(branchOfRef("refs/heads/task/x")).toBe("task/x");
  expect(branchOfRef("refs/tags/x")).toBeUndefined();
  expect(branchOfRef("refs/heads/-x")).toBeUndefined();
});

test("blockingRef: a parent or a child, never a name that only begins alike", () => {
  expect(blockingRef(["refs/heads/feat"], "refs/heads/feat/x")).toBe("refs/heads/feat");
  expect(blockingRef(["refs/heads/feat/x/y"], "refs/heads/feat/x")).toBe("refs/heads/feat/x/y");
  expect(blockingRef(["refs/heads/feature", "refs/heads/feat"], "refs/heads/feat")).toBeUndefined();
});

test("resolveCommit: peels tags, undefined for what is no commit", async () => {
  const main = createRepo();
  main.git("tag", "-a", "-m", "one", "v1");
  const repo = await open(main.dir);
  expect(await resolveCommit(repo, "v1")).toBe(oidOf(main, "HEAD"));
  expect(await resolveCommit(repo, "HEAD:README.md")).toBeUndefined();
  expect(await resolveCommit(repo, "--all")).toBeUndefined();
});
