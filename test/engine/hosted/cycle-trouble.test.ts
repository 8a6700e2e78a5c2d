import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { mergeCycle } from "../../../src/engine/hosted/cycle.js";
import { pruneRun } from "../../../src/engine/hosted/nightly.js";
import { planCycle } from "../../../src/engine/hosted/plan.js";
import { prune } from "../../../src/engine/hosted/prune.js";
import { askForge, lookAround } from "../../../src/engine/hosted/state.js";
import { prepared } from "../../support/github/copies.js";
import { all, github, type Hosted } from "../../support/github/rig.js";
import { branchesOf, git, laptopOf, newToken, openRun, outcomes, row } from "./support.js";

const fake = github();

/** A clean branch and one in conflict, both submitted. */
const setUp = prepared(fake, async (host) => {
  const laptop = await laptopOf(fake.server, host);
  await laptop.task("task/clean", { "src/clean.txt": "clean\n" });
  await laptop.task("task/clash", { "src/a.txt": "mine\n" });
  await laptop.submit("task/clean");
  await laptop.submit("task/clash");
  host.clone.commit("Work on main", { "src/a.txt": "theirs\n" });
  await git(host.clone.dir, "push", "--quiet", "--no-verify", "origin", "HEAD:main");
  return laptop;
});

const scene = async (): Promise<Hosted> => (await setUp()).host;

const tipOf = (host: Hosted, ref: string): Promise<string> => git(host.repository.bare.dir, "rev-parse", ref);

