import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { initOutput } from "../../src/cli/output/init.js";
import { writeWorkflow } from "../../src/engine/workflow.js";
import { branchFilter, workflowFile, workflowText } from "../../src/engine/workflow-template.js";
import { done } from "../cli/support.js";
import { createBareRemote, createRepo, createTempDir, type TestRepo } from "../support/repo.js";
import { withEngine } from "./setup-support.js";

const action = "acme/coppice@v1";
const write = (dir: string) => withEngine(dir, (engine) => writeWorkflow(engine, action));
const fileOf = ({ dir }: TestRepo): string => join(dir, workflowFile);

test("this repository's own workflow: what the template says, with the Action beside it", () => {
  const own = readFileSync(new URL(`../../${workflowFile}`, import.meta.url), "utf8");
  expect(own).toBe(workflowText({ action: "./", base: undefined, taskBranches: ["task/**"] }));
});

describe("init --github", () => {
  test("nothing configured: the defaults, from a linked worktree too, and the second time nothing", async () => {
    const repo = createRepo();
    repo.git("remote", "add", "origin", "git@github.com:acme/site.git");
    const linked = join(createTempDir(), "linked");
    repo.git("worktree", "add", "--quiet", "-b", "task/a", linked);
    const { next, ...made } = await write(linked);
    expect(made).toEqual({ outcome: "made", detail: workflowFile });
    expect(next[0]).toContain("to the default branch");
    expect(next[1]).toContain("https://github.com/acme/site/settings/actions");
    const text = repo.read(workflowFile);
    expect(text).toBe(workflowText({ action, base: undefined, taskBranches: ["task/**"] }));
    expect(text).toContain(`uses: ${action}\n`);
    expect(existsSync(join(linked, ".github"))).toBe(false);

    expect(await write(repo.dir)).toEqual({ outcome: "kept", detail: workflowFile, next: [] });
    writeFileSync(fileOf(repo), text.replaceAll("\n", "\r\n"));
    expect(await write(repo.dir)).toMatchObject({ outcome: "kept", next: [] });
  });

  test("an owner that nothing tells: asked for until somebody wrote it, then kept without a word", async () => {
    const repo = createRepo();
    const unknown = () => withEngine(repo.dir, (engine) => writeWorkflow(engine, "OWNER/coppice@v1"));
    const owner = expect.stringContaining("in the place of OWNER");
    expect(await unknown()).toMatchObject({ outcome: "made", next: expect.arrayContaining([owner]) });
    expect(await unknown()).toEqual({ outcome: "kept", detail: workflowFile, next: [owner] });
    writeFileSync(fileOf(repo), repo.read(workflowFile).replace("OWNER/", "acme/"));
    expect(await unknown()).toEqual({ outcome: "kept", detail: workflowFile, next: [] });
  });

  test("base and patterns in the config: in triggers and inputs", async () => {
    const repo = createRepo();
    repo.write("coppice.config.json", '{ "base": "develop", "taskBranches": ["bot/**", "fix/?"] }');
    await write(repo.dir);
    const text = repo.read(workflowFile);
    expect(text).toContain('  push:\n    branches: ["bot/**", "fix/*", "!develop"]\n');
    expect(text).toContain('    branches: ["develop"]\n');
    expect(text).toContain('base-branch: "develop"\n          task-branches: "bot/**\\nfix/?"\n');
  });

  test("a pattern that an input cannot name: left to base's config file", () => {
    const text = workflowText({ action, base: "main", taskBranches: ["fix/a,b", "task/**"] });
    expect(text).toContain('branches: ["fix/a,b", "task/**"]');
    expect(text).not.toContain("task-branches");
  });

  test("a file that somebody changed: kept, and told how to have it anew", async () => {
    const repo = createRepo();
    repo.write(workflowFile, "name: Mine\n");
    const result = await write(repo.dir);
    expect(result).toMatchObject({ outcome: "kept", next: [expect.stringContaining("move")] });
    expect(result.detail).toContain("says something else");
    expect(repo.read(workflowFile)).toBe("name: Mine\n");
  });

  test.each([".github", ".github/workflows", workflowFile])(
    "%s is a symbolic link: nothing is written",
    async (name) => {
      const repo = createRepo();
      const outside = createTempDir();
      mkdirSync(join(repo.dir, name, ".."), { recursive: true });
      symlinkSync(name === workflowFile ? join(outside, "absent") : outside, join(repo.dir, name));
      expect(await write(repo.dir)).toMatchObject({
        outcome: "none",
        detail: `${name} is a symbolic link, which GitHub does not follow`,
      });
      expect(existsSync(join(outside, "absent")) || existsSync(join(outside, "workflows"))).toBe(false);
    },
  );

  test("something else in its way, or names that cannot stand in it: why, and nothing is written", async () => {
    const repo = createRepo();
    repo.write(".github/workflows", "a file");
    expect(await write(repo.dir)).toMatchObject({
      outcome: "none",
      detail: expect.stringContaining("no directory"),
    });
    for (const [pattern, why] of [
      [`task/$${"{{"}github.token}}/**`, "would be evaluated"],
      ["**", "matches main, the base"],
    ] as const) {
      const other = createRepo();
      other.write("coppice.config.json", JSON.stringify({ base: "main", taskBranches: [pattern] }));
      expect(await write(other.dir)).toMatchObject({ outcome: "none", detail: expect.stringContaining(why) });
      expect(existsSync(join(other.dir, ".github"))).toBe(false);
    }
    expect(await write(createBareRemote(createRepo()))).toMatchObject({ outcome: "none" });
  });

  test("on the command line: told with what is left to do, as JSON too", async () => {
    const repo = createRepo();
    const first = await done(repo.dir, "init", "--github");
    expect(first.stdout).toContain(`made  the workflow for GitHub: ${workflowFile}\n`);
    expect(first.stdout).toContain("Allow GitHub Actions to create and approve pull requests");
    expect(repo.read(workflowFile)).toMatch(/uses: [\w.-]+\/[\w.-]+@v1\n/);
    writeFileSync(fileOf(repo), repo.read(workflowFile).replace("OWNER/", "acme/"));
    const second = await done(repo.dir, "init", "--github", "--json");
    const told = initOutput.parse(second.json());
    expect(told).toMatchObject({ changed: false, next: [] });
    expect(told.steps.at(-1)).toEqual({ name: "workflow", outcome: "kept", detail: workflowFile });
  });
});

test.each([
  ["task/**", "task/**"],
  ["a?b*/[xy]z", "a*b*/*z"],
  ["a??*b", "a*b"],
  ["?**", "**"],
  ["**/end", "**/end"],
  ["!a+b", "\\!a\\+b"],
  ["{x}/é", "{x}/é"],
  ["a b", undefined],
  ["x/../y", undefined],
  ["*.lock", undefined],
])("the pattern %s: the filter %s", (pattern, filter) => {
  expect(branchFilter(pattern)).toBe(filter);
});
