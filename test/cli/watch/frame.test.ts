import pico from "picocolors";
import { expect, test } from "vitest";
import { cut, inRoom, widthOf, wrapped } from "../../../src/cli/watch/cells.js";
import { frameLines } from "../../../src/cli/watch/frame.js";
import { beginning, looked, type Model, resized } from "../../../src/cli/watch/model.js";
import { branch } from "../../lifecycle/support.js";
import { idOf, lookAt, now, rowOf, watching } from "./support.js";

const plain = pico.createColors(false);
const screen = (model: Model): string[] => frameLines(model, plain).map((line) => line.trimEnd());

const rows = [
  rowOf("task/a", {
    record: {
      role: "builder",
      title: "A title \u001b[31m漢字",
      pr: {
        number: 7,
        url: "https://example.invalid/7",
        title: "",
        state: "open",
        createdAt: "2026-01-31T12:00:00Z",
      },
    },
  }),
  rowOf("task/b", { state: "conflict", row: { ahead: 2, behind: 3 } }),
  rowOf("task/c", {
    files: ["a", "b"],
    observed: { status: "dirty" },
    row: { lease: { until: "2026-01-31T13:00:00.000Z", holder: "agent \u202e7" } },
  }),
  rowOf("task/d", { files: null }),
];

test("every column, with what is not known yet, and nothing that a terminal would obey", () => {
  const model = looked(
    watching(rows, { columns: 140, rows: 10 }),
    lookAt(rows, { "task/a": 0, "task/b": 2 }),
  );
  expect(screen(model)).toEqual([
    "coppice watch  garden  4 worktrees: 2 active, 1 conflict, 1 dirty",
    "  branch  state     task                  role     age  changes  base        conflicts  lease/lock               pr",
    "> task/a  active    A title \\x1b[31m漢字  builder  5m   0        main +1 -0  none       -                        #7 open",
    "  task/b  conflict  -                     -        5m   0        main +2 -3  2 files    -                        -",
    "  task/c  dirty     -                     -        5m   2        main +1 -0  -          in use: agent \\u{202e}7  -",
    "  task/d  active    -                     -        5m   ...      main +1 -0  -          -                        -",
    "",
    "",
    "",
    "? help  q quit  enter log  m merge  r resolve  t retry  x remove  up/down select",
  ]);
});

test.each([
  [
    120,
    "  branch  state     task                  role     age  changes  base        conflicts  lease/lock               pr",
  ],
  [100, "  branch  state     task                age  changes  base        conflicts  lease/lock"],
  [70, "  branch  state     task                changes  base        conflicts"],
  [50, "  branch  state     changes  base        conflicts"],
  [40, "  branch  state     changes  conflicts"],
  [30, "  branch  state     changes"],
  [18, "  branch  state"],
  [9, "  bra…  …"],
])("%i columns: what matters least goes", (columns, head) => {
  const lines = screen(resized(looked(watching(rows), lookAt(rows, { "task/b": 2 })), { columns, rows: 12 }));
  expect(lines[1]).toBe(head);
  for (const line of lines) expect(widthOf(line), line).toBeLessThanOrEqual(columns);
});

test("a column that says nothing of any worktree goes before a title is cut", () => {
  const title = "A title of some length";
  const model = watching([rowOf("task/a", { record: { title } })], { columns: 76, rows: 12 });
  expect(screen(model)[1]).toBe("  branch  state   task                    age  changes  base");
  expect(screen(model)[2]).toContain(title);
});

test("a very long branch is cut before a column goes that says something", () => {
  const model = watching([rowOf("task/a"), rowOf(`task/${"long".repeat(30)}`)], { columns: 76, rows: 12 });
  expect(screen(model)[1]).toMatch(/^ {2}branch {27,}state {2,}age {2}changes {2}base/);
  expect(screen(model)[3]).toMatch(/^ {2}task\/(long)+l?o?n?… {2}active {2}/);
  expect(widthOf(screen(model)[3] ?? "")).toBe(76);
});

