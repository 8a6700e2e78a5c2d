import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { eventOutput } from "../../src/cli/output/events.js";
import { extend, fold } from "../../src/journal/fold.js";
import { type PublishedEvent, published } from "../../src/lifecycle/published.js";
import { command, coppice, done } from "../cli/support.js";
import { run } from "../engine/support.js";
import { withHooks } from "../hooks/support.js";
import { createRepo, openRepo, type TestRepo } from "../support/repo.js";

interface Follower {
  readonly child: ChildProcess;
  readonly lines: string[];
  /** Returns when a line is there that is meant. */
  readonly printed: (isMeant: (line: string) => boolean) => Promise<void>;
}

/** `coppice events --follow` as a process of its own. */
function followed(repo: TestRepo, ...argv: string[]): Follower {
  const [program, ...args] = command;
  const child = spawn(program, [...args, "events", "--follow", ...argv], {
    cwd: repo.dir,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const lines: string[] = [];
  let heard: () => void = () => {};
  createInterface(child.stdout).on("line", (line) => {
    lines.push(line);
    heard();
  });
  const printed = async (isMeant: (line: string) => boolean): Promise<void> => {
    while (!lines.some(isMeant)) {
      await new Promise<void>((resolve) => {
        heard = resolve;
      });
    }
  };
  return { child, lines, printed };
}

const of = (type: string, branch: string) => (line: string) =>
  line.includes(`"type":"${type}"`) && line.includes(`"branch":"${branch}"`);

type OfWorktree = Extract<PublishedEvent, { id: unknown }>;

/** By worktree: hooks in the background and the next command write at the same time, each about its own. */
const byWorktree = <E extends { readonly id: string }>(events: readonly E[]): E[] =>
  [...events].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));

/** What the journals publish, record by record, in the order of their stamps. */
async function journaled(repo: TestRepo): Promise<OfWorktree[]> {
  const journals = await run(repo.dir, (engine) => engine.journal.readAll());
  const found = [...journals.values()].flatMap(({ id, entries }) => {
    let reached = fold(id, []);
    return entries.flatMap(({ entry, line, superseded }) => {
      const { record: before } = reached;
      reached = extend(reached, [{ text: line, pending: false }]) ?? reached;
      if (reached.record === null || superseded) return [];
      return published(before, reached.record, entry).filter((event) => "id" in event);
    });
  });
  return byWorktree(found);
}

test("others create, commit by plain git, merge, conflict, resolve, remove and prune: a follower sees it all, in order", async () => {
  const repo = createRepo();
  await withHooks(repo, "detached");
  repo.write("coppice.config.json", '{ "prune": { "completedDelayHours": 0 } }');
  repo.commit("Configure");
  const first = followed(repo);
  const work = async (name: string, file: string): Promise<void> => {
    const { stdout } = await done(repo.dir, "create", name, "--print", "path");
    openRepo(stdout.trimEnd()).commit(`Work on ${name}`, { [file]: `${name}\n` });
  };
  await work("task/a", "a.txt");
  await work("task/b", "a.txt");
  await work("task/c", "c.txt");
  await done(repo.dir, "merge", "task/a");
  // Killed, and begun again after the last line that it printed.
  await first.printed(of("worktree:removed", "task/a"));
  first.child.kill("SIGKILL");
  await once(first.child, "close");
  const last: unknown = JSON.parse(first.lines.at(-1) ?? "");
  const second = followed(repo, "--since", eventOutput.parse(last).entry);
  expect((await coppice(repo.dir, ["merge", "task/b"])).code).toBe(4);
  repo.git("gc", "--quiet");
  await done(repo.dir, "resolve", "task/b", "--theirs");
  await work("task/d", "d.txt");
  await done(repo.dir, "remove", "task/d", "--force");
  // A hook in the background would still hold the record when prune comes to it.
  repo.git("config", "coppice.hooks.flush", "sync");
  repo.git("merge", "--quiet", "--no-ff", "-m", "Merge c", "task/c");
  await done(repo.dir, "prune", "--filter", "completed");
  await second.printed((line) => line.includes("worktrees:pruned"));
  second.child.kill("SIGINT");
  expect(await once(second.child, "close")).toEqual([130, null]);

  const lines = [...first.lines, ...second.lines];
  const events = lines.map((line) => eventOutput.parse(JSON.parse(line)));
  const told = events.flatMap(({ entry: _entry, by: _by, ...event }) =>
    event.type === "worktrees:pruned" ? [] : [event],
  );
  expect(byWorktree(told)).toEqual(await journaled(repo));
  expect(new Set(events.map(({ entry }) => entry)).size).toBe(events.length);
  expect(events.at(-1)).toMatchObject({ type: "worktrees:pruned", count: 1 });
  expect(new Set(told.map(({ type }) => type))).toEqual(
    new Set([
      ...["creating", "created", "committed", "merging", "merged", "conflict", "resolved"].map(
        (name) => `worktree:${name}`,
      ),
      ...["worktree:removing", "worktree:removed", "state:update"],
    ]),
  );
  expect((await done(repo.dir, "events")).stdout).toBe(lines.map((line) => `${line}\n`).join(""));
});

test("a reader that goes away: the follower ends by itself, quietly", async () => {
  const repo = createRepo();
  const { child, printed } = followed(repo);
  await done(repo.dir, "create", "task/a");
  await printed(of("worktree:created", "task/a"));
  const closed = once(child, "close");
  child.stdout?.destroy();
  await done(repo.dir, "remove", "task/a");
  expect(await closed).toEqual([0, null]);
});

test("bad words: a usage error, and an unknown entry says what to give", async () => {
  const repo = createRepo();
  await done(repo.dir, "create", "task/a");
  expect((await coppice(repo.dir, ["events", "task/a"])).code).toBe(2);
  const unknown = await coppice(repo.dir, ["events", "--since", `${"0".repeat(16)}-${"0".repeat(16)}.1`]);
  expect(unknown).toMatchObject({ code: 1, stdout: "" });
  expect(unknown.stderr).toMatch(/is not known in this clone[\s\S]*hint: .*coppice events/);
  expect((await done(repo.dir, "events", "--since", "now")).stdout).toBe("");
});
