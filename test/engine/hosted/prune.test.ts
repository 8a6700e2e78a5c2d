import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { create } from "../../../src/engine/create.js";
import { sync } from "../../../src/engine/exchange.js";
import type { Report } from "../../../src/engine/hosted/model.js";
import { pruneRun } from "../../../src/engine/hosted/nightly.js";
import { all, github, type Hosted, withToken } from "../../support/github/rig.js";
import {
  branchesOf,
  checkout,
  git,
  hosted,
  laptopOf,
  newToken,
  openRun,
  type RunOptions,
  row,
} from "./support.js";

const fake = github();
const execute = promisify(execFile);
const dayMs = 86_400_000;
const today = Date.now();
/** Days from today. */
const at = (days: number) => () => today + days * dayMs;

/** A branch as fast-import makes it: many at once, with the dates that they are to have. */
interface Made {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** The committer's; the author's is always years ago. */
  readonly daysAgo?: number;
  /** Default: main's first commit. */
  readonly from?: string;
}

const old = 1_000;
const secondsAgo = (days: number): number => Math.floor((today - days * dayMs) / 1000);

/** Puts branches, each with one commit for every file, and commits of main straight into the repository. */
async function fill(
  { repository }: Hosted,
  branches: readonly Made[],
  main: readonly Made[] = [],
): Promise<void> {
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const lines: string[] = [];
  const commit = (ref: string, { files, daysAgo = old }: Made, from: string): void => {
    let first = true;
    for (const [path, text] of Object.entries(files)) {
      lines.push(
        `commit ${ref}\nauthor Ada <ada@example.com> ${secondsAgo(old)} +0000\n`,
        `committer Ada <ada@example.com> ${secondsAgo(daysAgo)} +0000\n`,
        data(`Write ${path}`),
        first ? `from ${from}\n` : "",
        `M 100644 inline ${path}\n${data(text)}`,
      );
      first = false;
    }
    if (first) lines.push(`reset ${ref}\nfrom ${from}\n\n`);
  };
  const tip = await git(repository.bare.dir, "rev-parse", "main");
  for (const one of branches) commit(`refs/heads/${one.name}`, one, one.from ?? tip);
  let from = tip;
  for (const one of main) {
    commit("refs/heads/main", one, from);
    from = "refs/heads/main^0";
  }
  const { code, stderr } = await repository.bare.run(
    ["fast-import", "--quiet", "--force"],
    {},
    lines.join(""),
  );
  if (code !== 0) throw new Error(stderr);
}

const checkouts = new WeakMap<Hosted, { readonly cwd: string; readonly token: string }>();

/** A run of the schedule. All nights of a repository share one checkout: what an earlier one left there is no help. */
async function night(host: Hosted, options: RunOptions = {}): Promise<Report> {
  const token = newToken(fake.server);
  const place = checkouts.get(host) ?? { token, cwd: await checkout(fake.server, host, token) };
  checkouts.set(host, place);
  return pruneRun(await openRun(fake.server, host, { ...place, ...options }), { mergeFirst: false });
}

/** What became of each branch: `kept: pull request #1 from it is open`, or the outcome alone. */
const told = ({ rows }: Report): Record<string, string> =>
  Object.fromEntries(
    rows.map(({ branch, outcome, reason, evidence }) => [
      branch,
      outcome === "pruned"
        ? `pruned: ${evidence ?? "stale"}`
        : outcome === "kept"
          ? `kept: ${reason}`
          : outcome,
    ]),
  );

const archives = async ({ repository }: Hosted): Promise<string[]> =>
  (await git(repository.bare.dir, "for-each-ref", "--format=%(refname)", "refs/coppice/archive"))
    .split("\n")
    .filter(Boolean);

const tipOf = async ({ repository }: Hosted, ref: string): Promise<string> =>
  (await repository.tip(ref)) ?? git(repository.bare.dir, "rev-parse", ref);

