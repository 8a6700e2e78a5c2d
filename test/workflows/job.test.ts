import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { sync } from "../../src/engine/exchange.js";
import { listed } from "../action/support.js";
import { branchesOf, git, hosted, laptopOf } from "../engine/hosted/support.js";
import { tickFrom } from "../support/github/repository.js";
import { addBranch, github } from "../support/github/rig.js";
import { deleted, pullRequest, pushed, scheduled } from "./events.js";
import { runWorkflow } from "./job.js";

const fake = github();

/** A repository with base ahead of a laptop that has tasks. */
async function start() {
  const host = await hosted(fake.server);
  const laptop = await laptopOf(fake.server, host);
  return { host, laptop, place: { repository: host.repository.fullName } };
}

const commands = z.tuple([z.string()]);
const branches = (value: unknown): string[] => listed(value).map(({ branch }) => branch);

describe("the workflow, step by step", () => {
  test("a push, a conflict, its pull request closed by a person: merged, handed over, given back", async () => {
    const { host, laptop, place } = await start();
    await laptop.task("task/clean", { "src/new.txt": "new\n" });
    await laptop.task("task/clash", { "src/a.txt": "mine\n" });
    await laptop.submit("task/clean");
    await laptop.submit("task/clash");
    host.clone.commit("Change a.txt on main", { "src/a.txt": "theirs\n" });
    await git(host.clone.dir, "push", "--quiet", "--no-verify", "origin", "HEAD:main");

    const merged = await runWorkflow(fake.server, host, pushed(place, "refs/heads/task/clean"));
    expect(merged.annotations.filter((line) => line.startsWith("error"))).toEqual([]);
    expect(merged).toMatchObject({ code: 0, steps: ["actions/checkout@v4", "acme/coppice@v1"] });
    expect(branches(merged.outputs.merged)).toEqual(["task/clean"]);
    expect(branches(merged.outputs.conflicted)).toEqual(["task/clash"]);
    expect(await branchesOf(host)).toEqual(["main", "task/clash"]);
    const [pull] = [...host.repository.pulls.values()];
    if (pull === undefined) throw new Error("no pull request");

    tickFrom(Date.now());
    host.repository.close(pull);
    const event = pullRequest(place, { action: "closed", number: pull.number, head: "task/clash" });
    const closed = await runWorkflow(fake.server, host, event);
    expect(closed).toMatchObject({ code: 0, steps: ["acme/coppice@v1"] });
    expect(branches(closed.outputs.reconciled)).toEqual(["task/clash"]);
    await laptop.with((engine) => sync(engine));
    expect(await laptop.record("task/clash")).toMatchObject({ status: "active", request: null });
  });

  test("a pull request opened for a pushed branch: its status is set, and it is adopted", async () => {
    const { host, place } = await start();
    addBranch(host, "task/plain", { "src/plain.txt": "plain\n" });
    const { number, head } = await host.repository.openPull({
      title: "Plain",
      head: "task/plain",
      base: "main",
    });
    const event = pullRequest(place, { action: "opened", number, head: "task/plain", sha: head.oid });
    const run = await runWorkflow(fake.server, host, event);
    expect(run).toMatchObject({ code: 0, steps: ["actions/checkout@v4", "acme/coppice@v1"] });
    expect(listed(run.outputs.checked)).toMatchObject([{ branch: "task/plain", state: "success" }]);
    expect(branches(run.outputs.waiting)).toEqual(["task/plain"]);

    await host.repository.bare.remove("refs/heads/task/plain");
    const gone = await runWorkflow(fake.server, host, deleted(place, "task/plain"));
    expect(gone).toMatchObject({ code: 0, steps: ["acme/coppice@v1"] });
    expect(listed(gone.outputs.reconciled)).toMatchObject([{ branch: "task/plain", after: "removed" }]);
  });

  test("a fork's pull request: a notice, without a checkout and without a request", async () => {
    const { host, place } = await start();
    const wanted = { action: "opened", number: 9, head: "task/evil", from: "mallory/site" };
    const run = await runWorkflow(fake.server, host, pullRequest(place, wanted));
    expect(run).toMatchObject({ code: 0, steps: ["acme/coppice@v1"] });
    expect(run.annotations).toEqual([expect.stringMatching(/^notice: .*#9 comes from a fork/)]);
    expect(await branchesOf(host)).toEqual(["main"]);
  });

  test("the night: what waits is merged, what is stale goes, and the command that is told brings it back", async () => {
    const { host, laptop, place } = await start();
    await laptop.task("task/ready", { "src/ready.txt": "ready\n" });
    await laptop.submit("task/ready");
    const old = addBranch(host, "task/old", { "src/old.txt": "old\n" });
    const run = await runWorkflow(fake.server, host, scheduled(place), { "grace-days": "0" });
    expect(run).toMatchObject({ code: 0, steps: ["actions/checkout@v4", "acme/coppice@v1"] });
    expect(branches(run.outputs.merged)).toEqual(["task/ready"]);
    expect(branches(run.outputs.pruned)).toEqual(["task/old"]);
    expect(await branchesOf(host)).toEqual(["main"]);
    const [command] = commands.parse(run.outputs["restore-commands"]);
    expect(run.summary).toContain(command);
    await promisify(execFile)("sh", ["-c", command], { cwd: host.clone.dir });
    expect(await host.repository.tip("task/old")).toBe(old);
  });
});
