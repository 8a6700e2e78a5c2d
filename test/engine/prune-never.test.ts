import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { acquireLease } from "../../src/engine/lease.js";
import { prune } from "../../src/engine/prune.js";
import { GitRunner } from "../../src/git/run.js";
import { encode } from "../../src/journal/entry.js";
import { tryLock } from "../../src/journal/lock.js";
import type { LifecycleEventInput } from "../../src/lifecycle/events.js";
import { type RecordId, timestampSchema } from "../../src/lifecycle/ids.js";
import { createRepo, type TestRepo } from "../support/repo.js";
import { createdIn, engineIn, failure, run, type TestEngineOptions } from "./support.js";

const dayMs = 86_400_000;

/** A worktree that would go, with its branch. */
interface Place {
  readonly repo: TestRepo;
  readonly id: RecordId;
  readonly path: string;
  readonly gitDir: string;
  /** This clone's own files about it. */
  readonly local: string;
  readonly lock: string;
  note(event: LifecycleEventInput): Promise<void>;
}

/** Brings about what keeps it, and gives what takes that back. */
type Bring = (place: Place) => (() => unknown) | Promise<() => unknown>;

const replaced = (path: string, text: string): (() => void) => {
  const before = existsSync(path) ? readFileSync(path) : undefined;
  writeFileSync(path, text);
  return () => (before === undefined ? rmSync(path) : writeFileSync(path, before));
};
/** Nobody can read a directory as a file, root included. */
const unreadable = (path: string): (() => void) => {
  const away = `${path}.away`;
  if (existsSync(path)) renameSync(path, away);
  mkdirSync(path, { recursive: true });
  return () => {
    rmSync(path, { recursive: true });
    if (existsSync(away)) renameSync(away, path);
  };
};

const pull = {
  type: "PR",
  number: 1,
  url: "https://example.org/1",
  title: "x",
  createdAt: timestampSchema.parse("2026-01-01T00:00:00.000Z"),
} as const;
const leased: Bring = async ({ repo, id }) => {
  const lease = await acquireLease(await engineIn(repo.dir), id, { holder: "an agent" });
  return () => lease.release();
};

/** git that is killed in the middle of one of its commands. */
const killed =
  (command: string): Bring =>
  ({ repo }) => {
    writeFileSync(join(repo.dir, ".git", "killed"), command);
    return () => rmSync(join(repo.dir, ".git", "killed"));
  };

const never: Readonly<Record<string, readonly [Bring, string]>> = {
  "a lock": [({ gitDir }) => replaced(join(gitDir, "locked"), "mine\n"), "locked"],
  "a lock that cannot be read": [({ gitDir }) => unreadable(join(gitDir, "locked")), "locked"],
  "a lock in the journal": [
    async ({ note }) => {
      await note({ type: "LOCK" });
      return () => note({ type: "UNLOCK" });
    },
    "locked",
  ],
  "uncommitted changes": [({ path }) => replaced(join(path, "new.txt"), ""), "uncommitted"],
  "a status that fails": [({ gitDir }) => replaced(join(gitDir, "index"), "no index"), "unknown"],
  "a status that is killed": [killed("status"), "unknown"],
  "a task in progress": [
    async ({ note }) => {
      await note({ type: "TASK", id: "7", status: "in_progress" });
      return () => note({ type: "TASK", id: "7", status: "done" });
    },
    "in-progress",
  ],
  "an open pull request from it": [
    async ({ note }) => {
      await note({ ...pull, state: "open" });
      return () => note({ ...pull, state: "closed" });
    },
    "pull-request",
  ],
  "an exempt name": [
    ({ repo }) => replaced(join(repo.dir, "coppice.config.json"), '{ "prune": { "exempt": ["task/x"] } }'),
    "exempt",
  ],
  "the default branch": [
    ({ repo }) => {
      repo.git("update-ref", "refs/remotes/origin/task/x", "task/x");
      repo.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/task/x");
      return () => rmSync(join(repo.dir, ".git/refs/remotes"), { recursive: true });
    },
    "default",
  ],
  "the configured base": [
    ({ repo }) => replaced(join(repo.dir, "coppice.config.json"), '{ "base": "task/x" }'),
    "base",
  ],
  "a base that is gone": [
    ({ repo }) => {
      repo.git("branch", "--move", "main", "trunk");
      return () => repo.git("branch", "--move", "trunk", "main");
    },
    "unknown",
  ],
  "history that cannot be read": [killed("rev-list"), "unknown"],
  "a branch that names no commit": [
    ({ repo }) => replaced(join(repo.dir, ".git/refs/heads/task/x"), `${"1".repeat(40)}\n`),
    "unknown",
  ],
  "a damaged branch": [
    ({ repo }) => replaced(join(repo.dir, ".git/refs/heads/task/x"), "no commit\n"),
    "unknown",
  ],
  "a damaged commit": [
    ({ repo }) => {
      const oid = repo.git("rev-parse", "task/x");
      const path = join(repo.dir, ".git/objects", oid.slice(0, 2), oid.slice(2));
      chmodSync(path, 0o644);
      return replaced(path, "no object");
    },
    "unknown",
  ],
  "a command that works on it": [
    ({ lock }) => {
      const taken = tryLock(lock, "merge");
      if ("heldBy" in taken) throw new Error("taken");
      return () => taken.release();
    },
    "running",
  ],
  "a record's lock that cannot be read": [({ lock }) => unreadable(lock), "unknown"],
  "a live lease": [leased, "leased"],
  "a lease file that is damaged": [
    async (place) => {
      const release = await leased(place);
      const mend = replaced(join(place.local, "lease.json"), "{");
      return () => [mend(), release()].at(-1);
    },
    "unknown",
  ],
  "a lease file that cannot be read": [
    async (place) => {
      const release = await leased(place);
      const mend = unreadable(join(place.local, "lease.json"));
      return () => [mend(), release()].at(-1);
    },
    "unknown",
  ],
  "a lease that the journal does not tell of": [
    async (place) => {
      const release = await leased(place);
      await place.note({ type: "RELEASE" });
      return release;
    },
    "leased",
  ],
};

