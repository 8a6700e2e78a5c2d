import { describe, expect, test } from "vitest";
import { mergeCycle } from "../../../src/engine/hosted/cycle.js";
import { pruneRun } from "../../../src/engine/hosted/nightly.js";
import type { DraftStore } from "../../../src/journal/draft.js";
import type { LifecycleEventInput } from "../../../src/lifecycle/events.js";
import { branchNameSchema, cloneIdSchema, oidSchema, opIdSchema } from "../../../src/lifecycle/ids.js";
import { addBranch, github, type Hosted } from "../../support/github/rig.js";
import { branchesOf, git, hosted, laptopOf, openRun, outcomes, row } from "./support.js";

const fake = github();
const stranger = {
  name: "Stranger",
  door: "cli" as const,
  clone: cloneIdSchema.parse("beefbeefbeefbeef"),
};
const op = opIdSchema.parse("aaaaaaaaaaaaaaaa");

/** Puts records into the journals, as anybody can who may push. */
async function forge(
  host: Hosted,
  records: Readonly<Record<string, readonly LifecycleEventInput[]>>,
  base = "main",
): Promise<void> {
  const run = await openRun(fake.server, host);
  const draft: DraftStore = run.draft;
  for (const [name, events] of Object.entries(records)) {
    const { id } = await draft.create(
      {
        type: "CREATE",
        op,
        branch: branchNameSchema.parse(name),
        base: branchNameSchema.parse(base),
        baseOid: null,
        clone: null,
        adopted: true,
        setup: { copyEnv: false, installDeps: false, runInitScript: false },
      },
      stranger,
    );
    const begun: LifecycleEventInput = { type: "INIT_COMPLETE", op };
    for (const event of [begun, begun, ...events]) await draft.append(id, event, stranger);
  }
  const notes = `${await draft.draft()}:refs/notes/coppice`;
  await git(run.engine.repo.commonDir, "push", "--quiet", host.repository.bare.dir, notes);
}

const tipOf = async ({ repository }: Hosted, ref: string) =>
  oidSchema.parse(await git(repository.bare.dir, "rev-parse", ref));

const asked = (oid: string, target = "main"): LifecycleEventInput => ({
  type: "REQUEST",
  target: branchNameSchema.parse(target),
  strategy: "merge",
  headOid: oidSchema.parse(oid),
  keep: false,
});

const pullOf = (number: number): LifecycleEventInput => ({
  type: "PR",
  number,
  url: "https://example.com/pull/1",
  title: "Somebody else's",
  state: "open",
  createdAt: "2026-01-01T00:00:00.000Z",
});

const days = 86_400_000;

describe("what a journal claims", () => {
  test("records of branches that are no task's: nothing of them is deleted, and the default branch is not even merged", async () => {
    const host = await hosted(fake.server);
    const first = await tipOf(host, "main");
    for (const name of ["release", "develop"]) await git(host.repository.bare.dir, "branch", name, "main");
    const wanted = addBranch(host, "feature", { "feature.txt": "wanted\n" });
    host.clone.commit("Go on", { "more.txt": "more\n" });
    await git(host.clone.dir, "push", "--quiet", "--no-verify", host.repository.bare.dir, "HEAD:main");
    const merge = opIdSchema.parse("bbbbbbbbbbbbbbbb");
    const target = branchNameSchema.parse("main");
    await forge(host, {
      release: [
        { type: "MERGE", op: merge, target, strategy: "merge", headOid: first },
        { type: "INIT_COMPLETE", op: merge, sha: first, mergeOid: first },
        { type: "LANDED", target, headOid: first, mergeOid: first, evidence: "merge" },
      ],
      feature: [asked(wanted)],
      main: [asked(await tipOf(host, "main"), "develop")],
    });
    const report = await mergeCycle(await openRun(fake.server, host));
    expect(outcomes(report)).toEqual({ feature: "merged" });
    const later = await openRun(fake.server, host, { now: () => Date.now() + 90 * days });
    const night = await pruneRun(later, { mergeFirst: false });
    expect(row(night, "feature")).toMatchObject({
      outcome: "kept",
      reason: "it is no task branch by its name",
    });
    expect(await branchesOf(host)).toEqual(["develop", "feature", "main", "release"]);
    const inputs = { base: branchNameSchema.parse("develop") };
    const other = await mergeCycle(await openRun(fake.server, host, { inputs }));
    expect(outcomes(other).main).toBeUndefined();
    expect(await tipOf(host, "develop")).toBe(first);
  });

  test("the number of another branch's pull request, and a landing that never was: neither counts", async () => {
    const host = await hosted(fake.server);
    const target = branchNameSchema.parse("main");
    const lie = oidSchema.parse(addBranch(host, "task/lie", { "lie.txt": "not merged\n" }));
    const mine = addBranch(host, "task/mine", { "mine.txt": "mine\n" });
    addBranch(host, "task/other", { "other.txt": "other\n" });
    const { repository } = host;
    const pull = await repository.openPull({ title: "Other", head: "task/other", base: "main" });
    repository.close(pull);
    await forge(host, {
      "task/mine": [asked(mine), pullOf(pull.number)],
      "task/lie": [{ type: "LANDED", target, headOid: lie, evidence: "merge" }],
    });
    const report = await pruneRun(await openRun(fake.server, host), { mergeFirst: true });
    expect(outcomes(report)).toMatchObject({ "task/lie": "marked", "task/mine": "merged" });
    expect(await branchesOf(host)).toContain("task/lie");
  });
});

