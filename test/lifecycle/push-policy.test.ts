import { describe, expect, test } from "vitest";
import { branchNameSchema } from "../../src/lifecycle/ids.js";
import {
  isPushBlocked,
  type PushedRef,
  type PushedTask,
  pushPolicy,
  pushRow,
  pushRows,
} from "../../src/lifecycle/push-policy.js";
import { type PushedFrom, pushRefusal } from "../../src/lifecycle/push-refusal.js";
import { type Status, statuses } from "../../src/lifecycle/states.js";

const name = (text: string) => branchNameSchema.parse(text);
const record = (status: Status, more: Partial<PushedTask> = {}): PushedTask => ({
  status,
  seen: true,
  elsewhere: false,
  resolved: false,
  uncommitted: 0,
  failed: null,
  ...more,
});
type Task = Extract<PushedRef, { kind: "task" }>;
const task = (more: Partial<Task> = {}): Task => ({
  kind: "task",
  branch: name("task/a"),
  record: record("active"),
  own: true,
  fromItsPlace: true,
  landed: false,
  change: "forward",
  ...more,
});
const branch = (more: Partial<Extract<PushedRef, { kind: "branch" }>> = {}): PushedRef => ({
  kind: "branch",
  branch: "main",
  carries: null,
  fromManaged: false,
  ...more,
});
const blocked = "blocked";
const passes = "passes";
type Verdict = typeof blocked | typeof passes;

/** Written by hand from the policy: what is pushed, strict, state. */
const cells: readonly (readonly [string, PushedRef, Verdict, Verdict])[] = [
  ["active and clean, to its own name", task(), blocked, passes],
  ["active and clean, new over there", task({ change: "new" }), blocked, passes],
  ["a resolved conflict", task({ record: record("conflict", { resolved: true }) }), blocked, passes],
  ["a conflict that is not resolved", task({ record: record("conflict") }), blocked, blocked],
  [
    "active, but nobody can look at it",
    task({ record: record("active", { seen: false }) }),
    blocked,
    blocked,
  ],
  ["creating", task({ record: record("creating") }), blocked, blocked],
  ["initializing", task({ record: record("initializing") }), blocked, blocked],
  ["dirty", task({ record: record("dirty", { uncommitted: 2 }) }), blocked, blocked],
  ["committing", task({ record: record("committing") }), blocked, blocked],
  ["merging", task({ record: record("merging") }), blocked, blocked],
  ["removing", task({ record: record("removing") }), blocked, blocked],
  ["removed", task({ record: record("removed") }), blocked, blocked],
  ["error", task({ record: record("error", { failed: "merge" }) }), blocked, blocked],
  ["forced", task({ change: "forced" }), blocked, blocked],
  ["over something that is not known here", task({ change: "unknown" }), blocked, blocked],
  ["deleted, landed", task({ change: "deleted", landed: true }), passes, passes],
  ["deleted, not landed", task({ change: "deleted" }), blocked, blocked],
  ["another task's commits to its name", task({ own: false }), blocked, blocked],
  ["from another task's worktree", task({ fromItsPlace: false }), blocked, blocked],
  [
    "landed, deleted from another task's worktree",
    task({ fromItsPlace: false, change: "deleted", landed: true }),
    blocked,
    blocked,
  ],
  ["no record, forward", task({ record: null }), passes, passes],
  ["no record, forced", task({ record: null, change: "forced" }), blocked, blocked],
  ["no record, deleted, not in base", task({ record: null, change: "deleted" }), blocked, blocked],
  ["no record, from a managed worktree", task({ record: null, fromItsPlace: false }), blocked, blocked],
  ["base from a managed worktree", branch({ fromManaged: true }), blocked, blocked],
  ["another branch from a managed worktree", branch({ branch: "x", fromManaged: true }), blocked, blocked],
  [
    "task:main from a managed worktree",
    branch({ carries: name("task/a"), fromManaged: true }),
    blocked,
    blocked,
  ],
  ["task:main from the main worktree", branch({ carries: name("task/a") }), blocked, blocked],
  ["base from the main worktree", branch(), passes, passes],
  ["a tag from a managed worktree", { kind: "tag", fromManaged: true }, blocked, passes],
  ["a tag from the main worktree", { kind: "tag", fromManaged: false }, passes, passes],
  ["the notes ref, forward", { kind: "coppice", change: "forward" }, passes, passes],
  ["the notes ref, new", { kind: "coppice", change: "new" }, passes, passes],
  ["the notes ref, forced", { kind: "coppice", change: "forced" }, blocked, blocked],
  ["the notes ref, over what is not known", { kind: "coppice", change: "unknown" }, blocked, blocked],
  ["the notes ref, deleted", { kind: "coppice", change: "deleted" }, blocked, blocked],
  ["another ref", { kind: "other" }, passes, passes],
];

