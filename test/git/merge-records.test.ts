import { expect, test } from "vitest";
import { fieldsOf, readMerge } from "../../src/git/merge-records.js";

const tree = "0d695397ef6ebf5dc99f8b92bc2e5ef75bbbe6d0";
const labels = { ours: "task/a", theirs: "main" };

const read = (...fields: readonly string[]) =>
  readMerge(fieldsOf(Buffer.from(fields.map((field) => `${field}\0`).join(""))), false, labels);

test("a message names its paths, and how many they are: read up to that count", async () => {
  const messages = [{ paths: ["a.txt", "b.txt"], type: "CONFLICT (rename/rename)", text: "Both renamed" }];
  expect(await read(tree, "", "2", "a.txt", "b.txt", "CONFLICT (rename/rename)", "Both renamed\n")).toEqual({
    outcome: "conflict",
    tree,
    files: [],
    messages,
    labels,
  });
});

test("an output that ends before all the paths that it counts: read to its end", async () => {
  expect(await read(tree, "", "99999999999999999999", "a.txt")).toMatchObject({
    messages: [{ paths: ["a.txt"], type: "", text: "" }],
  });
});
