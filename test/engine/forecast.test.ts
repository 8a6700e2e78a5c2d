import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Forecast, type ForecastOptions, forecast } from "../../src/engine/forecast.js";
import { openRepo, snapshot, type TestRepo } from "../support/repo.js";
import { ownTemporaryDirectory } from "../support/temporary.js";
import { put, recordOnly, sketch } from "./forecast-support.js";
import { edit, project, task } from "./merge-support.js";
import { engineIn, failure, run } from "./support.js";

/* A directory of our own for temporary files: those of other tests are in nobody's way. */
const temporary = ownTemporaryDirectory();
const leftovers = (): string[] =>
  readdirSync(temporary).filter((name) => !/^coppice-(?:test|template)-/.test(name));

const look = (dir: string, names: readonly string[] = [], options: ForecastOptions = {}): Promise<Forecast> =>
  run(dir, (engine) => forecast(engine, names, options));

/** One line a pair: `branch with: outcome file=kind`. */
const lines = ({ pairs }: Forecast): string[] =>
  pairs.map(({ branch, with: other, outcome, files }) =>
    [`${branch} ${other}: ${outcome}`, ...files.map(({ path, kind }) => `${path}=${kind}`)].join(" "),
  );

const steps = ({ order }: Forecast): string[] => order.map(({ branch, outcome }) => `${branch} ${outcome}`);

/** Everything in a repository's git directory but Coppice's own, with size and time. */
function gitFiles(repo: TestRepo): string[] {
  const root = join(repo.dir, ".git");
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => !path.startsWith("coppice"))
    .map((path) => {
      const { mtimeMs, size } = statSync(join(root, path));
      return `${path} ${size} ${mtimeMs}`;
    })
    .sort();
}

const eight = (middle: string): string => `1\n2\n3\n${middle}\n5\n6\n7\n8\n`;

/** Deletes a loose object, as a damaged disk would. */
function lose(repo: TestRepo, name: string): void {
  const oid = repo.git("rev-parse", name);
  rmSync(join(repo.dir, ".git/objects", oid.slice(0, 2), oid.slice(2)), { force: true });
}

describe("each branch and base", () => {
  test("clean, in conflict in several ways, nothing to merge: each with its files and their kinds", async () => {
    const repo = project({
      files: { "edited.txt": eight("4"), "deleted.txt": eight("4"), "b.bin": "\0base" },
    });
    const names = ["clean", "content", "kinds", "none"];
    await recordOnly(repo, names);
    sketch(repo, [
      { branch: "clean", commands: [put("mine.txt", "mine\n")] },
      { branch: "content", commands: [put("edited.txt", eight("task"))] },
      {
        branch: "kinds",
        commands: [put("added.txt", "task\n"), put("b.bin", "\0task"), put("deleted.txt", eight("task"))],
      },
      { branch: "none", commands: [] },
    ]);
    repo.git("branch", "--force", "none", "main");
    repo.git("rm", "--quiet", "deleted.txt");
    const oid = repo.commit("Base goes on", {
      "edited.txt": eight("base"),
      "added.txt": "base\n",
      "b.bin": "\0goes on",
    });
    const found = await look(repo.dir);
    expect(lines(found)).toEqual([
      "clean main: clean",
      "content main: conflict edited.txt=content",
      "kinds main: conflict added.txt=add/add b.bin=binary deleted.txt=modify/delete",
      "none main: contained",
    ]);
    expect(found).toMatchObject({ base: [{ branch: "main", oid }], order: [] });
    expect(found.pairs.map(({ total, reason }) => [total, reason])).toEqual([
      [0, null],
      [1, null],
      [3, null],
      [0, null],
    ]);
    expect(lines(await look(repo.dir, ["content"]))).toEqual(["content main: conflict edited.txt=content"]);
  });

  test("names: one that nobody has is NO_WORKTREE; one given twice counts once", async () => {
    const repo = project();
    await task(repo, "task/a", { "a.txt": "a\n" });
    expect(lines(await look(repo.dir, ["task/a", "task/a"]))).toEqual(["task/a main: clean"]);
    expect((await failure(look(repo.dir, ["task/a", "nobody"]))).code).toBe("NO_WORKTREE");
  });

  test("uncommitted changes: not considered", async () => {
    const repo = project();
    const { tree } = await task(repo, "task/a", { "a.txt": "a\n" });
    repo.commit("Base goes on", { "src/a.txt": "base\n" });
    edit(tree.dir, "src/a.txt", "uncommitted\n");
    expect(lines(await look(repo.dir))).toEqual(["task/a main: clean"]);
  });

  test("more than a hundred files in conflict: a hundred are named, all are counted", async () => {
    const repo = project();
    await recordOnly(repo, ["wide"]);
    const paths = Array.from({ length: 120 }, (_, index) => `f${index}.txt`);
    sketch(repo, [{ branch: "wide", commands: paths.map((path) => put(path, "task\n")) }]);
    repo.commit("Base too", Object.fromEntries(paths.map((path) => [path, "base\n"])));
    const [pair] = (await look(repo.dir)).pairs;
    expect([pair?.files.length, pair?.total]).toEqual([100, 120]);
  });

  test("two bases: each branch against its own, pairs only of one base", async () => {
    const repo = project();
    repo.git("branch", "release");
    await recordOnly(repo, ["a", "c"]);
    await recordOnly(repo, ["b"], "release", 1);
    sketch(
      repo,
      ["a", "b", "c"].map((branch) => ({ branch, commands: [put("src/a.txt", `${branch}\n`)] })),
    );
    expect(lines(await look(repo.dir, [], { matrix: true }))).toEqual([
      "a main: clean",
      "c main: clean",
      "a c: conflict src/a.txt=content",
      "b release: clean",
    ]);
  });
});