describe("the policy of raw pushes", () => {
  test.each(cells)("%s: strict and state as the table says", (_what, pushed, strict, state) => {
    expect({
      strict: isPushBlocked(pushed, "strict") ? blocked : passes,
      state: isPushBlocked(pushed, "state") ? blocked : passes,
    }).toEqual({ strict, state });
  });

  test("every row and every state is in the table", () => {
    expect(new Set(cells.map(([, pushed]) => pushRow(pushed)))).toEqual(new Set(pushRows));
    const seen = cells.flatMap(([, pushed]) => (pushed.kind === "task" ? (pushed.record?.status ?? []) : []));
    expect(new Set(seen)).toEqual(new Set(statuses));
  });
});

describe("what is told of a push that is refused", () => {
  const from: PushedFrom = { remote: "origin", policy: "strict", worktree: null, base: null };
  const tell = (pushed: PushedRef, more: Partial<PushedFrom> = {}, ref = "refs/heads/task/a") =>
    pushRefusal([{ ref, pushed }], { ...from, ...more });

  test("branch, state, reason, command", () => {
    expect(tell(task())).toBe(
      [
        "coppice: this push to origin is refused, nothing of it was pushed",
        "  branch: task/a",
        "  state:  active, clean",
        "  why:    task branches are pushed by Coppice alone (guard.push is strict)",
        "  do:     coppice submit task/a",
        "",
      ].join("\n"),
    );
  });

  test.each([
    [
      "dirty",
      task({ record: record("dirty", { uncommitted: 2 }) }),
      "dirty, 2 uncommitted files",
      "coppice commit task/a",
    ],
    ["conflict", task({ record: record("conflict") }), "conflict, not resolved", "coppice resolve task/a"],
    [
      "error",
      task({ record: record("error", { failed: "merge" }) }),
      "error (merge)",
      "coppice retry task/a",
    ],
    ["merging", task({ record: record("merging") }), "merging", "wait until it has ended"],
    [
      "elsewhere",
      task({ record: record("active", { seen: false, elsewhere: true }) }),
      "active",
      "coppice submit task/a, in that clone",
    ],
    ["forced", task({ change: "forced" }), "active, clean", "git fetch origin"],
    ["deleted", task({ change: "deleted" }), "active, clean", "coppice merge task/a"],
    ["deleted", task({ change: "deleted" }), "active, clean", "coppice submit --withdraw first"],
    ["no record", task({ record: null, change: "deleted" }), "not landed", "--no-verify"],
    [
      "carried",
      branch({ carries: name("task/a") }),
      "task/a is not merged by this",
      "coppice merge task/a --push",
    ],
    ["notes", { kind: "coppice", change: "forced" } as const, "not managed", "git fetch origin"],
  ])("%s: the state and a way on", (_what, pushed, state, way) => {
    const text = tell(pushed);
    expect(text).toContain(`  state:  ${state}`);
    expect(text.split("\n").find((line) => line.startsWith("  do: "))).toContain(way);
  });

  test("base from a managed worktree: the worktree and its commands", () => {
    const text = tell(branch({ fromManaged: true }), { worktree: "task/a", base: "main" }, "refs/heads/main");
    expect(text).toContain("  branch: main\n  state:  pushed from the worktree of task/a\n");
    expect(text).toContain("  do:     coppice submit task/a, or coppice merge task/a --push\n");
  });

  test("many refs: six lines that name the first ones", () => {
    const many = ["b", "c", "d", "e", "f"].map((letter) => ({
      ref: `refs/heads/task/${letter}`,
      pushed: task({ branch: name(`task/${letter}`) }),
    }));
    const lines = pushRefusal([{ ref: "refs/heads/task/a", pushed: task() }, ...many], from).split("\n");
    expect(lines.length).toBe(7);
    expect(lines.at(-2)).toBe("  also:   task/b, task/c, task/d and 2 more");
  });

  test("every row in every state: at most six lines, none without words", () => {
    for (const [what, pushed] of cells) {
      for (const policy of ["strict", "state"] as const) {
        if (pushPolicy[pushRow(pushed)][policy] === passes) continue;
        const lines = tell(pushed, { policy }).trimEnd().split("\n");
        expect({ what, lines: lines.length }).toEqual({ what, lines: 5 });
        for (const line of lines) expect(line).not.toMatch(/:\s*$/);
      }
    }
  });

  test("names that a shell would take apart or a terminal would act on: quoted, written out", () => {
    const odd = "task/$(rm -r)'\u202e".replace(" ", "-");
    const text = tell(task({ branch: name(odd) }), {}, `refs/heads/${odd}`);
    expect(text).toContain("do:     coppice submit 'task/$(rm--r)'\\''\\u{202e}'");
    expect(text).not.toContain("\u202e");
  });
});
