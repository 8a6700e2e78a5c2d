import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { created, done, states } from "../cli/support.js";
import { commandModules } from "../support/hook-program.js";
import { createRepo, type TestRepo } from "../support/repo.js";
import { Tmux, type TmuxOptions } from "./tmux.js";

const { node, program } = commandModules();
const line = `'${node}' '${program}'`;
/** What stood on the terminal before is there again afterwards, with the exit code below it. */
const script = `echo before; ${line} watch; echo "ended with $?"; exec cat`;

interface Size {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: TmuxOptions["env"];
  readonly script?: string;
}

const watched = (repo: TestRepo, { columns = 92, rows = 14, env, script: other }: Size = {}): Tmux =>
  new Tmux(other ?? script, {
    cwd: repo.dir,
    columns,
    rows,
    // Who looks at a terminal wants to see something, also where this is set.
    env: { NO_COLOR: "1", CI: "true", ...env },
  });

/** What differs from run to run: ages, times and commits. */
const masked = (screen: string): string =>
  screen
    .replaceAll(/ (now|\d\d[sm]|\d[sm] ) {2}/g, " AGE  ")
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, "DATE")
    .replaceAll(/\b[0-9a-f]{10,40}\b/g, "OID");

const bare = ["--no-setup"];
const keysLine = "? help  q quit  enter log  m merge  r resolve  t retry  x remove  up/down select";

/** A screen of so many rows: lines at its top, others at its end. */
function filled(rows: number, top: readonly string[], end: readonly string[]): string {
  const between = Array<string>(rows - top.length - end.length).fill("");
  return [...top, ...between, ...end].join("\n");
}

