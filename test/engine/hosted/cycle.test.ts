import { describe, expect, test } from "vitest";
import { sync } from "../../../src/engine/exchange.js";
import { mergeCycle } from "../../../src/engine/hosted/cycle.js";
import { prepared } from "../../support/github/copies.js";
import { github, type Hosted } from "../../support/github/rig.js";
import { openRepo } from "../../support/repo.js";
import { branchesOf, git, hosted, laptopOf, openRun, outcomes, row } from "./support.js";

const fake = github();

/** A submitted branch that conflicts with base. */
const conflict = prepared(fake, async (host) => {
  const laptop = await laptopOf(fake.server, host);
  const path = await laptop.task("task/clash", { "src/a.txt": "mine\n" });
  await laptop.submit("task/clash");
  await pushToMain(host, { "src/a.txt": "theirs\n" });
  return { laptop, path };
});

describe("the merge cycle", () => {
  test("five submitted branches, three clean, one landed already, one in conflict: base has them in one push, the conflict is a pull request, and a second run changes nothing", async () => {
    const host = await hosted(fake.server);
    const laptop = await laptopOf(fake.server, host);
    for (const name of ["one", "two", "three"]) {
      await laptop.task(`task/${name}`, { [`src/${name}.txt`]: `${name}\n` });
    }
    await laptop.task("task/landed", { "src/landed.txt": "landed\n" });
    await laptop.task("task/clash", { "src/a.txt": "mine\n" });
    for (const name of ["one", "two", "three", "landed", "clash"]) await laptop.submit(`task/${name}`);
    const { bare } = host.repository;
    const landed = await git(bare.dir, "rev-parse", "refs/heads/task/landed");
    await git(bare.dir, "update-ref", "refs/heads/main", landed);
    await git(host.clone.dir, "pull", "--quiet");
    host.clone.commit("Change a.txt on main", { "src/a.txt": "theirs\n" });
    await git(host.clone.dir, "push", "--quiet", "--no-verify", "origin", "HEAD:main");

    const run = await openRun(fake.server, host);
    const report = await mergeCycle(run);
    expect(report.problems).toEqual([]);
    expect(outcomes(report)).toEqual({
      "task/clash": "conflicted",
      "task/landed": "already-landed",
      "task/one": "merged",
      "task/three": "merged",
      "task/two": "merged",
    });
    expect(await branchesOf(host)).toEqual(["main", "task/clash"]);
    const [pull] = [...host.repository.pulls.values()];
    expect(pull).toMatchObject({ state: "open", labels: ["coppice:conflict"] });
    expect(pull?.body).toContain("src/a.txt");
    expect(row(report, "task/clash")).toMatchObject({ before: "active", after: "conflict" });

    const again = await mergeCycle(await openRun(fake.server, host));
    expect(again.pushes).toBe(0);
    expect(outcomes(again)).toEqual({ "task/clash": "conflicted" });
  });

  test("a person pushes a resolution: it is merged, its pull request shows so, and the loop is closed on the laptop too", async () => {
    const { host, made } = await conflict();
    const { laptop, path } = made;
    await mergeCycle(await openRun(fake.server, host));
    const [pull] = [...host.repository.pulls.values()];
    await git(path, "fetch", "--quiet", "origin", "main");
    await git(path, "merge", "--quiet", "-X", "ours", "FETCH_HEAD");
    await git(path, "push", "--quiet", "--no-verify", "origin", "HEAD");

    const report = await mergeCycle(await openRun(fake.server, host));
    expect(report.problems).toEqual([]);
    expect(row(report, "task/clash")).toMatchObject({
      outcome: "merged",
      before: "conflict",
      branchDeleted: true,
    });
    expect(pull).toMatchObject({ state: "closed", labels: [] });
    expect(pull?.mergedAt).not.toBeNull();
    const synced = await laptop.with((engine) => sync(engine));
    expect(synced.cleanedUp).toEqual(["task/clash"]);
    const record = await laptop.record("task/clash");
    expect(record).toMatchObject({
      status: "removed",
      pr: { state: "merged" },
      landed: { evidence: "merge" },
    });
    expect((await mergeCycle(await openRun(fake.server, host))).pushes).toBe(0);
  });

  test("a person closes the pull request: the request is withdrawn, the record is active again, and no run opens it anew", async () => {
    const { host, made } = await conflict();
    const { laptop } = made;
    await mergeCycle(await openRun(fake.server, host));
    const [pull] = [...host.repository.pulls.values()];
    // By its own clock, which is months behind the laptop's.
    if (pull !== undefined) host.repository.close(pull);

    const report = await mergeCycle(await openRun(fake.server, host));
    expect(row(report, "task/clash")).toMatchObject({ before: "conflict", after: "active" });
    await laptop.with((engine) => sync(engine));
    const record = await laptop.record("task/clash");
    expect(record).toMatchObject({
      status: "active",
      request: null,
      conflict: null,
      pr: { state: "closed" },
    });
    const always = await mergeCycle(await openRun(fake.server, host, { settings: { mergeWhen: "always" } }));
    expect(outcomes(always)).toEqual({ "task/clash": "waiting" });
    expect(always.pushes).toBe(0);
    expect([...host.repository.pulls.values()]).toHaveLength(1);
  });

  test("the laptop went on after it had submitted: what was submitted lands with that commit, and the newer work stays", async () => {
    const host = await hosted(fake.server);
    const laptop = await laptopOf(fake.server, host);
    const path = await laptop.task("task/one", { "src/one.txt": "one\n" });
    const submitted = await laptop.submit("task/one");
    openRepo(path).commit("Go on", { "src/more.txt": "more\n" });
    openRepo(path).write("src/edit.txt", "edit\n");

    const report = await mergeCycle(await openRun(fake.server, host));
    expect(row(report, "task/one")).toMatchObject({ outcome: "merged", head: submitted });
    const synced = await laptop.with((engine) => sync(engine));
    expect(synced.cleanedUp).toEqual([]);
    expect(openRepo(path).read("src/edit.txt")).toBe("edit\n");
    expect(await laptop.record("task/one")).toMatchObject({ request: null, landed: { headOid: submitted } });
  });
});

async function pushToMain(host: Hosted, files: Record<string, string>): Promise<void> {
  await git(host.clone.dir, "pull", "--quiet");
  host.clone.commit("Work on main", files);
  await git(host.clone.dir, "push", "--quiet", "--no-verify", "origin", "HEAD:main");
}
