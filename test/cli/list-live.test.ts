import { chmodSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Io } from "../../src/cli/io.js";
import { runCli } from "../../src/cli/run.js";
import { createRepo, createTempDir, type TestRepo } from "../support/repo.js";
import { Screen } from "./render/screen.js";
import { coppice, created } from "./support.js";

const bare = ["--no-setup"];

/** A git that waits before it looks at files, until a file is there. */
function patientGit(): { readonly path: string; readonly gate: string } {
  const dir = createTempDir();
  const gate = join(dir, "gate");
  const script = `#!/bin/sh\ncase " $* " in *" status "*) until test -e '${gate}'; do sleep 0.01; done;; esac\nPATH=\${PATH#*:}\nexec git "$@"\n`;
  writeFileSync(join(dir, "git"), script);
  chmodSync(join(dir, "git"), 0o755);
  return { path: `${dir}:${process.env.PATH}`, gate };
}

function listing(repo: TestRepo, screen: Screen, path: string, signal = new AbortController().signal) {
  const env = { ...process.env, TERM: "xterm", NO_COLOR: "1", PATH: path };
  const io: Io = { cwd: repo.dir, env, stdout: screen, stderr: screen, canAsk: false, signal };
  return runCli(["list", "--columns", "branch,state,base,changes,conflicts"], io);
}

async function repoWithWork(): Promise<TestRepo> {
  const repo = createRepo();
  const path = await created(repo, "task/a", ...bare);
  await created(repo, "task/b", ...bare);
  writeFileSync(join(path, "new.txt"), "x\n");
  return repo;
}

const cheap = `branch  state   base  changes  conflicts
task/a  active  main  ...      ...
task/b  active  main  ...      ...
`;

test("on a terminal: what is known stands there before git has looked at any file, and the end is what a pipe gets", async () => {
  const repo = await repoWithWork();
  const [screen, { path, gate }] = [new Screen(80, 24), patientGit()];
  const running = listing(repo, screen, path);
  await expect.poll(() => screen.text, { timeout: 20_000 }).toMatch(/^branch .*\n.*\.\.\.\n/);
  expect(existsSync(gate)).toBe(false);
  expect(screen.text.replaceAll(/main \+0 -0/g, "main").replaceAll(/ {3,}/g, "  ")).toBe(
    cheap.replaceAll(/ {3,}/g, "  "),
  );
  writeFileSync(gate, "");
  expect(await running).toBe(0);
  const { stdout } = await coppice(repo.dir, ["list", "--columns", "branch,state,base,changes,conflicts"]);
  expect(stdout).toMatch(/task\/a {2}dirty {3}main \+0 -0 {2}1 {8}none\n/);
  expect(screen.text).toBe(stdout);
});

test("Ctrl-C meanwhile: the lines stay as they are, and the error stands below them", async () => {
  const repo = await repoWithWork();
  const [screen, { path }] = [new Screen(80, 24), patientGit()];
  const stop = new AbortController();
  const running = listing(repo, screen, path, stop.signal);
  await expect.poll(() => screen.text, { timeout: 20_000 }).toContain("...");
  stop.abort();
  expect(await running).toBe(130);
  expect(screen.text).toMatch(/^branch .*\ntask\/a .*\ntask\/b .*\nerror\[INTERRUPTED\]/);
});

test("a worktree whose status cannot be read: its warning comes below the table", async () => {
  const repo = await repoWithWork();
  const path = await created(repo, "task/c", ...bare);
  writeFileSync(repo.gitIn(path, "rev-parse", "--git-path", "index"), "no index");
  const screen = new Screen(200, 24);
  expect(await listing(repo, screen, process.env.PATH ?? "")).toBe(0);
  expect(screen.text).toMatch(/^branch .*\n(task\/[abc] .*\n){3}(.*\n)?warning: The status of /);
  rmSync(path, { recursive: true });
});
