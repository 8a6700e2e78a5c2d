import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { conflictReport } from "../../src/git/conflict-report.js";
import { identity } from "../../src/git/identity.js";
import {
  deleteMergeDirectory,
  leftMergeDirectories,
  makeMergeDirectory,
} from "../../src/git/merge-directory.js";
import { MergePlace } from "../../src/git/merge-place.js";
import { openMergeSession } from "../../src/git/merge-session.js";
import { mergeTree, stoppedMerge } from "../../src/git/merge-tree.js";
import { parseOid } from "../../src/git/oid.js";
import type { Repository } from "../../src/git/repository.js";
import { since } from "../../src/git/version.js";
import { createRepo, snapshot, type TestRepo } from "../support/repo.js";
import { ownTemporaryDirectory } from "../support/temporary.js";
import { codeOf, commitOn, errorOf, oidOf, open } from "./support.js";

/** Ours and theirs change different files; `clash` changes the file of ours, `alone` shares no history. */
function threeWays(): TestRepo {
  const main = createRepo();
  commitOn(main, "ours", "main", (write) => write("src/a.txt", "ours\n"));
  commitOn(main, "theirs", "main", (write) => write("src/b.txt", "theirs\n"));
  commitOn(main, "clash", "main", (write) => write("src/a.txt", "clash\n"));
  main.git("checkout", "--quiet", "--orphan", "alone");
  main.commit("Alone", { "alone.txt": "alone\n" });
  main.git("checkout", "--quiet", "main");
  return main;
}

const request = (main: TestRepo, ours: string, theirs: string) => ({
  ours: oidOf(main, ours),
  theirs: oidOf(main, theirs),
  attributes: oidOf(main, "main"),
});

/** The tree that git itself makes when it merges in a work tree. */
function mergedByGit(main: TestRepo, ours: string, theirs: string): string {
  main.git("checkout", "--quiet", "--detach", ours);
  main.git("merge", "--quiet", "--no-ff", "--no-edit", theirs);
  const tree = main.git("rev-parse", "HEAD^{tree}");
  main.git("checkout", "--quiet", "main");
  return tree;
}

/** Merge places that are left in the temporary directory. */
const temporary = ownTemporaryDirectory();
const leftovers = (): string[] => readdirSync(temporary).filter((name) => name.startsWith("coppice-merge-"));

const objectCount = (main: TestRepo): string => main.git("count-objects");

