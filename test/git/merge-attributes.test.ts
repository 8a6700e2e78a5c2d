import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openMergeSession } from "../../src/git/merge-session.js";
import { mergeTree } from "../../src/git/merge-tree.js";
import { createRepo, openRepo, type TestRepo } from "../support/repo.js";
import { commitOn, oidOf, open } from "./support.js";

/** Two branches that change the same line of a file below a folder. `base` gives main's own attributes. */
function conflicting(base: Readonly<Record<string, string>> = {}): TestRepo {
  const main = createRepo({ files: { "src/deep/c.txt": "base\n", ...base } });
  for (const name of ["ours", "theirs"])
    commitOn(main, name, "main", (write) => write("src/deep/c.txt", `${name}\n`));
  return main;
}

async function outcomes(dir: string, main: TestRepo): Promise<string[]> {
  const repo = await open(dir);
  const [ours, theirs, attributes] = [oidOf(main, "ours"), oidOf(main, "theirs"), oidOf(main, "main")];
  const single = await mergeTree(repo, { ours, theirs, attributes });
  const session = openMergeSession(repo, { attributes, keep: false });
  const many = await session.merge(ours, theirs);
  await session.close();
  expect(many).toEqual(single);
  return [single.outcome, "tree" in single ? single.tree : ""];
}

/** Every place from which the same merge may be asked for. */
function places(main: TestRepo): string[] {
  const parent = join(main.dir, "..");
  main.git("worktree", "add", "--quiet", "--detach", join(parent, "detached"), "main");
  main.git("worktree", "add", "--quiet", join(parent, "on-theirs"), "theirs");
  main.git("clone", "--quiet", "--bare", ".", join(parent, "bare.git"));
  main.git("clone", "--quiet", ".", join(parent, "clone"));
  for (const branch of ["ours", "theirs"])
    openRepo(join(parent, "clone")).git("branch", branch, `origin/${branch}`);
  return [
    main.dir,
    join(main.dir, "src/deep"),
    join(main.dir, ".git"),
    ...["detached", "on-theirs", "bare.git", "clone"].map((name) => join(parent, name)),
  ];
}

/** Attributes that base does not have, in every place where git looks for some. */
function disturb(main: TestRepo, attributes: string): void {
  const parent = join(main.dir, "..");
  const all = `${attributes}\n`;
  writeFileSync(join(main.dir, ".gitattributes"), all);
  writeFileSync(join(main.dir, "src/deep/.gitattributes"), all);
  writeFileSync(join(parent, "detached/.gitattributes"), all);
  mkdirSync(join(main.dir, ".git/info"), { recursive: true });
  writeFileSync(join(main.dir, ".git/info/attributes"), all);
  const global = join(parent, "global-attributes");
  writeFileSync(global, all);
  main.git("config", "core.attributesFile", global);
  const on = openRepo(join(parent, "on-theirs"));
  on.commit("Attributes of the branch", { ".gitattributes": all });
  openRepo(join(parent, "bare.git")).git("config", "merge.renormalize", "true");
}

describe("the attributes of base decide, wherever the merge is asked for", () => {
  test("base has none, the checkout has merge=union: a conflict from everywhere", async () => {
    const main = conflicting();
    const from = places(main);
    const theirs = oidOf(main, "theirs");
    disturb(main, "*.txt merge=union");
    main.git("update-ref", "refs/heads/theirs", theirs);
    const found = [];
    for (const dir of from) found.push(await outcomes(dir, main));
    expect(found.map(([outcome]) => outcome)).toEqual(from.map(() => "conflict"));
    expect(new Set(found.map(([, tree]) => tree)).size).toBe(1);
  });

  test("base has none, the checkout says binary: markers from everywhere", async () => {
    const main = conflicting();
    const from = places(main);
    const theirs = oidOf(main, "theirs");
    disturb(main, "*.txt binary");
    main.git("update-ref", "refs/heads/theirs", theirs);
    const found = [];
    for (const dir of from) found.push(await outcomes(dir, main));
    expect(new Set(found.map(([, tree]) => tree)).size).toBe(1);
    expect(main.git("show", `${found[0]?.[1]}:src/deep/c.txt`)).toContain("<<<<<<<");
  });

  test("base has merge=union in a folder, the checkout takes it back: clean from everywhere", async () => {
    const main = conflicting({
      "src/.gitattributes": "*.txt merge=union\n",
      "a b/.gitattributes": "x binary\n",
    });
    const from = places(main);
    const theirs = oidOf(main, "theirs");
    disturb(main, "*.txt !merge");
    main.git("update-ref", "refs/heads/theirs", theirs);
    const found = [];
    for (const dir of from) found.push(await outcomes(dir, main));
    expect(found.map(([outcome]) => outcome)).toEqual(from.map(() => "clean"));
    expect(main.git("show", `${found[0]?.[1]}:src/deep/c.txt`)).toBe("ours\ntheirs");
  });

  test("a repository without any attributes and one whose name is full of odd characters", async () => {
    const main = createRepo({ name: 'a:b "c" \\d\n#;$(x)', files: { "c.txt": "base\n" } });
    for (const name of ["ours", "theirs"])
      commitOn(main, name, "main", (write) => write("c.txt", `${name}\n`));
    expect((await outcomes(main.dir, main))[0]).toBe("conflict");
  });
});
