import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { logOutput } from "../../../src/cli/output/log.js";
import { mergeCycle } from "../../../src/engine/hosted/cycle.js";
import { coppice, done } from "../../cli/support.js";
import { addBranch, github, type Hosted } from "../../support/github/rig.js";
import { commandProgram } from "../../support/hook-program.js";
import { createTempDir } from "../../support/repo.js";
import { branchesOf, git, hosted, laptopOf, newToken, openRun, outcomes, row } from "./support.js";

const fake = github();
const always = { settings: { mergeWhen: "always" } } as const;
const execute = promisify(execFile);

/** A branch that was pushed without Coppice and conflicts with base, after a run. */
async function conflicting(host: Hosted): Promise<void> {
  addBranch(host, "task/x", { "src/a.txt": "mine\n" });
  host.clone.commit("Change a.txt on main", { "src/a.txt": "theirs\n" });
  await git(host.clone.dir, "push", "--quiet", host.repository.bare.dir, "HEAD:main");
  expect(outcomes(await mergeCycle(await openRun(fake.server, host, always)))).toEqual({
    "task/x": "conflicted",
  });
}

/** What a shell finds as `coppice`. */
function withCoppice(): NodeJS.ProcessEnv {
  const bin = join(createTempDir(), "bin");
  const { node, program } = commandProgram();
  mkdirSync(bin);
  writeFileSync(join(bin, "coppice"), `#!/bin/sh\nexec '${node}' '${program}' "$@"\n`, { mode: 0o755 });
  return { ...process.env, PATH: `${bin}:${process.env.PATH}` };
}

describe("a record that no clone holds", () => {
  test("in conflict: a laptop takes it up by the commands of the pull request, and the next run merges it", async () => {
    const host = await hosted(fake.server);
    await conflicting(host);
    const laptop = await laptopOf(fake.server, host);
    const env = withCoppice();

    await done(laptop.dir, "sync");
    expect((await done(laptop.dir, "list", "--columns", "branch,state,base,changes,pr")).stdout).toMatch(
      /^task\/x +conflict \(no clone\) +main +- +#1 open$/m,
    );
    const shown = (await done(laptop.dir, "show", "task/x")).stdout;
    expect(shown).toContain("directory none: no clone holds it\n");
    expect(shown).toMatch(/pr +#1 open http\S+\/pull\/1\n/);
    expect(shown).toContain("coppice create task/x makes a worktree of it in this clone.");

    const [pull] = [...host.repository.pulls.values()];
    const script = /with Coppice\*\*[^`]*```sh\n([\s\S]*?)```/.exec(pull?.body ?? "")?.[1] ?? "";
    expect(script).toContain("coppice sync\ncoppice create task/x\ncoppice resolve task/x --manual\n");
    const edited = script.replace(/^#.*$/m, "printf 'both\\n' >src/a.txt");
    const { stderr } = await execute("bash", ["-ec", edited], { cwd: laptop.dir, env });
    expect(stderr).toContain("task/x is in conflict and was not set up: coppice setup task/x does it.");
    const path = join(laptop.dir, ".worktrees/task-x");
    expect((await done(laptop.dir, "show", "task/x", "--json")).json()).toMatchObject({
      status: "conflict",
      path,
      pr: { number: 1, state: "open", url: expect.stringMatching(/\/pull\/1$/) },
    });

    const report = await mergeCycle(await openRun(fake.server, host, always));
    expect(row(report, "task/x")).toMatchObject({ before: "conflict", outcome: "merged" });
    expect(await git(host.repository.bare.dir, "show", "main:src/a.txt")).toBe("both");
    expect(pull?.mergedAt).not.toBeNull();
    expect((await done(laptop.dir, "sync")).stdout).toContain("task/x");
    expect(existsSync(path)).toBe(false);
    expect(await laptop.record("task/x")).toMatchObject({ status: "removed", pr: { state: "merged" } });
    expect(await branchesOf(host)).toEqual(["main"]);
  });

  test("in conflict: taken up by the number of its pull request, from journals that were only fetched, and resolved here", async () => {
    const host = await hosted(fake.server);
    await conflicting(host);
    const { dir } = await laptopOf(fake.server, host);
    await git(dir, "fetch", "--quiet", "origin", "refs/notes/coppice:refs/notes/remotes/origin/coppice");
    const env = { GITHUB_API_URL: fake.server.apiUrl, GITHUB_TOKEN: newToken(fake.server) };
    const made = await coppice(dir, ["create", "--pr", "1"], { env });
    expect([made.code, made.stdout]).toEqual([
      0,
      `took up task/x from main, conflict\n  #1 task/x\n  ${join(dir, ".worktrees/task-x")}\n`,
    ]);
    await done(dir, "resolve", "task/x", "--ours");
    expect(await git(dir, "show", "main:src/a.txt")).toBe("mine");
    const { entries } = logOutput.parse((await done(dir, "log", "task/x", "--json")).json());
    expect(entries.map(({ event }) => event.type).slice(4)).toEqual([
      "ERROR",
      "PR",
      "OWN",
      "RESOLVE_CONFLICT",
      "INIT_COMPLETE",
      "INIT_COMPLETE",
    ]);
  });
});
