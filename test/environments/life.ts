import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { listOutput } from "../../src/cli/output/list.js";
import { command, coppice } from "../cli/support.js";
import { openRepo, type TestRepo } from "../support/repo.js";

/** What is seen of one run of the command line. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line in a directory. */
export type CommandLine = (cwd: string, argv: readonly string[]) => Ran | Promise<Ran>;

/** Runs it in this process. */
export const inProcess: CommandLine = (cwd, argv) => coppice(cwd, argv);

/** Runs it as a process of its own, with this environment alone and, where words are given, by that program. */
export const asProcess =
  (env: NodeJS.ProcessEnv, before: readonly string[] = []): CommandLine =>
  (cwd, argv) => {
    const [program = "", ...args] = [...before, ...command, ...argv];
    const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: "utf8" });
    return { code: status, stdout, stderr };
  };

/** What the steps of a life work with. */
export interface Place {
  /** The directory that the commands run in, with the branch main. */
  readonly repo: TestRepo;
  readonly cli: CommandLine;
  /** What a file of the repository is called; default: its plain name. */
  readonly name?: (plain: string) => string;
  /** Whether prune can tell that nothing is newer than now; default true. */
  readonly clock?: boolean;
}

/**
 * The whole life of four worktrees, in whatever environment: created, committed to, merged; a conflict, resolved; removed
 * with an edit and restored with it; pruned and restored. Looks after each step at what plain git says.
 */
export async function life({ repo, cli, name = (plain) => plain, clock = true }: Place): Promise<void> {
  const run = async (code: number, ...argv: string[]): Promise<Ran> => {
    const ran = await cli(repo.dir, argv);
    expect(ran.code, `coppice ${argv.join(" ")}: ${ran.stderr}`).toBe(code);
    return ran;
  };
  const create = async (branch: string): Promise<TestRepo> =>
    openRepo((await run(0, "create", branch, "--base", "main", "--print", "path")).stdout.trimEnd());
  const list = async () => listOutput.parse(JSON.parse((await run(0, "list", "--json")).stdout)).worktrees;
  const [shared, own, edited] = [name("shared.txt"), name("own.txt"), name("edited.txt")];

  const a = await create("task/a");
  a.write(shared, "from a\n");
  a.write(own, "a's own\n");
  expect(await list()).toMatchObject([{ branch: "task/a", status: "dirty" }]);
  await run(0, "commit", "task/a", "-m", "Work of a");
  const b = await create("task/b");
  b.write(shared, "from b\n");
  await run(0, "commit", "task/b", "-m", "Work of b");
  await run(0, "merge", "task/a");
  expect(repo.git("show", `main:${shared}`)).toMatch(/^from a$/i);
  expect(existsSync(a.dir)).toBe(false);

  await run(4, "merge", "task/b");
  expect(repo.git("show", `main:${shared}`)).toMatch(/^from a$/i);
  await run(0, "resolve", "task/b", "--ours");
  expect(repo.git("show", `main:${shared}`)).toMatch(/^from b$/i);
  expect(repo.git("show", `main:${own}`)).toMatch(/^a's own$/i);

  const c = await create("task/c");
  c.write(edited, "an edit that nobody committed\n");
  await run(3, "remove", "task/c");
  expect(c.read(edited)).toBe("an edit that nobody committed\n");
  await run(0, "remove", "task/c", "--force");
  expect(existsSync(c.dir)).toBe(false);
  await run(0, "restore", "task/c");
  expect(readFileSync(join(c.dir, edited), "utf8")).toBe("an edit that nobody committed\n");
  expect(await list()).toMatchObject([{ branch: "task/c", status: "dirty" }]);
  await run(0, "commit", "task/c", "-m", "Work of c");
  const tip = repo.git("rev-parse", "task/c");
  await run(0, ...(clock ? ["prune", "--filter", "all", "--force"] : ["remove", "task/c", "--force"]));
  expect(await list()).toEqual([]);
  await run(0, "restore", "task/c");
  expect(repo.git("rev-parse", "task/c")).toBe(tip);
  await run(0, "merge", "task/c");
  expect(repo.git("show", `main:${edited}`)).toMatch(/^an edit that nobody committed$/i);
  expect(repo.git("worktree", "list", "--porcelain")).not.toContain("task-");
  expect(repo.git("for-each-ref", "--format=%(refname:short)", "refs/heads")).toMatch(/^main(?:\nother)?$/);
  if (repo.git("rev-parse", "--is-bare-repository") === "false")
    expect(repo.git("status", "--porcelain")).toBe("");
  repo.git("fsck", "--strict", "--no-dangling");
}
