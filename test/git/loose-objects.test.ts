import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { parseOid } from "../../src/git/oid.js";
import { openRepository, type Repository } from "../../src/git/repository.js";
import { createRepo, type TestRepo } from "../support/repo.js";

const opened: Repository[] = [];
afterEach(async () => {
  for (const repo of opened.splice(0)) await repo.close();
});

async function open(repo: TestRepo): Promise<Repository> {
  const found = await openRepository(repo.dir);
  opened.push(found);
  return found;
}

const objectFile = (repo: TestRepo, oid: string): string =>
  join(repo.dir, ".git/objects", oid.slice(0, 2), oid.slice(2));

describe("objects in files of their own", () => {
  it("a branch, its commit, its tree and a file's content: read without a process, and as git reads them", async () => {
    const repo = createRepo();
    repo.commit("One", { "a.txt": "one\n" });
    const near = await open(repo);
    const names = ["refs/heads/main", "refs/heads/main^{commit}", "refs/heads/main^{tree}"].flatMap(
      (name) => [name, repo.git("rev-parse", name)],
    );
    names.push(repo.git("rev-parse", "main:a.txt"));
    const read = await near.objects().readMany(names);
    expect(near.git.count).toBe(1);
    // The same names, too many to be looked up one by one.
    const asked = await near.objects().readMany([...names, ...names, ...names]);
    expect(near.git.count).toBe(2);
    expect(read).toEqual(asked.slice(0, names.length));
    expect(await near.objects().info("refs/heads/main")).toEqual({
      oid: repo.git("rev-parse", "main"),
      type: "commit",
      size: Number(repo.git("cat-file", "-s", "main")),
    });
  });

  it("a branch that moves and a commit that comes: the next look sees them", async () => {
    const repo = createRepo();
    const near = await open(repo);
    const before = await near.objects().resolve("refs/heads/main^{commit}");
    repo.commit("Two", { "a.txt": "two\n" });
    const after = await near.objects().resolve("refs/heads/main^{commit}");
    expect(after).toBe(repo.git("rev-parse", "main"));
    expect(after).not.toBe(before);
  });

  it("packed, symbolic, annotated, absent, or no name at all: git tells", async () => {
    const repo = createRepo();
    repo.git("tag", "-a", "-m", "note", "v1");
    repo.git("symbolic-ref", "refs/heads/alias", "refs/heads/main");
    repo.git("update-ref", "refs/heads/odd", repo.git("rev-parse", "main"));
    const near = await open(repo);
    const main = repo.git("rev-parse", "main");
    const tag = repo.git("rev-parse", "v1");
    const look = (): Promise<unknown> =>
      near
        .objects()
        .resolveMany([
          "refs/heads/alias",
          `${tag}^{commit}`,
          `${main}^{commit}`,
          "refs/heads/none",
          "refs/heads/../../HEAD",
          "a".repeat(40),
        ]);
    const told = [main, main, main, undefined, undefined, undefined];
    expect(await look()).toEqual(told);
    for (const name of ["refs/heads/alias", `${tag}^{commit}`]) {
      expect(await near.objects().resolve(name)).toBe(main);
    }
    repo.git("gc", "--quiet");
    expect(await look()).toEqual(told);
    expect(await near.objects().resolve("refs/heads/odd")).toBe(main);
  });

  it("a replaced commit: the one that git shows in its place", async () => {
    const repo = createRepo();
    const first = repo.git("rev-parse", "main");
    repo.commit("Two", { "a.txt": "two\n" });
    repo.git("replace", repo.git("rev-parse", "main"), first);
    for (const pack of [false, true]) {
      if (pack) repo.git("pack-refs", "--all");
      const near = await open(repo);
      const { tree } = await near.objects().commit(repo.git("rev-parse", "main"));
      expect(tree).toBe(repo.git("rev-parse", `${first}^{tree}`));
    }
  });

  it("a broken object: git says so", async () => {
    const repo = createRepo();
    const oid = repo.git("rev-parse", "main");
    chmodSync(objectFile(repo, oid), 0o644);
    writeFileSync(objectFile(repo, oid), "nothing of git's");
    const near = await open(repo);
    await expect(near.objects().commit(parseOid(oid))).rejects.toMatchObject({ code: "GIT_FAILED" });
  });
});