describe("A1 to A3, A7, A8: the nights of a repository", () => {
  test("stale ones are marked, then archived and deleted, merged ones go at once, and every one can be brought back", async () => {
    const host = await hosted(fake.server);
    const { repository } = host;
    const odd = "task/#1%20&+ünï'$(x)";
    const long = `task/${"ä".repeat(97)}x`;
    const stale = ["task/stale", odd, long];
    const squashed = Array.from({ length: 49 }, (_, n) => `task/squashed-${n}`);
    const merged = Array.from({ length: 8 }, (_, n) => `task/merged-${n}`);
    const two = (name: string): Record<string, string> => ({
      [`${name}.txt`]: "first\n",
      [`${name}/more.txt`]: "second\n",
    });
    await fill(
      host,
      [
        ...[...stale, ...squashed, ...merged].map((name) => ({ name, files: two(name) })),
        { name: "task/new", files: {} },
        { name: "task/head", files: two("head") },
        { name: "task/base", files: two("base") },
        { name: "task/rebased", files: two("rebased"), daysAgo: 1 },
        { name: "task/exempt", files: two("exempt") },
        { name: "task/by-pull", files: two("by-pull"), daysAgo: 1 },
        { name: "task/reused", files: two("reused"), daysAgo: 1 },
        { name: "task/protected", files: two("protected") },
        { name: "elsewhere", files: two("elsewhere") },
      ],
      [{ name: "main", files: { "main.txt": "goes on\n" } }],
    );
    await mergeAll(host, merged, squashed);
    await fill(host, [
      { name: "task/onto", from: "refs/heads/task/base^0", files: { "onto.txt": "x\n" }, daysAgo: 1 },
    ]);
    repository.protect("task/protected");
    const pull = await repository.openPull({ title: "Head", head: "task/head", base: "main" });
    await repository.openPull({ title: "Onto", head: "task/onto", base: "task/base" });
    const closed = await repository.openPull({ title: "Closed", head: "task/stale", base: "main" });
    repository.close(closed);
    // Merged by GitHub as something that git cannot recognise; one of the names was taken again since.
    for (const name of ["task/by-pull", "task/reused"]) {
      const taken = await repository.openPull({ title: name, head: name, base: "main" });
      repository.merged(taken, "ada", await tipOf(host, "main"));
    }
    await fill(host, [{ name: "task/reused", files: { "again.txt": "x\n" }, daysAgo: 1 }]);
    const inputs = { prune: { exempt: ["task/exempt"] } };

    const first = await night(host, { inputs, now: at(0) });
    expect(first.problems).toEqual([]);
    expect(first.warnings).toEqual([]);
    const kept = {
      "task/new": "kept: it has no commits of its own yet: new, not merged",
      "task/base": "kept: pull request #2 onto it is open",
      "task/rebased": "kept: it was last worked on 1 day ago",
      "task/onto": "kept: it was last worked on 1 day ago",
      "task/exempt": "kept: the configuration exempts it",
      "task/protected": "kept: it is protected",
      "task/reused": "kept: it was last worked on 1 day ago",
    };
    expect(told(first)).toEqual({
      ...kept,
      ...Object.fromEntries([...stale, "task/head"].map((name) => [name, "marked"])),
      "task/by-pull": "pruned: pull-request",
      ...Object.fromEntries(merged.map((name) => [name, "pruned: ancestor"])),
      ...Object.fromEntries(squashed.map((name) => [name, "pruned: patch-id"])),
    });
    expect(first.pushes).toBe(2);
    expect(pull.comments.map(({ body }) => body)).toEqual([
      expect.stringContaining("`task/head` is stale: no work for 1000 days"),
    ]);
    expect(closed.comments).toHaveLength(1);
    expect(row(first, "task/squashed-7")).toMatchObject({
      before: "active",
      after: "removed",
      branchDeleted: true,
    });
    expect(await archives(host)).toHaveLength(50);

    // Nothing has changed: nothing is written, and nobody is told twice.
    const second = await night(host, { inputs, now: at(0.5) });
    expect([second.pushes, pull.comments.length]).toEqual([0, 1]);
    expect(told(second)["task/stale"]).toBe(
      "kept: no work for 1000 days, marked as stale, and goes in 12 hours",
    );

    // A dry run takes the same way, tells the same and writes nothing.
    const refs = await git(repository.bare.dir, "for-each-ref");
    const dry = await night(host, { inputs, now: at(2), settings: { dryRun: true } });
    expect([dry.pushes, await git(repository.bare.dir, "for-each-ref")]).toEqual([0, refs]);
    const tips = new Map(
      await Promise.all(stale.map(async (name) => [name, await tipOf(host, name)] as const)),
    );
    const third = await night(host, { inputs, now: at(2) });
    expect(dry.rows).toEqual(third.rows.map((one) => ({ ...one, branchDeleted: false })));
    expect(third.pushes).toBe(1);
    expect(told(third)).toMatchObject(Object.fromEntries(stale.map((name) => [name, "pruned: stale"])));
    expect(told(third)["task/head"]).toBe("kept: pull request #1 from it is open");
    expect(await branchesOf(host)).toEqual([
      "elsewhere",
      "main",
      "task/base",
      "task/exempt",
      "task/head",
      "task/new",
      "task/onto",
      "task/protected",
      "task/rebased",
      "task/reused",
    ]);

    // Plain git in anybody's clone brings them back.
    const header = withToken(newToken(fake.server, all, "ada"))[1]?.replace(/^[^=]*=/, "") ?? "";
    host.clone.git("config", `http.${fake.server.url}/.extraHeader`, header);
    const restored = [
      ...stale.map((name) => row(third, name)),
      ...["task/merged-3", "task/squashed-4"].map((name) => row(first, name)),
    ];
    for (const { restore } of restored)
      await execute("sh", ["-c", restore ?? "false"], { cwd: host.clone.dir });
    for (const { branch, head } of restored) expect(await tipOf(host, `refs/heads/${branch}`)).toBe(head);
    expect(restored.slice(0, 3).map(({ branch, head }) => [branch, head])).toEqual([...tips]);

    // Archives expire; what came back is judged anew.
    const last = await night(host, { inputs, now: at(33) });
    expect(last.problems).toEqual([]);
    expect(told(last)).toMatchObject({
      "task/stale": "marked",
      "task/merged-3": "pruned: ancestor",
      "task/squashed-4": "pruned: patch-id",
    });
    expect(await archives(host)).toEqual([expect.stringContaining("/task/squashed-4/")]);
  });
});

