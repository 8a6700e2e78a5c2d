import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { commitDates } from "../../../../src/engine/commit-dates.js";
import { Pace } from "../../../../src/engine/hosted/pace.js";
import { httpStatus, parsePorcelain } from "../../../../src/engine/hosted/remote-answer.js";
import { Talk } from "../../../../src/engine/hosted/remote-talk.js";
import { parseRemote } from "../../../../src/forge/place.js";
import { changeShapes, patchIds } from "../../../../src/git/changes.js";
import { conflictPaths, conflictReport } from "../../../../src/git/conflict-report.js";
import { aheadBehind, aheadBehindMany, commitsBetween, mergeBase } from "../../../../src/git/history.js";
import { isPlainIndex } from "../../../../src/git/index-flags.js";
import { fieldsOf, readMerge } from "../../../../src/git/merge-records.js";
import { readListing } from "../../../../src/git/near-place.js";
import {
  committerOf,
  formatCommit,
  formatTree,
  parseCommit,
  parsePerson,
  parseTree,
} from "../../../../src/git/object-format.js";
import { ObjectReader } from "../../../../src/git/objects.js";
import { parseOid } from "../../../../src/git/oid.js";
import { decodePath, decodePaths, displayPath, encodePath } from "../../../../src/git/paths.js";
import { listRefs } from "../../../../src/git/refs.js";
import { openRepository, type Repository } from "../../../../src/git/repository.js";
import { parseStatus, status } from "../../../../src/git/status.js";
import { changesBetween } from "../../../../src/git/tree-changes.js";
import { GitVersion } from "../../../../src/git/version.js";
import { listWorktrees } from "../../../../src/git/worktrees.js";
import { toldProblem } from "../../../../src/git/write-probe.js";
import { FakeGit, RecordingGit } from "../fake-git.js";
import { holds, type Kind, same, total, totalLater } from "../model.js";
import { mutateBytes } from "../mutate.js";
import { richRepository } from "../rich-repository.js";

/** What reads the output of processes, as the rest of Coppice calls it. */
type Reader = (repo: Repository) => Promise<unknown>;

interface Recorded {
  readonly name: string;
  readonly read: Reader;
  /** What git really printed for it. */
  readonly printed: readonly Buffer[];
}

/** What git prints, through everything that reads it: `status`, `worktree list`, `for-each-ref`, `log`, `diff-tree` ... */
export const porcelain: Kind = {
  name: "git's output",
  share: 14,
  least: 16_000,
  open: async ({ scratch }) => {
    const { main, conflicting, git } = richRepository(join(scratch, "porcelain"));
    const recording = new RecordingGit();
    const repo = await openRepository(main, recording);
    const oid = (name: string) => parseOid(git(main, "rev-parse", name).trim());
    const [base, task, fork] = [oid("main"), oid("task/a"), oid("task/b")];
    const readers: Readonly<Record<string, Reader>> = {
      status: (it) => status(it, conflicting),
      worktrees: (it) => listWorktrees(it),
      refs: (it) => listRefs(it),
      log: (it) => commitsBetween(it, { of: task, notIn: [fork] }),
      "ahead and behind": (it) => aheadBehind(it, base, task),
      "many ahead and behind": (it) => aheadBehindMany(it, base, [task, fork]),
      "merge base": (it) => mergeBase(it, base, task),
      "diff-tree": (it) =>
        changesBetween(it.git, { cwd: it.commonDir, env: {} }, [
          { from: fork, to: task },
          { from: fork, to: base },
        ]),
      shapes: (it) =>
        changeShapes(it, [
          { from: fork, to: task },
          { from: base, to: task },
        ]),
      "ls-remote": (it) => {
        const pause = (): Promise<void> => Promise.resolve();
        const { signal } = new AbortController();
        const from = { repo: it, remote: "origin", token: undefined, notesRef: "refs/notes/coppice", signal };
        return new Talk({ ...from, pause, pace: new Pace(pause) }).refs();
      },
      patches: (it) =>
        patchIds(it, [
          { from: fork, to: task },
          { from: fork, to: base },
        ]),
    };
    const recorded: Recorded[] = [];
    for (const [name, read] of Object.entries(readers)) {
      const before = recording.printed.length;
      await read(repo);
      recorded.push({ name, read, printed: recording.printed.slice(before) });
    }
    await repo.close();
    return {
      attempt: async (random, show) => {
        const { name, read, printed } = random.pick(recorded);
        const others = random.pick(recorded).printed;
        const which = random.below(printed.length);
        const says = printed.map((one, index) => (index === which ? mutateBytes(random, one, others) : one));
        const code = random.chance(95) ? 0 : 1;
        show({ name, code, says: says.map((one) => one.toString("latin1")) });
        const fake = new FakeGit(says, code);
        const objects = new ObjectReader(fake, main);
        await totalLater(() => read({ ...repo, git: fake, objects: () => objects }));
        return undefined;
      },
    };
  },
};

