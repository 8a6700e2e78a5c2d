import { expect, test } from "vitest";
import { readAhead } from "../../src/engine/merge-graph.js";
import { parseOid } from "../../src/git/oid.js";
import { openRepository } from "../../src/git/repository.js";
import { GitRunner } from "../../src/git/run.js";
import { createRepo } from "../support/repo.js";

test("base's newest commits are dated before what they stand on, as a wrong clock does it: branches have their own commits alone", async () => {
  const { dir, git } = createRepo({ empty: true });
  const commit = (branch: string, date: number, from?: string): string =>
    [
      `commit refs/heads/${branch}`,
      `committer Test <test@example.com> ${date} +0000`,
      "data 0",
      ...(from === undefined ? [] : [`from refs/heads/${from}`]),
      "",
    ].join("\n");
  const runner = new GitRunner();
  const stream = [
    commit("main", 1_600_000_000),
    commit("main", 1_700_000_000),
    commit("task/a", 1_700_000_001, "main"),
    commit("task/b", 1_700_000_001, "main"),
    commit("task/apart", 1_700_000_001),
    ...Array.from({ length: 12 }, () => commit("main", 1_000_000_000)),
  ];
  await runner.run(dir, ["fast-import", "--quiet"], { stdin: stream.join("") });
  const [base, ...tips] = ["main", "task/a", "task/b", "task/apart"].map((name) =>
    parseOid(git("rev-parse", name)),
  );
  if (base === undefined) throw new Error("main is missing");
  const repo = await openRepository(dir, runner);

  const graph = await readAhead(repo, tips, base);

  expect(tips.map((tip) => graph.commitsOf(tip))).toEqual(tips.map((tip) => [tip]));
  expect(tips.map((tip) => graph.isUnrelated(tip))).toEqual([false, false, true]);
});
