import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { type EventHint, readEvent } from "../../src/action/event.js";
import { type Operation, operations } from "../../src/action/inputs.js";
import { type Route, routeOf } from "../../src/action/route.js";
import { CoppiceError } from "../../src/lifecycle/errors.js";

const payload = z.record(z.string(), z.unknown());
type Payload = z.infer<typeof payload>;
const examples = z
  .array(z.object({ name: z.string(), examples: z.array(payload) }))
  .parse(createRequire(import.meta.url)("@octokit/webhooks-examples"));

/** Real payloads of an event. */
const real = (name: string): Payload[] => examples.find((one) => one.name === name)?.examples ?? [];
const first = (name: string, action?: string): Payload => {
  const found = real(name).find((one) => action === undefined || one.action === action);
  if (found === undefined) throw new Error(`no example of ${name} ${action ?? ""}`);
  return structuredClone(found);
};

/** A real pull request event, its head on another branch. */
const pullRequest = (action: string, branch = "task/x"): Payload =>
  changed({ ...first("pull_request", "opened"), action }, [...head, "ref"], branch);
const head = ["pull_request", "head"];

const read = (name: string, event: unknown): EventHint => readEvent(name, JSON.stringify(event));
const route = (name: string, event: unknown, operation: Operation = "auto", prune = true): Route =>
  routeOf(read(name, event), { operation, prune, isTask: (branch) => branch.startsWith("task/") });

describe("what auto does", () => {
  const push = { ...first("push"), ref: "refs/heads/task/x" };
  const aside = (why: string): Route => ({ kind: "aside", why });
  test.each<[string, string, unknown, Route | string]>([
    ["a push to a task branch", "push", push, { kind: "merge", branch: "task/x" }],
    [
      "a push to another branch",
      "push",
      { ...push, ref: "refs/heads/main" },
      aside("main is no task branch."),
    ],
    ["a push of a tag", "push", first("push"), aside("It is about a tag, and tags are no work of a task.")],
    ["a push that deletes", "push", { ...push, deleted: true }, { kind: "reconcile", branch: "task/x" }],
    ["a push to who knows", "push", {}, { kind: "merge", branch: undefined }],
    [
      "started by hand",
      "workflow_dispatch",
      first("workflow_dispatch"),
      { kind: "merge", branch: undefined },
    ],
    ["checks that ended", "check_suite", first("check_suite"), { kind: "merge", branch: undefined }],
    ["the night", "schedule", { schedule: "0 2 * * *" }, { kind: "prune", branch: undefined }],
    [
      "a deleted branch",
      "delete",
      { ...first("delete"), ref: "task/x", ref_type: "branch" },
      { kind: "reconcile", branch: "task/x" },
    ],
    [
      "another deleted branch",
      "delete",
      { ...first("delete"), ref: "x", ref_type: "branch" },
      aside("x is no task branch."),
    ],
    ["a deleted tag", "delete", first("delete"), aside("It is about a tag, and tags are no work of a task.")],
    ["a closed pull request", "pull_request", pullRequest("closed"), { kind: "reconcile", branch: "task/x" }],
    ["one of another branch", "pull_request", pullRequest("closed", "fix"), aside("fix is no task branch.")],
    [
      "one that is locked",
      "pull_request",
      pullRequest("locked"),
      aside('"locked" changes nothing that a check or a merge looks at.'),
    ],
    ["one that tells nothing", "pull_request", {}, { kind: "merge", branch: undefined }],
    [
      "a closed one, seen with the base's rights",
      "pull_request_target",
      pullRequest("closed"),
      "pull_request_target is for checks alone, and a closed pull request needs none.",
    ],
    [
      "one of a fork",
      "pull_request",
      changed(pullRequest("opened"), [...head, "repo", "id"], 7),
      "Pull request #2 comes from a fork: nothing of it is fetched, checked or merged.",
    ],
    [
      "one whose fork is gone",
      "pull_request",
      changed(pullRequest("opened"), [...head, "repo"], null),
      "Pull request #2 comes from a fork: nothing of it is fetched, checked or merged.",
    ],
  ])("%s: %s", (_, name, event, expected) => {
    expect(route(name, event)).toEqual(
      typeof expected === "string" ? { kind: "nothing", why: expected } : expected,
    );
  });

  test.each(["opened", "reopened", "synchronize", "labeled", "ready_for_review"])(
    "a pull request of a task branch, %s: it is checked, then merged where it may be",
    (action) => {
      expect(route("pull_request", pullRequest(action))).toEqual({
        kind: "check",
        pull: 2,
        branch: "task/x",
        after: "merge",
      });
      expect(route("pull_request_target", pullRequest(action))).toMatchObject({ after: "nothing" });
    },
  );

  test("prune is off: the night merges alone", () => {
    expect(route("schedule", {}, "auto", false)).toEqual({ kind: "merge", branch: undefined });
  });

  test("the patterns stand in a file that is not read yet: the branch goes along", () => {
    const event = read("push", { ref: "refs/heads/fix/y" });
    expect(routeOf(event, { operation: "auto", prune: true, isTask: () => undefined })).toEqual({
      kind: "merge",
      branch: "fix/y",
    });
  });

  test.each(["issues", "", "constructor", "release"])("the event %j: refused with what to set", (name) => {
    expect(() => route(name, {})).toThrow(/does not say what is to be done/);
  });
});

