import { describe, expect, test } from "vitest";
import { mergeCycle, syncRun } from "../../../src/engine/hosted/cycle.js";
import { prepared } from "../../support/github/copies.js";
import { addBranch, github } from "../../support/github/rig.js";
import { branchesOf, git, hosted, laptopOf, openRun, outcomes, row } from "./support.js";

const fake = github();

/** One branch, submitted. */
const submitted = prepared(fake, async (host) => {
  const laptop = await laptopOf(fake.server, host);
  await laptop.task("task/one", { "src/one.txt": "one\n" });
  await laptop.submit("task/one");
});

describe("ways of merging", () => {
  test("branches that were pushed without Coppice are adopted, merged when that is wanted, and their records end; what shares no commit with base is refused", async () => {
    const host = await hosted(fake.server);
    addBranch(host, "task/one", { "src/one.txt": "one\n" });
    addBranch(host, "task/odd #1 %&+ä".replaceAll(" ", "-"), { "src/odd.txt": "odd\n" });
    addBranch(host, "other/x", { "src/x.txt": "x\n" });
    const { bare } = host.repository;
    await git(bare.dir, "branch", "task/new", "main");
    const alone = await bare.commit(
      await git(bare.dir, "rev-parse", "main^{tree}"),
      [],
      "Start anew",
      "1767225600 +0000",
    );
    await bare.move("refs/heads/task/alone", alone);
    const first = await mergeCycle(await openRun(fake.server, host));
    expect(outcomes(first)).toEqual({
      "task/alone": "waiting",
      "task/new": "waiting",
      "task/odd-#1-%&+ä": "waiting",
      "task/one": "waiting",
    });
    expect(first.pushes).toBe(1);
    expect((await mergeCycle(await openRun(fake.server, host))).pushes).toBe(0);

    // Two may be merged; those that come first in the queue cannot be, and take nobody's place.
    const run = await openRun(fake.server, host, { settings: { mergeWhen: "always", maxMerges: 2 } });
    const report = await mergeCycle(run);
    expect(row(report, "task/alone").reason).toMatch(/share no commit/);
    expect(outcomes(report)).toEqual({
      "task/alone": "refused",
      "task/new": "waiting",
      "task/odd-#1-%&+ä": "merged",
      "task/one": "merged",
    });
    expect(row(report, "task/one")).toMatchObject({
      before: "active",
      after: "removed",
      branchDeleted: true,
    });
    expect(await branchesOf(host)).toEqual(["main", "other/x", "task/alone", "task/new"]);
  });

  test("what conflicts with base alone lands in the same run after what it builds on", async () => {
    const host = await hosted(fake.server);
    addBranch(host, "task/z-below", { "src/a.txt": "below\n" });
    // The one above was rebased onto another state of the file, which only the one below brings.
    const { clone, repository } = host;
    clone.git("fetch", "--quiet", repository.bare.dir, "task/z-below");
    clone.git("switch", "--quiet", "--create", "work", "FETCH_HEAD");
    clone.commit("Build on it", { "src/a.txt": "below\nabove\n" });
    clone.git("push", "--quiet", "--no-verify", repository.bare.dir, "HEAD:refs/heads/task/a-above");
    clone.git("switch", "--quiet", "main");
    clone.commit("Other work", { "src/c.txt": "c\n" });
    clone.git("push", "--quiet", "--no-verify", repository.bare.dir, "HEAD:main");
    const report = await mergeCycle(
      await openRun(fake.server, host, { settings: { mergeWhen: "always", order: "least-conflict" } }),
    );
    const { "task/a-above": above, "task/z-below": below } = outcomes(report);
    expect(new Set([above, below])).toEqual(new Set(["merged", "already-landed"]));
    expect(await git(repository.bare.dir, "show", "main:src/a.txt")).toBe("below\nabove");
  });

  test("squash of a branch with a pull request: GitHub merges it, so that it shows as merged", async () => {
    const host = await hosted(fake.server);
    const laptop = await laptopOf(fake.server, host);
    await laptop.task("task/one", { "src/one.txt": "one\n", "src/two.txt": "two\n" });
    await laptop.submit("task/one", { strategy: "squash" });
    const pull = await host.repository.openPull({ title: "One", head: "task/one", base: "main" });
    const report = await mergeCycle(await openRun(fake.server, host));
    expect(report.problems).toEqual([]);
    expect(row(report, "task/one")).toMatchObject({ outcome: "merged", branchDeleted: true });
    // Its own commits are not in base: nothing is lost, and they can be brought back.
    expect(row(report, "task/one").restore).toContain("git fetch origin refs/coppice/archive/task/one/2");
    expect(pull.mergedAt).not.toBeNull();
    expect(await git(host.repository.bare.dir, "rev-list", "--count", "main")).toBe("2");
    expect((await mergeCycle(await openRun(fake.server, host))).pushes).toBe(0);
  });

  test("GitHub is slow to notice that a push merged a pull request: the branch goes when it shows so, and not before", async () => {
    const { host } = await submitted();
    const pull = await host.repository.openPull({ title: "One", head: "task/one", base: "main" });
    host.repository.mergedLag = 100;
    const slow = await mergeCycle(await openRun(fake.server, host));
    expect(row(slow, "task/one")).toMatchObject({ outcome: "merged", branchDeleted: false });
    host.repository.mergedLag = 0;
    await mergeCycle(await openRun(fake.server, host));
    expect(pull.mergedAt).not.toBeNull();
  });

  test("a dry run tells what would be and changes nothing", async () => {
    const { host } = await submitted();
    const before = await git(host.repository.bare.dir, "for-each-ref");
    const report = await mergeCycle(await openRun(fake.server, host, { settings: { dryRun: true } }));
    expect(outcomes(report)).toEqual({ "task/one": "merged" });
    expect(report).toMatchObject({ dryRun: true, pushes: 0 });
    expect(await git(host.repository.bare.dir, "for-each-ref")).toBe(before);
    expect((await syncRun(await openRun(fake.server, host))).pushes).toBe(0);
  });

  test("verify refuses one: base never has it, and the others land", async () => {
    const host = await hosted(fake.server);
    const laptop = await laptopOf(fake.server, host);
    await laptop.task("task/bad", { "src/bad.txt": "bad\n" });
    await laptop.task("task/good", { "src/good.txt": "good\n" });
    await laptop.submit("task/bad");
    await laptop.submit("task/good");
    const inputs = { merge: { verify: "test ! -e src/bad.txt" } };
    const report = await mergeCycle(await openRun(fake.server, host, { inputs }));
    expect(outcomes(report)).toEqual({ "task/bad": "refused", "task/good": "merged" });
    const files = await git(host.repository.bare.dir, "ls-tree", "-r", "--name-only", "main");
    expect(files).not.toContain("bad");
  });
});
