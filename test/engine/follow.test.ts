import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { abort } from "../../src/engine/abort.js";
import { create } from "../../src/engine/create.js";
import { follow } from "../../src/engine/follow.js";
import { merge } from "../../src/engine/merge.js";
import { prune } from "../../src/engine/prune.js";
import { remove } from "../../src/engine/remove.js";
import type { StreamedEvent } from "../../src/engine/streamed-event.js";
import { openNotesStore } from "../../src/journal/store.js";
import type { LifecycleEventInput } from "../../src/lifecycle/events.js";
import { cloneIdSchema, oidSchema } from "../../src/lifecycle/ids.js";
import { actor, createEvent, notesRef, op, reopen } from "../journal/support.js";
import { createRepo, type TestRepo } from "../support/repo.js";
import { engineIn, notes, run } from "./support.js";

async function all(stream: AsyncIterable<StreamedEvent>): Promise<StreamedEvent[]> {
  const events: StreamedEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

/** What has been published, as a run of its own tells it. */
const past = (repo: TestRepo, since?: string): Promise<StreamedEvent[]> =>
  run(repo.dir, (engine) =>
    all(follow(engine, { follow: false, ...(since === undefined ? {} : { since }) })),
  );

interface Follower {
  readonly events: StreamedEvent[];
  /** Returns when an event is told that is meant. */
  readonly told: (isMeant: (event: StreamedEvent) => boolean) => Promise<StreamedEvent>;
  readonly end: () => Promise<void>;
}

/** Follows until the test ends. */
async function following(repo: TestRepo, since?: string): Promise<Follower> {
  const stop = new AbortController();
  const engine = await engineIn(repo.dir, { report: notes() });
  const events: StreamedEvent[] = [];
  let heard: () => void = () => {};
  const stream = follow(engine, { signal: stop.signal, ...(since === undefined ? {} : { since }) });
  const ended = (async () => {
    for await (const event of stream) {
      events.push(event);
      heard();
    }
  })();
  const end = async (): Promise<void> => {
    stop.abort();
    await ended;
  };
  onTestFinished(end);
  return {
    events,
    end,
    told: async (isMeant) => {
      for (;;) {
        const found = events.find(isMeant);
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => {
          heard = resolve;
        });
      }
    },
  };
}

const isState =
  (name: string, status: string) =>
  (event: StreamedEvent): boolean =>
    event.type === "state:update" && event.branch === name && event.status === status;

const told = (events: readonly StreamedEvent[]): string[] =>
  events.map((event) =>
    event.type === "worktrees:pruned"
      ? `pruned ${event.count}`
      : `${event.branch} ${event.type === "state:update" ? event.status : event.type.replace("worktree:", "")}`,
  );

async function worked(repo: TestRepo, name: string, text: string): Promise<void> {
  const { path } = await run(repo.dir, (engine) => create(engine, { branch: name }));
  writeFileSync(join(path, "work.txt"), text);
  repo.gitIn(path, "add", "--all");
  repo.gitIn(path, "commit", "--quiet", "-m", "Work");
}

test("two lives in other runs, while git packs everything: told in order, and resumable after each event", async () => {
  const repo = createRepo();
  const { events, told: toldThat } = await following(repo);
  await worked(repo, "task/a", "a\n");
  await worked(repo, "task/b", "b\n");
  repo.git("gc", "--quiet", "--prune=now");
  await run(repo.dir, (engine) => merge(engine, ["task/a"]));
  repo.git("pack-refs", "--all", "--prune");
  await run(repo.dir, (engine) => merge(engine, ["task/b"]));
  await run(repo.dir, (engine) => abort(engine, "task/b"));
  await run(repo.dir, (engine) => remove(engine, "task/b", { force: 1 }));
  await toldThat(isState("task/b", "removed"));

  const created = ["creating", "creating", "initializing", "created", "active"];
  const observed = ["dirty", "committing", "committed", "active"];
  const of = (name: string, ...what: string[]): string[] => what.map((one) => `${name} ${one}`);
  expect(told(events)).toEqual([
    ...of("task/a", ...created),
    ...of("task/b", ...created),
    ...of(
      "task/a",
      ...observed,
      "merging",
      "merging",
      "merged",
      "removing",
      "removing",
      "removed",
      "removed",
    ),
    ...of("task/b", ...observed, "merging", "merging", "conflict", "conflict"),
    ...of("task/b", "merge_aborted", "active", "removing", "removing", "removed", "removed"),
  ]);
  expect(await past(repo)).toEqual(events);
  const engine = await engineIn(repo.dir);
  for (const [at, { entry }] of events.entries()) {
    const rest = await all(follow(engine, { follow: false, since: entry }));
    expect(rest).toEqual(events.slice(at + 1));
  }
  const [stamp] = events[0]?.entry.split(".") ?? [];
  expect(await past(repo, stamp)).toEqual(events.slice(2));
  expect(await past(repo, "now")).toEqual([]);
});

