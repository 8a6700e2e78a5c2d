import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { documents } from "../../bench/documents.js";
import { plotSvg } from "../../bench/plot.js";
import { isMet, table } from "../../bench/report.js";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

test("what shows measurements: what npm run bench -- --report makes of those that are kept", () => {
  for (const [name, text] of documents(root)) expect(readFileSync(join(root, name), "utf8"), name).toBe(text);
});

test("a plot on logarithmic axes: ten times as far is always the same step, and what has a meaning in XML is escaped", () => {
  const points = [1, 10, 100].map((x) => ({ x, y: x * 3 }));
  const picture = plotSvg({
    title: "<Growth>",
    across: "number",
    panels: [{ title: "Time", unit: "ms", guide: true, series: [{ name: "a & b", points }] }],
  });
  const dots = [...picture.matchAll(/<circle[^>]* cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ]);
  const steps = dots
    .slice(1)
    .map(([x = 0, y = 0], at) => [x - (dots[at]?.[0] ?? 0), (dots[at]?.[1] ?? 0) - y]);
  expect(steps[0]?.[0]).toBeCloseTo(steps[1]?.[0] ?? 0, 0);
  expect(steps[0]?.[1]).toBeCloseTo(steps[1]?.[1] ?? 0, 0);
  expect(picture).toContain("a &amp; b");
  expect(picture).toContain("<title>&lt;Growth&gt;</title>");
  expect(picture).toContain("prefers-color-scheme: dark");
});

test("rows with a bound, a strict bound and none: kept, not kept, not promised", () => {
  const row = { what: "it", ours: 2, floor: 2, unit: "ms" as const };
  expect(isMet({ ...row, target: { atMost: 1 } })).toBe(true);
  expect(isMet({ ...row, target: { below: 1 } })).toBe(false);
  expect(isMet({ ...row, target: undefined })).toBe(true);
  expect(
    table([{ ...row, target: { below: 1 } }])
      .split("\n")
      .at(-1),
  ).toBe("| it | 2 ms | 2 ms | 1× | < 1× | **no** |");
});