describe("mergeTree", () => {
  test("different files: clean, the tree of git's own merge, no file, index or ref touched", async () => {
    const main = threeWays();
    main.write("README.md", "edited here\n");
    main.write("untracked", "");
    const repo = await open(main.dir);
    const [before, refs] = [snapshot(main.dir), main.git("for-each-ref")];
    const result = await mergeTree(repo, request(main, "ours", "theirs"));
    expect([snapshot(main.dir), main.git("for-each-ref")]).toEqual([before, refs]);
    main.git("checkout", "--quiet", "README.md");
    expect(result).toEqual({ outcome: "clean", tree: mergedByGit(main, "ours", "theirs") });
  });

  test("processes: one, the repository's reader aside; nothing temporary is left", async () => {
    const main = threeWays();
    const repo = await open(main.dir);
    await repo.objects().resolve("HEAD");
    const [count, places] = [repo.git.count, leftovers()];
    await mergeTree(repo, request(main, "ours", "theirs"));
    expect(repo.git.count - count).toBe(1);
    expect(leftovers().filter((name) => !places.includes(name))).toEqual([]);
  });

  test("the same line: a conflict with stages and messages", async () => {
    const main = threeWays();
    const result = await mergeTree(await open(main.dir), request(main, "ours", "clash"));
    expect(result).toMatchObject({
      outcome: "conflict",
      files: [1, 2, 3].map((stage) => ({ path: "src/a.txt", stage, mode: "100644" })),
      messages: expect.arrayContaining([
        { paths: ["src/a.txt"], type: "CONFLICT (contents)", text: expect.stringContaining("src/a.txt") },
      ]),
      labels: { ours: oidOf(main, "ours"), theirs: oidOf(main, "clash") },
    });
  });

  test("no common history: unrelated, not a conflict", async () => {
    const main = threeWays();
    expect(await mergeTree(await open(main.dir), request(main, "ours", "alone"))).toEqual({
      outcome: "unrelated",
    });
  });

  test("a commit that does not exist: GIT_FAILED, although git's exit code says conflict", async () => {
    const main = threeWays();
    const repo = await open(main.dir);
    const wanted = { ...request(main, "ours", "theirs"), theirs: parseOid("deadbeef".repeat(5)) };
    expect(await errorOf(mergeTree(repo, wanted))).toMatchObject({ code: "GIT_FAILED" });
    expect(await codeOf(mergeTree(repo, { ...wanted, base: oidOf(main, "main") }))).toBe("GIT_FAILED");
  });

  test("another base than the real one: only what came after it is merged", async () => {
    const main = threeWays();
    main.git("checkout", "--quiet", "theirs");
    main.commit("Second", { "src/c.txt": "c\n" });
    main.git("checkout", "--quiet", "main");
    const repo = await open(main.dir);
    const result = await mergeTree(repo, {
      ...request(main, "ours", "theirs"),
      base: oidOf(main, "theirs~1"),
    });
    main.git("checkout", "--quiet", "--detach", "ours");
    main.git("cherry-pick", "theirs");
    expect(result).toEqual({ outcome: "clean", tree: main.git("rev-parse", "HEAD^{tree}") });
    expect(main.git("fsck", "--unreachable", "--no-reflogs")).not.toContain("unreachable commit");
  });

  test("a criss-cross history: as git merges it", async () => {
    const main = threeWays();
    for (const [one, other] of [
      ["ours", "theirs"],
      ["theirs", "ours~0"],
    ] as const) {
      main.git("checkout", "--quiet", "-B", `cross-${one}`, one);
      main.git("merge", "--quiet", "--no-edit", "--no-ff", other);
    }
    main.git("checkout", "--quiet", "cross-ours");
    main.commit("More", { "more.txt": "1\n" });
    main.git("checkout", "--quiet", "cross-theirs");
    main.commit("Even more", { "src/b.txt": "theirs\nand more\n" });
    main.git("checkout", "--quiet", "main");
    const result = await mergeTree(await open(main.dir), request(main, "cross-ours", "cross-theirs"));
    expect(result).toEqual({ outcome: "clean", tree: mergedByGit(main, "cross-ours", "cross-theirs") });
  });

  test("odd paths: spaces, quotes, line feeds, emoji, tabs, dashes", async () => {
    const odd = [
      "a b",
      "it's",
      'q"q',
      "line\nfeed",
      "🙂/ü",
      "ta\tb",
      "-n",
      "$(touch made)",
      "3",
      "1 0\nx",
      `${"l".repeat(200)}/x`,
    ];
    const main = createRepo({ files: Object.fromEntries(odd.map((path) => [path, "base\n"])) });
    for (const name of ["ours", "theirs"]) {
      commitOn(main, name, "main", (write) => {
        for (const path of odd) write(path, `${name}\n`);
      });
    }
    const repo = await open(main.dir);
    const result = await mergeTree(repo, request(main, "ours", "theirs"));
    if (result.outcome !== "conflict") throw new Error("no conflict");
    expect([...new Set(result.files.map((file) => file.path))].sort()).toEqual([...odd].sort());
    const report = await conflictReport(repo.objects(), result);
    expect(report.files.map((file) => file.preview.theirs)).toEqual(odd.map(() => "theirs\n"));
    expect(existsSync(join(main.dir, "made"))).toBe(false);
  });
});

