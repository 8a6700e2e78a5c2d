import { describe, expect, test } from "vitest";
import { mergeCycle } from "../../../src/engine/hosted/cycle.js";
import { addBranch, github } from "../../support/github/rig.js";
import { branchesOf, git, hosted, laptopOf, openRun, outcomes, row } from "./support.js";

const fake = github();

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
});
void addBranch;
