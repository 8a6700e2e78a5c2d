import { describe, expect, test } from "vitest";
import { commands } from "../../src/cli/commands.js";
import { VERSION } from "../../src/version.js";
import { coppice } from "./support.js";

const here = process.cwd();

describe("a command line that is not understood", () => {
  test("unknown command: refused with the nearest name, exit 2", async () => {
    const run = await coppice(here, ["crate", "task/a"]);
    expect(run.code).toBe(2);
    expect(run.stdout).toBe("");
    expect(run.stderr).toBe("error[USAGE] unknown command 'crate'\nhint: Did you mean create?\n");
    const alias = await coppice(here, ["statsu"]);
    expect(alias.stderr).toBe("error[USAGE] unknown command 'statsu'\nhint: Did you mean status?\n");
  });

  test("-C with a directory that there is not: named, exit 1", async () => {
    const run = await coppice(here, ["-C", "no such", "machine"]);
    expect([run.code, run.stdout]).toEqual([1, ""]);
    expect(run.stderr).toMatch(/^error\[WORKTREE_NOT_FOUND\] There is no directory "no such"\.\nhint: .+\n$/);
  });

  test("unknown option: refused with the nearest name, exit 2", async () => {
    const run = await coppice(here, ["merge", "task/a", "--stratgy", "squash"]);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain("error[USAGE] unknown option '--stratgy'\nhint: Did you mean --strategy?");
  });

  test("value that is no choice: refused with the choices", async () => {
    const run = await coppice(here, ["merge", "task/a", "--strategy", "octopus"]);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain("Allowed choices are merge, squash, rebase");
  });

  test("missing argument, too many arguments, missing value, missing option: each refused", async () => {
    for (const argv of [["create"], ["path", "a", "b"], ["create", "x", "--base"], ["commit", "x"]]) {
      const run = await coppice(here, argv);
      expect(run.code).toBe(2);
      expect(run.stderr).toMatch(/^error\[USAGE\] .+\nhint: .+\n$/);
    }
  });

  test("a commit's message or author that git would not take: refused before anything is begun", async () => {
    const wrong = [
      ["-m", ""],
      ["-m", " \n"],
      ["-m", "x".repeat(65_537)],
      ["-m", "x", "--author", "nobody"],
    ];
    for (const options of wrong) {
      const run = await coppice(here, ["commit", "task/a", ...options]);
      expect(run.code).toBe(2);
      expect(run.stderr).toMatch(/^error\[USAGE\] the (commit message|author) is .+\nhint: .+\n$/);
    }
  });

  test("a command's own words: the hint names that command's help", async () => {
    const run = await coppice(here, ["commit", "task/a"]);
    expect(run.stderr).toContain("hint: coppice help commit shows how it is used.");
  });

  test("with --json: the error is an object on stdout too", async () => {
    const run = await coppice(here, ["list", "--json", "--nonsense"]);
    expect(run.code).toBe(2);
    expect(run.json()).toEqual({
      error: {
        code: "USAGE",
        message: "unknown option '--nonsense'",
        details: {},
        recoverable: true,
        suggestedAction: expect.any(String),
      },
    });
    expect(run.stderr).toContain("error[USAGE]");
  });

  test("escape sequences in it: written out, not sent to the terminal", async () => {
    const run = await coppice(here, ["\u001b[31mred\u202e"]);
    expect(run.stderr).toContain("'\\x1b[31mred\\u{202e}'");
  });
});

describe("help and version", () => {
  test("no command: help on stdout, exit 0", async () => {
    const run = await coppice(here, []);
    expect(run.code).toBe(0);
    for (const { name, hidden } of commands) {
      if (hidden === true) expect(run.stdout).not.toContain(name);
      else expect(run.stdout).toMatch(new RegExp(`^  ${name}\\b`, "m"));
    }
  });

  test("help for each command: its options and the global ones", async () => {
    for (const spec of commands.filter(({ hidden }) => hidden !== true)) {
      const run = await coppice(here, [spec.name, "--help"]);
      expect(run.code).toBe(0);
      for (const { flags } of spec.options) expect(run.stdout).toContain(flags);
      expect(run.stdout).toContain("--no-color");
    }
    expect((await coppice(here, ["help", "merge"])).stdout).toBe(
      (await coppice(here, ["merge", "-h"])).stdout,
    );
  });

  test("help for a command that there is not: refused with the nearest name, exit 2", async () => {
    const run = await coppice(here, ["help", "mrege"]);
    expect(run.code).toBe(2);
    expect(run.stdout).toBe("");
    expect(run.stderr).toBe("error[USAGE] unknown command 'mrege'\nhint: Did you mean merge?\n");
  });

  test("--version: the package's", async () => {
    expect(await coppice(here, ["--version"])).toMatchObject({ code: 0, stdout: `${VERSION}\n` });
  });
});
