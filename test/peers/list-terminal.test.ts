import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Screen } from "../cli/render/screen.js";
import { command, created, done } from "../cli/support.js";
import { createRepo } from "../support/repo.js";

/** Runs the command line on a pseudo terminal (script of util-linux) of a size. @returns what it wrote to that */
function onTerminal(cwd: string, [columns, rows]: readonly [number, number], ...words: string[]): string {
  const line = [...command, ...words].map((word) => `'${word}'`).join(" ");
  const sized = `stty columns ${columns} rows ${rows}; exec ${line}`;
  const { stdout, status, error } = spawnSync(
    "script",
    ["--quiet", "--return", "--command", sized, "/dev/null"],
    {
      cwd,
      encoding: "utf8",
      env: { ...process.env, TERM: "xterm-256color", NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  expect(error).toBeUndefined();
  expect(status).toBe(0);
  return stdout;
}

const cellsOf = (table: string): string[][] => table.split("\n").map((line) => line.split(/ {2,}/));

test("list on a real terminal, also a narrow and a low one: drawn at once, and in the end what a pipe gets, titles cut where they do not fit", async () => {
  const repo = createRepo();
  const path = await created(repo, "task/a", "--no-setup", "--title", "A title that takes some room");
  for (const branch of ["task/b", "task/c", "task/d"]) await created(repo, branch, "--no-setup");
  writeFileSync(join(path, "new.txt"), "x\n");
  const columns = ["--columns", "branch,state,task,base,changes,conflicts"];
  const { stdout } = await done(repo.dir, "list", ...columns);
  const cut = stdout.replace("A title that takes some room", "A title tha…");
  for (const [size, shown] of [
    [[120, 30], stdout],
    [[40, 30], cut],
    [[120, 4], stdout],
  ] as const) {
    const written = onTerminal(repo.dir, size, "list", ...columns);
    expect(written, size.join("x")).toMatch(/\.\.\.|…/);
    const screen = new Screen(200, size[1]);
    screen.write(written);
    expect(cellsOf(screen.text), size.join("x")).toEqual(cellsOf(shown));
    if (shown === stdout) expect(screen.text).toBe(stdout);
  }
  expect(onTerminal(repo.dir, [120, 30], "list", "--json")).not.toContain("\u001b[");
});
