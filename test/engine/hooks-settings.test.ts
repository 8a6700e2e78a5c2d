import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isTaskBranch } from "../../src/config/task-branches.js";
import {
  refreshHookSettings,
  settingsFile,
  settingsProgram,
  shellQuote,
  writeHookSettings,
} from "../../src/engine/hooks-settings.js";
import { hookProgram } from "../support/hook-program.js";
import { createRepo, createTempDir } from "../support/repo.js";
import { engineIn } from "./support.js";

const hostile = [
  "plain",
  "it's",
  "$(touch pwned)",
  "`touch pwned`",
  "a b\tc",
  "x'; touch pwned; '",
  "é-ß-水",
  "a\\b",
  "two\nlines",
  "",
];

test("quoting: sh reads back exactly the text", () => {
  for (const text of hostile) {
    const read = execFileSync("sh", ["-c", `printf '%s.' ${shellQuote(text)}`], { encoding: "utf8" });
    expect(read).toBe(`${text}.`);
  }
});

/** Sources the settings in a directory of its own and asks sh about some branches. */
function shellSays(settings: string, branches: readonly string[]): boolean[] {
  const cwd = createTempDir();
  const script = `. ${shellQuote(settings)}; for branch; do if coppice_task "$branch"; then echo yes; else echo no; fi; done`;
  const answer = execFileSync("sh", ["-c", script, "sh", ...branches], { cwd, encoding: "utf8" });
  expect(existsSync(join(cwd, "pwned"))).toBe(false);
  return answer
    .trim()
    .split("\n")
    .map((line) => line === "yes");
}

/** Settings with these patterns, and the config they come from. */
async function settingsWith(patterns: readonly string[]) {
  const repo = createRepo();
  repo.write("coppice.config.json", JSON.stringify({ taskBranches: patterns }));
  const engine = await engineIn(repo.dir);
  writeHookSettings(engine);
  return { file: settingsFile(engine.repo.commonDir), config: engine.config };
}

const branches = [
  "main",
  "task",
  "task/a",
  "task/a/b",
  "mytask/a",
  "feature/ä",
  "feature/ab",
  "feature/a/b",
  "a/x",
  "x",
  "a/b/x",
  "ax",
  "it's",
  "a-b",
];

describe("the pattern of task branches", () => {
  test.each<[string, string[]]>([
    ["task/**", ["task/a", "task/a/b"]],
    ["task/*", ["task/a"]],
    ["**", branches],
    ["*", branches.filter((branch) => !branch.includes("/"))],
    ["feature/?", ["feature/ä"]],
    ["feature/[a-b]b", ["feature/ab"]],
    ["feature/[!a]*", ["feature/ä"]],
    ["**/x", ["a/x", "x", "a/b/x"]],
    ["a/**/x", ["a/x", "a/b/x"]],
    ["a-b", ["a-b"]],
    ["it's", ["it's"]],
    [".*", []],
  ])("%s: sh says yes wherever the pattern matches", async (pattern, expected) => {
    const { file, config } = await settingsWith([pattern]);
    expect(branches.filter((branch) => isTaskBranch(config, branch))).toEqual(expected);
    const sh = shellSays(file, branches);
    expect(branches.filter((_branch, index) => sh[index])).toEqual(expect.arrayContaining(expected));
  });

  test("patterns that try to be commands: they are text", async () => {
    const patterns = [
      "$(touch pwned)",
      "`touch pwned`",
      "x) touch pwned ;;",
      "'; touch pwned; '",
      "a | b",
      "a*') touch pwned ;; '*",
      "[)] touch pwned;",
      "\\",
      "~",
    ];
    const { file, config } = await settingsWith(patterns);
    expect(shellSays(file, ["main", ...patterns.slice(0, 5)])).toEqual([false, true, true, true, true, true]);
    expect(isTaskBranch(config, "a | b")).toBe(true);
  });

  test("a pattern of many stars against a long name: answered at once", () => {
    const config = { taskBranches: [`${"**a".repeat(300)}b`] };
    expect(isTaskBranch(config, "a".repeat(240))).toBe(false);
  });
});

describe("the settings of the hooks", () => {
  test("written once: the second time nothing is written", async () => {
    const engine = await engineIn(createRepo().dir);
    expect(writeHookSettings(engine)).toBe(true);
    expect(writeHookSettings(engine)).toBe(false);
    expect(readFileSync(settingsFile(engine.repo.commonDir), "utf8")).toContain("coppice_flush=detached\n");
  });

  test("the program: read back from sh's quotes, whatever its path", async () => {
    const engine = await engineIn(createRepo().dir);
    const program = { node: "/opt/it's $HOME/node", program: "/tmp/a b\n'c'/hooks.js" };
    writeHookSettings(engine, { program });
    expect(settingsProgram(engine.repo.commonDir)).toEqual(program);
  });

  test("refreshing: the config is new, a program that is there stays, one that is gone is replaced", async () => {
    const repo = createRepo();
    const engine = await engineIn(repo.dir);
    refreshHookSettings(engine);
    expect(existsSync(settingsFile(engine.repo.commonDir))).toBe(false);

    const program = { node: join(createTempDir(), "node"), program: process.execPath };
    mkdirSync(join(program.node, ".."), { recursive: true });
    writeFileSync(program.node, "");
    chmodSync(program.node, 0o755);
    writeHookSettings(engine, { program });
    repo.git("config", "coppice.hooks.flush", "sync");
    refreshHookSettings(await engineIn(repo.dir));
    expect(readFileSync(settingsFile(engine.repo.commonDir), "utf8")).toContain("coppice_flush=sync\n");
    expect(settingsProgram(engine.repo.commonDir)).toEqual(program);

    writeHookSettings(engine, { program: { node: "/nowhere/node", program: "/nowhere/hooks.js" } });
    refreshHookSettings(engine);
    expect(settingsProgram(engine.repo.commonDir)?.node).toBe(process.execPath);
  });

  test("a hook program for tests: bundled once, from the sources as they are", () => {
    const program = hookProgram();
    expect(hookProgram()).toBe(program);
    expect(existsSync(program.program)).toBe(true);
  });
});