describe("MergeSession", () => {
  /** Branches that add a file each; the tenth and the twentieth change the same line. */
  function branches(count: number): { main: TestRepo; names: string[] } {
    const main = createRepo();
    const names = Array.from({ length: count }, (_, index) => `b${index}`);
    const parts = names.map((name, index) => {
      const clash = index % 10 === 9 ? `M 100644 inline README.md\ndata ${name.length}\n${name}\n` : "";
      const file = `M 100644 inline files/${name}\ndata ${name.length}\n${name}\n`;
      return `commit refs/heads/${name}\ncommitter A <a@b> 1700000100 +0000\ndata 1\nx\nfrom refs/heads/main^0\n${file}${clash}\n`;
    });
    main.write("../stream", parts.join(""));
    main.git("-c", "alias.import=!git fast-import --quiet <../stream", "import");
    return { main, names };
  }

  const label = (outcomes: readonly { outcome: string }[]): string =>
    outcomes.map((result) => result.outcome.charAt(0)).join("");

  test("a growing base: each merge on the commit of the one before, the trees of git's own merges, one process", async () => {
    const { main, names } = branches(30);
    const repo = await open(main.dir);
    const who = await identity(repo);
    await repo.objects().resolve("HEAD");
    const session = openMergeSession(repo, { attributes: "ours", keep: true });
    const before = repo.git.count;
    let tip = oidOf(main, "main");
    const outcomes = [];
    for (const name of names) {
      const theirs = oidOf(main, name);
      const result = await session.merge(tip, theirs);
      outcomes.push(result);
      if (result.outcome !== "clean") continue;
      tip = await session.writeCommit({
        tree: result.tree,
        parents: [tip, theirs],
        ...who,
        message: `Merge ${name}`,
      });
    }
    await session.close();
    expect(label(outcomes)).toBe("c".repeat(30));
    expect(outcomes.map((result) => result.outcome === "conflict")).toEqual(
      names.map((_, index) => index === 19 || index === 29),
    );
    // cat-file of the session, ls-tree for the attributes, diff-tree that watches them, merge-tree itself.
    expect(repo.git.count - before).toBeLessThanOrEqual(expectedProcesses(repo));
    main.git("checkout", "--quiet", "--detach", "main");
    for (const [index, name] of names.entries()) {
      if (index !== 19 && index !== 29) main.git("merge", "--quiet", "--no-ff", "--no-edit", name);
    }
    expect(main.git("rev-parse", `${tip}^{tree}`)).toBe(main.git("rev-parse", "HEAD^{tree}"));
    expect(main.git("fsck", "--strict", "--no-dangling")).toBe("");
  });

  test("an unrelated history in the middle: that one is told, the rest goes on", async () => {
    const main = threeWays();
    const session = openMergeSession(await open(main.dir), { attributes: oidOf(main, "main"), keep: false });
    const ours = oidOf(main, "ours");
    const outcomes = [];
    for (const name of ["theirs", "alone", "clash", "alone", "theirs"]) {
      outcomes.push((await session.merge(ours, oidOf(main, name))).outcome);
    }
    expect(outcomes).toEqual(["clean", "unrelated", "conflict", "unrelated", "clean"]);
    const pairs = ["alone", "theirs", "clash", "alone", "theirs"].map((name) => ({
      ours,
      theirs: oidOf(main, name),
    }));
    const all = [];
    for (const result of await session.mergeAll(pairs)) all.push(result.outcome);
    expect(all).toEqual(["unrelated", "clean", "conflict", "unrelated", "clean"]);
    await session.close();
  });

  test("a commit that does not exist: GIT_FAILED, and the session can still be used", async () => {
    const main = threeWays();
    const session = openMergeSession(await open(main.dir), { attributes: oidOf(main, "main"), keep: false });
    const ours = oidOf(main, "ours");
    expect(await codeOf(session.merge(ours, parseOid("deadbeef".repeat(5))))).toBe("GIT_FAILED");
    expect((await session.merge(ours, oidOf(main, "theirs"))).outcome).toBe("clean");
    await session.close();
  });

  test("calls made at once: one after the other, each with its own answer", async () => {
    const main = threeWays();
    const session = openMergeSession(await open(main.dir), { attributes: oidOf(main, "main"), keep: false });
    const ours = oidOf(main, "ours");
    const names = ["theirs", "clash", "theirs", "clash"];
    const results = await Promise.all(names.map((name) => session.merge(ours, oidOf(main, name))));
    expect(results.map((result) => result.outcome)).toEqual(["clean", "conflict", "clean", "conflict"]);
    await session.close();
  });

  test("a forecast of hundreds of pairs: in order, and nothing is left behind, not even an object", async () => {
    const { main, names } = branches(450);
    const repo = await open(main.dir);
    const [objects, places] = [objectCount(main), leftovers()];
    const session = openMergeSession(repo, { attributes: oidOf(main, "main"), keep: false });
    const ours = oidOf(main, "b9");
    const tips = main.git(
      "for-each-ref",
      "--format=%(objectname)",
      ...names.map((name) => `refs/heads/${name}`),
    );
    const sorted = [...names].sort();
    const pairs = tips.split("\n").map((oid) => ({ ours, theirs: parseOid(oid) }));
    const found: string[] = [];
    for (const result of await session.mergeAll(pairs)) {
      found.push(result.outcome);
      if (result.outcome === "conflict" && found.length < 30) {
        const { files } = await conflictReport(session.objects(), result);
        expect(files).toMatchObject([
          { path: "README.md", kind: "content", preview: { ours: expect.stringMatching(/^b9/) } },
        ]);
      }
    }
    await session.close();
    await session.close();
    expect(found).toEqual(
      sorted.map((name) => (name !== "b9" && Number(name.slice(1)) % 10 === 9 ? "conflict" : "clean")),
    );
    expect(objectCount(main)).toBe(objects);
    expect(leftovers().filter((name) => !places.includes(name))).toEqual([]);
  });

  test("a base that changes its attributes on the way: the new ones count from the next merge on", async () => {
    const main = createRepo();
    commitOn(main, "attributes", "main", (write) => write("src/.gitattributes", "*.txt merge=union\n"));
    for (const name of ["one", "two"])
      commitOn(main, name, "main", (write) => write("src/a.txt", `${name}\nbeta\n`));
    const repo = await open(main.dir);
    const who = await identity(repo);
    const session = openMergeSession(repo, { attributes: "ours", keep: true });
    const [one, two] = [oidOf(main, "one"), oidOf(main, "two")];
    expect((await session.merge(one, two)).outcome).toBe("conflict");
    const merged = await session.merge(one, oidOf(main, "attributes"));
    if (merged.outcome !== "clean") throw new Error("not clean");
    const parents = [one, oidOf(main, "attributes")];
    const tip = await session.writeCommit({ tree: merged.tree, parents, ...who, message: "Merge" });
    const result = await session.merge(tip, two);
    expect(result.outcome).toBe("clean");
    expect((await session.merge(one, two)).outcome).toBe("conflict");
    await session.close();
  });

  test("a conflict about submodules between others: the records stay apart", async () => {
    const main = createRepo();
    const inner = createRepo({ name: "inner" });
    const oids = ["1", "2", "3"].map((text) => inner.commit(text, { n: text }));
    for (const [index, name] of ["main", "ours", "theirs"].entries()) {
      main.git("checkout", "--quiet", "-B", name, "main");
      main.git("update-index", "--add", "--cacheinfo", `160000,${oids[index]},sub`);
      main.git("commit", "--quiet", "-m", name);
    }
    const session = openMergeSession(await open(main.dir), { attributes: oidOf(main, "main"), keep: false });
    const outcomes = [];
    for (const theirs of ["theirs", "main", "theirs"]) {
      const result = await session.merge(oidOf(main, "ours"), oidOf(main, theirs));
      outcomes.push(
        result.outcome === "conflict" ? result.messages.map((message) => message.paths) : result.outcome,
      );
    }
    const conflict = [["sub"], ["sub"]];
    expect(outcomes).toEqual([conflict, "clean", conflict]);
    await session.close();
  });
});

