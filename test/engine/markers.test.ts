import { expect, test } from "vitest";
import { filesWithConflicts, hasConflict, hasMarkerLine } from "../../src/engine/markers.js";
import { openRepository } from "../../src/git/repository.js";
import { oidSchema } from "../../src/lifecycle/ids.js";
import { createRepo } from "../support/repo.js";

const conflict = "a\n<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\n";

test("a heading of equal signs: no conflict", () => {
  expect(hasConflict("Title\n=======\ntext\n")).toBe(false);
  expect(hasMarkerLine("Title\n=======\ntext\n")).toBe(false);
});

test("what git leaves, also with longer markers and Windows line ends: a conflict", () => {
  expect(hasConflict(conflict)).toBe(true);
  expect(hasConflict(conflict.replaceAll("\n", "\r\n"))).toBe(true);
  expect(hasConflict(conflict.replaceAll("<<<<<<<", "<<<<<<<<<<").replaceAll(">>>>>>>", ">>>>>>>>>>"))).toBe(
    true,
  );
});

test("one marker line left over: seen where a conflict was", () => {
  expect(hasMarkerLine("a\n>>>>>>> theirs\n")).toBe(true);
});

test("a file that is committed with such text: its text is meant to be so", async () => {
  const test = createRepo({ files: { "kept.txt": conflict, "fresh.txt": "a\n" } });
  test.write("fresh.txt", conflict);
  const repo = await openRepository(test.dir);
  const head = oidSchema.parse(test.git("rev-parse", "HEAD"));
  const found = await filesWithConflicts(repo, test.dir, ["kept.txt", "fresh.txt", "missing.txt"], head);
  await repo.close();
  expect(found).toEqual(["fresh.txt"]);
});
