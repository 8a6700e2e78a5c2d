import { expect, test } from "vitest";
import { commands } from "../../src/cli/commands.js";
import { beginOpening, earlyWords } from "../../src/cli/early.js";
import { openRepository } from "../../src/git/repository.js";

test("the repository is looked for early for exactly the commands that are in one", () => {
  const words = commands.flatMap(({ name, aliases, inRepository }) =>
    inRepository === true ? [name, ...(aliases ?? [])] : [],
  );
  expect([...earlyWords].sort()).toEqual(words.sort());
});

test("another directory, another command, or none: nothing is begun", () => {
  for (const line of [["list", "-C", "x"], ["list", "-Cx"], ["-C", "x", "list"], ["demo"], ["--help"], []]) {
    expect(beginOpening(line), line.join(" ")).toBeUndefined();
  }
});

test("what was begun opens the repository, without another process", async () => {
  const begun = beginOpening(["list", "--json"]);
  if (begun === undefined) throw new Error("nothing was begun");
  const repo = await openRepository(begun.cwd, begun.git, begun.listing);
  expect(repo.git).toBe(begun.git);
  expect(repo.config.get("core.repositoryformatversion")).toBeDefined();
});
