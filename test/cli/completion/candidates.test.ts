import { expect, test } from "vitest";
import { commands } from "../../../src/cli/commands.js";
import { complete, type Lookups } from "../../../src/cli/completion/candidates.js";

const lookups: Lookups = {
  worktrees: async (command) =>
    command === "resolve"
      ? [{ value: "task/stuck", description: "conflict" }]
      : [{ value: "task/a" }, { value: "task/b" }],
  branches: async () => [{ value: "main" }, { value: "maintenance" }],
  newBranches: async () => [{ value: "task/new" }],
  roles: async () => [{ value: "developer" }, { value: "reviewer" }],
};

async function values(...words: string[]): Promise<string[] | string> {
  const answer = await complete(words, commands, lookups);
  return "shell" in answer ? answer.shell : answer.candidates.map(({ value }) => value);
}

test("the first word: the commands that start so, never a hidden one", async () => {
  expect(await values("re")).toEqual(["resolve", "retry", "remove", "restore"]);
  expect(await values("")).not.toContain("__complete");
  expect(await values("-C", "dir", "--json", "abo")).toEqual(["abort"]);
});

test("a worktree argument: the branches of the command's worktrees", async () => {
  expect(await values("show", "")).toEqual(["task/a", "task/b"]);
  expect(await values("rm", "task/b")).toEqual(["task/b"]);
  expect(await values("resolve", "")).toEqual(["task/stuck"]);
});

test("several worktrees: those named already are left out; a single one: nothing more", async () => {
  expect(await values("merge", "task/a", "")).toEqual(["task/b"]);
  expect(await values("show", "task/a", "")).toEqual([]);
});

test("files after resolve's worktree, a directory after -C: left to the shell", async () => {
  expect(await values("resolve", "task/stuck", "")).toBe("files");
  expect(await values("list", "-C", "")).toBe("directories");
});

test("the command that is run in a worktree: left to the shell, also its words that look like options", async () => {
  expect(await values("run", "ta")).toEqual(["task/a", "task/b"]);
  expect(await values("run", "task/a", "")).toEqual([]);
  for (const words of [["--"], ["task/a", "--"], ["task/a", "--", "npm"]]) {
    expect(await values("run", ...words, "")).toBe("files");
    expect(await values("run", ...words, "--js")).toBe("files");
  }
});

test("options: the command's and the global ones, by prefix, none after --", async () => {
  expect(await values("create", "--no-i")).toEqual(["--no-install", "--no-init-script"]);
  expect(await values("create", "--js")).toEqual(["--json"]);
  expect(await values("show", "--", "-")).toEqual([]);
});

test("an option's value: its choices, branches, or nothing; also behind an equals sign", async () => {
  expect(await values("merge", "-s", "")).toEqual(["merge", "squash", "rebase"]);
  expect(await values("create", "--base", "maint")).toEqual(["maintenance"]);
  expect(await values("create", "--base=mai")).toEqual(["--base=main", "--base=maintenance"]);
  expect(await values("commit", "-m", "")).toEqual([]);
  expect(await values("completion", "")).toEqual(["bash", "zsh", "fish"]);
});

test("an unknown command: nothing, and no failure", async () => {
  expect(await values("nonsense", "")).toEqual(expect.any(Array));
});
