import { expect, test } from "vitest";
import { askRemoval, pressed } from "../../../src/cli/watch/keys.js";
import { looked, type Model, selectedRow, type Wish } from "../../../src/cli/watch/model.js";
import { forceQuestion } from "../../../src/cli/watch/questions.js";
import { branch } from "../../lifecycle/support.js";
import { idOf, lookAt, type RowOptions, rowOf, watching } from "./support.js";

/** Presses keys one after the other. @returns the screen then, and all that was wished for */
function press(model: Model, ...keys: readonly string[]): { model: Model; wishes: readonly Wish[] } {
  let [now, wishes]: [Model, readonly Wish[]] = [model, []];
  for (const key of keys) {
    const next = pressed(now, key);
    [now, wishes] = [next.model, [...wishes, ...next.wishes]];
  }
  return { model: now, wishes };
}

const names = Array.from({ length: 20 }, (_, number) => `task/${number}`);
const many = watching(
  names.map((name) => rowOf(name)),
  { columns: 80, rows: 12 },
);
const one = (options: RowOptions = {}): Model => watching([rowOf("task/a", options)]);
const run = (...words: readonly string[]): Wish => ({
  type: "run",
  order: {
    id: idOf("task/a"),
    branch: branch("task/a"),
    words: [words[0] ?? "", idOf("task/a"), ...words.slice(1)],
  },
});

test.each([
  [["down", "j", "k"], "task/1"],
  [["up"], "task/0"],
  [["G"], "task/19"],
  [["end", "down"], "task/19"],
  [["pagedown"], "task/6"],
  [["pagedown", "pageup", "pageup"], "task/0"],
  [["G", "home"], "task/0"],
])("%j selects %s", (keys, expected) => {
  const { model, wishes } = press(many, ...keys);
  expect(selectedRow(model)?.record.branch).toBe(expected);
  expect(wishes).toEqual([]);
});

test.each([
  ["enter", {}, [{ type: "read", id: idOf("task/a") }]],
  ["l", {}, [{ type: "read", id: idOf("task/a") }]],
  ["x", {}, [{ type: "weigh", id: idOf("task/a") }]],
  ["q", {}, [{ type: "leave" }]],
  ["ctrl-c", {}, [{ type: "stop" }]],
  ["m ctrl-z", {}, [{ type: "suspend" }]],
  ["t", { state: "error" }, [run("retry")]],
  ["t", { state: "merging", observed: { interrupted: true } }, [run("retry")]],
  ["m y", {}, [run("merge")]],
  ["m n", {}, []],
  ["m escape", {}, []],
  ["m q", {}, []],
  ["m x", {}, []],
  ["r o", { state: "conflict" }, [run("resolve", "--ours")]],
  ["r t", { state: "conflict" }, [run("resolve", "--theirs")]],
  ["r m", { state: "conflict" }, [run("resolve", "--manual")]],
  ["r c", { state: "conflict" }, [run("resolve", "--continue")]],
  ["r w", { state: "conflict" }, [run("resolve")]],
  ["r a", { state: "conflict" }, [run("abort")]],
  ["r o", {}, []],
  ["t", {}, []],
  ["? m y", {}, []],
  ["z", {}, []],
] as const satisfies readonly (readonly [string, RowOptions, readonly Wish[]])[])(
  "%s on a worktree of %j",
  (keys, options, wishes) => {
    expect(press(one(options), ...keys.split(" ")).wishes).toEqual(wishes);
  },
);

test("what a key cannot do just now is said, and changes nothing", () => {
  expect(press(one(), "r").model.notes).toEqual(["task/a has no conflict to resolve"]);
  expect(press(one(), "t").model.notes).toEqual(["nothing of task/a has failed"]);
  expect(press(watching([]), "m").model.notes).toEqual(["there is no worktree"]);
  const order = { id: idOf("task/a"), branch: "task/a", words: ["merge", idOf("task/a")] as const };
  const busy: Model = {
    ...one(),
    job: { order: { ...order, words: ["merge", order.id] }, step: "", since: 0 },
  };
  for (const key of ["m", "r", "t", "x"])
    expect(press(busy, key).model.notes).toEqual(["merge task/a still runs"]);
  expect(press(busy, "l").wishes).toHaveLength(1);
});

