import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { coppice, created, done, states } from "../cli/support.js";
import { createRepo } from "../support/repo.js";

const at = (repo: { readonly dir: string }, name: string): string => join(repo.dir, "..", name);

/** Does its part, says what it does by its exit code alone, and commits nothing. */
const agent = `#!/bin/sh
case $COPPICE_TASK in
  sorting) echo "sorted by $COPPICE_ROLE$COPPICE_BRANCH" >>src/b.txt ;;
  *) sed -i "s/gamma/gamma $COPPICE_TASK/" src/a.txt ;;
esac
`;

/** Takes what both sides made of a line. */
const resolver = `#!/bin/sh
cat >"$COPPICE_MAIN/../brief.json"
for file in $COPPICE_FILES; do
  sed -i '/^<<<<<<< /d; /^=======$/d; /^>>>>>>> /d' "$file" && git add "$file"
done
`;

test("three agents at once: two are merged, one conflicts and is resolved; base has the work of all", async () => {
  const repo = createRepo();
  writeFileSync(at(repo, "agent.sh"), agent, { mode: 0o755 });
  writeFileSync(at(repo, "resolver.sh"), resolver, { mode: 0o755 });
  repo.git("config", "coppice.conflict.resolver", at(repo, "resolver.sh"));
  const tasks = ["sorting", "searching", "saving"];
  for (const task of tasks) await created(repo, `task/${task}`, "--task", task, "--title", `Do the ${task}`);

  const runs = await Promise.all(
    tasks.map((task) =>
      coppice(repo.dir, ["run", `task/${task}`, "--merge", "--json", "--", at(repo, "agent.sh")]),
    ),
  );
  expect(runs.map(({ code, stderr }) => [code, stderr])).toEqual(
    tasks.map((task) => [0, expect.stringContaining(`merged task/${task} into main`)]),
  );
  expect(repo.read("src/a.txt")).toMatch(/^gamma searching$/m);
  expect(repo.read("src/a.txt")).toMatch(/^gamma saving$/m);
  expect(repo.read("src/b.txt")).toContain("sorted by task/sorting\n");
  expect(repo.git("status", "--porcelain", "--untracked-files=all")).toBe("");

  const lives = new Map<string, string[]>();
  for (const task of tasks) {
    lives.set(task, await states(repo.dir, `task/${task}`));
    expect(existsSync(join(repo.dir, ".worktrees", `task-${task}`))).toBe(false);
  }
  // Which of the two that touch the same line comes second is theirs.
  const conflicts = tasks.filter((task) => lives.get(task)?.includes("conflict"));
  expect(conflicts).toHaveLength(1);
  for (const task of tasks) {
    const way = conflicts.includes(task) ? ["merging", "conflict", "merging"] : ["merging"];
    expect(lives.get(task)).toEqual([
      "creating",
      "initializing",
      "active",
      "dirty",
      "committing",
      ...way,
      "removing",
      "removed",
    ]);
  }
  expect(JSON.parse(repo.read("../brief.json"))).toMatchObject({
    task: { id: conflicts[0], title: `Do the ${conflicts[0]}` },
    files: [{ path: "src/a.txt", kind: "content" }],
    total: 1,
  });
  expect((await done(repo.dir, "list", "--json")).json()).toEqual({ worktrees: [] });
});

test("the resolver of the documentation: both sides of a list are kept, anything else is left to a person", async () => {
  const text = readFileSync(new URL("../../docs/agents.md", import.meta.url), "utf8");
  const script = /<!-- resolver -->\n```sh\n([\s\S]*?)```/.exec(text)?.[1] ?? "";
  const repo = createRepo({ files: { "CHANGES.md": "# Changes\n\n- begun\n" } });
  writeFileSync(at(repo, "resolver.sh"), script, { mode: 0o755 });
  repo.git("config", "coppice.conflict.resolver", at(repo, "resolver.sh"));
  await created(repo, "task/a");
  await created(repo, "task/b");
  repo.commit("Base", {
    "CHANGES.md": "# Changes\n\n- base\n- begun\n",
    "src/b.txt": "one\nbase\nthree\n",
  });
  const merging = (task: string, edit: string) =>
    coppice(repo.dir, ["run", task, "--merge", "--json", "--", "sed", "-i", edit, "CHANGES.md", "src/b.txt"]);
  expect((await merging("task/a", "s/- begun/- task\\n- begun/")).json()).toMatchObject({
    status: "removed",
    mergeResult: { outcome: "merged" },
  });
  expect(repo.read("CHANGES.md")).toBe("# Changes\n\n- task\n- base\n- begun\n");
  const left = await merging("task/b", "s/two/task/");
  expect([left.code, left.json()]).toMatchObject([
    1,
    {
      error: {
        code: "CONFLICT_RESOLUTION_FAILED",
        details: { reason: "src/b.txt is no list of which both sides can be kept" },
      },
    },
  ]);
  expect((await done(repo.dir, "show", "task/b", "--json")).json()).toMatchObject({
    status: "conflict",
    logs: { resolver: expect.stringContaining("resolver.log") },
  });
});