/** Base gets the first ones by merge commits, the others each by one commit of everything; then it goes on. */
async function mergeAll(host: Hosted, merged: readonly string[], squashed: readonly string[]): Promise<void> {
  const { bare } = host.repository;
  let tip = await tipOf(host, "main");
  for (const [names, parents] of [
    [merged, true],
    [squashed, false],
  ] as const) {
    for (const name of names) {
      const head = await tipOf(host, name);
      const { tree } = await bare.merge(tip, head);
      const date = `${secondsAgo(30)} +0000`;
      tip = await bare.commit(tree, parents ? [tip, head] : [tip], `Take ${name}`, date);
    }
  }
  await bare.move("refs/heads/main", tip);
  await fill(host, [], [{ name: "main", files: { "task/squashed-1.txt": "rewritten since\n" } }]);
}

describe("A4, A9, A10: others are faster, or forbid it", () => {
  test("one moved, one gone, one locked meanwhile: the rest goes, and each is told as it is", async () => {
    const host = await hosted(fake.server);
    const { bare } = host.repository;
    const names = ["moved", "gone", "locked", "fine"].map((name) => `task/${name}`);
    await fill(host, [
      ...names.map((name) => ({ name, files: { [`${name}.txt`]: "x\n" } })),
      { name: "task/workflow", files: { ".github/workflows/x.yml": "on: push\n" } },
    ]);
    await night(host, { now: at(0) });
    const heads = new Map(
      await Promise.all(names.map(async (name) => [name, await tipOf(host, name)] as const)),
    );
    await fill(host, [
      { name: "newer", from: "refs/heads/task/moved^0", files: { "newer.txt": "x\n" }, daysAgo: 0 },
    ]);
    const newer = await tipOf(host, "newer");
    bare.refuse(
      new Map(),
      new Map([
        ["refs/heads/task/locked", "GH013: Repository rule violations found for refs/heads/task/locked."],
      ]),
    );
    fake.server.onNextPush = async () => {
      await bare.move("refs/heads/task/moved", newer);
      await bare.remove("refs/heads/task/gone");
    };

    const report = await night(host, { now: at(2) });
    expect(report.problems).toEqual([]);
    expect(row(report, "task/fine")).toMatchObject({
      outcome: "pruned",
      branchDeleted: true,
      after: "removed",
    });
    expect(row(report, "task/moved")).toMatchObject({
      outcome: "kept",
      after: "active",
      reason: `it moved to ${newer.slice(0, 12)} after it was looked at`,
      restore: null,
    });
    expect(row(report, "task/gone")).toMatchObject({
      outcome: "reconciled",
      branchDeleted: true,
      after: "removed",
    });
    expect(row(report, "task/locked")).toMatchObject({
      outcome: "refused",
      branchDeleted: false,
      after: "active",
    });
    // The job's own token may not write its commits anywhere, so they could not be archived.
    expect(row(report, "task/workflow")).toMatchObject({
      outcome: "refused",
      after: "active",
      reason: expect.stringMatching(/^its commits could not be archived: .*workflows: write/),
    });
    expect(report.warnings).toEqual([expect.stringContaining("Not every branch could be deleted")]);
    expect(await branchesOf(host)).toEqual(["main", "newer", "task/locked", "task/moved", "task/workflow"]);
    // Only what is gone is kept in the archive.
    expect(await Promise.all((await archives(host)).map((ref) => tipOf(host, ref)))).toEqual([
      heads.get("task/fine"),
      heads.get("task/gone"),
    ]);
    bare.refuse(new Map());
    const after = await night(host, { now: at(2.1) });
    expect(told(after)).toEqual({
      "task/workflow": "refused",
      "task/locked": "pruned: stale",
      "task/moved": expect.stringContaining("kept: it was last worked on"),
    });
  });

  test("base is set back once it was looked at: what only the branch has then stays", async () => {
    const host = await hosted(fake.server);
    const { bare } = host.repository;
    const before = await tipOf(host, "main");
    await fill(host, [{ name: "task/a", files: { "a.txt": "x\n" } }]);
    const head = await tipOf(host, "task/a");
    await night(host, { now: at(0) });
    await bare.move("refs/heads/main", head);
    await fill(host, [], [{ name: "main", files: { "b.txt": "x\n" } }]);
    const place = checkouts.get(host);
    const run = await openRun(fake.server, host, { ...place, now: at(2) });
    const { remote } = run;
    const push = remote.push.bind(remote);
    remote.push = async (changes, watched) => {
      if (changes.some(({ ref }) => ref === "refs/heads/task/a")) await bare.move("refs/heads/main", before);
      return push(changes, watched);
    };
    const report = await pruneRun(run, { mergeFirst: false });
    expect(report.problems).toEqual([]);
    const kept = (await archives(host)).map((ref) => tipOf(host, ref));
    expect([await host.repository.tip("task/a"), ...(await Promise.all(kept))]).toContain(head);
  });

  test("the server is lost in the push: what became of it is not claimed, and the next night goes on", async () => {
    const host = await hosted(fake.server);
    await fill(host, [{ name: "task/a", files: { "a.txt": "x\n" } }]);
    await night(host, { now: at(0) });
    fake.server.fail({ on: /POST .*git-receive-pack$/, times: 3, answer: { status: 502, body: "" } });
    const report = await night(host, { now: at(2) });
    expect(report.problems.map(({ code }) => code)).toEqual(["PUSH_REJECTED"]);
    expect(row(report, "task/a")).toMatchObject({
      outcome: "refused",
      after: "active",
      branchDeleted: false,
    });
    expect(told(await night(host, { now: at(2) }))).toEqual({ "task/a": "pruned: stale" });
  });

  test("a token that may not write: nothing is deleted, and one sentence says which permission is missing", async () => {
    const host = await hosted(fake.server);
    await fill(host, [{ name: "task/a", files: { "a.txt": "x\n" } }]);
    const token = newToken(fake.server, { ...all, contents: "read" });
    const report = await night(host, { now: at(0), token });
    expect(report.problems.map(({ suggestedAction }) => suggestedAction)).toEqual([
      expect.stringContaining("contents: write"),
    ]);
    expect(row(report, "task/a")).toMatchObject({ outcome: "refused" });
    expect(report.pushes).toBe(1);
  });
});