/** Texts and bytes of git's whose readers are functions of them alone. */
export const formats: Kind = {
  name: "git's formats",
  share: 6,
  least: 16_000,
  open: async ({ scratch }) => {
    const { main, conflicting, git } = richRepository(join(scratch, "formats"));
    const bytes = (...args: string[]): Buffer => {
      try {
        return execFileSync("git", args, { cwd: main, stdio: ["ignore", "pipe", "ignore"] });
      } catch (error) {
        // merge-tree ends with 1 at a conflict.
        if (error instanceof Error && "stdout" in error && Buffer.isBuffer(error.stdout)) return error.stdout;
        throw error;
      }
    };
    const some = parseOid(git(main, "rev-parse", "main").trim());
    const labels = { ours: "main", theirs: "task/a" };
    const pushes = Buffer.from(
      `To https://example.invalid/x.git\n \trefs/heads/a:refs/heads/main\t1234567..89abcde\n!\t:refs/heads/b\t[rejected] (stale info)\n-\t:refs/heads/c\t[deleted]\n!\tHEAD:refs/heads/d\t[remote rejected] (protected branch hook declined)\nDone\n`,
    );
    const merged = bytes("merge-tree", "--write-tree", "-z", "main", "task/a");
    const readers: Readonly<Record<string, readonly [Buffer, (bytes: Buffer) => unknown]>> = {
      status: [
        execFileSync("git", ["status", "--porcelain=v2", "-z", "--branch"], { cwd: conflicting }),
        (text) => parseStatus(text.toString("utf8")),
      ],
      "merge-tree": [merged, (text) => readMerge(fieldsOf(text), false, labels)],
      "config list": [
        bytes("config", "-z", "--list", "--show-scope", "--show-origin"),
        (text) => readListing(text.toString("utf8")),
      ],
      tree: [
        bytes("cat-file", "tree", "main^{tree}"),
        (data) => {
          const entries = parseTree(data, "sha1");
          // Written again it is the same tree, where git could have written it.
          same(
            parseTree(formatTree(entries), "sha1").length,
            entries.length,
            "a tree that was read and written",
          );
        },
      ],
      commit: [
        bytes("cat-file", "commit", "main"),
        (data) => {
          committerOf(data);
          const commit = parseCommit(some, data);
          const again = parseCommit(some, formatCommit(commit));
          same(
            [again.tree, again.parents],
            [commit.tree, commit.parents],
            "a commit that was read and written",
          );
        },
      ],
      "push --porcelain": [pushes, (text) => parsePorcelain(text.toString("utf8"))],
      "ls-tree -z": [bytes("ls-tree", "-r", "-z", "main"), (data) => decodePaths(data)],
      path: [
        Buffer.from("a/\u00fc\xff\xfe.txt", "latin1"),
        (data) => {
          const path = decodePath(data);
          holds(encodePath(path).equals(data), "a path that was read and written");
          displayPath(path);
        },
      ],
      person: [Buffer.from("A B <a@b> 1700000000 +0100"), (text) => parsePerson(text.toString("utf8"))],
      version: [
        Buffer.from("git version 2.39.5 (Apple Git-154)"),
        (text) => GitVersion.parse(text.toString("utf8")),
      ],
      stderr: [
        Buffer.from(
          "fatal: unable to access 'https://example.invalid/': The requested URL returned error: 403\nfatal: write error: No space left on device",
        ),
        (text) => [httpStatus(text.toString("utf8")), toldProblem(text.toString("utf8"))],
      ],
      "remote url": [
        Buffer.from("git@github.com:owner/name.git"),
        (text) => parseRemote(text.toString("utf8")),
      ],
      index: [readFileSync(join(main, ".git", "index")), (data) => isPlainIndex(data, "sha1")],
    };
    const names = Object.keys(readers);
    const all = Object.values(readers).map(([original]) => original);
    return {
      attempt: async (random, show) => {
        const name = random.pick(names);
        const [original, read] = readers[name] ?? [Buffer.alloc(0), () => undefined];
        const data = mutateBytes(random, original, all);
        show({ name, data: data.toString("latin1") });
        const result = await totalLater(async () => read(data));
        void result;
        return undefined;
      },
    };
  },
};

/** Objects as `cat-file --batch` gives them, and conflicts described by them. */
export const objects: Kind = {
  name: "cat-file",
  share: 8,
  least: 4_000,
  open: async ({ scratch }) => {
    const { main, git } = richRepository(join(scratch, "objects"));
    const names = ["main", "main^{tree}", "main:a.txt", "v1", "nothing"];
    const asked = ["contents", "info"] as const;
    const answers = asked.map((command) =>
      execFileSync("git", ["cat-file", "--batch-command", "-z", "--buffer"], {
        cwd: main,
        input: `${names.map((name) => `${command} ${name}\0`).join("")}flush\0`,
      }),
    );
    const merged = await readMerge(
      fieldsOf(
        ((): Buffer => {
          try {
            return execFileSync("git", ["merge-tree", "--write-tree", "-z", "main", "task/a"], {
              cwd: main,
              stdio: ["ignore", "pipe", "ignore"],
            });
          } catch (error) {
            return error instanceof Error && "stdout" in error && Buffer.isBuffer(error.stdout)
              ? error.stdout
              : Buffer.alloc(0);
          }
        })(),
      ),
      false,
      { ours: "main", theirs: "task/a" },
    );
    const some = parseOid(git(main, "rev-parse", "main").trim());
    const repo = await openRepository(main);
    return {
      attempt: async (random, show) => {
        const which = random.below(2);
        const says = mutateBytes(random, answers[which] ?? Buffer.alloc(0), answers);
        show({ command: asked[which], says: says.toString("latin1") });
        const make = () => new ObjectReader(new FakeGit([says], random.chance(90) ? 0 : 128), main);
        const found = await totalLater(
          (): Promise<readonly unknown[]> =>
            which === 0 ? make().readMany(names) : Promise.all(names.map((name) => make().info(name))),
        );
        holds(found === undefined || found.length === names.length, "an answer for each name");
        if (random.chance(30)) await totalLater(() => make().commit("main"));
        if (random.chance(30)) await totalLater(() => make().tree("main"));
        if (random.chance(20)) await totalLater(() => commitDates({ ...repo, objects: make }, [some]));
        if (random.chance(30) && merged?.outcome === "conflict") {
          total(() => conflictPaths(merged));
          await totalLater(() => conflictReport(make(), merged));
        }
        return undefined;
      },
      close: () => repo.close(),
    };
  },
};
