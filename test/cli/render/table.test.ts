import { expect, test } from "vitest";
import { tableText } from "../../../src/cli/render/table.js";

test("columns: aligned by what a terminal shows, colours and wide characters counted right", async () => {
  expect(
    await tableText(
      ["branch", "state", "end"],
      [
        ["task/a", "\u001b[32mactive\u001b[39m", "x"],
        ["任务/一", "dirty", ""],
        ["task/🚀-long", "-", "-"],
      ],
    ),
  ).toBe(
    [
      "branch        state   end",
      "task/a        \u001b[32mactive\u001b[39m  x",
      "任务/一       dirty",
      "task/🚀-long  -       -",
      "",
    ].join("\n"),
  );
});

test("no rows: the heads alone", async () => {
  expect(await tableText(["a", "b"], [])).toBe("a  b\n");
});

test("wider than the terminal: the column that gives way is cut, down to a beginning that still tells something", async () => {
  const table = (columns: number) =>
    tableText(
      ["branch", "task", "age"],
      [
        ["task/a", "Say how often 植物 want water", "1d"],
        ["task/b", "-", "now"],
      ],
      { column: 1, columns },
    );
  expect(await table(60)).toBe(
    "branch  task                           age\ntask/a  Say how often 植物 want water  1d\ntask/b  -                              now\n",
  );
  expect(await table(33)).toBe(
    "branch  task                  age\ntask/a  Say how often 植物 …  1d\ntask/b  -                     now\n",
  );
  expect(await table(10)).toContain("task/a  Say how oft…  1d\n");
});