describe("each pair", () => {
  test("what one and base have changed both: told with base, not again with everyone who began later", async () => {
    const repo = project();
    await recordOnly(repo, ["early", "later", "rival"]);
    sketch(repo, [{ branch: "early", commands: [put("src/a.txt", "early\n")] }]);
    repo.commit("Base goes on", { "src/a.txt": "base\n" });
    sketch(repo, [
      { branch: "later", commands: [put("later.txt", "later\n")] },
      { branch: "rival", commands: [put("src/a.txt", "rival\n")] },
    ]);
    expect(lines(await look(repo.dir, [], { matrix: true }))).toEqual([
      "early main: conflict src/a.txt=content",
      "later main: clean",
      "rival main: clean",
      "early later: clean",
      "early rival: conflict src/a.txt=content",
      "later rival: clean",
    ]);
  });
});

describe("what stays", () => {
  test("nothing: no object, ref, index, file, time stamp or temporary directory; pairs and order included", async () => {
    const repo = project();
    const trees = [
      (await task(repo, "task/a", { "src/a.txt": "a\n" })).tree,
      (await task(repo, "task/b", { "src/a.txt": "b\n" })).tree,
      (await task(repo, "task/c", { "c.txt": "c\n" })).tree,
    ];
    repo.commit("Base goes on", { "src/b.txt": "base\n" });
    const state = () => ({
      objects: repo.git("count-objects", "-v"),
      refs: repo.git("for-each-ref"),
      trees: [repo, ...trees].map(({ dir }) => snapshot(dir)),
      files: gitFiles(repo),
      temporary: leftovers(),
    });
    const before = state();
    expect(lines(await look(repo.dir, [], { matrix: true, order: true }))).toEqual([
      "task/a main: clean",
      "task/b main: clean",
      "task/c main: clean",
      "task/a task/b: conflict src/a.txt=content",
      "task/a task/c: clean",
      "task/b task/c: clean",
    ]);
    expect(state()).toEqual(before);
  });

  test("an interruption: INTERRUPTED, and nothing stays either", async () => {
    const repo = project();
    await task(repo, "task/a", { "src/a.txt": "a\n" });
    const stop = new AbortController();
    const engine = await engineIn(repo.dir, { signal: stop.signal });
    stop.abort();
    expect((await failure(forecast(engine, []))).code).toBe("INTERRUPTED");
    expect(leftovers()).toEqual([]);
  });
});