describe("A5: what could not be read keeps the branch", () => {
  test("pull requests, protections, dates: each is named, nothing goes", async () => {
    const host = await hosted(fake.server);
    const { bare } = host.repository;
    await fill(host, [{ name: "task/stale", files: { "s.txt": "x\n" } }]);
    const tree = await tipOf(host, "task/stale^{tree}");
    const undated = `tree ${tree}\nparent ${await tipOf(host, "main")}\nauthor A <a@example.com> \ncommitter A <a@example.com> \n\nNo date\n`;
    const { stdout } = await bare.run(
      ["hash-object", "-t", "commit", "-w", "--literally", "--stdin"],
      {},
      undated,
    );
    await bare.move("refs/heads/task/undated", stdout.trim());
    expect(told(await night(host, { now: at(0) }))).toEqual({
      "task/stale": "marked",
      "task/undated": "kept: the time of its last work could not be read",
    });

    for (const on of [/GET .*\/pulls$/, /GET .*\/branches$/]) {
      fake.server.fail({ on, times: 3, answer: { status: 503, body: "" } });
      const report = await night(host, { now: at(2) });
      const what = on.source.includes("pulls")
        ? "the open pull requests could not be read"
        : "it could not be read which branches are protected";
      expect(told(report)["task/stale"]).toBe(`kept: ${what}`);
      expect(report.warnings.join(" ")).toContain("could not be read");
      expect(await archives(host)).toEqual([]);
    }
  });
});

