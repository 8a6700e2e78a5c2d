import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { command, coppice, created, done } from "../../cli/support.js";
import { interruptionEnv, writePreload } from "../../environments/interrupting.js";
import { createBareRemote, createRepo, createTempDir, openRepo, type TestRepo } from "../../support/repo.js";

/** How many moments of each command; all of them with INTERRUPT=all. */
const moments = process.env.INTERRUPT === "all" ? Number.POSITIVE_INFINITY : 20;
const signals: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];

interface Case {
  readonly argv: readonly string[];
  readonly prepare: (repo: TestRepo) => Promise<void>;
  /** Whether what the command is for is done. */
  readonly reached: (repo: TestRepo) => boolean | Promise<boolean>;
  /** Blobs and commits that must be somewhere at every moment. */
  readonly kept?: (repo: TestRepo) => readonly string[];
}

const worktree = (repo: TestRepo, branch: string): string =>
  join(repo.dir, ".worktrees", branch.replace("/", "-"));

async function work(repo: TestRepo, branch: string, content: string): Promise<void> {
  openRepo(await created(repo, branch)).commit("Work", { "src/a.txt": content });
}

async function withCommand(repo: TestRepo, config: object): Promise<void> {
  repo.commit("Configure", { "coppice.config.json": JSON.stringify(config) });
  await done(repo.dir, "trust");
}

async function status(repo: TestRepo, branch: string): Promise<string | undefined> {
  const run = await coppice(repo.dir, ["show", branch, "--json"]);
  return run.code === 0 ? JSON.parse(run.stdout).status : undefined;
}

const holds = (repo: TestRepo, ref: string, content: string): boolean => {
  try {
    return repo.git("show", `${ref}:src/a.txt`) === content;
  } catch {
    return false;
  }
};
const atRemote = (repo: TestRepo, ref: string): boolean => repo.git("ls-remote", "origin", ref) !== "";

const cases: Readonly<Record<string, Case>> = {
  "create with a setup": {
    argv: ["create", "task/a"],
    prepare: (repo) => withCommand(repo, { setup: { initScript: "cat src/a.txt" } }),
    reached: async (repo) => (await status(repo, "task/a")) === "active",
  },
  commit: {
    argv: ["commit", "task/a", "-m", "Work"],
    prepare: async (repo) => openRepo(await created(repo, "task/a")).write("src/a.txt", "work\n"),
    reached: (repo) =>
      holds(repo, "task/a", "work") && repo.git("rev-list", "--count", "main..task/a") === "1",
  },
  "merge --verify": {
    argv: ["merge", "task/a"],
    prepare: async (repo) => {
      await withCommand(repo, { merge: { verify: "grep work src/a.txt" } });
      await work(repo, "task/a", "work\n");
    },
    reached: async (repo) => holds(repo, "main", "work") && (await status(repo, "task/a")) === "removed",
  },
  "resolve --with": {
    argv: ["resolve", "task/a", "--with", "echo both >src/a.txt; git add src/a.txt"],
    prepare: async (repo) => {
      await work(repo, "task/a", "work\n");
      repo.commit("Other work", { "src/a.txt": "other\n" });
      expect(await coppice(repo.dir, ["merge", "task/a"])).toMatchObject({ code: 4 });
    },
    reached: async (repo) => holds(repo, "main", "both") && (await status(repo, "task/a")) === "removed",
  },
  remove: {
    argv: ["remove", "task/a", "--force"],
    prepare: async (repo) => {
      await work(repo, "task/a", "work\n");
      openRepo(worktree(repo, "task/a")).write("src/b.txt", "an edit\n");
    },
    reached: async (repo) =>
      (await status(repo, "task/a")) === "removed" && !existsSync(worktree(repo, "task/a")),
    kept: () => ["an edit\n"],
  },
  prune: {
    argv: ["prune", "--filter", "all", "--force"],
    prepare: async (repo) => {
      await work(repo, "task/a", "work\n");
      await work(repo, "task/b", "work b\n");
    },
    reached: async (repo) =>
      (await status(repo, "task/a")) === "removed" && (await status(repo, "task/b")) === "removed",
  },
  restore: {
    argv: ["restore", "task/a"],
    prepare: async (repo) => {
      await work(repo, "task/a", "work\n");
      openRepo(worktree(repo, "task/a")).write("src/b.txt", "an edit\n");
      await done(repo.dir, "remove", "task/a", "--force");
    },
    reached: async (repo) =>
      existsSync(join(worktree(repo, "task/a"), "src/b.txt")) &&
      readFileSync(join(worktree(repo, "task/a"), "src/b.txt"), "utf8") === "an edit\n" &&
      (await status(repo, "task/a")) === "dirty",
    kept: () => ["an edit\n"],
  },
  sync: {
    argv: ["sync"],
    prepare: async (repo) => {
      createBareRemote(repo);
      await work(repo, "task/a", "work\n");
    },
    reached: (repo) => atRemote(repo, "refs/notes/coppice"),
  },
  submit: {
    argv: ["submit", "task/a"],
    prepare: async (repo) => {
      createBareRemote(repo);
      await work(repo, "task/a", "work\n");
    },
    reached: (repo) => atRemote(repo, "refs/notes/coppice") && atRemote(repo, "refs/heads/task/a"),
  },
};