describe("what an operation does", () => {
  test.each(["merge", "prune", "sync"] as const)("%s: on every event, whatever its branch", (operation) => {
    for (const name of ["push", "schedule", "delete", "issues"])
      expect(route(name, { ref: "refs/heads/main" }, operation)).toEqual({
        kind: operation,
        branch: undefined,
      });
  });

  test("check: the pull request of the event, that of the branch, or all", () => {
    const check = { kind: "check", after: "record" };
    expect(route("pull_request", pullRequest("closed"), "check")).toEqual({
      ...check,
      pull: 2,
      branch: "task/x",
    });
    expect(route("push", { ref: "refs/heads/task/x" }, "check")).toEqual({
      ...check,
      pull: undefined,
      branch: "task/x",
    });
    expect(route("schedule", {}, "check")).toEqual({ ...check, pull: undefined, branch: undefined });
  });

  test("pull_request_target: refused for all but checks", () => {
    for (const operation of ["merge", "prune", "sync"] as const)
      expect(() => route("pull_request_target", pullRequest("opened"), operation)).toThrow(
        `The operation ${operation} does not run on pull_request_target`,
      );
    expect(() => route("pull_request_target", {}, "check")).toThrow("names no pull request");
    expect(() => route("pull_request_target", {})).toThrow("names no pull request");
  });
});

describe("payloads", () => {
  test("what is no JSON, or no object: nothing is known", () => {
    for (const text of ["", "{", "[]", "null", '"push"', "7", "\0"])
      expect(readEvent("push", text)).toEqual({
        name: "push",
        action: undefined,
        branch: undefined,
        tag: false,
        deleted: false,
        pull: undefined,
      });
  });

  test("every real payload there is: told or refused, never a surprise", () => {
    for (const { name, examples: payloads } of examples)
      for (const event of payloads)
        for (const operation of operations) expectSurvived(name, event, operation);
  });

  test("every field that is read absent or of another type: told or refused, never a surprise", () => {
    const events: [string, Payload][] = [
      ["push", { ...first("push"), ref: "refs/heads/task/x", deleted: false }],
      ["delete", { ...first("delete"), ref: "task/x", ref_type: "branch" }],
      ["pull_request", pullRequest("opened")],
      ["pull_request_target", pullRequest("synchronize")],
    ];
    const fields = [
      ["action"],
      ["ref"],
      ["ref_type"],
      ["deleted"],
      ["number"],
      ["pull_request"],
      ["pull_request", "number"],
      ["pull_request", "head"],
      ["pull_request", "head", "ref"],
      ["pull_request", "head", "repo"],
      ["pull_request", "head", "repo", "id"],
      ["pull_request", "base"],
      ["pull_request", "base", "repo"],
      ["pull_request", "base", "repo", "id"],
    ];
    const others = [
      undefined,
      null,
      true,
      0,
      -1,
      1.5,
      1e308,
      "",
      "x".repeat(5000),
      "\0\n::error::",
      [],
      [[]],
      {},
      { id: {} },
    ];
    for (const [name, event] of events)
      for (const path of fields)
        for (const other of others) expectSurvived(name, changed(event, path, other));
  });
});

function expectSurvived(name: string, event: unknown, operation: Operation = "auto"): void {
  try {
    const { kind } = route(name, event, operation);
    expect(["merge", "prune", "sync", "check", "reconcile", "aside", "nothing"]).toContain(kind);
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    expect(error.code).toBe("CONFIG_INVALID");
  }
}

/** A copy with one field absent (`undefined`) or something else. */
function changed(event: Payload, path: readonly string[], value: unknown): Payload {
  const copy = structuredClone(event);
  let at: Payload = copy;
  for (const key of path.slice(0, -1)) {
    if (at[key] === undefined) return copy;
    at = at[key] as Payload;
  }
  const last = path.at(-1) ?? "";
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
}