describe("what base and the token do not allow", () => {
  test("base is protected: the merge becomes a pull request that GitHub merges by itself, and a second run changes nothing", async () => {
    const host = await scene();
    host.repository.protect("main", { approvals: 1 });
    const before = await tipOf(host, "main");
    const report = await mergeCycle(await openRun(fake.server, host));
    expect(report.problems).toEqual([]);
    expect(outcomes(report)).toEqual({ "task/clash": "conflicted", "task/clean": "proposed" });
    expect(await tipOf(host, "main")).toBe(before);
    const pulls = [...host.repository.pulls.values()];
    expect(pulls.map(({ head, autoMerge }) => [head.branch, autoMerge !== null])).toEqual([
      ["task/clash", false],
      ["task/clean", true],
    ]);
    const again = await mergeCycle(await openRun(fake.server, host));
    expect(again.pushes).toBe(0);
    expect(outcomes(again)).toEqual(outcomes(report));
  });

  test("base is protected, and a pull request was approved before: GitHub merges it at once, its branch goes, and a second run changes nothing", async () => {
    const host = await scene();
    const { repository } = host;
    repository.protect("main", { approvals: 1 });
    repository.settings.allowAutoMerge = false;
    repository.people.set("wil", "write");
    const pull = await repository.openPull({ title: "Clean", head: "task/clean", base: "main" });
    repository.review(pull, "wil", "APPROVED");
    const settings = { mergeWhen: "approved" } as const;
    const report = await mergeCycle(await openRun(fake.server, host, { settings }));
    expect(report.problems).toEqual([]);
    expect(outcomes(report)).toEqual({ "task/clash": "waiting", "task/clean": "merged" });
    expect(row(report, "task/clean")).toMatchObject({ mergeOid: pull.mergeOid, branchDeleted: true });
    expect(pull.mergeOid).toBe(await tipOf(host, "main"));
    expect(await branchesOf(host)).toEqual(["main", "task/clash"]);
    const again = await mergeCycle(await openRun(fake.server, host, { settings }));
    expect([again.pushes, outcomes(again)]).toEqual([0, { "task/clash": "waiting" }]);
  });

  test("a ruleset that nobody told of refuses the push: the same merges become pull requests", async () => {
    const host = await scene();
    host.repository.protect("main", { kind: "ruleset", approvals: 0, requiredChecks: ["build"] });
    fake.server.fail({
      on: /GET .*\/branches\/main$/,
      answer: { status: 404, body: '{"message":"Not Found"}' },
    });
    fake.server.fail({ on: /GET .*\/rules\/branches\/main/, answer: { status: 200, body: "[]" } });
    const report = await mergeCycle(await openRun(fake.server, host));
    expect(outcomes(report)).toMatchObject({ "task/clean": "proposed" });
  });

  test("the token may not write, or a rule keeps the journals out: one sentence names what is missing, and nothing is half done", async () => {
    const host = await scene();
    const { bare } = host.repository;
    const before = await git(bare.dir, "for-each-ref");
    bare.refuse(new Map([["refs/notes/coppice", "GH013: Repository rule violations found."]]));
    const ruled = await mergeCycle(await openRun(fake.server, host));
    expect(ruled.problems.map(({ suggestedAction }) => suggestedAction)).toEqual([
      expect.stringMatching(/rule .*refs\/notes\/coppice/),
    ]);
    expect(outcomes(ruled)).toEqual({ "task/clash": "conflicted", "task/clean": "refused" });
    bare.refuse(new Map());
    const token = newToken(fake.server, { ...all, contents: "read" });
    const report = await mergeCycle(await openRun(fake.server, host, { token }));
    expect(report.problems.map(({ suggestedAction }) => suggestedAction).join()).toContain("contents: write");
    expect(report.problems).toHaveLength(1);
    expect(await git(bare.dir, "for-each-ref")).toBe(before);
    expect(host.repository.pulls.size).toBe(0);
    expect(outcomes(report)["task/clean"]).toBe("refused");
    // What could not be journaled is not told as done.
    expect(report.rows.map(({ after }) => after)).toEqual(["active", "active"]);
  });

  test("Actions may not create pull requests: what is clean lands, and one sentence names the setting", async () => {
    const host = await scene();
    const token = fake.server.token("ghs_mayNotCreate0123456789", all, {
      login: "coppice[bot]",
      mayNotCreatePulls: true,
    });
    const report = await mergeCycle(await openRun(fake.server, host, { token }));
    expect(outcomes(report)).toEqual({ "task/clash": "conflicted", "task/clean": "merged" });
    expect(report.problems).toHaveLength(1);
    expect(report.problems[0]?.suggestedAction).toMatch(/create and approve pull requests/);
  });

  test("nor may they where base is protected: asked once for conflicts and merges together, and one sentence", async () => {
    const host = await scene();
    host.repository.protect("main", { approvals: 1 });
    const more = { login: "coppice[bot]", mayNotCreatePulls: true };
    const token = fake.server.token("ghs_mayNotCreate0123456789", all, more);
    const asked = fake.server.requests.length;
    const report = await mergeCycle(await openRun(fake.server, host, { token }));
    expect(outcomes(report)).toEqual({ "task/clash": "conflicted", "task/clean": "waiting" });
    expect(report.problems).toHaveLength(1);
    expect(fake.server.requests.slice(asked).filter(({ status }) => status === 403)).toHaveLength(1);
  });

  test("a task changes workflow files, which the job's own token may not push: it alone stays", async () => {
    const { host, made: laptop } = await setUp();
    await laptop.task("task/flow", { ".github/workflows/x.yml": "on: push\n" });
    await laptop.submit("task/flow");
    const report = await mergeCycle(await openRun(fake.server, host));
    expect(outcomes(report)).toEqual({
      "task/clash": "conflicted",
      "task/clean": "merged",
      "task/flow": "refused",
    });
    expect(row(report, "task/flow").reason).toMatch(/workflow/);
    expect(await branchesOf(host)).toEqual(["main", "task/clash", "task/flow"]);
  });

  test.each([
    [
      "the limit of requests is over",
      {
        status: 403,
        body: '{"message":"API rate limit exceeded"}',
        headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "9999999999" },
      },
    ],
    ["the forge is down", { status: 502, body: "Bad gateway" }],
  ])(
    "%s while conflicts are handed over: what was merged stands, one sentence says what is missing, and the next run goes on",
    async (_, answer) => {
      const host = await scene();
      fake.server.fail({ on: /^POST .*\/pulls$/, answer, times: 9 });
      const report = await mergeCycle(await openRun(fake.server, host));
      expect(outcomes(report)).toEqual({ "task/clash": "conflicted", "task/clean": "merged" });
      expect(report.problems).toHaveLength(1);
      expect(host.repository.pulls.size).toBe(0);
      fake.server.heal();
      const next = await mergeCycle(await openRun(fake.server, host));
      expect(next.problems).toEqual([]);
      expect([...host.repository.pulls.values()].map(({ head }) => head.branch)).toEqual(["task/clash"]);
    },
  );

  test("the forge cannot be asked at all: nothing is merged, for drafts and labels are not known", async () => {
    const host = await scene();
    fake.server.fail({ on: /^GET .*\/pulls/, answer: { status: 500, body: "{}" }, times: 99 });
    const before = await tipOf(host, "main");
    const report = await mergeCycle(await openRun(fake.server, host));
    fake.server.heal();
    expect(await tipOf(host, "main")).toBe(before);
    expect(report.problems).toHaveLength(1);
    expect(new Set(Object.values(outcomes(report)))).toEqual(new Set(["waiting"]));
  });
});

