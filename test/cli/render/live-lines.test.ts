import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canRedraw, LiveLines } from "../../../src/cli/render/live-lines.js";
import { cutLine } from "../../../src/cli/render/table.js";
import { Screen } from "./screen.js";

const above = "$\n";
function began(columns: number, rows: number): { screen: Screen; live: LiveLines } {
  const screen = new Screen(columns, rows);
  screen.write(above);
  return { screen, live: new LiveLines(screen, cutLine) };
}

describe("LiveLines", () => {
  test("a line changes: that line alone is written again", () => {
    const { screen, live } = began(40, 10);
    live.draw(["branch  changes", "a       ...", "b       ..."]);
    live.draw(["branch  changes", "a       ...", "b       2"]);
    expect(screen.text).toBe(`${above}branch  changes\na       ...\nb       2\n`);
    expect(screen.writes.at(-1)).toBe("\u001b[1A\rb       2\u001b[K\u001b[1B\r");
    live.draw(["branch  changes", "a       ...", "b       2"]);
    expect(screen.writes).toHaveLength(3);
    live.end("all of it\n");
    expect(screen.text).toBe(`${above}all of it\n`);
  });

  test("a narrow terminal: lines are cut, and colours with them; the end is whole", () => {
    const { screen, live } = began(10, 10);
    live.draw(["0123456789", "\u001b[32m漢字漢字漢字\u001b[39m", "short"]);
    expect(screen.text).toBe(`${above}01234567…\n漢字漢字…\nshort\n`);
    live.end("0123456789ab\n");
    expect(screen.text).toBe(`${above}0123456789\nab\n`);
  });

  test("more lines than the screen has rows: the first, and how many more; the end is whole", () => {
    const { screen, live } = began(40, 5);
    const lines = Array.from({ length: 9 }, (_, index) => `line ${index}`);
    live.draw(lines);
    live.draw(lines.map((line) => `${line}!`));
    expect(screen.text).toBe(`${above}line 0!\nline 1!\nline 2!\n... and 6 more!\n`.replace("more!", "more"));
    live.end(`${lines.join("\n")}\n`);
    expect(screen.text).toBe(`${above}${lines.join("\n")}\n`);
  });

  test("any lines on any screen that is resized meanwhile: what stands above stays, and the end is whole", () => {
    const size = fc.record({
      columns: fc.integer({ min: 2, max: 30 }),
      rows: fc.integer({ min: 3, max: 12 }),
    });
    const line = fc.string({ maxLength: 20, unit: fc.constantFrom("a", "b", " ", "é", "漢") });
    const step = fc.record({ size: fc.option(size), lines: fc.array(line, { minLength: 1, maxLength: 15 }) });
    fc.assert(
      fc.property(size, fc.array(step, { maxLength: 6 }), (first, steps) => {
        const { screen, live } = began(first.columns, first.rows);
        for (const { size: resized, lines } of steps) {
          if (resized !== null) Object.assign(screen, resized);
          live.draw(lines);
        }
        Object.assign(screen, { columns: 80, rows: 24 });
        live.end("the end\nof it\n");
        const [top] = above.split("\n", 1);
        expect(screen.text.replaceAll("\n", "").startsWith(top ?? "?")).toBe(true);
        expect(screen.text.endsWith("the end\nof it\n")).toBe(true);
        if (steps.every((one) => one.size === null)) {
          expect(screen.text.replaceAll("\n", "")).toBe(`${top}the endof it`);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("no terminal, a dumb one, one without a size: nothing can be drawn again", () => {
    const screen = new Screen(40, 10);
    expect(canRedraw(screen, {})).toBe(true);
    expect(canRedraw(screen, { TERM: "dumb" })).toBe(false);
    expect(canRedraw({ ...screen, write: () => {}, isTTY: false, columns: undefined }, {})).toBe(false);
    expect(canRedraw({ write: () => {}, isTTY: true, columns: 80 }, {})).toBe(false);
    expect(canRedraw(new Screen(40, 2), {})).toBe(false);
  });
});
