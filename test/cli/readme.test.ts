import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { marked, withCurrentParts } from "../../scripts/readme.js";

test.each(marked)("what %s tells between marks: what the code says", async (name) => {
  const text = readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
  expect(text).toBe(await withCurrentParts(text));
});

test("README: has the commands, the inputs and the outputs", () => {
  const text = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  for (const part of ["commands", "inputs", "outputs"])
    expect(text).toMatch(new RegExp(`<!-- ${part}: npm run readme -->\\n[^]*\\|[^]*\\n<!-- /${part} -->`));
});