/** Takes the commit before a tip away. */
async function breakHistory(gitDir: string, tip: string): Promise<void> {
  const oid = await git(gitDir, "rev-parse", `${tip}^`);
  rmSync(join(gitDir, "objects", oid.slice(0, 2), oid.slice(2)));
}

describe("a commit is missing in the history of one branch", () => {
  test("it was lost in the checkout: the branch counts neither as merged nor as contained in base, and the others are merged", async () => {
    const { host, made: laptop } = await setUp();
    await laptop.task("task/broken", { "one.txt": "x\n", "two.txt": "x\n" });
    const head = await laptop.submit("task/broken");
    const run = await openRun(fake.server, host, {
      settings: { dryRun: true, mergeWhen: "always" },
      inputs: { prune: { maxAgeDays: 0, graceDays: 0, completedDelayHours: 0 } },
    });
    const look = await lookAround(run, await askForge(run), { closedPages: 1 });
    await breakHistory(run.engine.repo.commonDir, head);
    const plan = await planCycle(run, look, { mode: "push", barred: new Map() });
    const planned = Object.fromEntries(plan.rows().map(({ branch, outcome }) => [branch, outcome]));
    expect(planned).toEqual({
      "task/broken": "refused",
      "task/clash": "conflicted",
      "task/clean": "merged",
    });
    const { rows } = await prune(run, look, { insist: false });
    expect(rows.find(({ branch }) => branch === "task/broken")).toMatchObject({ outcome: "kept" });
  });

  test("it was lost over there: the branch waits and stays, and says why; the others are merged, handed over and pruned", async () => {
    const { host, made: laptop } = await setUp();
    await laptop.task("task/broken", { "one.txt": "x\n", "two.txt": "x\n" });
    await laptop.task("task/holed", { "three.txt": "x\n", "four.txt": "x\n" });
    await laptop.submit("task/broken");
    // Nobody has recorded this one, and its pull request was merged: all the same it cannot be archived.
    await git(host.clone.dir, "push", "--quiet", "--no-verify", "origin", "task/holed:task/lost");
    const pull = await host.repository.openPull({ title: "Lost", head: "task/lost", base: "main" });
    host.repository.merged(pull, "ada", await tipOf(host, "main"));
    for (const branch of ["task/broken", "task/lost"]) await breakHistory(host.repository.bare.dir, branch);

    const report = await mergeCycle(await openRun(fake.server, host));
    expect(report.problems).toEqual([]);
    expect(outcomes(report)).toMatchObject({
      "task/clash": "conflicted",
      "task/clean": "merged",
      "task/broken": "waiting",
    });
    expect(row(report, "task/broken")).toMatchObject({
      reason: expect.stringMatching(/^its commits could not be read, .*: push it again/),
      after: "active",
      branchDeleted: false,
    });
    const inputs = { prune: { maxAgeDays: 0, graceDays: 0, completedDelayHours: 0 } };
    const night = await pruneRun(await openRun(fake.server, host, { inputs, now: () => Date.now() + 9e8 }), {
      mergeFirst: false,
    });
    expect(night.problems).toEqual([]);
    expect(row(night, "task/lost")).toMatchObject({
      outcome: "kept",
      reason: expect.stringContaining("its commits could not be read"),
    });
    expect(await branchesOf(host)).toEqual(["main", "task/broken", "task/clash", "task/lost"]);
  });
});