/** A record of another clone, in this repository's notes: written with a clock that is a day behind. */
async function late(repo: TestRepo, name: string, ...more: LifecycleEventInput[]): Promise<void> {
  const other = createRepo();
  const theirs = await reopen(other.dir);
  const clone = "00000000000000bb";
  const store = openNotesStore(theirs, { ref: notesRef, clock: () => Date.now() - 86_400_000 });
  const by = actor("cli", clone);
  const { id } = await store.create({ ...createEvent(name, 7), clone: cloneIdSchema.parse(clone) }, by);
  for (const event of more) await store.append(id, event, by);
  await store.flush();
  repo.git("fetch", "--quiet", other.dir, `+${notesRef}:refs/notes/remotes/other`);
  const tip = oidSchema.parse(repo.git("rev-parse", "refs/notes/remotes/other"));
  await run(repo.dir, async (engine) => {
    await engine.journal.join(tip);
  });
}

test("another clone's entries come with older stamps: told when they come, once, and in that order for ever", async () => {
  const repo = createRepo();
  const follower = await following(repo);
  await run(repo.dir, (engine) => create(engine, { branch: "task/a" }));
  await follower.told(isState("task/a", "active"));
  const last = follower.events.at(-1)?.entry;
  await late(repo, "task/b", { type: "INIT_COMPLETE", op: op(7) }, { type: "INIT_COMPLETE", op: op(7) });
  await follower.told(isState("task/b", "active"));
  // The same branch in another clone, adopted there earlier: the older record stands for both.
  await late(repo, "task/a", { type: "INIT_COMPLETE", op: op(7) });
  await run(repo.dir, (engine) => create(engine, { branch: "task/c" }));
  await follower.told(isState("task/c", "active"));

  const theirs = [
    "task/b creating",
    "task/b creating",
    "task/b initializing",
    "task/b created",
    "task/b active",
  ];
  expect(told(follower.events).slice(5, 10)).toEqual(theirs);
  expect(await past(repo)).toEqual(follower.events);
  expect(await past(repo, last)).toEqual(follower.events.slice(5));
  const [ours, joined] = ["creating", "initializing"].map((status) =>
    follower.events.findLast(isState("task/a", status)),
  );
  expect(joined).toMatchObject({ by: { clone: "00000000000000bb" } });
  expect(ours).toMatchObject({ by: { clone: "00000000000000bb" } });
});

test("the repository goes away: NOT_A_REPO, and nothing is written where it was", async () => {
  const repo = createRepo();
  const engine = await engineIn(repo.dir, { report: notes() });
  await create(engine, { branch: "task/a" });
  await engine.journal.flush();
  const stream = follow(engine)[Symbol.asyncIterator]();
  await stream.next();
  const end = (async () => {
    while ((await stream.next()).done !== true);
  })();
  renameSync(join(repo.dir, ".git/HEAD"), join(repo.dir, "HEAD"));
  rmSync(join(repo.dir, ".git/coppice"), { recursive: true });
  await expect(end).rejects.toMatchObject({ code: "NOT_A_REPO" });
  expect(existsSync(join(repo.dir, ".git/coppice"))).toBe(false);
  renameSync(join(repo.dir, "HEAD"), join(repo.dir, ".git/HEAD"));
  await engine.repo.close();
});