describe("where it runs", () => {
  test("attributes of the caller's checkout that would hide or make conflicts: base's decide everywhere", async () => {
    const repo = project();
    const { tree } = await task(repo, "task/a", { "src/a.txt": "task\n" });
    repo.commit("Base goes on", { "src/a.txt": "base\n" });
    const expected = await look(repo.dir);
    expect(lines(expected)).toEqual(["task/a main: conflict src/a.txt=content"]);
    for (const dir of [repo.dir, tree.dir]) {
      for (const attribute of ["*.txt merge=union", "*.txt binary", "*.txt -text -merge"]) {
        edit(dir, ".gitattributes", `${attribute}\n`);
        edit(dir, "src/.gitattributes", `${attribute}\n`);
        expect(await look(dir)).toEqual(expected);
        expect(await look(join(dir, "src"))).toEqual(expected);
      }
    }
    // Base's own do count.
    rmSync(join(repo.dir, "src/.gitattributes"));
    repo.commit("Unite", { ".gitattributes": "*.txt merge=union\n" });
    edit(tree.dir, ".gitattributes", "");
    for (const dir of [repo.dir, tree.dir]) expect(lines(await look(dir))).toEqual(["task/a main: clean"]);
  });
});

describe("a broken branch", () => {
  test("no such branch, no common history, a lost file, a hole in the history: told, the others as ever", async () => {
    const repo = project();
    const names = ["first", "absent", "alone", "damaged", "holed", "headless", "last"];
    await recordOnly(repo, names);
    sketch(
      repo,
      ["first", "last", "damaged", "holed", "headless"].map((branch) => ({
        branch,
        commands: [put(branch === "damaged" ? "src/b.txt" : "src/a.txt", `one\n${branch}\n`)],
      })),
    );
    repo.commit("Base goes on", { "src/b.txt": "one\ntwo\nthree\nfour\n" });
    repo.git("branch", "alone", repo.git("commit-tree", "main^{tree}", "-m", "Another beginning"));
    const onto = repo.git("commit-tree", "holed^{tree}", "-p", "holed", "-m", "More");
    lose(repo, "damaged:src/b.txt");
    lose(repo, "holed");
    writeRef(repo, "holed", onto);
    lose(repo, "headless");

    const found = await look(repo.dir, [], { matrix: true, order: true });
    expect(lines(found)).toEqual([
      "first main: clean",
      "absent main: unknown",
      "alone main: unrelated",
      "damaged main: unknown",
      "holed main: unknown",
      "headless main: unknown",
      "last main: clean",
      "first last: conflict src/a.txt=content",
    ]);
    expect(steps(found)).toEqual(["first clean", "last conflict"]);
    const reasons = new Map<string, string | null>(found.pairs.map(({ branch, reason }) => [branch, reason]));
    expect(reasons.get("absent")).toMatch(/no branch absent/);
    expect(reasons.get("damaged")).toMatch(/could not merge/);
    expect(reasons.get("holed")).toMatch(/history of holed/);
    expect(reasons.get("headless")).toMatch(/no branch headless, or its commit/);
    expect(reasons.get("alone")).toBe(null);
    expect(leftovers()).toEqual([]);
  });

  test("a base that is gone: told for its branches, another base's are as ever", async () => {
    const repo = project();
    await recordOnly(repo, ["kept"]);
    await recordOnly(repo, ["lost"], "gone", 1);
    sketch(
      repo,
      ["lost", "kept"].map((branch) => ({ branch, commands: [put("x.txt", branch)] })),
    );
    const found = await look(repo.dir, [], { matrix: true, order: true });
    expect(lines(found)).toEqual(["kept main: clean", "lost gone: unknown"]);
    expect(found.base).toEqual([
      { branch: "main", oid: repo.git("rev-parse", "main") },
      { branch: "gone", oid: null },
    ]);
    expect(found.pairs[1]?.reason).toMatch(/no branch gone/);
  });
});