test("the remote is lost once base has the merges: that is told, with what is missing, and the next run goes on", async () => {
  const host = await hosted(fake.server);
  const laptop = await laptopOf(fake.server, host);
  await laptop.task("task/two", { "two.txt": "two\n" });
  await laptop.submit("task/two");
  addBranch(host, "task/one", { "one.txt": "one\n" });
  const settings = { mergeWhen: "always" } as const;
  fake.server.fail({ on: /git-receive-pack$/, after: 1, times: 99, answer: "reset" });
  const report = await pruneRun(await openRun(fake.server, host, { settings }), { mergeFirst: true });
  fake.server.heal();
  expect(row(report, "task/one")).toMatchObject({ outcome: "merged", branchDeleted: false });
  expect(report.problems.map(({ code }) => code)).toContain("PUSH_REJECTED");
  expect(await branchesOf(host)).toEqual(["main", "task/one", "task/two"]);
  const next = await mergeCycle(await openRun(fake.server, host, { settings }));
  expect(next.problems).toEqual([]);
  expect(outcomes(next)["task/two"]).toBe("already-landed");
  expect(await branchesOf(host)).toEqual(["main"]);
  expect(await git(host.repository.bare.dir, "rev-list", "--merges", "--count", "main")).toBe("2");
});

test("another pull request goes into a branch that lands: the branch stays until that one is closed", async () => {
  const host = await hosted(fake.server);
  const low = addBranch(host, "task/low", { "low.txt": "low\n" });
  addBranch(host, "task/high", { "high.txt": "high\n" });
  const pull = await host.repository.openPull({ title: "High", head: "task/high", base: "task/low" });
  await forge(host, { "task/low": [asked(low)] });
  const report = await mergeCycle(await openRun(fake.server, host));
  expect(row(report, "task/low")).toMatchObject({
    outcome: "merged",
    branchDeleted: false,
    reason: `its branch stays: pull request #${pull.number} is to be merged into it`,
  });
  expect(pull.state).toBe("open");
  host.repository.close(pull);
  await mergeCycle(await openRun(fake.server, host));
  expect(await branchesOf(host)).toEqual(["main", "task/high"]);
});

test("another pull request from a branch that lands: the branch stays until that one is closed", async () => {
  const host = await hosted(fake.server);
  const head = addBranch(host, "task/fix", { "fix.txt": "fix\n" });
  addBranch(host, "release", { "release.txt": "release\n" });
  const pull = await host.repository.openPull({
    title: "Fix it there, too",
    head: "task/fix",
    base: "release",
  });
  await forge(host, { "task/fix": [asked(head)] });
  const report = await mergeCycle(await openRun(fake.server, host));
  expect(row(report, "task/fix")).toMatchObject({
    outcome: "merged",
    branchDeleted: false,
    reason: `its branch stays: pull request #${pull.number} from it is open`,
  });
  expect(pull.state).toBe("open");
  host.repository.close(pull);
  await mergeCycle(await openRun(fake.server, host));
  expect(await branchesOf(host)).toEqual(["main", "release"]);
});