describe("what a clone owns", () => {
  test("base has it under another commit: its branch goes after a day, and the clone is told; what base has not stays", async () => {
    const host = await hosted(fake.server);
    const { bare } = host.repository;
    const laptop = await laptopOf(fake.server, host);
    await laptop.task("task/below", { "below.txt": "1\n" });
    await laptop.with((engine) => create(engine, { branch: "task/top", base: "task/below" }));
    await laptop.submit("task/below");
    for (const name of ["done", "open"]) {
      await laptop.task(`task/${name}`, { [`${name}.txt`]: "1\n", [`${name}/more.txt`]: "2\n" });
      await laptop.submit(`task/${name}`);
    }
    const head = await tipOf(host, "task/done");
    const { tree } = await bare.merge(await tipOf(host, "main"), head);
    const squash = await bare.commit(tree, [await tipOf(host, "main")], "By hand", `${secondsAgo(0)} +0000`);
    await bare.move("refs/heads/main", squash);

    const first = await night(host, { now: at(0.5) });
    expect(told(first)).toMatchObject({
      "task/done": expect.stringMatching(/^kept: main has its work \(patch-id\), and goes in 1\d hours$/),
      "task/open": expect.stringContaining("kept: it was last worked on"),
    });
    const later = await night(host, { now: at(30) });
    expect(told(later)["task/done"]).toBe("pruned: patch-id");
    expect(row(later, "task/done")).toMatchObject({
      outcome: "pruned",
      evidence: "patch-id",
      mergeOid: squash,
      after: "active",
      branchDeleted: true,
    });
    expect(told(later)).toMatchObject({
      "task/open": "kept: a clone owns it, which alone can judge it",
      // Another record's branch is to be merged into it.
      "task/below": "kept: it is a base branch",
    });
    expect(await archives(host)).toHaveLength(1);
    expect((await laptop.with((engine) => sync(engine))).cleanedUp).toEqual(["task/done"]);
    expect(await laptop.record("task/done")).toMatchObject({
      status: "removed",
      landed: { headOid: head, mergeOid: squash, evidence: "patch-id" },
    });
  });
});
