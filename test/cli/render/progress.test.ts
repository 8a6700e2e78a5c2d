import pico from "picocolors";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Output } from "../../../src/cli/io.js";
import { createProgress } from "../../../src/cli/render/progress.js";

const paint = pico.createColors(false);

function collector(isTTY: boolean, columns = 40): Output & { readonly chunks: string[] } {
  const chunks: string[] = [];
  return { isTTY, columns, chunks, write: (text) => chunks.push(text) };
}

/** The moving line as it is now. */
const shown = (output: { readonly chunks: readonly string[] }): string | undefined =>
  output.chunks.at(-1)?.replace("\r\u001b[K", "");

describe("without a terminal", () => {
  test("one line for each step, warnings, no output of commands", () => {
    const output = collector(false);
    const progress = createProgress(output, { quiet: false, paint });
    progress.step("install dependencies");
    progress.output("added 1 package\n");
    progress.warn("offline\u001b[2J");
    progress.stop();
    expect(output.chunks.join("")).toBe("install dependencies\nwarning: offline\\x1b[2J\n");
  });

  test("quiet: warnings alone", () => {
    const output = collector(false);
    const progress = createProgress(output, { quiet: true, paint });
    progress.step("install dependencies");
    progress.warn("offline");
    expect(output.chunks.join("")).toBe("warning: offline\n");
  });
});

describe("on a terminal", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("the step moves, the newest output stands beside it, both end as one line", () => {
    const output = collector(true);
    const progress = createProgress(output, { quiet: false, paint });
    progress.step("install");
    progress.output("fetching\nadded 1 package\n");
    vi.advanceTimersByTime(200);
    expect(shown(output)).toMatch(/^. install {2}added 1 package$/);
    progress.step("init script");
    expect(output.chunks).toContain("\r\u001b[K· install\n");
    progress.stop();
    expect(output.chunks.at(-1)).toBe("\r\u001b[K· init script\n");
    vi.advanceTimersByTime(200);
    expect(output.chunks.at(-1)).toBe("\r\u001b[K· init script\n");
  });

  test("longer than the terminal is wide: cut; colours of a command: gone; other controls: written out", () => {
    const output = collector(true, 30);
    const progress = createProgress(output, { quiet: false, paint });
    progress.step("build");
    progress.output(`${"x".repeat(50)}`);
    vi.advanceTimersByTime(80);
    expect(shown(output)?.length).toBeLessThan(30);
    progress.output("\u001b[31mred\u001b[0m \u0007bell");
    vi.advanceTimersByTime(80);
    expect(shown(output)).toContain("build  red \\x07bell");
    progress.stop();
  });

  test("a warning while a step moves: a line of its own, and the step goes on below", () => {
    const output = collector(true);
    const progress = createProgress(output, { quiet: false, paint });
    progress.step("merge");
    progress.warn("offline");
    expect(output.chunks.slice(-2)).toEqual([
      "\r\u001b[Kwarning: offline\n",
      expect.stringContaining("merge"),
    ]);
    progress.stop();
  });
});
