import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { command, coppice, created } from "../cli/support.js";
import { recordIn } from "../engine/support.js";
import { createRepo } from "../support/repo.js";

/** An interactive bash on a pseudo terminal (script of util-linux). */
class Terminal {
  readonly #child;
  #shown = "";

  constructor(cwd: string) {
    this.#child = spawn(
      "script",
      ["--quiet", "--return", "--command", "bash --norc --noprofile -i", "/dev/null"],
      { cwd, stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, PS1: "$ ", TERM: "xterm" } },
    );
    this.#child.stdout.on("data", (chunk) => {
      this.#shown += String(chunk);
    });
    onTestFinished(() => {
      this.#child.kill("SIGKILL");
    });
  }

  type(text: string): void {
    this.#child.stdin.write(text);
  }

  /** Waits until something is shown that was not there before. */
  async shows(text: string): Promise<void> {
    await expect.poll(() => this.#shown, { timeout: 20_000 }).toMatch(text);
    this.#shown = "";
  }

  async end(): Promise<void> {
    this.type("exit\n");
    await once(this.#child, "exit");
  }
}

test("on a terminal: Ctrl-C reaches the command once, Ctrl-Z stops both, fg goes on, and the worktree stays taken meanwhile", async () => {
  const repo = createRepo();
  const path = await created(repo, "task/a");
  const terminal = new Terminal(repo.dir);
  const script = `trap "echo interrupt >>signals" INT; echo be""gun; while :; do read line && break; done; echo read-$line; exit 5`;
  terminal.type(`'${command.join("' '")}' run task/a -- sh -c '${script}'\n`);
  await terminal.shows("begun");
  terminal.type("\u0003");
  await expect.poll(() => readFileSync(join(path, "signals"), { encoding: "utf8", flag: "a+" })).not.toBe("");
  terminal.type("\u001a");
  await terminal.shows("Stopped");
  expect((await coppice(repo.dir, ["remove", "task/a"])).code).toBe(3);
  terminal.type("fg\n");
  await terminal.shows("run task/a");
  terminal.type("words\n");
  await terminal.shows("read-words");
  terminal.type("echo code-$?\n");
  await terminal.shows("code-5");
  await terminal.end();
  expect(readFileSync(join(path, "signals"), "utf8")).toBe("interrupt\n");
  expect((await recordIn(repo.dir, "task/a")).lease).toBeNull();
});
