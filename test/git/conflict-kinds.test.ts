import { chmodSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { conflictReport } from "../../src/git/conflict-report.js";
import { conflictRegions, cut } from "../../src/git/conflict-text.js";
import type { ConflictingMerge } from "../../src/git/merge-records.js";
import { mergeTree } from "../../src/git/merge-tree.js";
import type { Repository } from "../../src/git/repository.js";
import { conflictFileSchema } from "../../src/lifecycle/error-schemas.js";
import type { ConflictFile } from "../../src/lifecycle/errors.js";
import { createRepo, type TestRepo } from "../support/repo.js";
import { commitOn, oidOf, open } from "./support.js";

type Change = (main: TestRepo) => void;

const write =
  (path: string, text: string): Change =>
  (main) =>
    main.write(path, text);
const remove =
  (path: string): Change =>
  (main) =>
    rmSync(join(main.dir, path), { recursive: true });
const move =
  (from: string, to: string): Change =>
  (main) => {
    main.write(to, "");
    rmSync(join(main.dir, to));
    renameSync(join(main.dir, from), join(main.dir, to));
  };
const all =
  (...changes: Change[]): Change =>
  (main) => {
    for (const change of changes) change(main);
  };

const long = (mark = ""): string =>
  Array.from({ length: 40 }, (_, index) => `line ${index}${mark}\n`).join("");

const files: Readonly<Record<string, string>> = {
  "text.txt": long(),
  "binary.bin": `\0${long()}`,
  "dir/one.txt": long(" one"),
  "dir/two.txt": long(" two"),
  "dir/three.txt": long(" three"),
};

/** Merges two changes of the same start; what conflicts is reported. */
async function conflictOf(
  ours: Change,
  theirs: Change,
): Promise<{ merge: ConflictingMerge; files: readonly ConflictFile[]; repo: Repository }> {
  const main = createRepo({ files });
  commitOn(main, "ours", "main", () => ours(main));
  commitOn(main, "theirs", "main", () => theirs(main));
  const repo = await open(main.dir);
  const merge = await mergeTree(repo, {
    ours: oidOf(main, "ours"),
    theirs: oidOf(main, "theirs"),
    attributes: oidOf(main, "main"),
  });
  if (merge.outcome !== "conflict") throw new Error(`The merge is ${merge.outcome}.`);
  const report = await conflictReport(repo.objects(), merge);
  for (const file of report.files) conflictFileSchema.parse(file);
  return { merge, files: report.files, repo };
}

const edit = (mark: string): Change => write("text.txt", long().replace("line 3\n", `line 3 ${mark}\n`));

describe("kinds of conflicts that git reports", () => {
  const cases: readonly [
    name: string,
    ours: Change,
    theirs: Change,
    expected: Readonly<Record<string, string>>,
  ][] = [
    ["the same line changed twice", edit("a"), edit("b"), { "text.txt": "content" }],
    ["a file added twice", write("new", "a\n"), write("new", "b\n"), { new: "add/add" }],
    ["changed here, deleted there", edit("a"), remove("text.txt"), { "text.txt": "modify/delete" }],
    ["deleted here, changed there", remove("text.txt"), edit("b"), { "text.txt": "modify/delete" }],
    [
      "renamed to two names",
      move("text.txt", "a.txt"),
      move("text.txt", "b.txt"),
      { "text.txt": "rename/rename", "a.txt": "rename/rename", "b.txt": "rename/rename" },
    ],
    [
      "renamed here, deleted there",
      move("text.txt", "a.txt"),
      remove("text.txt"),
      { "a.txt": "rename/delete" },
    ],
    [
      "renamed here, changed in the same line there",
      all(edit("a"), move("text.txt", "a.txt")),
      edit("b"),
      { "a.txt": "content" },
    ],
    [
      "a binary file changed twice",
      write("binary.bin", "\0a"),
      write("binary.bin", "\0b"),
      { "binary.bin": "binary" },
    ],
    [
      "a file here, a folder there",
      write("thing", "file\n"),
      write("thing/inside", "folder\n"),
      { thing: "file/directory" },
    ],
    [
      "a link here, a file there",
      (main) => symlinkSync("text.txt", join(main.dir, "thing")),
      write("thing", "file\n"),
      { thing: "mode" },
    ],
    [
      "the same new file, executable on one side",
      all(write("run", "x\n"), (main) => chmodSync(join(main.dir, "run"), 0o755)),
      write("run", "x\n"),
      { run: "mode" },
    ],
    [
      "a folder renamed here, a file added to it there",
      all(...["one", "two", "three"].map((name) => move(`dir/${name}.txt`, `renamed/${name}.txt`))),
      write("dir/four.txt", "four\n"),
      { "renamed/four.txt": "directory-rename" },
    ],
    [
      "renamed onto a name that is new there",
      move("text.txt", "new"),
      write("new", "new\n"),
      { new: "add/add" },
    ],
    [
      "renamed and changed onto a name that is new there",
      move("text.txt", "new"),
      all(edit("b"), write("new", "new\n")),
      { new: "add/add" },
    ],
    [
      "renamed onto a name that is new there, with a conflict inside",
      all(edit("a"), move("text.txt", "new")),
      all(edit("b"), write("new", "new\n")),
      { new: "rename/add" },
    ],
  ];
  test.each(cases)("%s", async (_name, ours, theirs, expected) => {
    const { files: found } = await conflictOf(ours, theirs);
    expect(Object.fromEntries(found.map((file) => [file.path, file.kind]))).toEqual(expected);
  });

  test("a folder split into two, files added to it: reported although nothing is unmerged", async () => {
    const { files: found, merge } = await conflictOf(
      all(move("dir/one.txt", "left/one.txt"), move("dir/two.txt", "right/two.txt"), remove("dir/three.txt")),
      write("dir/four.txt", "four\n"),
    );
    expect(merge.outcome).toBe("conflict");
    expect(found.map((file) => file.kind)).toEqual(["directory-rename"]);
    expect(merge.files).toEqual([]);
  });

  test("two names renamed to one, changed on the way: a conflict of that name", async () => {
    const { files: found } = await conflictOf(
      all(move("dir/one.txt", "merged")),
      all(move("dir/two.txt", "merged")),
    );
    expect(found).toMatchObject([{ path: "merged", kind: "add/add" }]);
  });

  test("a submodule moved to two commits: submodule, no preview", async () => {
    const main = createRepo();
    const inner = createRepo({ name: "inner" });
    const [one, two, three] = ["1", "2", "3"].map((text) => inner.commit(text, { n: text }));
    const link =
      (oid: string | undefined): Change =>
      (repo) =>
        repo.git("update-index", "--add", "--cacheinfo", `160000,${oid},sub`);
    const commit = (name: string, from: string, oid: string | undefined): void => {
      main.git("checkout", "--quiet", "-B", name, from);
      link(oid)(main);
      main.git("commit", "--quiet", "-m", name);
    };
    commit("main", "main", one);
    commit("ours", "main", two);
    commit("theirs", "main", three);
    const repo = await open(main.dir);
    const merge = await mergeTree(repo, {
      ours: oidOf(main, "ours"),
      theirs: oidOf(main, "theirs"),
      attributes: oidOf(main, "main"),
    });
    if (merge.outcome !== "conflict") throw new Error("no conflict");
    expect((await conflictReport(repo.objects(), merge)).files).toEqual([
      { path: "sub", kind: "submodule", count: 1, preview: { ours: "", theirs: "" }, autoResolvable: false },
    ]);
  });
});

describe("what a report says of a file", () => {
  const sides = (...pairs: [ours: string, theirs: string][]): [Change, Change] => {
    const side = (index: 0 | 1): Change => {
      const lines = long().split("\n");
      pairs.forEach((pair, at) => {
        lines[at * 8 + 3] = pair[index];
      });
      return write("text.txt", lines.filter((line) => line !== "-").join("\n"));
    };
    return [side(0), side(1)];
  };

  test("three places of one file: counted, the first one previewed", async () => {
    const [file] = (await conflictOf(...sides(["a1", "b1"], ["a2", "b2"], ["a3", "b3"]))).files;
    expect(file).toMatchObject({
      count: 3,
      preview: { ours: "a1\n", theirs: "b1\n" },
      autoResolvable: false,
    });
  });

  test("one side empty, or equal but for white space: could be settled by a program", async () => {
    expect((await conflictOf(...sides(["-", "b1"]))).files[0]).toMatchObject({
      preview: { ours: "", theirs: "b1\n" },
      autoResolvable: true,
    });
    expect((await conflictOf(...sides(["a1", "a1 \t"]))).files[0]?.autoResolvable).toBe(true);
    expect((await conflictOf(...sides(["-", "b1"], ["a2", "b2"]))).files[0]?.autoResolvable).toBe(false);
    expect((await conflictOf(edit("a"), remove("text.txt"))).files[0]).toMatchObject({
      preview: { ours: expect.stringContaining("line 3 a\n"), theirs: "" },
      autoResolvable: true,
    });
  });

  test("long lines with emoji: at most 250 characters a side, none cut in two", async () => {
    const [file] = (await conflictOf(...sides(["x".repeat(249) + "🙂".repeat(9), "🙂".repeat(300)]))).files;
    expect(file?.preview.ours).toBe("x".repeat(249));
    expect(file?.preview.theirs).toBe("🙂".repeat(125));
  });

  test("text that is no UTF-8: replacement characters", async () => {
    const main = createRepo();
    const tip = (name: string, byte: number): void => {
      main.git("checkout", "--quiet", "-b", name, "main");
      writeFileSync(join(main.dir, "latin"), Buffer.from([0x61, byte, 0x0a]));
      main.commit(name);
    };
    tip("ours", 0xe4);
    tip("theirs", 0xf6);
    const repo = await open(main.dir);
    const merge = await mergeTree(repo, {
      ours: oidOf(main, "ours"),
      theirs: oidOf(main, "theirs"),
      attributes: oidOf(main, "main"),
    });
    if (merge.outcome !== "conflict") throw new Error("no conflict");
    expect((await conflictReport(repo.objects(), merge)).files[0]?.preview).toEqual({
      ours: "a�\n",
      theirs: "a�\n",
    });
  });

  test("more than 200 files: 200 listed, all counted", async () => {
    const many = (text: string): Change =>
      all(
        ...Array.from({ length: 210 }, (_, index) => write(`many/${String(index).padStart(3, "0")}`, text)),
      );
    const main = createRepo();
    commitOn(main, "ours", "main", () => many("a\n")(main));
    commitOn(main, "theirs", "main", () => many("b\n")(main));
    const repo = await open(main.dir);
    const merge = await mergeTree(repo, {
      ours: oidOf(main, "ours"),
      theirs: oidOf(main, "theirs"),
      attributes: oidOf(main, "main"),
    });
    if (merge.outcome !== "conflict") throw new Error("no conflict");
    const before = repo.git.count;
    const report = await conflictReport(repo.objects(), merge);
    expect([report.files.length, report.total]).toEqual([200, 210]);
    expect(repo.git.count - before).toBeLessThanOrEqual(1);
  });
});

describe("conflictRegions", () => {
  const labels = { ours: "o".repeat(40), theirs: "t".repeat(40) };
  const region = (size: number, ours: string, theirs: string, end = "\n"): string =>
    [
      `${"<".repeat(size)} ${labels.ours}`,
      ours,
      "=".repeat(size),
      theirs,
      `${">".repeat(size)} ${labels.theirs}`,
      "",
    ].join(end);

  test("markers of other merges inside the text: text", () => {
    const inner = "<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> other";
    expect(conflictRegions(`before\n${region(7, inner, "theirs")}after\n`, labels)).toEqual([
      { ours: "<<<<<<< HEAD\nx\n", theirs: "y\n>>>>>>> other\n=======\ntheirs\n" },
    ]);
    expect(conflictRegions(inner, labels)).toEqual([]);
  });

  test("markers of another length, with a path, with carriage returns, with the base", () => {
    expect(conflictRegions(region(12, "a", "b"), labels)).toEqual([{ ours: "a\n", theirs: "b\n" }]);
    expect(conflictRegions(region(7, "a", "b", "\r\n"), labels)).toEqual([
      { ours: "a\r\n", theirs: "b\r\n" },
    ]);
    const named = region(7, "a", "b").replace(labels.ours, `${labels.ours}:old name`);
    expect(conflictRegions(named, labels)).toHaveLength(1);
    const based = region(7, "a\n||||||| base\nbase", "b");
    expect(conflictRegions(based, labels)).toEqual([{ ours: "a\n", theirs: "b\n" }]);
  });

  test("cut: whole characters only", () => {
    expect(cut("a🙂b", 2)).toBe("a");
    expect(cut("a🙂b", 3)).toBe("a🙂");
    expect(cut("ab", 2)).toBe("ab");
  });
});
