import { describe, expect, test } from "vitest";
import {
  aheadBehind,
  aheadBehindMany,
  commitsBetween,
  isAncestor,
  mergeBase,
} from "../../src/git/history.js";
import { parseOid } from "../../src/git/oid.js";
import { createRepo, type TestRepo } from "../support/repo.js";
import { codeOf, commitOn, oidOf, open } from "./support.js";

/** main two ahead of the fork; `far` three commits on it, `near` merged into main, `same` at main, `old` behind. */
function forked(): TestRepo {
  const main = createRepo();
  main.git("branch", "old");
  commitOn(main, "near", "main", (write) => write("near.txt", "1\n"));
  main.git("checkout", "--quiet", "-b", "far");
  for (const n of [1, 2, 3]) main.commit(`Far ${n}`, { "far.txt": `${n}\n` });
  main.git("checkout", "--quiet", "main");
  main.commit("Main 1", { "main.txt": "1\n" });
  main.git("merge", "--quiet", "--no-edit", "--no-ff", "near");
  main.git("branch", "same");
  return main;
}

describe("history", () => {
  test("aheadBehind and aheadBehindMany: the same numbers, many in two processes", async () => {
    const main = forked();
    const repo = await open(main.dir);
    const base = oidOf(main, "main");
    const tips = ["far", "near", "same", "old"].map((name) => oidOf(main, name));
    const before = repo.git.count;
    const many = await aheadBehindMany(repo, base, tips);
    expect(repo.git.count - before).toBe(2);
    expect(tips.map((tip) => many.get(tip))).toEqual([
      { ahead: 3, behind: 3 },
      { ahead: 0, behind: 2 },
      { ahead: 0, behind: 0 },
      { ahead: 0, behind: 3 },
    ]);
    for (const tip of tips) expect(await aheadBehind(repo, tip, base)).toEqual(many.get(tip));
  });

  test("an unrelated history: all of both sides", async () => {
    const main = forked();
    main.git("checkout", "--quiet", "--orphan", "alone");
    const alone = parseOid(main.commit("Alone"));
    const repo = await open(main.dir);
    const base = oidOf(main, "main");
    const many = await aheadBehindMany(repo, base, [alone, oidOf(main, "far")]);
    expect(many.get(alone)).toEqual({ ahead: 1, behind: 4 });
    expect(many.get(oidOf(main, "far"))).toEqual({ ahead: 3, behind: 3 });
    expect(await mergeBase(repo, alone, base)).toBeUndefined();
    expect(await isAncestor(repo, alone, base)).toBe(false);
  });

  test("no tips, or only base itself: no process", async () => {
    const main = createRepo();
    const repo = await open(main.dir);
    const before = repo.git.count;
    const head = oidOf(main, "HEAD");
    expect([...(await aheadBehindMany(repo, head, [head]))]).toEqual([[head, { ahead: 0, behind: 0 }]]);
    expect((await aheadBehindMany(repo, head, [])).size).toBe(0);
    expect(await isAncestor(repo, head, head)).toBe(true);
    expect(repo.git.count).toBe(before);
  });

  test("isAncestor and mergeBase", async () => {
    const main = forked();
    const repo = await open(main.dir);
    expect(await isAncestor(repo, oidOf(main, "near"), oidOf(main, "main"))).toBe(true);
    expect(await isAncestor(repo, oidOf(main, "main"), oidOf(main, "near"))).toBe(false);
    expect(await mergeBase(repo, oidOf(main, "far"), oidOf(main, "main"))).toBe(oidOf(main, "old"));
  });

  test("a commit that does not exist: GIT_FAILED, not 'no'", async () => {
    const main = createRepo();
    const repo = await open(main.dir);
    const missing = parseOid("deadbeef".repeat(5));
    expect(await codeOf(isAncestor(repo, missing, oidOf(main, "main")))).toBe("GIT_FAILED");
    expect(await codeOf(mergeBase(repo, missing, oidOf(main, "main")))).toBe("GIT_FAILED");
  });

  test("commitsBetween: newest first, reversed, limited; odd subjects and names", async () => {
    const main = createRepo();
    main.git("checkout", "--quiet", "-b", "task");
    main.commit("One");
    main.git("commit", "--quiet", "--allow-empty", "--author=Ä B <ä@b>", "-m", "Two\ton one\nline ✓\n\nBody");
    main.commit("Three");
    const repo = await open(main.dir);
    const range = { of: oidOf(main, "task"), notIn: [oidOf(main, "main")] };
    const subjects = async (more: object): Promise<string[]> =>
      (await commitsBetween(repo, { ...range, ...more })).map((commit) => commit.subject);
    expect(await subjects({})).toEqual(["Three", "Two\ton one line ✓", "One"]);
    expect(await subjects({ reverse: true })).toEqual(["One", "Two\ton one line ✓", "Three"]);
    expect(await subjects({ limit: 1 })).toEqual(["Three"]);
    const [, two] = await commitsBetween(repo, range);
    expect(two).toMatchObject({ author: "Ä B", email: "ä@b", parents: [oidOf(main, "task~2")] });
    expect(await commitsBetween(repo, { of: range.of, notIn: [range.of] })).toEqual([]);
  });
});