test("a merged worktree that is never pruned, or cannot be looked at: it stays whole, also with force, and says why", async () => {
  const repo = createRepo();
  const { record, path } = await createdIn(repo, { branch: "task/x" });
  repo.gitIn(path, "commit", "--quiet", "--allow-empty", "-m", "x");
  repo.git("remote", "add", "origin", "https://example.org/x.git");
  repo.git("merge", "--quiet", "--no-ff", "-m", "Merge", "task/x");
  writeFileSync(join(repo.dir, ".git/info/exclude"), "coppice.config.json\n.worktrees\n");
  const common = join(repo.dir, ".git");
  const program = join(common, "some-git");
  writeFileSync(
    program,
    `#!/bin/sh\nread -r killed <'${join(common, "killed")}' 2>/dev/null\nfor word; do\n  [ "$word" != "$killed" ] || kill -9 $$\ndone\nexec git "$@"\n`,
  );
  chmodSync(program, 0o755);
  const place: Place = {
    repo,
    id: record.id,
    path,
    gitDir: repo.gitIn(path, "rev-parse", "--absolute-git-dir"),
    local: join(common, "coppice/local", record.id),
    lock: join(common, "coppice/locks", `${record.id}.lock`),
    note: (event) =>
      run(repo.dir, async (engine) => {
        const { id } = record;
        const journal = await engine.journal.read(id);
        await engine.journal.append(id, event, engine.actor, journal?.lastStamp);
      }),
  };
  const later = (): TestEngineOptions => ({
    now: () => Date.now() + 9 * dayMs,
    git: new GitRunner({ binary: program }),
  });
  const why = async (force: boolean, dryRun = false): Promise<string> => {
    const { worktrees } = await run(repo.dir, (engine) => prune(engine, { force, dryRun }), later());
    return worktrees.map(({ verdict, reason }) => `${verdict} ${reason}`).join();
  };
  const isWhole = (): void => {
    expect(existsSync(join(path, "README.md"))).toBe(true);
    expect(existsSync(join(common, "refs/heads/task/x"))).toBe(true);
  };
  const found: Record<string, string> = {};
  const lifted = new Set(["uncommitted changes"]);
  for (const [name, [bring, reason]] of Object.entries(never)) {
    const takeBack = await bring(place);
    const told = [await why(false), await why(true, lifted.has(name))];
    isWhole();
    await takeBack();
    found[name] = told[0] === told[1] || lifted.has(name) ? (told[0] ?? "") : told.join(", with force ");
    if (found[name] !== `skipped ${reason}`) expect(found).toEqual({ [name]: `skipped ${reason}` });
  }
  expect(await why(false, true)).toBe("removed task_completed");

  // The whole command fails where nothing at all can be known.
  for (const [file, text, code] of [
    [join(repo.dir, "coppice.config.json"), "{", "CONFIG_INVALID"],
    [join(common, "config"), "[core\n", "NOT_A_REPO"],
  ] as const) {
    const takeBack = replaced(file, text);
    expect((await failure(why(true))).code).toBe(code);
    isWhole();
    takeBack();
  }

  // What a later version has written may say anything.
  const journal = await run(repo.dir, (engine) => engine.journal.read(record.id));
  const last = journal?.entries.at(-1);
  if (last === undefined) throw new Error("no journal");
  const line = encode(last.entry).replace('"v":1', '"v":2');
  repo.git("notes", "--ref", "coppice", "append", "--message", line, record.id);
  expect([await why(false), await why(true)]).toEqual(["skipped unknown", "skipped unknown"]);
  isWhole();
});