describe("an order", () => {
  test("one that clashes with two others: they go first; what conflicts with base goes last", async () => {
    const repo = project({ files: { "base.txt": eight("4"), "x.txt": "x\n", "y.txt": "y\n" } });
    const names = ["late", "hub", "x", "y", "none"];
    await recordOnly(repo, names);
    sketch(repo, [
      { branch: "late", commands: [put("base.txt", eight("late"))] },
      { branch: "hub", commands: [put("x.txt", "hub\n"), put("y.txt", "hub\n")] },
      { branch: "x", commands: [put("x.txt", "other\n")] },
      { branch: "y", commands: [put("y.txt", "other\n")] },
    ]);
    repo.git("branch", "none", "main");
    repo.commit("Base goes on", { "base.txt": eight("base") });
    const found = await look(repo.dir, [], { order: true });
    expect(steps(found)).toEqual(["x clean", "y clean", "hub conflict", "late conflict"]);
    // Pairs are for --matrix; without commits of its own a branch has no place in an order.
    expect(found.pairs.map((pair) => pair.kind)).toEqual(names.map(() => "base"));
    expect(await look(repo.dir, [], { order: true })).toEqual(found);
  });

  test("three that get along two by two, not all together: the order is tried, so that is seen", async () => {
    // Alone, each leaves so much of the file that its renaming is seen; together they do not.
    const text = (...changed: number[]): string =>
      Array.from(
        { length: 20 },
        (_, line) => `line ${line}${changed.includes(line) ? " changed" : ""}\n`,
      ).join("");
    const repo = project({ files: { "old.txt": text() } });
    await recordOnly(repo, ["moves", "middle", "end"]);
    sketch(repo, [
      { branch: "moves", commands: ["D old.txt\n", put("new.txt", text(0, 1, 2, 3, 4, 5))] },
      { branch: "middle", commands: [put("old.txt", text(8, 9, 10, 11, 12, 13))] },
      { branch: "end", commands: [put("old.txt", text(18))] },
    ]);
    const found = await look(repo.dir, [], { matrix: true, order: true });
    expect(found.pairs.map(({ outcome }) => outcome)).toEqual(found.pairs.map(() => "clean"));
    expect(steps(found)).toEqual(["moves clean", "middle clean", "end conflict"]);
  });

  test("a branch on top of another one: no conflict between them; the lower one is contained after the upper one", async () => {
    const repo = project();
    await recordOnly(repo, ["upper", "lower"]);
    sketch(repo, [{ branch: "lower", commands: [put("src/a.txt", "lower\n")] }]);
    repo.git("checkout", "--quiet", "-b", "upper", "lower");
    repo.commit("Upper", { "src/a.txt": "upper\n" });
    repo.git("checkout", "--quiet", "main");
    const found = await look(repo.dir, [], { matrix: true, order: true });
    expect(lines(found)).toEqual(["upper main: clean", "lower main: clean", "upper lower: clean"]);
    expect(steps(found)).toEqual(["upper clean", "lower contained"]);
  });
});

describe("many branches", () => {
  test("hundreds: in their order, and as few processes as for one", async () => {
    const repo = project();
    const names = Array.from({ length: 250 }, (_, index) => `b${index}`);
    await recordOnly(repo, names);
    sketch(
      repo,
      names.map((branch, index) => ({
        branch,
        commands: [put(`files/${branch}`, branch), ...(index % 10 === 9 ? [put("src/a.txt", branch)] : [])],
      })),
    );
    repo.commit("Base goes on", { "src/a.txt": "base\n" });
    const engine = await engineIn(repo.dir);
    await engine.journal.records();
    const before = engine.repo.git.count;
    const found = await forecast(engine, []);
    expect(found.pairs.map(({ branch, outcome }) => [branch, outcome])).toEqual(
      names.map((branch, index) => [branch, index % 10 === 9 ? "conflict" : "clean"]),
    );
    expect(engine.repo.git.count - before).toBeLessThan(8);
    const ordered = await forecast(engine, [], { matrix: true, order: true });
    expect(engine.repo.git.count - before).toBeLessThan(16);
    expect(ordered.pairs.length).toBe(250 + (250 * 249) / 2);
    expect(
      ordered.pairs.filter(({ kind, outcome }) => kind === "worktree" && outcome === "conflict").length,
    ).toBe((25 * 24) / 2);
    expect(ordered.order.slice(225).every(({ outcome }) => outcome === "conflict")).toBe(true);
    expect(ordered.order.slice(0, 225).every(({ outcome }) => outcome === "clean")).toBe(true);
  });
});

/** Without git's check that the commit can be read. */
function writeRef(repo: TestRepo, branch: string, oid: string): void {
  openRepo(join(repo.dir, ".git")).write(`refs/heads/${branch}`, `${oid}\n`);
}
