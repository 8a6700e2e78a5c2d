import { existsSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test, vi } from "vitest";
import {
  type Coppice,
  CoppiceError,
  createCoppice,
  type Reporter,
  type StreamedEvent,
} from "../../src/index.js";
import { createRepo, createTempDir } from "../support/repo.js";

const listeners = (): Record<string, number> =>
  Object.fromEntries(
    ["SIGINT", "SIGTERM", "SIGHUP", "uncaughtException", "unhandledRejection", "beforeExit"].map((name) => [
      name,
      process.listenerCount(name),
    ]),
  );

/** Reads a stream to its end; `reached` is there when so many events have come. */
function reading(stream: AsyncIterable<StreamedEvent>) {
  const events: StreamedEvent[] = [];
  let came = (): void => {};
  const read = async (): Promise<StreamedEvent[]> => {
    for await (const event of stream) {
      events.push(event);
      came();
    }
    return events;
  };
  const reached = async (count: number): Promise<void> => {
    while (events.length < count)
      await new Promise<void>((resolve) => {
        came = resolve;
      });
  };
  return { whole: read(), reached };
}

/** The code that a call is refused with. */
async function codeOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error instanceof CoppiceError ? error.code : error;
  }
  return undefined;
}

const all = (stream: AsyncIterable<StreamedEvent>): Promise<StreamedEvent[]> => reading(stream).whole;

test("lives in two repositories at once: each instance has its own, and the process is left as it was", async () => {
  const before = { listeners: listeners(), cwd: process.cwd(), exitCode: process.exitCode };
  const steps: string[] = [];
  const reporter: Reporter = { step: (text) => steps.push(text), warn: () => {}, output: () => {} };
  const lives = [1, 2].map(async () => {
    const repo = createRepo();
    await using coppice = createCoppice({ cwd: repo.dir, reporter });
    expect((await coppice.init()).changed).toBe(true);
    const [one, two] = await Promise.all([
      coppice.create({ branch: "task/a" }),
      coppice.create({ branch: "task/b", task: "T-2" }),
    ]);
    writeFileSync(join(one.path, "a.txt"), "one\n");
    writeFileSync(join(two.path, "a.txt"), "two\n");
    expect((await coppice.list()).map(({ observed }) => observed.status)).toEqual(["dirty", "dirty"]);
    await coppice.commit("task/a", { message: "One" });
    await coppice.commit("task/b", { message: "Two" });
    expect((await coppice.conflicts(undefined, { matrix: true })).pairs.length).toBeGreaterThan(0);
    const outcomes = await coppice.merge(["task/a", "task/b"]);
    expect(outcomes.map(({ status }) => status)).toEqual(["merged", "conflict"]);
    expect(await coppice.workspace("task/b")).toMatchObject({ branch_name: "task/b" });
    expect(await coppice.metadata("task/b")).toMatchObject({ branch: "task/b" });
    expect(await coppice.resolve("task/b", { resolution: "ours" })).toMatchObject({ status: "merged" });
    expect(repo.read("a.txt")).toBe("two\n");
    expect((await coppice.log("task/b")).record?.status).toBe("removed");
    await expect(coppice.show("task/none")).rejects.toMatchObject({ code: "NO_WORKTREE" });
    expect((await coppice.doctor()).findings).toEqual([]);
    // What was journaled is in the notes when an operation has returned.
    expect(repo.git("notes", "--ref=coppice", "list").split("\n")).toHaveLength(2);
    const events = await all(coppice.events({ follow: false }));
    expect(events.filter(({ type }) => type === "worktree:merged")).toHaveLength(2);
    return coppice;
  });
  for (const coppice of await Promise.all(lives))
    await expect(coppice.list()).rejects.toMatchObject({ code: "INVALID_STATE" });
  expect(steps.length).toBeGreaterThan(0);
  expect({ listeners: listeners(), cwd: process.cwd(), exitCode: process.exitCode }).toEqual(before);
});

test("a command under a lease that is merged, a lock, a task, and what the guard says: as on the command line", async () => {
  const repo = createRepo();
  const coppice = createCoppice({ cwd: repo.dir, clock: () => Date.UTC(2030, 0, 1) });
  const { record } = await coppice.create({ branch: "task/a" });
  expect(record.createdAt).toBe("2030-01-01T00:00:00.000Z");
  expect((await coppice.lock("task/a", { reason: "mine" })).lock).toMatchObject({ reason: "mine" });
  expect((await coppice.unlock("task/a")).lock).toBeNull();
  expect((await coppice.task("task/a", { status: "in_progress" })).task?.status).toBe("in_progress");
  const path = await coppice.path("task/a");
  const guarded = createCoppice({ cwd: path });
  expect((await guarded.guard("git push origin task/a")).allowed).toBe(false);
  expect((await guarded.guard(["git", "status"])).allowed).toBe(true);
  const script = 'require("node:fs").writeFileSync("new.txt", "new")';
  const done = await coppice.run("task/a", {
    command: [process.execPath, "-e", script],
    merge: true,
    message: "Add it",
  });
  expect(done).toMatchObject({ code: 0, merged: { status: "merged" } });
  expect(repo.git("show", "main:new.txt")).toBe("new");
  expect(existsSync(path)).toBe(false);
  expect(await coppice.archives()).toEqual([]);
  await Promise.all([coppice.close(), guarded.close()]);
});

