import { expect, test } from "vitest";
import { GrowingTree } from "../../src/git/growing-tree.js";
import { objectWriter } from "../../src/git/object-writer.js";
import { parseOid } from "../../src/git/oid.js";
import { PackDraft } from "../../src/git/pack-draft.js";
import type { Repository } from "../../src/git/repository.js";
import { changesBetween } from "../../src/git/tree-changes.js";
import type { Oid } from "../../src/lifecycle/ids.js";
import { createRepo } from "../support/repo.js";
import { oidOf, open } from "./support.js";

const mktree = async (repo: Repository, entries: readonly string[]): Promise<Oid> =>
  parseOid(
    await repo.git.text(repo.commonDir, ["mktree", "--missing"], { stdin: `${entries.join("\n")}\n` }),
  );

test("thousands of files come into a folder, others go: git's own trees, made at once and not for each file", async () => {
  const repo = await open(createRepo().dir);
  const file = { mode: "100644", oid: await objectWriter(repo).blob("text\n") };
  const listed = (name: string): string => `100644 blob ${file.oid}\t${name}`;
  const folder = await mktree(repo, ["a", "a-b", "z"].map(listed));
  const root = await mktree(repo, [listed("a.txt"), `040000 tree ${folder}\ta`, listed("a0")]);
  const tree = new GrowingTree(repo.objects(), repo.objectFormat);
  expect(await tree.moveTo(root)).toBe(true);
  const names = Array.from({ length: 20_000 }, (_, index) => `b${(index * 7919) % 20_000}`);
  await tree.load(["a/a"]);
  for (const name of names) tree.set(`a/${name}`, file);
  tree.set("a/a-b", undefined);
  tree.set("a/a/c", file);
  tree.set("a.txt", undefined);
  expect(tree.entry("a/b7")).toEqual(file);
  expect(tree.entry("a/a-b")).toBeUndefined();
  const inner = await mktree(repo, [listed("c")]);
  const grown = await mktree(repo, [...names.map(listed), listed("z"), `040000 tree ${inner}\ta`]);
  expect(tree.write(new PackDraft("sha1"))).toBe(
    await mktree(repo, [`040000 tree ${grown}\ta`, listed("a0")]),
  );
  for (const name of names) tree.set(`a/${name}`, undefined);
  tree.set("a/a/c", undefined);
  tree.set("a/z", undefined);
  tree.set("a0", undefined);
  const pack = new PackDraft("sha1");
  expect(tree.write(pack)).toBe(parseOid("4b825dc642cb6eb9a060e54bf8d69288fbee4904"));
});

test("a tree that no git of today has written (twice one name, out of order, cut short, an old mode): left to git", async () => {
  const repo = await open(createRepo().dir);
  const writer = objectWriter(repo);
  const id = Buffer.alloc(20, 7);
  const entry = (mode: string, name: string): Buffer => Buffer.concat([Buffer.from(`${mode} ${name}\0`), id]);
  const trees = [
    [entry("100644", "a"), entry("100644", "a")],
    [entry("100644", "a"), entry("40000", "a")],
    [entry("100644", "b"), entry("100644", "a")],
    [entry("100664", "a")],
    [entry("040000", "a")],
    [entry("100644", "a").subarray(0, 20)],
    [Buffer.from("100644")],
  ];
  for (const parts of trees) {
    const odd = await writer.write("tree", Buffer.concat(parts));
    const around = Buffer.concat([Buffer.from("40000 odd\0"), Buffer.from(odd, "hex")]);
    const tree = new GrowingTree(repo.objects(), repo.objectFormat);
    expect(await tree.moveTo(odd)).toBe(false);
    expect(await tree.moveTo(await writer.write("tree", around))).toBe(true);
    await tree.load(["odd/a"]);
    expect(tree.entry("odd/a")).toBe("blocked");
  }
});

test("branches that change more than can be kept: the first ones are told, whole", async () => {
  const base = createRepo({ files: { "a.txt": "a\n" } });
  const from = oidOf(base, "main");
  base.commit("Two", { "b.txt": "b\n", "c.txt": "c\n" });
  const two = oidOf(base, "main");
  base.commit("Many", Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`many/${at}`, "x\n"])));
  const pairs = [
    { from, to: two },
    { from, to: oidOf(base, "main") },
  ];
  const repo = await open(base.dir);
  const told = async (most?: number): Promise<number[]> =>
    [...(await changesBetween(repo.git, { cwd: base.dir, env: {} }, pairs, most)).values()].map(
      ({ length }) => length,
    );
  expect(await told()).toEqual([2, 42]);
  const cut = await told(1000);
  expect([[], [2]]).toContainEqual(cut);
});