const expectedProcesses = (repo: Repository): number =>
  repo.version.atLeast(...since.mergeTreeStdin) ? 4 : 33;

test("git finds no room for what it merges: that is told, and not that it could not merge", async () => {
  const repo = createRepo({ files: { "a.txt": "a\n" } });
  const opened = await open(repo.dir);
  const place = new MergePlace(opened, false);
  onTestFinished(() => place.dispose());
  const main = oidOf(repo, "main");
  const end = {
    code: 128,
    stderr: "error: unable to write loose object file: No space left on device\nfatal: it failed\n",
  };
  await expect(stoppedMerge(opened, place, main, main, end)).rejects.toMatchObject({ code: "NO_SPACE_LEFT" });
});

test("directories of processes that were killed: gone with the next merge; what lives, is another's or a link stays", async () => {
  const { commonDir } = await open(createRepo().dir);
  const root = temporary;
  const mine = makeMergeDirectory({ commonDir }, true);
  onTestFinished(() => deleteMergeDirectory(mine));
  const [begin = "", , startTime = "", repository = ""] = basename(mine).split(".");
  const [dead, living, other, link, foreign] = [
    `${begin}.4194303.1.${repository}.aaaaaa`,
    `${begin}.${process.pid}.${startTime}.${repository}.aaaaaa`,
    `${begin.slice(0, -8)}00000000.4194303.1.${repository}.aaaaaa`,
    `${begin}.4194303.1.${repository}.bbbbbb`,
    "coppice-merge-aaaaaa",
  ];
  for (const name of [dead, living, other, foreign])
    mkdirSync(join(root, name, "objects"), { recursive: true });
  symlinkSync(root, join(root, link));
  expect(leftMergeDirectories({ commonDir })).toEqual([join(root, dead)]);
  expect(leftMergeDirectories({ commonDir: `${commonDir}/other` })).toEqual([]);

  // As another process would.
  vi.resetModules();
  const next: typeof import("../../src/git/merge-directory.js") = await import(
    "../../src/git/merge-directory.js"
  );
  next.deleteMergeDirectory(next.makeMergeDirectory({ commonDir: `${commonDir}/other` }, true));
  const left = leftovers().map((name) => join(root, name));
  expect(left.sort()).toEqual(
    [mine, ...[living, other, link, foreign].map((name) => join(root, name))].sort(),
  );
});
