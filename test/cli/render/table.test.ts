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
