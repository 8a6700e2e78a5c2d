import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withCommandTable } from "../../scripts/readme.js";

test("the README's command table: what the command line is built of", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  expect(readme).toBe(withCommandTable(readme));
});
