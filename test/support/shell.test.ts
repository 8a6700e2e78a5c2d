import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTempDir } from "./repo.js";
import { runInShell } from "./shell.js";

const print = 'printf "%s|" "$PWD" "$(printenv COPPICE_SHELL || echo unset)" "$OWN" "$(umask)" "$@"';

describe("a program started through the shell", () => {
  test("gets its directory, its words, and the environment as it is by then", () => {
    const dir = createTempDir();
    const umask = process.umask();
    onTestFinished(() => {
      delete process.env.COPPICE_SHELL;
      process.umask(umask);
    });
    const words = ["sh", "-c", print, "sh", "it's", "two\nlines", "$HOME", ""];
    const first = runInShell(dir, words, { OWN: "'" });
    process.env.COPPICE_SHELL = "a\n'b'";
    process.umask(0o077);
    const second = runInShell(dir, words);
    delete process.env.COPPICE_SHELL;
    process.umask(umask);
    const told = ["it's", "two\nlines", "$HOME", "", ""];
    const mask = `0${umask.toString(8).padStart(3, "0")}`;
    expect(first.stdout.split("|")).toEqual([dir, "unset", "'", mask, ...told]);
    expect(second.stdout.split("|")).toEqual([dir, "a\n'b'", "", "0077", ...told]);
    expect(runInShell(dir, words).stdout.split("|")).toEqual([dir, "unset", "", mask, ...told]);
  });

  test("a variable with a name that no shell can set: the program gets it", () => {
    const dir = createTempDir();
    const name = "INPUT_COPPICE-SHELL";
    onTestFinished(() => {
      delete process.env[name];
    });
    const print = (): string => runInShell(dir, ["printenv", name]).stdout;
    expect(print()).toBe("");
    process.env[name] = "it's";
    expect(print()).toBe("it's\n");
    delete process.env[name];
    expect(print()).toBe("");
  });

  test("fails: its code and what it said; the next one knows nothing of it", () => {
    const dir = createTempDir();
    const failing = runInShell(dir, ["sh", "-c", "echo out; echo err >&2; exit 3"]);
    expect(failing).toEqual({ code: 3, stdout: "out\n", stderr: "err\n" });
    expect(runInShell(dir, ["cat"])).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(runInShell(join(dir, "none"), ["cat"]).code).not.toBe(0);
    expect(runInShell(dir, ["coppice-no-such-program"]).code).toBe(127);
  });
});