test("start, keys, help, log, resize, quit: each screen is what it has to be, and the terminal is as it was", async () => {
  const repo = createRepo();
  const a = await created(repo, "task/a", ...bare, "--title", "Wide 漢字 and \u001b[31mred");
  await created(repo, "task/b", ...bare, "--title", "A title that takes much room on a line");
  await created(repo, "task/c", ...bare);
  writeFileSync(join(a, "new.txt"), "x\n");
  const terminal = watched(repo, { columns: 118 });
  const table = (selected: string): string[] => [
    "coppice watch  repo  3 worktrees: 1 dirty, 2 active",
    "  branch  state   task                                    role  age  changes  base        conflicts  lease/lock  pr",
    ...[
      "task/a  dirty   Wide 漢字 and \\x1b[31mred               -     AGE  1        main +0 -0  none       -           -",
      "task/b  active  A title that takes much room on a line  -     AGE  0        main +0 -0  none       -           -",
      "task/c  active  -                                       -     AGE  0        main +0 -0  none       -           -",
    ].map((row) => `${row.startsWith(selected) ? ">" : " "} ${row}`),
  ];
  await terminal.shows(filled(14, table("task/a"), [keysLine]), masked);
  expect(terminal.told("#{alternate_on} #{cursor_flag}")).toBe("1 0");
  terminal.keys("j", "Down", "k");
  await terminal.shows(filled(14, table("task/b"), [keysLine]), masked);
  terminal.keys("?");
  await terminal.until("q             quit; Ctrl-C also interrupts what runs");
  terminal.keys("Escape");
  await terminal.shows(filled(14, table("task/b"), [keysLine]), masked);
  terminal.keys("Enter");
  await terminal.until(/^coppice watch .* of 1\d\ntask\/b {2}active\n {2}directory /);
  terminal.keys("End");
  await terminal.until(/CREATE .*task\/b from main "A title/);
  terminal.keys("q");
  terminal.resize(80, 9);
  await terminal.shows(
    filled(
      9,
      [
        "coppice watch  repo  3 worktrees: 1 dirty, 2 active",
        "  branch  state   task                       age  changes  base        conflicts",
        "  task/a  dirty   Wide 漢字 and \\x1b[31mred  AGE  1        main +0 -0  none",
        "> task/b  active  A title that takes much …  AGE  0        main +0 -0  none",
        "  task/c  active  -                          AGE  0        main +0 -0  none",
      ],
      [keysLine],
    ),
    masked,
  );
  terminal.resize(44, 8);
  await terminal.shows(
    filled(
      8,
      [
        "coppice watch  repo  3 worktrees: 1 dirty, …",
        "  branch  state   changes  conflicts",
        "  task/a  dirty   1        none",
        "> task/b  active  0        none",
        "  task/c  active  0        none",
      ],
      ["? help  q quit  enter log  m merge  r resol…"],
    ),
    masked,
  );
  // So low that the rows scroll.
  terminal.resize(30, 5);
  await terminal.shows(
    filled(
      5,
      ["coppice watch  repo … 2-2 of 3", "  branch  state   changes", "> task/b  active  0"],
      ["? help  q quit  enter log  m …"],
    ),
    masked,
  );
  terminal.resize(118, 14);
  await terminal.shows(filled(14, table("task/b"), [keysLine]), masked);
  // What is made meanwhile appears by itself.
  await done(repo.dir, "create", "task/d", ...bare, "--quiet");
  await terminal.until("  task/d  active");
  terminal.keys("q");
  await terminal.shows("before\nended with 0");
  expect(terminal.told("#{alternate_on} #{cursor_flag}")).toBe("0 1");
});

test("merge, a conflict, its resolution, and a removal that is asked about twice, all by keys", async () => {
  const repo = createRepo();
  for (const [branch, file, text] of [
    ["task/a", "src/a.txt", "alpha\nBETA\n"],
    ["task/b", "src/a.txt", "alpha\nbeta two\n"],
    ["task/c", "c.txt", "c\n"],
  ] as const) {
    const path = await created(repo, branch, ...bare);
    writeFileSync(join(path, file), text);
    repo.gitIn(path, "add", "--all");
    repo.gitIn(path, "commit", "--quiet", "-m", branch);
  }
  writeFileSync(join(await created(repo, "task/d", ...bare), "edit.txt"), "x\n");
  const terminal = watched(repo);
  await terminal.until("> task/a");
  terminal.keys("t");
  await terminal.until("nothing of task/a has failed");
  terminal.keys("m");
  await terminal.until("Merge task/a (1 commit) into main, then remove it?");
  terminal.keys("y");
  await terminal.until("merged task/a into main (merge)");
  await terminal.until("> task/b  active");
  terminal.keys("m", "y");
  await terminal.until(/error\[MERGE_CONFLICT\] task\/b conflicts with main in 1 file: src\/a.txt/);
  await terminal.until("> task/b  conflict");
  terminal.keys("r");
  await terminal.until("o  ours: take task/b's side");
  terminal.keys("o");
  await terminal.until("merged task/b into main (merge)");
  expect(repo.git("show", "main:src/a.txt")).toBe("alpha\nbeta two");
  // Work that is nowhere else: refused at first, archived when it is asked for once more.
  await terminal.until("> task/c");
  terminal.keys("j", "x");
  const asked = await terminal.until("1 uncommitted file: edit.txt");
  expect(asked).toContain("Remove task/d?");
  terminal.keys("y");
  await terminal.until(/error\[WORKTREE_DIRTY\](.*\n)+.*Remove task\/d all the same\?/);
  terminal.keys("n");
  await terminal.until("> task/d  dirty");
  terminal.keys("x");
  await terminal.until("Remove task/d?");
  terminal.keys("y");
  await terminal.until("Remove task/d all the same?");
  terminal.keys("y");
  await terminal.until("removed task/d; coppice restore task/d brings it back");
  await terminal.until("1 worktree: 1 active");
  expect(await states(repo.dir, "task/d")).toContain("removed");
  terminal.keys("C-c");
  await terminal.shows("before\nended with 130");
});

test("while a long command runs, the screen answers; the terminal is closed under it: the command ends as interrupted", async () => {
  const repo = createRepo();
  const path = await created(repo, "task/a", ...bare);
  writeFileSync(join(path, "a.txt"), "a\n");
  repo.gitIn(path, "add", "--all");
  repo.gitIn(path, "commit", "--quiet", "-m", "a");
  const [gate, pid] = [join(repo.dir, "../gate"), join(repo.dir, "../pid")];
  repo.git("config", "coppice.merge.verify", `until test -e '${gate}'; do sleep 0.05; done`);
  const terminal = watched(repo, { script: `echo $$ >'${pid}'; exec ${line} watch` });
  await terminal.until("> task/a");
  terminal.keys("m", "y");
  await terminal.until(/merge task\/a runs/);
  await terminal.until("  merging");
  terminal.keys("?");
  await terminal.until("resolve its conflict");
  terminal.keys("q", "q");
  await terminal.until("quits when that has ended");
  terminal.close();
  await expect.poll(() => isAlive(Number(readFileSync(pid, "utf8"))), { timeout: 20_000 }).toBe(false);
  expect(existsSync(gate)).toBe(false);
  expect(await states(repo.dir, "task/a")).toContain("error");
  expect(repo.git("log", "--format=%s", "main")).not.toContain("task/a");
});

test("the repository is away for a while: it is said, in colours, and taken back as soon as it is there", async () => {
  const repo = createRepo();
  await created(repo, "task/a", ...bare);
  const terminal = watched(repo, { env: { NO_COLOR: undefined } });
  const before = await terminal.until(/> task\/a {2}active .* 0 +main \+0 -0 {2}none/);
  const [git, away] = [join(repo.dir, ".git"), join(repo.dir, ".git-away")];
  renameSync(git, away);
  await terminal.until(/error\[NOT_A_REPO\] .*\nhint: /);
  renameSync(away, git);
  await terminal.shows(masked(before), masked);
  terminal.keys("C-c");
  await terminal.shows("before\nended with 130");
});

test.each([
  ["q", 0],
  ["C-c", 130],
])("%s before the first look has come to its end: it ends all the same", async (key, code) => {
  const repo = createRepo();
  await created(repo, "task/a", ...bare);
  // Raw from the start: the key is there before anybody waits for it.
  const terminal = watched(repo, {
    script: `stty raw -echo; ${line} watch; code=$?; stty sane; echo "ended with $code"; exec cat`,
  });
  terminal.keys(key);
  await terminal.shows(`ended with ${code}`);
});

test("Ctrl-Z gives the terminal back to the shell, which brings the screen back", async () => {
  const repo = createRepo();
  await created(repo, "task/a", ...bare);
  const terminal = watched(repo, {
    script: `set -m; echo before; ${line} watch; echo "stopped with $?"; read go; fg >/dev/null; echo "ended with $?"; exec cat`,
  });
  await terminal.until("> task/a");
  terminal.keys("C-z");
  await terminal.shows("before\nstopped with 148");
  expect(terminal.told("#{alternate_on} #{cursor_flag}")).toBe("0 1");
  terminal.keys("g", "Enter");
  await terminal.until("> task/a");
  terminal.keys("q");
  await terminal.shows("before\nstopped with 148\ng\nended with 0");
});

test.each([
  ["SIGTERM", "before\nended with 130"],
  // What the program of this test makes an exception of.
  ["SIGUSR2", /^before\n(.*\n)+.*Error: a fault(.*\n)+ended with 1$/],
] as const)("%s: the terminal is as it was, and says why", async (signal, expected) => {
  const repo = createRepo();
  await created(repo, "task/a", ...bare);
  const [fault, pid] = [join(repo.dir, "../fault.cjs"), join(repo.dir, "../pid")];
  writeFileSync(fault, 'process.on("SIGUSR2", () => { throw new Error("a fault"); });');
  const terminal = watched(repo, {
    rows: 24,
    script: `echo before; sh -c "echo \\$\\$ >'${pid}'; exec ${line} watch"; echo "ended with $?"; exec cat`,
    env: { NODE_OPTIONS: `--require=${fault}` },
  });
  await terminal.until("> task/a");
  process.kill(Number(readFileSync(pid, "utf8")), signal);
  expect(await terminal.until(/ended with/)).toEqual(
    typeof expected === "string" ? expected : expect.stringMatching(expected),
  );
  expect(terminal.told("#{alternate_on} #{cursor_flag}")).toBe("0 1");
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
