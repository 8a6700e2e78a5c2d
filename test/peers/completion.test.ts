import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { completionScript, shellFunction } from "../../src/cli/completion/scripts.js";
import { createTempDir } from "../support/repo.js";

/** Runs `script` in a shell for which `coppice` answers with `answer`. */
function run(shell: "zsh" | "fish", answer: string, script: string): { output: string; asked: string } {
  const dir = createTempDir();
  const bin = join(dir, "bin");
  mkdirSync(bin);
  writeFileSync(join(dir, "asked"), "");
  writeFileSync(join(dir, "answer"), answer);
  writeFileSync(
    join(bin, "coppice"),
    `#!/bin/sh\nprintf '[%s]' "$@" >>'${dir}/asked'\ncat '${dir}/answer'\n`,
  );
  chmodSync(join(bin, "coppice"), 0o755);
  const file = join(dir, "script");
  writeFileSync(file, script);
  const output = execFileSync(shell, shell === "zsh" ? ["-f", file] : ["--no-config", file], {
    encoding: "utf8",
    env: { ...process.env, PATH: `${bin}:${process.env.PATH ?? ""}` },
  });
  return { output, asked: readFileSync(join(dir, "asked"), "utf8") };
}

const answer = "task/a\tactive\ntask/b\tIts title: long\n";

test("fish: hands the words over and offers the answers with their descriptions", () => {
  const found = run("fish", answer, `${completionScript("fish")}\ncomplete -C 'coppice merge --keep ta'`);
  expect(found).toEqual({ output: answer, asked: "[__complete][merge][--keep][ta]" });
});

test("fish, ccd: goes where coppice path says, and completes worktrees", () => {
  const target = createTempDir();
  const went = run("fish", `${target}\n`, `${shellFunction("fish")}\nccd task/a\npwd -P`);
  expect(went).toEqual({ output: `${target}\n`, asked: "[path][task/a]" });
  const found = run("fish", answer, `${shellFunction("fish")}\ncomplete -C 'ccd ta'`);
  expect(found).toEqual({ output: answer, asked: "[__complete][path][ta]" });
});

/** Completion functions run inside zsh's line editor; its `compadd` is replaced to see what they offer. */
const editor = `
compdef() { : }
compadd() { print -r -- "$@"; print -rl -- "\${values[@]}" "\${shown[@]}" }
`;

test("zsh: hands the words over and offers the answers with their descriptions", () => {
  const script = `${editor}\n${completionScript("zsh")}\nwords=(coppice merge 'ta') CURRENT=3\n_coppice`;
  expect(run("zsh", answer, script)).toEqual({
    output: "-l -d shown -a values\ntask/a\ntask/b\ntask/a  -- active\ntask/b  -- Its title: long\n",
    asked: "[__complete][merge][ta]",
  });
});

test("zsh, an empty word: handed over too", () => {
  const script = `${editor}\n${completionScript("zsh")}\nwords=(coppice show '') CURRENT=3\n_coppice`;
  expect(run("zsh", answer, script).asked).toBe("[__complete][show][]");
});

test("zsh, ccd: goes where coppice path says", () => {
  const target = createTempDir();
  const went = run("zsh", `${target}\n`, `${shellFunction("zsh")}\nccd task/a && pwd -P`);
  expect(went).toEqual({ output: `${target}\n`, asked: "[path][task/a]" });
});
