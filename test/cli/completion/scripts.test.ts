import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempDir } from "../../support/repo.js";
import { coppice, done } from "../support.js";

/** A program named coppice that answers what the test wants and writes down how it was asked. */
function fakeCoppice(answer: string): { readonly path: string; readonly asked: string } {
  const dir = createTempDir();
  const bin = join(dir, "bin");
  const asked = join(dir, "asked");
  mkdirSync(bin);
  writeFileSync(join(dir, "answer"), answer);
  writeFileSync(join(bin, "coppice"), `#!/bin/sh\nprintf '[%s]' "$@" >>'${asked}'\ncat '${dir}/answer'\n`);
  chmodSync(join(bin, "coppice"), 0o755);
  return { path: `${bin}:${process.env.PATH ?? ""}`, asked };
}

function bash(script: string, path: string): string {
  return execFileSync("bash", ["--norc", "--noprofile", "-c", script], {
    encoding: "utf8",
    env: { ...process.env, PATH: path },
  });
}

/** The script that types `typed` and prints the replies, one a line. */
async function typing(typed: string): Promise<string> {
  const script = (await done(process.cwd(), "completion", "bash")).stdout;
  const words = typed.split(/(?=[@= ])|(?<=[@= ])/).filter((word) => word !== " ");
  if (typed.endsWith(" ")) words.push("");
  const list = words.map((word) => `'${word}'`).join(" ");
  return `${script}
COMP_LINE='${typed}' COMP_POINT=${typed.length} COMP_WORDS=(${list}) COMP_CWORD=${words.length - 1}
_coppice
printf '%s\\n' "\${COMPREPLY[@]}"`;
}

test("bash: hands the words over and offers the answers without their descriptions", async () => {
  const fake = fakeCoppice("task/a\tactive\ntask/b\tdirty\n");
  expect(bash(await typing("coppice merge ta"), fake.path)).toBe("task/a\ntask/b\n");
  expect(execFileSync("cat", [fake.asked], { encoding: "utf8" })).toBe("[__complete][merge][ta]");
});

test("bash, a branch name with characters that bash splits at: only the rest is inserted", async () => {
  const fake = fakeCoppice("user@host=x\n");
  expect(bash(await typing("coppice show user@ho"), fake.path)).toBe("host=x\n");
});

test("bash, a branch name that a shell would act on: quoted", async () => {
  const fake = fakeCoppice("task/$(id>owned);'\n");
  const [reply = ""] = bash(await typing("coppice show "), fake.path).split("\n");
  expect(bash(`printf %s ${reply}`, fake.path)).toBe("task/$(id>owned);'");
});

test("ccd in bash: goes where coppice path says, and stays when it fails", async () => {
  const script = (await done(process.cwd(), "shell-init", "bash")).stdout;
  const target = realpathSync(createTempDir());
  const fake = fakeCoppice(`${target}\n`);
  expect(bash(`${script}\nccd task/a && pwd -P`, fake.path)).toBe(`${target}\n`);
  expect(execFileSync("cat", [fake.asked], { encoding: "utf8" })).toBe("[path][task/a]");
  const without = bash(
    `${script}\ncoppice() { return 1; }\nPATH=/nowhere\nccd task/a 2>/dev/null || echo stayed`,
    fake.path,
  );
  expect(without).toBe("stayed\n");
});

test("every shell: a script; another one: refused with those there are", async () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    expect((await done(process.cwd(), "completion", shell)).stdout).toContain("coppice __complete");
    expect((await done(process.cwd(), "shell-init", shell)).stdout).toContain("coppice path");
  }
  const refused = await coppice(process.cwd(), ["completion", "tcsh"]);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("bash, zsh, fish");
});
