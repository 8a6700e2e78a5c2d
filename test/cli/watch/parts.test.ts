import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { changesBetween } from "../../../src/cli/watch/changes.js";
import { errorCode, outcomeLines } from "../../../src/cli/watch/job.js";
import { keyHelp } from "../../../src/cli/watch/keys.js";
import { pressesOf } from "../../../src/cli/watch/presses.js";
import { Terminal } from "../../../src/cli/watch/terminal.js";
import { idOf, lookAt, rowOf } from "./support.js";

const at = (text: string): string => `2026-01-31 12:05:00  ${text}`;

test("two looks: one line for each worktree of which there is news", () => {
  const before = lookAt(
    [rowOf("task/a"), rowOf("task/b"), rowOf("task/c", { files: null }), rowOf("task/d")],
    {
      "task/a": 0,
    },
  );
  const after = lookAt(
    [
      rowOf("task/a", { files: ["x"], observed: { status: "dirty" }, row: { behind: 2 } }),
      rowOf("task/c", { files: ["x"] }),
      rowOf("task/d", { row: { lease: { until: "2026-01-31T13:00:00.000Z", holder: "a\u001b[2J" } } }),
      rowOf("task/new"),
    ],
    { "task/a": 2, "task/d": 1 },
  );
  expect(changesBetween(before, after)).toEqual([
    at("task/a  active -> dirty, 1 file uncommitted, main +1 -2, conflicts: 2 files"),
    at("task/d  in use by a\\x1b[2J"),
    at("task/new  new: active"),
    at("task/b  removed"),
  ]);
  expect(changesBetween(after, after)).toEqual([]);
});

const key = {
  upArrow: false,
  downArrow: false,
  leftArrow: false,
  rightArrow: false,
  pageDown: false,
  pageUp: false,
  home: false,
  end: false,
  return: false,
  escape: false,
  ctrl: false,
  shift: false,
  tab: false,
  backspace: false,
  delete: false,
  meta: false,
  super: false,
  hyper: false,
  capsLock: false,
  numLock: false,
};

test.each([
  ["jjk", {}, ["j", "j", "k"]],
  ["", { upArrow: true }, ["up"]],
  ["", { return: true }, ["enter"]],
  ["c", { ctrl: true }, ["ctrl-c"]],
  ["x", { meta: true }, []],
  ["", { escape: true, meta: true }, ["escape"]],
])("the input %j with %j is %j", (input, held, expected) => {
  expect(pressesOf(input, { ...key, ...held })).toEqual(expected);
});

test("a command's end in a few lines: the error with its hint, or what it was asked for with its warnings", () => {
  const order = { id: idOf("task/a"), branch: "task/a", words: ["merge"] as const };
  const failed = {
    code: 4,
    lines: [],
    errors: ["error[MERGE_CONFLICT] it conflicts", "  a  content", "hint: resolve"],
  };
  expect(outcomeLines({ ...order, words: ["merge"] }, failed)).toEqual([
    "error[MERGE_CONFLICT] it conflicts",
    "hint: resolve",
  ]);
  expect(errorCode(failed)).toBe("MERGE_CONFLICT");
  const worked = { code: 0, lines: ["merged"], errors: ["warning: kept"] };
  expect(outcomeLines({ ...order, words: ["merge"] }, worked)).toEqual(["merged", "warning: kept"]);
  expect(outcomeLines({ ...order, words: ["merge"] }, { code: 1, lines: [], errors: [] })).toEqual([
    "merge ended with 1",
  ]);
});

test("a terminal: rows that have not changed are not written, another size is drawn anew, and the end undoes the beginning", () => {
  let written = "";
  const take = (): string => {
    const text = written.replaceAll("\u001b[", "^");
    written = "";
    return text;
  };
  const terminal = new Terminal({
    isTTY: true,
    columns: 9,
    write: (text) => {
      written += text;
    },
  });
  const listeners = process.listenerCount("exit");
  terminal.draw(["too early"], { columns: 9, rows: 2 });
  expect(take()).toBe("");
  terminal.enter();
  terminal.enter();
  expect(take()).toBe("^?1049h^?25l^?7l");
  terminal.draw(["a", "b"], { columns: 9, rows: 2 });
  expect(take()).toBe("^2J^1;1H^0m^2Ka^2;1H^0m^2Kb");
  terminal.draw(["a", "c", "no room"], { columns: 9, rows: 2 });
  expect(take()).toBe("^2;1H^0m^2Kc");
  terminal.draw(["a"], { columns: 9, rows: 2 });
  expect(take()).toBe("^2;1H^0m^2K");
  terminal.draw(["a"], { columns: 9, rows: 3 });
  expect(take()).toBe("^2J^1;1H^0m^2Ka");
  terminal.leave();
  terminal.leave();
  expect(take()).toBe("^?7h^?25h^?1049l");
  expect(process.listenerCount("exit")).toBe(listeners);
});

test("docs/watch.md tells the keys that the help tells", () => {
  const text = readFileSync(join(import.meta.dirname, "../../../docs/watch.md"), "utf8");
  const rows = keyHelp.map(([keys, does]) => `| ${keys.replaceAll(/(page )?\S+/g, "`$&`")} | ${does} |`);
  expect(text).toContain(`| key | does |\n|---|---|\n${rows.join("\n")}\n`);
});