test("before a removal it is said what is there, and only an answer removes", () => {
  const model = askRemoval(
    one({
      files: ["a", "b\u001b[2J", "c", "d"],
      row: {
        ahead: 2,
        lease: { until: "2026-01-31T13:00:00.000Z", holder: "agent" },
        lock: { reason: "mine" },
      },
    }),
    idOf("task/a"),
  );
  expect(model.view).toMatchObject({
    question: {
      lines: [
        "Remove task/a?",
        "  4 uncommitted files: a, b\\x1b[2J, c and 1 more",
        "  2 commits that main does not have",
        "  it is in use by agent",
        "  it is locked: mine",
      ],
    },
  });
  expect(press(model, "n").wishes).toEqual([]);
  expect(press(model, "enter").model.view.type).toBe("question");
  expect(press(model, "y").wishes).toEqual([run("remove")]);
  const linesOf = (options: RowOptions) => askRemoval(one(options), idOf("task/a")).view;
  expect(linesOf({ row: { ahead: 0 } })).toMatchObject({
    question: { lines: ["Remove task/a?", "  nothing in it would be lost"] },
  });
  expect(linesOf({ files: null, row: { ahead: 0 } })).toMatchObject({
    question: { lines: ["Remove task/a?", "  its files could not be looked at"] },
  });
});

test.each([
  ["WORKTREE_DIRTY", [], ["--force"]],
  ["INVALID_STATE", [], ["--force"]],
  ["WORKTREE_LOCKED", [], ["--force", "--force"]],
  ["WORKTREE_IN_USE", ["--force"], ["--force", "--force"]],
  ["WORKTREE_DIRTY", ["--force"], undefined],
  ["WORKTREE_IN_USE", ["--force", "--force"], undefined],
  ["GIT_FAILED", [], undefined],
])("a removal that was refused with %s after %j", (code, given, force) => {
  const id = idOf("task/a");
  const refused = { id, branch: "task/a", words: ["remove", id, ...given] as const };
  const question = forceQuestion({ ...refused, words: ["remove", id, ...given] }, code, [
    "error[X] it is",
    "hint: do",
  ]);
  expect(question?.choices.map(({ wish }) => wish)).toEqual(force && [run("remove", ...force)]);
  if (question !== undefined) expect(question.lines[0]).toBe("error[X] it is");
});

test("what stands in the way needs force twice, as its hint says: that is asked for at once, also after the first", () => {
  const hint = "hint: Commit or discard the changes; or give --force twice: they are archived.";
  for (const given of [[], ["--force"]]) {
    const words = ["remove", "id", ...given] as const;
    const question = forceQuestion({ id: "id", branch: "task/a", words: [...words] }, "WORKTREE_DIRTY", [
      "said",
      hint,
    ]);
    expect(question?.choices.map(({ text }) => text)).toEqual(["remove --force --force"]);
  }
});

test("a refused merge is never forced", () => {
  const order = { id: idOf("task/a"), branch: "task/a", words: ["merge", idOf("task/a")] as const };
  expect(forceQuestion({ ...order, words: ["merge", order.id] }, "WORKTREE_DIRTY", [])).toBeUndefined();
});

test("a text scrolls no further than its end, and goes with q", () => {
  const lines = Array.from({ length: 20 }, (_, number) => `${number}`);
  const reading: Model = { ...one(), view: { type: "text", lines, top: 0 } };
  const topAfter = (...keys: string[]) => press(reading, ...keys).model.view;
  expect(topAfter("end")).toMatchObject({ top: 13 });
  expect(topAfter("pagedown", "k")).toMatchObject({ top: 6 });
  expect(topAfter("up")).toMatchObject({ top: 0 });
  expect(topAfter("q")).toEqual({ type: "table" });
});

test("the selected worktree is gone: the one in its place is selected, and new ones change nothing", () => {
  const at = press(many, "j", "j").model;
  const without = names.filter((name) => name !== "task/2").map((name) => rowOf(name));
  expect(selectedRow(looked(at, lookAt(without)))?.record.branch).toBe("task/3");
  const more = [rowOf("task/new"), ...names.map((name) => rowOf(name))];
  expect(selectedRow(looked(at, lookAt(more)))?.record.branch).toBe("task/2");
  expect(selectedRow(looked(at, lookAt([])))).toBeUndefined();
});
