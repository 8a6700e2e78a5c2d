import { describe, expect, test } from "vitest";
import { sync } from "../../../src/engine/exchange.js";
import { mergeCycle, syncRun } from "../../../src/engine/hosted/cycle.js";
import { runLight } from "../../../src/engine/hosted/light.js";
import { openLightRun } from "../../../src/engine/hosted/light-open.js";
import type { Report } from "../../../src/engine/hosted/model.js";
import { openHostedForge } from "../../../src/forge/open-hosted.js";
import { prepared } from "../../support/github/copies.js";
import { tickFrom } from "../../support/github/repository.js";
import { github, type Hosted } from "../../support/github/rig.js";
import { openRepo } from "../../support/repo.js";
import { branchesOf, git, type Laptop, laptopOf, newToken, openRun, outcomes, row } from "./support.js";

const fake = github();

interface Scene {
  readonly host: Hosted;
  readonly laptop: Laptop;
  /** Worktrees of `task/one` and `task/two`, which are submitted. */
  readonly paths: readonly [one: string, two: string];
}

const setUp = prepared(fake, async (host) => {
  const laptop = await laptopOf(fake.server, host);
  const one = await laptop.task("task/one", { "src/one.txt": "one\n" });
  const two = await laptop.task("task/two", { "src/two.txt": "two\n" });
  await laptop.submit("task/one");
  await laptop.submit("task/two");
  return { laptop, paths: [one, two] as const };
});

async function scene(): Promise<Scene> {
  const { host, made } = await setUp();
  return { host, ...made };
}

const filesOfMain = async ({ repository }: Hosted): Promise<string[]> =>
  (await git(repository.bare.dir, "ls-tree", "-r", "--name-only", "main")).split("\n");

const merges = ({ repository }: Hosted): Promise<string> =>
  git(repository.bare.dir, "rev-list", "--merges", "--count", "main");

/** How often something is told of each record, as the laptop sees it. */
async function told(laptop: Laptop, type: "LANDED" | "WITHDRAW" | "PR"): Promise<number[]> {
  await laptop.with((engine) => sync(engine));
  const journals = await laptop.with((engine) => engine.journal.readAll());
  return [...journals.values()].map(
    ({ entries }) => entries.filter(({ entry }) => entry.event.type === type).length,
  );
}

const landings = (laptop: Laptop): Promise<number[]> => told(laptop, "LANDED");

/** Somebody is faster than the push that comes, and for as long as it holds also than the next. */
async function moveNotes(host: Hosted, more: () => boolean): Promise<void> {
  if (more()) fake.server.onNextPush = () => moveNotes(host, more);
  const { bare } = host.repository;
  const notes = "refs/notes/coppice";
  const tree = await git(bare.dir, "rev-parse", `${notes}^{tree}`);
  const tip = await git(bare.dir, "rev-parse", notes);
  await bare.move(notes, await bare.commit(tree, [tip], `Move on from ${tip}`, "1767225600 +0000"));
}

/** A run without a clone and without git. */
async function light({ repository }: Hosted): Promise<Report> {
  const token = newToken(fake.server);
  const { owner, name } = repository;
  const pause = async (): Promise<void> => {};
  const { signal } = new AbortController();
  const committer = { name: "coppice[bot]", email: "bot@example.com" };
  const run = await openLightRun({
    url: fake.server.gitUrl(repository),
    token,
    forge: async () =>
      openHostedForge({ owner, name, apiUrl: fake.server.apiUrl, token }, { signal, pause, workflow: "x" }),
    inputs: {},
    configPath: undefined,
    committer,
  });
  return runLight({ run, name: committer.name, dryRun: false });
}

