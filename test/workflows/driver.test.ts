import { describe, expect, test } from "vitest";
import { inputNames } from "../../src/action/input-table.js";
import { workflowText } from "../../src/engine/workflow-template.js";
import { type DrivenRun, drive, type WorkflowEvent } from "./driver.js";
import { deleted, dispatched, pullRequest, pushed, scheduled } from "./events.js";

const site = { repository: "acme/site" };
const action = "acme/coppice@v1";
const wanted = { action, base: undefined, taskBranches: ["task/**"] };
const text = workflowText(wanted);
const pull = { number: 7, head: "task/login" };

const uses = (run: DrivenRun | undefined): string[] | undefined => run?.steps.map((step) => step.uses);
const inputsOf = (run: DrivenRun | undefined) => run?.steps.find((step) => step.uses === action)?.inputs;

describe("the workflow, as GitHub reads it", () => {
  test.each<[string, WorkflowEvent, string]>([
    ["a push to a task branch", pushed(site, "refs/heads/task/a/b"), "base"],
    ["a pull request opened", pullRequest(site, { ...pull, action: "opened" }), "7"],
    ["a label set", pullRequest(site, { ...pull, action: "labeled" }), "7"],
    ["a draft made ready", pullRequest(site, { ...pull, action: "ready_for_review" }), "7"],
    ["the night", scheduled(site), "base"],
  ])("%s: the Action runs in a checkout", async (_, event, group) => {
    const run = await drive(text, event);
    expect(uses(run)).toEqual(["actions/checkout@v4", action]);
    expect(run).toMatchObject({ group: `coppice-${group}`, cancels: false });
    expect(inputsOf(run)).toEqual({ operation: "auto", "dry-run": "false" });
    expect(run?.steps[0]?.inputs["persist-credentials"]).toBe("false");
  });

  test.each<[string, WorkflowEvent]>([
    ["a task branch deleted", deleted(site, "task/a")],
    ["a pull request closed", pullRequest(site, { ...pull, action: "closed" })],
    ["a fork's pull request", pullRequest(site, { ...pull, action: "opened", from: "mallory/site" })],
    ["a pull request of a fork that is gone", pullRequest(site, { ...pull, action: "reopened", from: null })],
  ])("%s: the Action runs without a checkout", async (_, event) => {
    expect(uses(await drive(text, event))).toEqual([action]);
  });

  test("a tag deleted: a run without a step", async () => {
    expect(uses(await drive(text, deleted(site, "v1", "tag")))).toEqual([]);
  });

  test.each<[string, WorkflowEvent]>([
    ["a push to base", pushed(site, "refs/heads/main")],
    ["a tag with the name of a task branch", pushed(site, "refs/tags/task/a")],
    ["somebody assigned", pullRequest(site, { ...pull, action: "assigned" })],
    ["another schedule", { ...scheduled(site), payload: { schedule: "0 3 * * *" } }],
    ["an event of another kind", { ...scheduled(site), name: "issues" }],
  ])("%s: no run", async (_, event) => {
    expect(await drive(text, event)).toBeUndefined();
  });

  test("started by hand: what was chosen", async () => {
    const run = await drive(text, dispatched(site, { operation: "prune", "dry-run": true }));
    expect(inputsOf(run)).toEqual({ operation: "prune", "dry-run": "true" });
    expect(run?.group).toBe("coppice-base");
  });

  test("what is checked out: the default branch, never what the event is about", async () => {
    const refOf = async (event: WorkflowEvent) => (await drive(text, event))?.steps[0]?.inputs.ref;
    expect(await refOf(pullRequest(site, { ...pull, action: "synchronize" }))).toBe("main");
    expect(await refOf(pushed(site, "refs/heads/task/a"))).toBe("main");
    // Nothing tells it at night; actions/checkout takes the default branch for nothing.
    expect(await refOf(scheduled(site))).toBe("");
  });

  test("the token's permissions: what is needed, and no more", async () => {
    expect((await drive(text, scheduled(site)))?.permissions).toEqual({
      contents: "write",
      "pull-requests": "write",
      statuses: "write",
    });
  });

  test("base and patterns of a config: runs for them alone, and handed over", async () => {
    const own = workflowText({ ...wanted, base: "rel+1", taskBranches: ["bot-?/**", "fix/[a-c]*"] });
    const run = await drive(own, pushed(site, "refs/heads/bot-7/x/y"));
    expect(inputsOf(run)).toMatchObject({ "base-branch": "rel+1", "task-branches": "bot-?/**\nfix/[a-c]*" });
    for (const name of Object.keys(inputsOf(run) ?? {})) expect(inputNames).toContain(name);
    expect(await drive(own, pushed(site, "refs/heads/fix/b1"))).toBeDefined();
    expect(await drive(own, pushed(site, "refs/heads/task/a"))).toBeUndefined();
    const opened = { ...pull, action: "opened" };
    expect(await drive(own, pullRequest(site, { ...opened, base: "rel+1" }))).toBeDefined();
    expect(await drive(own, pullRequest(site, { ...opened, base: "rell1" }))).toBeUndefined();
    const wide = workflowText({ ...wanted, base: "main", taskBranches: ["mai?/**", "?????"] });
    expect(await drive(wide, pushed(site, "refs/heads/other"))).toBeDefined();
    expect(await drive(wide, pushed(site, "refs/heads/main"))).toBeUndefined();
  });

  test("this repository: checked out always, for the Action is in it", async () => {
    const own = workflowText({ ...wanted, action: "./" });
    for (const event of [
      deleted(site, "task/a"),
      pullRequest(site, { ...pull, action: "opened", from: "mallory/site" }),
    ]) {
      const run = await drive(own, event);
      expect(uses(run)).toEqual(["actions/checkout@v4", "./"]);
      expect(run?.steps[0]?.inputs.ref).toBe("main");
    }
  });
});
