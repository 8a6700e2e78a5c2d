import { expect, test } from "vitest";
import type { Io } from "../../../src/cli/io.js";
import { runCli } from "../../../src/cli/run.js";
import { createRepo, createTempDir } from "../../support/repo.js";
import { coppice, created, done } from "../support.js";

const bare = ["--no-setup"];

test("without a terminal: the table, a line for each change that others make, and the end with a signal", async () => {
  const repo = createRepo();
  await created(repo, "task/a", ...bare, "--title", "Sow");
  let text = "";
  const stop = new AbortController();
  const write = (chunk: string): void => {
    text += chunk;
  };
  const out = { isTTY: false, columns: undefined, write };
  const io: Io = {
    cwd: repo.dir,
    env: process.env,
    stdout: out,
    stderr: out,
    canAsk: false,
    signal: stop.signal,
  };
  const running = runCli(["watch"], io);
  const shows = (expected: string | RegExp) => expect.poll(() => text, { timeout: 20_000 }).toMatch(expected);
  await shows(/^branch .*\ntask\/a .*\n$/);
  expect(text.replaceAll(/ (now|\d+s *) {2}/g, " AGE  ")).toBe(
    [
      "branch  state   task  role  age  changes  base        conflicts  lease/lock  pr",
      "task/a  active  Sow   -     AGE  0        main +0 -0  none       -           -",
      "",
    ].join("\n"),
  );
  await done(repo.dir, "create", "task/b", ...bare, "--quiet");
  await shows(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}task\/b {2}new: [a-z]+$/m);
  await done(repo.dir, "remove", "task/b");
  await shows(/ {2}task\/b {2}removed$/m);
  stop.abort();
  expect(await running).toBe(130);
  expect(text).not.toContain("error[");
});

test("what it cannot do is said: JSON, and a directory outside of every repository", async () => {
  const json = await coppice(createRepo().dir, ["watch", "--quiet", "--json"]);
  expect(json.code).toBe(2);
  expect(json.stderr).toContain("coppice events --follow");
  const outside = await coppice(createTempDir(), ["watch"]);
  expect([outside.code, outside.stdout]).toEqual([1, ""]);
  expect(outside.stderr).toContain("error[NOT_A_REPO]");
});
