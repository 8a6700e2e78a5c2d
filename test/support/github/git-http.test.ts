import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createTempDir } from "../repo.js";
import { all, git, github, hosted, withToken } from "./rig.js";

const fake = github();

async function setUp(options: Parameters<typeof hosted>[1] = {}) {
  const place = await hosted(fake.server, options);
  const write = withToken(fake.server.token("may-write", all));
  const read = withToken(fake.server.token("may-read", { contents: "read" }));
  const { dir } = place.clone;
  const commit = (file: string) => place.clone.commit(`Change ${file}`, { [file]: "new\n" });
  return { ...place, write, read, dir, commit };
}

describe("git over HTTP", () => {
  test("public repository: cloned without a token, shallow and without blobs too; pushed to only with one", async () => {
    const { repository, clone, dir, write, commit } = await setUp();
    const copy = join(createTempDir(), "copy");
    await git(
      dir,
      "clone",
      "--quiet",
      "--depth=1",
      "--filter=blob:none",
      fake.server.gitUrl(repository),
      copy,
    );
    expect(existsSync(join(copy, "README.md"))).toBe(true);
    const oid = commit("a.txt");
    await expect(git(dir, "push", "--quiet", "origin", "main")).rejects.toThrow("could not read Username");
    await git(dir, ...write, "push", "--quiet", "origin", "main");
    expect(await repository.tip("main")).toBe(oid);
    expect(clone.git("remote", "get-url", "origin")).not.toContain("may-write");
  });

  test("token that may only read: the push is refused with 403, in GitHub's words", async () => {
    const { dir, read, commit } = await setUp();
    commit("a.txt");
    const pushing = git(dir, ...read, "push", "origin", "main");
    await expect(pushing).rejects.toThrow(/Permission to acme\/project-\d+.git denied to coppice\[bot\]/);
  });

  test("private repository: not there for who may not see it", async () => {
    const { dir, write, repository } = await setUp();
    repository.private = true;
    await expect(git(dir, "fetch", "origin")).rejects.toThrow("could not read Username");
    const blind = withToken(fake.server.token("sees-nothing", {}));
    await expect(git(dir, ...blind, "fetch", "origin")).rejects.toThrow("not found");
    await expect(git(dir, ...withToken("expired"), "fetch", "origin")).rejects.toThrow(
      /Authentication failed|Username/,
    );
    await git(dir, ...write, "fetch", "--quiet", "origin");
  });

  test("two Authorization headers: refused with 400", async () => {
    const { dir, write } = await setUp();
    await expect(git(dir, ...write, ...write, "fetch", "origin")).rejects.toThrow("400");
  });

  test("atomic push of base and notes: both or neither, by expected values", async () => {
    const { dir, write, repository, clone, commit } = await setUp();
    const base = await repository.tip("main");
    const oid = commit("a.txt");
    clone.git("update-ref", "refs/notes/coppice", oid);
    const push = (expected: string) =>
      git(
        dir,
        ...write,
        "push",
        "--quiet",
        "--atomic",
        `--force-with-lease=refs/heads/main:${expected}`,
        "--force-with-lease=refs/notes/coppice:",
        "origin",
        "main",
        "refs/notes/coppice",
      );
    await expect(push(oid)).rejects.toThrow("stale info");
    expect([...(await repository.bare.refs()).keys()]).toEqual(["refs/heads/main"]);
    await push(base ?? "");
    expect([...(await repository.bare.refs()).values()]).toEqual([oid, oid]);
  });

  test("another push comes first, at the last moment: this one loses, and nothing of it is there", async () => {
    const { dir, write, repository, commit } = await setUp();
    const oid = commit("a.txt");
    const other = await repository.bare.commit(
      await repository.bare.git("mktree"),
      [],
      "other",
      "1700000000 +0000",
    );
    fake.server.onNextPush = async () => {
      await repository.bare.move("refs/heads/main", other);
    };
    await expect(git(dir, ...write, "push", "origin", "main")).rejects.toThrow("remote rejected");
    expect(await repository.tip("main")).toBe(other);
    expect(oid).not.toBe(other);
  });

  test("protected branch, by protection or ruleset: refused as GitHub does, another ref of the push lands", async () => {
    const { dir, write, repository, commit } = await setUp();
    const base = await repository.tip("main");
    repository.protect("main");
    commit("a.txt");
    const push = () => git(dir, ...write, "push", "origin", "main", "main:refs/heads/task/a");
    await expect(push()).rejects.toThrow("GH006: Protected branch update failed for refs/heads/main.");
    expect([await repository.tip("main"), await repository.tip("task/a")]).toEqual([
      base,
      expect.any(String),
    ]);
    repository.protect("main", { kind: "ruleset" });
    await expect(push()).rejects.toThrow("GH013: Repository rule violations found");
    // A rule that asks for nothing takes a push, and no deletion.
    repository.protect("main", { approvals: 0 });
    repository.protect("task/a", { kind: "ruleset", approvals: 0, more: ["deletion"] });
    await push();
    await expect(git(dir, ...write, "push", "origin", ":task/a")).rejects.toThrow("GH013");
  });

  test("workflow files: refused for a token that may not change them", async () => {
    const { dir, write, repository, commit } = await setUp();
    commit(".github/workflows/ci.yml");
    await expect(git(dir, ...write, "push", "origin", "main")).rejects.toThrow(
      "without `workflows` permission",
    );
    const may = withToken(fake.server.token("may-change-workflows", { ...all, workflows: "write" }));
    await git(dir, ...may, "push", "--quiet", "origin", "main");
    expect(await repository.tip("main")).toBe(await git(dir, "rev-parse", "main"));
  });

  test("refs/pull: fetched by everybody, moved by nobody", async () => {
    const { dir, write, repository, commit } = await setUp();
    await git(dir, ...write, "push", "--quiet", "origin", `${commit("a.txt")}:refs/heads/task/a`);
    const { number } = await repository.openPull({ title: "A", head: "task/a", base: "main" });
    await git(dir, "fetch", "--quiet", "origin", `refs/pull/${number}/head:refs/heads/copy`);
    expect(await git(dir, "rev-parse", "copy")).toBe(await repository.tip("task/a"));
    const moving = git(dir, ...write, "push", "origin", `main~1:refs/pull/${number}/head`);
    await expect(moving).rejects.toThrow("hidden ref");
  });
});
