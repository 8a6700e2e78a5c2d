import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = new URL("../../../src/engine/doctor/", import.meta.url);

test("every code of a finding: has one row in docs/doctor.md, and every row has a code", () => {
  const sources = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), "utf8"));
  const lines = sources.flatMap((text) => text.split("\n")).filter((line) => /^\s*code: /.test(line));
  const codes = lines.flatMap((line) =>
    [...line.matchAll(/"([a-z]+(?:-[a-z]+)*)"/g)].map(([, code]) => code),
  );
  const docs = readFileSync(new URL("../../../docs/doctor.md", import.meta.url), "utf8");
  const rows = [...docs.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, code]) => code);
  // That one tells of any topic; the text before the tables speaks of it.
  const told = codes.filter((code) => code !== "not-checked");
  expect([...new Set(rows)].sort()).toEqual([...new Set(told)].sort());
});