test("the notes ref vanishes, is rewritten, and comes back: nothing twice, and what is new is told", async () => {
  const repo = createRepo();
  const follower = await following(repo);
  await run(repo.dir, (engine) => create(engine, { branch: "task/a" }));
  await follower.told(isState("task/a", "active"));
  const before = repo.git("rev-parse", notesRef);
  repo.git("update-ref", "-d", notesRef);
  await run(repo.dir, (engine) => create(engine, { branch: "task/b" }));
  await follower.told(isState("task/b", "active"));
  repo.git("fetch", "--quiet", repo.dir, `+${before}:${notesRef}`);
  await run(repo.dir, (engine) => create(engine, { branch: "task/c" }));
  await follower.told(isState("task/c", "active"));
  repo.git("notes", "--ref=coppice", "prune");
  await run(repo.dir, (engine) => create(engine, { branch: "task/d" }));
  await follower.told(isState("task/d", "active"));
  expect(told(follower.events)).toEqual(
    ["a", "b", "c", "d"].flatMap((name) =>
      ["creating", "creating", "initializing", "created", "active"].map((what) => `task/${name} ${what}`),
    ),
  );
});

test("the notes ref is gone when the stream starts: what Coppice remembers of it is told, as before", async () => {
  const repo = createRepo();
  const store = openNotesStore(await reopen(repo.dir), { ref: notesRef });
  await store.create(createEvent("task/a"), actor());
  await store.flush();
  const told = await past(repo);
  expect(told.length).toBeGreaterThan(0);
  repo.git("update-ref", "-d", notesRef);
  expect(await past(repo)).toEqual(told);
});

test("a run of prune: one event with its count after the last one that it removed", async () => {
  const repo = createRepo();
  for (const name of ["task/a", "task/b", "task/c"]) await worked(repo, name, "the same\n");
  for (const name of ["task/a", "task/b"]) repo.git("merge", "--quiet", "--no-ff", "-m", "Merge", name);
  const now = () => Date.now() + 3 * 86_400_000;
  const follower = await following(repo, "now");
  const { worktrees } = await run(repo.dir, (engine) => prune(engine, { filter: "completed" }), { now });
  const gone = worktrees.filter(({ verdict }) => verdict === "removed").length;
  expect(gone).toBeGreaterThan(1);
  await follower.told(({ type }) => type === "worktrees:pruned");
  await run(repo.dir, (engine) => prune(engine, { filter: "completed" }), { now });
  await run(repo.dir, (engine) => create(engine, { branch: "task/z" }));
  await follower.told(isState("task/z", "active"));
  const events = told(follower.events);
  expect(events.filter((text) => text.startsWith("pruned"))).toEqual([`pruned ${gone}`]);
  expect(events.indexOf(`pruned ${gone}`)).toBe(events.findLastIndex((text) => text.endsWith("removed")) + 1);
  const pruned = follower.events.findIndex(({ type }) => type === "worktrees:pruned");
  expect(told(await past(repo, follower.events[pruned - 1]?.entry))[0]).toBe(`pruned ${gone}`);
  expect(await past(repo, follower.events[pruned]?.entry)).toEqual(follower.events.slice(pruned + 1));
});

test("an id that is no entry, or of no entry here: refused with what to give", async () => {
  const repo = createRepo();
  await run(repo.dir, (engine) => create(engine, { branch: "task/a" }));
  for (const since of ["x", "", "0123456789abcdef-0123456789abcdef", "0123456789abcdef-0123456789abcdef.1"]) {
    await expect(past(repo, since)).rejects.toMatchObject({
      code: "NO_WORKTREE",
      suggestedAction: expect.stringContaining("coppice events"),
    });
  }
});

test("an abort while nothing happens: the stream ends, and so it does when it was aborted before", async () => {
  const repo = createRepo();
  await run(repo.dir, (engine) => create(engine, { branch: "task/a" }));
  const engine = await engineIn(repo.dir);
  const stop = new AbortController();
  const stream = follow(engine, { since: "now", signal: stop.signal });
  const next = stream.next();
  setImmediate(() => stop.abort());
  expect(await next).toEqual({ done: true, value: undefined });
  expect(await all(follow(engine, { signal: stop.signal }))).toEqual([]);
});