interface Interrupted {
  readonly code: number | null;
  readonly stderr: string;
  readonly moments: number;
}

/** Runs a command that gets a signal at a moment; 0: at none. */
async function interrupt(
  repo: TestRepo,
  argv: readonly string[],
  preload: string,
  at: number,
  signal: NodeJS.Signals,
  again: number | null,
): Promise<Interrupted> {
  const [node, ...program] = command;
  const count = join(dirname(repo.dir), "count");
  const child = spawn(node, ["--import", preload, ...program, ...argv], {
    cwd: repo.dir,
    env: { ...process.env, ...interruptionEnv({ at, signal, again, count }), COPPICE_TEST_PLACE: repo.dir },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const stderr = await text(child.stderr);
  return { code: await ended, stderr, moments: existsSync(count) ? Number(readFileSync(count, "utf8")) : 0 };
}

/** Whether something that was started for a repository still runs. */
function stillRuns(repo: TestRepo): string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return (
        readFileSync(`/proc/${pid}/environ`, "utf8").includes(`COPPICE_TEST_PLACE=${repo.dir}\0`) &&
        !/^\S+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"))
      );
    } catch {
      return false;
    }
  });
}

const lockFiles = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((name) => /\.lock$/.test(name));

/** The contents that are neither in a file of a worktree nor in a commit that a ref reaches. */
function lost(repo: TestRepo, kept: readonly string[]): string[] {
  const reached = repo.git("rev-list", "--objects", "--all", "--reflog");
  return kept.filter((content) => {
    const oid = execFileSync("git", ["hash-object", "--stdin"], {
      cwd: repo.dir,
      input: content,
      encoding: "utf8",
    }).trim();
    if (reached.includes(oid)) return false;
    const files = readdirSync(join(repo.dir, ".worktrees"), { recursive: true, encoding: "utf8" });
    return !files.some((file) => {
      try {
        return readFileSync(join(repo.dir, ".worktrees", file), "utf8") === content;
      } catch {
        return false;
      }
    });
  });
}

for (const [title, { argv, prepare, reached, kept = () => [] }] of Object.entries(cases)) {
  describe(title, () => {
    for (const [how, again] of [
      ["once", null],
      ["twice", 260],
    ] as const) {
      test(`a signal at any moment, ${how}: nothing lost, nothing left running, and the next commands finish it`, {
        timeout: 900_000,
      }, async () => {
        const start = createRepo();
        await prepare(start);
        const tips = start.git("for-each-ref", "--format=%(objectname)", "refs/heads").split("\n");
        const preload = writePreload(createTempDir());
        const parent = dirname(start.dir);
        const template = join(createTempDir(), "template");
        cpSync(parent, template, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
        const anew = (): TestRepo => {
          rmSync(parent, { recursive: true });
          cpSync(template, parent, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
          return openRepo(start.dir);
        };
        const { moments: total } = await interrupt(anew(), argv, preload, 0, "SIGINT", null);
        const step = Math.max(1, total / (again === null ? moments : moments / 2));
        let tried = 0;
        const outcomes = new Map<string, number>();
        for (let moment = 1; moment <= total; moment += step) {
          const at = Math.floor(moment);
          tried += 1;
          const repo = anew();
          const signal = signals[at % 3] ?? "SIGINT";
          const ended = await interrupt(repo, argv, preload, at, signal, again);
          const where = `moment ${at} of ${total}: ${ended.stderr}`;
          expect([0, 130], where).toContain(ended.code);
          if (ended.code === 130 && again === null)
            expect(ended.stderr, where).toMatch(/^error\[INTERRUPTED\] /m);
          if (again === null) expect(lockFiles(join(repo.dir, ".git")), where).toEqual([]);
          await expect.poll(() => stillRuns(repo), { timeout: 5_000 }).toEqual([]);
          expect(lost(repo, kept(repo)), where).toEqual([]);
          for (const tip of tips) repo.git("cat-file", "-e", tip);
          const told: string[] = [];
          for (let round = 0; round < 3 && !(await reached(repo)); round += 1) {
            for (const next of [argv, ["retry", "task/a"]]) {
              if (await reached(repo)) break;
              const run = await coppice(repo.dir, next);
              told.push(`${next.join(" ")}: ${run.code} ${run.stderr}`);
            }
          }
          expect(await reached(repo), `${where}\n${told.join("\n")}`).toBe(true);
          expect(lost(repo, kept(repo)), where).toEqual([]);
          repo.git("fsck", "--strict", "--no-dangling");
          const outcome = `${ended.code}, then ${told.length} commands`;
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        }
        console.log(
          `${title}, ${how}: ${tried} of ${total} moments, 0 losses;`,
          Object.fromEntries(outcomes),
        );
      });
    }
  });
}
