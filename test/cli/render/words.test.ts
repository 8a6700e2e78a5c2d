import { expect, test } from "vitest";
import { age, plural } from "../../../src/cli/render/words.js";

test("age: the largest unit that fits; the future of another clone's clock is now", () => {
  const now = Date.parse("2026-01-31T12:00:00.000Z");
  const before = (seconds: number): string => age(new Date(now - seconds * 1000).toISOString(), now);
  expect([0, 1, 59, 60, 3599, 3600, 86_399, 86_400, 86_400 * 40, -5].map(before)).toEqual([
    "now",
    "1s",
    "59s",
    "1m",
    "59m",
    "1h",
    "23h",
    "1d",
    "40d",
    "now",
  ]);
});

test("counts: with their noun", () => {
  expect([plural(0, "file"), plural(1, "file"), plural(2, "file")]).toEqual(["0 files", "1 file", "2 files"]);
});