test("event streams: they go on with what others do, end with the signal, with close and when they are left", async () => {
  const repo = createRepo();
  const coppice = createCoppice({ cwd: repo.dir });
  const other = createCoppice({ cwd: repo.dir });
  const stop = new AbortController();
  const followed = reading(coppice.events({ signal: stop.signal }));
  const untilClosed = reading(coppice.events());
  // Nobody asks this one any more: closing does not wait for that.
  const asleep = coppice.events()[Symbol.asyncIterator]();
  await other.create({ branch: "task/a" });
  const told = await all(coppice.events({ follow: false }));
  expect(told.map(({ type }) => type)).toContain("worktree:created");
  expect((await asleep.next()).value).toEqual(told[0]);
  for await (const event of coppice.events({ since: told[2]?.entry ?? "" })) {
    expect(event).toEqual(told[3]);
    break;
  }
  await Promise.all([followed.reached(told.length), untilClosed.reached(told.length)]);
  stop.abort();
  expect(await followed.whole).toEqual(told);
  await other.close();
  await coppice.close();
  expect(await untilClosed.whole).toEqual(told);
  expect(await asleep.next()).toEqual({ done: true, value: undefined });
  expect(await all(coppice.events())).toEqual([]);
  const third = createCoppice({ cwd: repo.dir });
  await expect(all(third.events({ since: "nothing" }))).rejects.toMatchObject({ code: "NO_WORKTREE" });
  await third.close();
});

test("a signal that is aborted, and an instance that is closed: every operation says it, and nothing is done", async () => {
  const repo = createRepo();
  const coppice = createCoppice({ cwd: repo.dir });
  const { path } = await coppice.create({ branch: "task/a" });
  const signal = AbortSignal.abort();
  const called = (): Record<keyof Coppice, () => unknown> => ({
    init: () => coppice.init({ signal }),
    create: () => coppice.create({ branch: "task/b" }, { signal }),
    createSet: () => coppice.createSet({ run: "r", members: [{ task: "t" }] }, { signal }),
    list: () => coppice.list({ signal }),
    show: () => coppice.show("task/a", { signal }),
    workspace: () => coppice.workspace("task/a", { signal }),
    metadata: () => coppice.metadata("task/a", { signal }),
    path: () => coppice.path("task/a", { signal }),
    log: () => coppice.log("task/a", { signal }),
    journals: () => coppice.journals({ signal }),
    events: () => all(coppice.events({ since: "nothing", signal })),
    setup: () => coppice.setup("task/a", { signal }),
    trust: () => coppice.trust({ signal }),
    trustedCommands: () => coppice.trustedCommands({ signal }),
    commit: () => coppice.commit("task/a", { message: "M", signal }),
    merge: () => coppice.merge("task/a", { signal }),
    submit: () => coppice.submit("task/a", { signal }),
    withdraw: () => coppice.withdraw("task/a", { signal }),
    sync: () => coppice.sync({ signal }),
    conflicts: () => coppice.conflicts([], { signal }),
    resolve: () => coppice.resolve("task/a", { resolution: "ours", signal }),
    abort: () => coppice.abort("task/a", { signal }),
    retry: () => coppice.retry("task/a", { signal }),
    remove: () => coppice.remove("task/a", { signal }),
    restore: () => coppice.restore("task/a", { signal }),
    archives: () => coppice.archives({ signal }),
    prune: () => coppice.prune({ signal }),
    clean: () => coppice.clean({ all: true, signal }),
    run: () => coppice.run("task/a", { command: ["git", "commit"], merge: true, signal }),
    task: () => coppice.task("task/a", { status: "verified", signal }),
    lock: () => coppice.lock("task/a", { signal }),
    unlock: () => coppice.unlock("task/a", { signal }),
    updateRole: () => coppice.updateRole("task/a", { signal }),
    doctor: () => coppice.doctor({ fix: true, signal }),
    importFrom: () => coppice.importFrom("workspace", ".", { signal }),
    installHooks: () => coppice.installHooks({ signal }),
    uninstallHooks: () => coppice.uninstallHooks({ signal }),
    hooksStatus: () => coppice.hooksStatus({ signal }),
    guard: () => coppice.guard(`git -C ${path} push`, { signal }),
    close: () => coppice.close(),
    [Symbol.asyncDispose]: () => coppice[Symbol.asyncDispose](),
  });
  const before = repo.git("for-each-ref");
  const said = async (): Promise<Record<string, unknown>> => {
    const { close: _, ...calls } = called();
    return Object.fromEntries(
      await Promise.all(
        Object.entries(calls).map(async ([name, call]) => [name, await codeOf(call)] as const),
      ),
    );
  };
  const every = (code: string): Record<string, unknown> => {
    const { close: _, ...calls } = called();
    return { ...Object.fromEntries(Object.keys(calls).map((name) => [name, code])), events: undefined };
  };
  expect(await said()).toEqual(every("INTERRUPTED"));
  await coppice.close();
  await coppice.close();
  expect(await said()).toEqual(every("INVALID_STATE"));
  expect(repo.git("for-each-ref")).toBe(before);
});