describe("two write at once", () => {
  test("two runs record the same closings, without a clone and with one: each is said once", async () => {
    const { host, laptop } = await scene();
    const close = async (head: string): Promise<void> => {
      tickFrom(Date.now() + 1000);
      host.repository.close(await host.repository.openPull({ title: head, head, base: "main" }));
    };
    await close("task/one");
    fake.server.onNextPush = async () => {
      await light(host);
    };
    expect(await light(host)).toMatchObject({ problems: [], rows: [] });
    await close("task/two");
    fake.server.onNextPush = async () => {
      await light(host);
    };
    expect(await syncRun(await openRun(fake.server, host))).toMatchObject({ problems: [], rows: [] });
    expect(await told(laptop, "WITHDRAW")).toEqual([1, 1]);
    expect(await told(laptop, "PR")).toEqual([1, 1]);
  });

  test("a person pushes base between the look and the push: the run plans again on theirs", async () => {
    const { host } = await scene();
    fake.server.onNextPush = async () => {
      host.clone.commit("Be faster", { "src/fast.txt": "fast\n" });
      await git(host.clone.dir, "push", "--quiet", "--no-verify", host.repository.bare.dir, "HEAD:main");
    };
    const report = await mergeCycle(await openRun(fake.server, host));
    expect(report.problems).toEqual([]);
    expect(outcomes(report)).toEqual({ "task/one": "merged", "task/two": "merged" });
    expect(await filesOfMain(host)).toEqual(
      expect.arrayContaining(["src/fast.txt", "src/one.txt", "src/two.txt"]),
    );
  });

  test("a clone writes its journal between the look and the push: both are there afterwards", async () => {
    const { host, laptop } = await scene();
    fake.server.onNextPush = async () => {
      await laptop.task("task/three", { "src/three.txt": "three\n" });
      await laptop.submit("task/three");
    };
    const report = await mergeCycle(await openRun(fake.server, host));
    expect(report.problems).toEqual([]);
    expect(Object.keys(outcomes(report))).toEqual(expect.arrayContaining(["task/one", "task/two"]));
    await mergeCycle(await openRun(fake.server, host));
    expect(await branchesOf(host)).toEqual(["main"]);
    await laptop.with((engine) => sync(engine));
    for (const name of ["one", "two", "three"]) {
      expect(await laptop.record(`task/${name}`)).toMatchObject({ status: "removed", landed: {} });
    }
  });

  test("a branch moves after its checks were read, while it is being merged: it does not count as merged, stays, and the other one lands", async () => {
    const { host, paths } = await scene();
    for (const path of paths) host.repository.check(await git(path, "rev-parse", "HEAD"), "build");
    fake.server.onNextPush = async () => {
      openRepo(paths[0]).commit("Go on", { "src/more.txt": "more\n" });
      await git(paths[0], "push", "--quiet", "--no-verify", host.repository.bare.dir, "HEAD:task/one");
    };
    const settings = { mergeWhen: "checks-pass" } as const;
    const report = await mergeCycle(await openRun(fake.server, host, { settings }));
    expect(report.problems).toEqual([]);
    expect(outcomes(report)["task/two"]).toBe("merged");
    expect(outcomes(report)["task/one"]).toBe("raced");
    expect(await branchesOf(host)).toEqual(["main", "task/one"]);
    expect(row(report, "task/one").branchDeleted).toBe(false);
  });

  test.each([
    ["the first push", 1],
    ["the push that deletes branches", 2],
  ])(
    "another run does everything before %s arrives: nothing is lost, doubled or in conflict",
    async (_, pushes) => {
      const { host, laptop } = await scene();
      let before = pushes;
      const arrives = async (): Promise<void> => {
        before -= 1;
        if (before > 0) fake.server.onNextPush = arrives;
        else await mergeCycle(await openRun(fake.server, host));
      };
      fake.server.onNextPush = arrives;
      const report = await mergeCycle(await openRun(fake.server, host));
      expect(report.problems).toEqual([]);
      expect(before).toBe(0);
      expect(Object.values(outcomes(report))).not.toContain("conflicted");
      expect(await branchesOf(host)).toEqual(["main"]);
      expect(await merges(host)).toBe("2");
      expect(await landings(laptop)).toEqual([1, 1]);
    },
  );

  test("the journals move with every push: base does not wait for them, and they follow", async () => {
    const { host, laptop } = await scene();
    let left = 5;
    fake.server.onNextPush = () => moveNotes(host, () => --left > 0);
    const report = await mergeCycle(await openRun(fake.server, host));
    expect(report.problems).toEqual([]);
    expect(left).toBe(0);
    expect(outcomes(report)).toEqual({ "task/one": "merged", "task/two": "merged" });
    expect(await merges(host)).toBe("2");
    expect(await branchesOf(host)).toEqual(["main"]);
    expect(await landings(laptop)).toEqual([1, 1]);
  });

  test("the journals never stand still: base has the work, each branch stays, and the next run records and deletes it", async () => {
    const { host, laptop, paths } = await scene();
    await git(paths[0], "push", "--quiet", "--no-verify", host.repository.bare.dir, "HEAD:task/three");
    fake.server.onNextPush = () => moveNotes(host, () => true);
    const settings = { mergeWhen: "always" } as const;
    const report = await mergeCycle(await openRun(fake.server, host, { settings }));
    expect(report.problems.map(({ message }) => message)).toEqual([
      "Others wrote the journals again and again; what happened here is not recorded yet.",
    ]);
    expect(outcomes(report)).toMatchObject({ "task/one": "merged", "task/two": "merged" });
    expect(row(report, "task/one")).toMatchObject({
      branchDeleted: false,
      reason: expect.stringContaining("journals"),
    });
    expect(await branchesOf(host)).toEqual(["main", "task/one", "task/three", "task/two"]);
    fake.server.onNextPush = undefined;
    const next = await mergeCycle(await openRun(fake.server, host, { settings }));
    expect(next.problems).toEqual([]);
    expect(await merges(host)).toBe("2");
    expect(await branchesOf(host)).toEqual(["main", "task/three"]);
    // The records come in the order of their ids, which are random.
    expect((await landings(laptop)).sort()).toEqual([0, 1, 1]);
  });

  test("two runs at once: one of them merges, the other finds it done", async () => {
    const { host } = await scene();
    const runs = await Promise.all([openRun(fake.server, host), openRun(fake.server, host)]);
    const reports = await Promise.all(runs.map((run) => mergeCycle(run)));
    expect(reports.flatMap(({ problems }) => problems)).toEqual([]);
    expect(await merges(host)).toBe("2");
    expect(await branchesOf(host)).toEqual(["main"]);
  });

  test("somebody sets base back before the branches that landed are deleted: they go, and what base has no more is archived", async () => {
    const { host, paths } = await scene();
    const { bare } = host.repository;
    const before = await git(bare.dir, "rev-parse", "main");
    const run = await openRun(fake.server, host);
    const { remote } = run;
    const push = remote.push.bind(remote);
    remote.push = async (changes, watched) => {
      const end = await push(changes, watched);
      if (changes.some(({ ref }) => ref === "refs/heads/main")) await bare.move("refs/heads/main", before);
      return end;
    };
    const report = await mergeCycle(run);
    expect(report.problems).toEqual([]);
    expect(await branchesOf(host)).toEqual(["main"]);
    expect(await git(bare.dir, "rev-parse", "main")).toBe(before);
    for (const [at, branch] of ["task/one", "task/two"].entries()) {
      const head = await git(paths[at] ?? "", "rev-parse", "HEAD");
      const archives = await git(bare.dir, "for-each-ref", "--points-at", head, "--format=%(refname)");
      expect(archives).toMatch(`refs/coppice/archive/${branch}/`);
      expect(row(report, branch)).toMatchObject({ restore: expect.stringContaining(archives) });
    }
  });

  test("somebody goes on on base before the branches that landed are deleted: nothing is archived", async () => {
    const { host } = await scene();
    const run = await openRun(fake.server, host);
    const { remote } = run;
    const push = remote.push.bind(remote);
    remote.push = async (changes, watched) => {
      const end = await push(changes, watched);
      if (changes.some(({ ref }) => ref === "refs/heads/main")) {
        await git(host.clone.dir, "pull", "--quiet", host.repository.bare.dir, "main");
        host.clone.commit("Go on", { "src/next.txt": "next\n" });
        await git(host.clone.dir, "push", "--quiet", "--no-verify", host.repository.bare.dir, "HEAD:main");
      }
      return end;
    };
    const report = await mergeCycle(run);
    expect(report.problems).toEqual([]);
    expect(await branchesOf(host)).toEqual(["main"]);
    expect(await git(host.repository.bare.dir, "for-each-ref", "refs/coppice/archive")).toBe("");
  });

  test("the answer to the push is lost: what came through is not done again", async () => {
    const { host } = await scene();
    fake.server.fail({ on: /^POST .*git-receive-pack$/, answer: "reset", times: 1 });
    const report = await mergeCycle(await openRun(fake.server, host));
    expect(report.problems).toEqual([]);
    expect(outcomes(report)).toEqual({ "task/one": "merged", "task/two": "merged" });
    expect(await merges(host)).toBe("2");
  });
});
