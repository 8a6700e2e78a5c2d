import { expect, test } from "vitest";
import { type NotTold, readTold, type Told } from "../../src/lifecycle/told.js";

const now = Date.parse("2026-02-01T00:00:00.000Z");
const read = (value: unknown, form: "workspace" | "metadata" = "metadata") => readTold(form, value, now);

function told(value: unknown): Told {
  const found: Told | NotTold = read(value);
  if ("reason" in found) throw new Error(found.reason);
  return found;
}

test.each([
  ["2026-01-02T03:04:05.678Z", "2026-01-02T03:04:05.678Z"],
  ["2026-01-02T03:04Z", "2026-01-02T03:04:00.000Z"],
  ["2026-01-02T03:04:05.123456+01:00", "2026-01-02T02:04:05.123Z"],
  [1_767_323_045, "2026-01-02T03:04:05.000Z"],
  [1_767_323_045_678, "2026-01-02T03:04:05.678Z"],
  ["2026-02-30T00:00:00Z", null],
  ["2027-01-01T00:00:00Z", null],
  ["yesterday", null],
  [-1, null],
  [Number.POSITIVE_INFINITY, null],
  [{}, null],
])("a time of %j: %s", (createdAt, time) => {
  const found = told({ branch: "task/a", createdAt });
  expect(found.createdAt).toBe(time);
  expect(found.notCarried.map(({ field }) => field)).toEqual(time === null ? ["createdAt"] : []);
});

const pull = { number: 7, url: "https://forge.test/7", state: "MERGED", createdAt: "2026-01-31T12:05:00Z" };

test.each([
  [pull, { ...pull, title: "", state: "merged" }],
  [{ ...pull, url: "file:///etc/passwd" }, null],
  [{ ...pull, number: 0 }, null],
  [{ ...pull, state: "draft" }, null],
  [{ ...pull, title: "x".repeat(2000) }, null],
  [7, null],
  ["https://forge.test/7", null],
])("a pull request of %j", (pr, carried) => {
  const found = told({ branch: "task/a", pr });
  expect(found.pr).toEqual(carried);
  expect(found.notCarried.map(({ field }) => field)).toEqual(carried === null ? ["pr"] : []);
});

test.each([
  [{ initScriptStatus: "success", initScriptRan: true }, { status: "success", error: null }, []],
  [{ init_script_status: "failed", init_script_error: "no" }, { status: "failed", error: "no" }, []],
  [
    { initScriptStatus: "failed", initScriptError: 7 },
    { status: "failed", error: null },
    ["initScriptError"],
  ],
  [{ initScriptStatus: "running" }, null, ["initScriptStatus"]],
  [{ initScriptStatus: "later" }, null, ["initScriptStatus"]],
  [{ initScriptRan: true }, null, ["initScriptRan"]],
  [{ initScriptRan: false, initScriptStatus: null, initScriptError: null }, null, []],
])("an init script of %j", (fields, initScript, notCarried) => {
  const found = told({ branch: "task/a", ...fields });
  expect(found.initScript).toEqual(initScript);
  expect(found.notCarried.map(({ field }) => field)).toEqual(notCarried);
});

test.each([
  [null, "it is no object"],
  [["task/a"], "it is no object"],
  [{ version: "1" }, "its version is not 1"],
  [{ type: "clone" }, "its type is neither worktree nor home"],
  [{ branch: "a b" }, "its branch is no branch name: it contains a space"],
  [{ branch: {} }, "its branch is no text"],
  [{ worktree_path: 7 }, "its worktree_path is no path"],
  [{ parent_repo: "x".repeat(5000) }, "its parent_repo is no path"],
  [{ status: null }, "it tells of a worktree that is removed"],
])("%j: not taken", (value, reason) => {
  expect(read(value, "workspace")).toEqual({ reason });
});

test("fields that a record has no place for: named, as many as can be read", () => {
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`x${index}`, index]));
  const { notCarried } = told({ branch: "task/a", ...many });
  expect(notCarried.map(({ field }) => field)).toEqual([
    ...Array.from({ length: 10 }, (_, index) => `x${index}`),
    "2 more",
  ]);
  expect(told(JSON.parse('{ "__proto__": { "branch": "task/b" } }'))).toMatchObject({
    branch: null,
    notCarried: [{ field: "__proto__" }],
  });
});