test("words that git or pruning would refuse, and a clean that names too much: refused before anything has begun; a title is made fit", async () => {
  const repo = createRepo();
  await using coppice = createCoppice({ cwd: repo.dir });
  const { path } = await coppice.create({ branch: "task/a", title: "Log\0in" });
  writeFileSync(join(path, "new.txt"), "new\n");
  const commit = (message: string, author?: string) =>
    codeOf(() => coppice.commit("task/a", { message, ...(author === undefined ? {} : { author }) }));
  expect(await commit("a\0b")).toBe("COMMIT_FAILED");
  expect(await commit("Work", "Ada")).toBe("COMMIT_FAILED");
  expect(await codeOf(() => coppice.task("task/a", { status: "Verified" }))).toBe("INVALID_STATE");
  expect(await codeOf(() => coppice.clean({}))).toBe("CONFIG_INVALID");
  expect(await codeOf(() => coppice.clean({ session: "login", all: true }))).toBe("CONFIG_INVALID");
  expect((await coppice.show("task/a")).observed.status).toBe("dirty");
  expect((await coppice.merge("task/a", { autoCommit: true })).map(({ status }) => status)).toEqual([
    "merged",
  ]);
  expect(repo.git("log", "-1", "--format=%s", "main^2")).toBe("Log in");
});

test("closed while a command runs whose work is to be merged: it is merged, and closing waits for that", async () => {
  const repo = createRepo();
  const env = { ...process.env, GIT_COMMITTER_NAME: "Grace", FROM_CALLER: "yes" };
  const coppice = createCoppice({ cwd: relative(process.cwd(), repo.dir), env });
  const { path } = await coppice.create({ branch: "task/a" });
  expect(await coppice.merge([])).toEqual([]);
  const [went, goes] = [join(createTempDir(), "went"), join(createTempDir(), "goes")];
  const script = `
    const fs = require("node:fs");
    fs.writeFileSync("new.txt", process.env.FROM_CALLER);
    fs.writeFileSync(${JSON.stringify(went)}, "");
    const wait = () => fs.existsSync(${JSON.stringify(goes)}) || setTimeout(wait, 5);
    wait();`;
  const running = coppice.run("task/a", {
    command: [process.execPath, "-e", script],
    merge: true,
    message: "Add it",
  });
  await vi.waitFor(() => expect(existsSync(went)).toBe(true), { timeout: 10_000, interval: 5 });
  const closed = coppice.close().then(() => existsSync(path));
  writeFileSync(goes, "");
  expect(await closed).toBe(false);
  expect(await running).toMatchObject({ code: 0, merged: { status: "merged" } });
  // What the caller's environment says holds for commands and for commits.
  expect(repo.git("show", "main:new.txt")).toBe("yes");
  expect(repo.git("log", "-1", "--format=%cn", "main")).toBe("Grace");
});

test("a signal that is aborted, and no repository: said, each with its code", async () => {
  const repo = createRepo();
  const coppice = createCoppice({ cwd: repo.dir });
  const signal = AbortSignal.abort();
  await expect(coppice.create({ branch: "task/a" }, { signal })).rejects.toMatchObject({
    code: "INTERRUPTED",
  });
  expect(await coppice.list()).toEqual([]);
  await coppice.close();
  const nowhere = createCoppice({ cwd: createTempDir() });
  await expect(nowhere.list()).rejects.toMatchObject({ code: "NOT_A_REPO" });
  await nowhere.close();
  const file = createCoppice({ cwd: join(repo.dir, ".git/HEAD") });
  await expect(file.list()).rejects.toMatchObject({ code: "WORKTREE_NOT_FOUND" });
});