test("a question that is too wide goes on below itself", () => {
  const question = { lines: ["  one uncommitted file and a lease"], choices: [] };
  const lines = screen({ ...watching([], { columns: 24, rows: 12 }), view: { type: "question", question } });
  expect(lines.slice(2, 4)).toEqual(["    one uncommitted file", "    and a lease"]);
});

test("any size: as many lines as the screen has, none wider", () => {
  const many = Array.from({ length: 30 }, (_, number) => rowOf(`task/漢${number}`));
  for (const [columns, height] of [
    [1, 1],
    [2, 3],
    [20, 4],
    [300, 80],
    [80, 24],
  ] as const) {
    const size = { columns, rows: height };
    const question = { lines: ["Remove it?".repeat(9)], choices: [] };
    const base = watching(many, size);
    const views: readonly Model["view"][] = [
      base.view,
      { type: "help" },
      { type: "text", lines: ["x".repeat(400), "y"], top: 0 },
      { type: "question", question },
    ];
    for (const view of views) {
      const lines = screen({ ...base, view, notes: ["a note ".repeat(30)] });
      expect(lines).toHaveLength(height);
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
    }
  }
});

test("many worktrees scroll with the selection, and the title says which part is shown", () => {
  const many = Array.from({ length: 30 }, (_, number) => rowOf(`task/${String(number).padStart(2, "0")}`));
  const model = { ...watching(many, { columns: 80, rows: 12 }), selected: idOf("task/29") };
  const lines = screen(resized(model, model.size));
  expect(lines[0]).toMatch(/^coppice watch {2}garden {2}30 worktrees: 30 active {2,}25-30 of 30$/);
  expect(lines.slice(2, 8).map((line) => line.slice(0, 9))).toEqual([
    "  task/24",
    "  task/25",
    "  task/26",
    "  task/27",
    "  task/28",
    "> task/29",
  ]);
});

test("before the first look, and without a worktree: it says so", () => {
  expect(screen(beginning({ columns: 60, rows: 6 }, now))[2]).toBe("  looking at the worktrees ...");
  expect(screen(watching([]))[2]).toBe("  no worktrees; coppice create <branch> makes one");
});

test("a command that runs: what it does, for how long, and that its end is waited for", () => {
  const order = { id: idOf("task/a"), branch: branch("task/a"), words: ["merge", idOf("task/a")] as const };
  const model: Model = {
    ...watching(rows),
    now: now + 3_000,
    job: { order: { ...order, words: ["merge", order.id] }, step: "running verify", since: now },
    notes: ["of before"],
  };
  expect(screen(model).at(-2)).toBe("merge task/a runs (3 s): running verify");
  expect(screen({ ...model, isLeaving: true }).at(-2)).toMatch(/^merge task\/a runs \(3 s\); quits when/);
});

test("with colours: the state has its own, and lines are as wide as without", () => {
  const coloured = frameLines(watching(rows), pico.createColors(true));
  expect(coloured[2]).toContain(pico.createColors(true).green("active"));
  expect(coloured.map(widthOf)).toEqual(frameLines(watching(rows), plain).map(widthOf));
});

test.each([
  ["plain", 10, "plain"],
  ["a longer text", 8, "a longe…"],
  ["漢字漢字", 5, "漢字…"],
  ["👩‍👩‍👧 family", 4, "👩‍👩‍👧 …"],
  ["x", 0, ""],
])("%s in %i columns: %s", (text, columns, expected) => {
  expect(cut(text, columns)).toBe(expected);
});

test("what does not fit into the last lines: the longest gives way, the hint stays", () => {
  expect(wrapped("one two three", 7)).toEqual(["one two", "three"]);
  const error = "error[MERGE_FAILED] one two three four five six seven";
  expect(inRoom([error, "hint: try"], 20, 3)).toEqual([
    "error[MERGE_FAILED]",
    "one two three four …",
    "hint: try",
  ]);
  expect(inRoom([error, "hint: try"], 20, 1)).toEqual(["error[MERGE_FAILED]…"]);
});
