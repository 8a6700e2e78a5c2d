import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { recordIn } from "../engine/support.js";
import { createRepo, createTempDir, type TestRepo } from "../support/repo.js";
import { command, coppice, created, done } from "./support.js";

/** A named pipe: whoever reads it waits for who writes it. */
function pipe(): string {
  const path = join(createTempDir(), "pipe");
  execFileSync("mkfifo", [path]);
  return path;
}

interface Running {
  readonly child: ChildProcess;
  /** What it printed, both outputs; ends when everything that may write there has ended. */
  readonly output: Promise<string>;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

/** Starts the command line in a session of its own, without a terminal. */
function start(cwd: string, argv: readonly string[], input: "ignore" | "pipe" = "ignore"): Running {
  const [program, ...args] = command;
  const child = spawn(program, [...args, ...argv], { cwd, detached: true, stdio: [input, "pipe", "pipe"] });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) =>
    stream === null ? "" : text(stream),
  );
  return {
    child,
    output: Promise.all([stdout, stderr]).then((parts) => parts.join("")),
    ended: once(child, "exit").then(([code, signal]) => ({ code, signal })),
  };
}

/** A script that runs for as long as `go` is not written, and tells its process id at once. */
const waiting = (told: string, go: string, before = ""): readonly string[] => [
  "--",
  "sh",
  "-c",
  `${before} echo $$ >'${told}'; while ! read line <'${go}'; do :; done; echo "heard $line"; exit 4`,
];

const leaseFile = async (repo: TestRepo): Promise<string> =>
  join(repo.dir, ".git", "coppice", "local", (await recordIn(repo.dir, "task/a")).id, "lease.json");

test("input, output and exit code are the command's own; a run inside a run is refused there", async () => {
  const repo = createRepo();
  await created(repo, "task/a");
  const [program, script = ""] = command;
  const { child, output, ended } = start(
    repo.dir,
    [
      "run",
      "task/a",
      "--",
      "sh",
      "-c",
      `cat; echo "to err" >&2; '${program}' '${script}' run -- true; exit $?`,
    ],
    "pipe",
  );
  child.stdin?.end("from outside\n");
  expect(await ended).toEqual({ code: 3, signal: null });
  expect(await output).toMatch(/^from outside\nto err\nerror\[WORKTREE_IN_USE\] task\/a is in use by sh\.\n/);
});

test("killed while its command lives on: the worktree is not removed until that has ended as well", async () => {
  const repo = createRepo();
  await created(repo, "task/a");
  const [told, go] = [pipe(), pipe()];
  const { child, output, ended } = start(repo.dir, ["run", "task/a", ...waiting(told, go)]);
  await readFile(told);
  child.kill("SIGKILL");
  expect((await ended).signal).toBe("SIGKILL");
  for (const argv of [
    ["remove", "task/a"],
    ["remove", "task/a", "--force"],
    ["run", "task/a", "--", "true"],
  ]) {
    const refused = await coppice(repo.dir, argv);
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining("is in use by sh")]);
  }
  expect((await done(repo.dir, "prune", "--filter", "all", "--json")).json()).toMatchObject({
    worktrees: [{ verdict: "skipped" }],
  });
  writeFileSync(go, "end\n");
  expect(await output).toBe("heard end\n");
  // Its output ends a moment before it does.
  await expect.poll(async () => (await coppice(repo.dir, ["remove", "task/a"])).code).toBe(0);
});

test("killed with its command: dead at once; another process that has the number by now keeps nothing", async () => {
  const repo = createRepo();
  await created(repo, "task/a");
  const [told, go] = [pipe(), pipe()];
  const { child, output, ended } = start(repo.dir, ["run", "task/a", ...waiting(told, go)]);
  const pid = Number(await readFile(told, "utf8"));
  const file = await leaseFile(repo);
  const lease = JSON.parse(readFileSync(file, "utf8"));
  expect(lease).toMatchObject({ owner: { pid: child.pid }, work: { pid }, holder: "sh" });
  child.kill("SIGKILL");
  await ended;
  process.kill(pid, "SIGKILL");
  await output;
  // This very process and its parent live, and did not start when those did.
  const reused = { owner: { ...lease.owner, pid: process.ppid }, work: { ...lease.work, pid: process.pid } };
  writeFileSync(file, JSON.stringify({ ...lease, ...reused }));
  expect((await done(repo.dir, "show", "task/a", "--json")).json()).toMatchObject({ liveLease: null });
  const again = await coppice(repo.dir, ["run", "task/a", "--", "true"]);
  expect([again.code, again.stderr]).toEqual([0, ""]);
  writeFileSync(file, JSON.stringify({ ...lease, ...reused }));
  expect((await done(repo.dir, "remove", "task/a", "--json")).json()).toMatchObject({
    results: [{ outcome: "removed" }],
  });
});

test("signals are passed on, and what becomes of the command is the exit code: nothing is committed then", async () => {
  const repo = createRepo();
  const cases = [
    ["SIGTERM", "", 143],
    ["SIGHUP", "", 129],
    ["SIGINT", "trap 'exit 5' INT;", 5],
    ["SIGUSR1", "trap 'exit 6' USR1;", 6],
  ] as const;
  for (const [signal] of cases) await created(repo, `task/${signal}`);
  await Promise.all(
    cases.map(async ([signal, trap, code]) => {
      const told = pipe();
      const script = `exec 2>&-; ${trap} echo x >x; echo >'${told}'; while :; do read line <'${told}'; done`;
      const run = ["run", `task/${signal}`, "--merge", "--", "sh", "-c", script];
      const { child, output, ended } = start(repo.dir, run);
      await readFile(told);
      child.kill(signal);
      expect([signal, await ended, await output]).toEqual([signal, { code, signal: null }, ""]);
    }),
  );
  for (const [signal] of cases)
    expect(await recordIn(repo.dir, `task/${signal}`)).toMatchObject({ status: "dirty", lease: null });
});
