import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { doctor } from "../../src/engine/doctor/doctor.js";
import { living, picture } from "../engine/set-support.js";
import { run } from "../engine/support.js";
import { commandProgram } from "../support/hook-program.js";
import { createRepo } from "../support/repo.js";

const roles = ["a", "c"];
const setsAtOnce = 50;

/** Of every ten sets one fails in its last worktree, and of one its process is killed there. */
const sessionOf = (at: number): string =>
  `${at % 10 === 3 ? "fails" : at % 10 === 7 ? "killed" : "whole"}-${at}`;

test("fifty sets of two, a process each, some failing and some killed: each is whole or absent", async () => {
  const repo = createRepo({ files: { ".gitignore": "/roles/\n" } });
  for (const role of roles) repo.write(`roles/${role}/CLAUDE.md`, role);
  const locks = join(repo.dir, ".git", "coppice", "locks");
  const own = 'lock=$(cat "$(git rev-parse --git-dir)/coppice/id").lock';
  const pid = `$(sed -n 's/.*"pid":\\([0-9]*\\).*/\\1/p' '${locks}'/$lock)`;
  repo.git(
    "config",
    "coppice.setup.initScript",
    `[ $COPPICE_ROLE != c ] || case $COPPICE_SESSION in fails-*) exit 1;; killed-*) ${own}; kill -9 ${pid}; sleep 60;; esac`,
  );
  const { node, program } = commandProgram();
  const ends = await Promise.all(
    Array.from({ length: setsAtOnce }, async (_, at) => {
      const args = [program, "create", "--roles", roles.join(), "--session", sessionOf(at)];
      const child = spawn(node, args, { cwd: repo.dir, stdio: "ignore" });
      const [code, signal] = await once(child, "exit");
      return [sessionOf(at).split("-")[0], code ?? signal];
    }),
  );
  const outcomes = new Map<string, Set<unknown>>();
  for (const [kind, end] of ends) outcomes.set(`${kind}`, (outcomes.get(`${kind}`) ?? new Set()).add(end));
  expect(Object.fromEntries([...outcomes].map(([kind, codes]) => [kind, [...codes]]))).toEqual({
    whole: [0],
    fails: [1],
    killed: ["SIGKILL"],
  });

  await run(repo.dir, (engine) => doctor(engine, { fix: true }));
  const whole = Array.from({ length: setsAtOnce }, (_, at) => sessionOf(at))
    .filter((session) => session.startsWith("whole"))
    .flatMap((session) => roles.map((role) => `swarm/${role}-${session}`))
    .sort();
  const live = await living(repo);
  expect(Object.keys(live).sort()).toEqual(whole);
  expect(new Set(Object.values(live))).toEqual(new Set(["active"]));
  const branches = repo.git("for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads/swarm").split("\n");
  expect(branches.sort()).toEqual(whole);
  const names = whole.map((branch) => branch.replace("/", "-"));
  const { directories, registrations, sets, locks: held } = picture(repo);
  expect([directories, registrations, sets, held]).toEqual([names, names, [], []]);
  expect(readdirSync(join(repo.dir, ".git", "coppice", "local"))).toHaveLength(whole.length);
  for (const name of names) expect(existsSync(join(repo.dir, ".worktrees", name, "CLAUDE.md"))).toBe(true);
  const exclude = readFileSync(join(repo.dir, ".git", "info", "exclude"), "utf8");
  expect(exclude.split("\n").filter((line) => line === "/CLAUDE.md")).toHaveLength(1);
});
