import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import type { JournalStore } from "../../src/journal/store.js";
import { type RecordId, recordIdSchema } from "../../src/lifecycle/ids.js";
import { createTempDir, type TestRepo } from "../support/repo.js";
import { compileScripts } from "./processes/compile.js";
import { actor, createEvent, notesRef, openStore, openTestRepo, reopen } from "./support.js";

const scripts = compileScripts();
afterAll(() => scripts.remove());

interface Running {
  readonly child: ChildProcess;
  /** What it has printed. */
  readonly lines: string[];
  readonly ended: Promise<number | null>;
  readonly stderr: () => string;
}

function start(name: string, args: readonly string[]): Running {
  const child = spawn(process.execPath, [join(scripts.dir, `${name}.js`), ...args]);
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  child.stdin.on("error", () => {});
  const ended = once(child, "close").then(([code]) => (typeof code === "number" ? code : null));
  return { child, lines, ended, stderr: () => stderr };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5);
}

/** Waits until processes have printed more than so many lines. */
async function printed(processes: readonly Running[], lines = 0): Promise<void> {
  const broken = Promise.race(
    processes.map(async ({ ended, stderr, ...running }) => {
      const code = await ended;
      if (running.lines.length <= lines) throw new Error(`ended with ${code}: ${stderr()}`);
    }),
  );
  await Promise.race([broken, until(() => processes.every((it) => it.lines.length > lines))]);
  broken.catch(() => {});
}

/** Starts writers in portions, lets them go at the same moment, and waits for all. */
async function race(
  repo: TestRepo,
  ids: readonly RecordId[],
  processes: number,
  appends: number,
): Promise<Running[]> {
  const writers: Running[] = [];
  for (let number = 0; number < processes; number += 1) {
    writers.push(
      start("writer", [repo.dir, ids[number % ids.length] ?? "", `writer-${number}`, String(appends)]),
    );
    // Starting Node is what costs; a few at a time are ready sooner than all at once.
    if (number % 10 === 9) await printed(writers);
  }
  await printed(writers);
  for (const { child } of writers) child.stdin?.write("go\n");
  const codes = await Promise.all(writers.map(({ ended }) => ended));
  expect(writers.map(({ stderr }) => stderr()).join("")).toBe("");
  expect(codes.filter((code) => code !== 0)).toEqual([]);
  return writers;
}

async function makeRecords(count: number): Promise<{ repo: TestRepo; store: JournalStore; ids: RecordId[] }> {
  const { test: repo, repo: opened } = await openTestRepo();
  const store = openStore(opened);
  const ids: RecordId[] = [];
  for (let number = 0; number < count; number += 1) {
    ids.push((await store.create(createEvent(`task/${number}`, number + 1), actor())).id);
  }
  await store.flush();
  return { repo, store, ids };
}

/** Every stamp that a writer acknowledged is in its record's note, and nothing is left in the spool. */
async function expectWhole(
  repo: TestRepo,
  ids: readonly RecordId[],
  writers: readonly Running[],
  each: number,
) {
  const journals = await openStore(await reopen(repo.dir)).readAll();
  const stamps = new Set<string>();
  for (const id of ids) {
    const journal = journals.get(id);
    expect(journal?.unreadable).toEqual([]);
    for (const { entry, pending } of journal?.entries ?? []) {
      expect(pending).toBe(false);
      if (entry.event.type === "TASK") stamps.add(entry.t);
    }
  }
  const acknowledged = writers.flatMap(({ lines }) => lines.slice(1));
  expect(acknowledged.length).toBe(writers.length * each);
  expect(stamps.size).toBe(writers.length * each);
  expect(acknowledged.filter((stamp) => !stamps.has(stamp))).toEqual([]);
  expect(readdirSync(join(repo.dir, ".git/coppice")).sort()).toEqual(["last-written", "spool"]);
  expect(readdirSync(join(repo.dir, ".git/coppice/spool"))).toEqual([]);
  expect(repo.git("fsck", "--strict", "--no-dangling")).toBe("");
}

describe("many processes", () => {
  test("L27: fifty processes append twenty entries each: a thousand entries, in few commits", async () => {
    const { repo, ids } = await makeRecords(5);
    const writers = await race(repo, ids, 50, 20);
    await expectWhole(repo, ids, writers, 20);
    expect(Number(repo.git("rev-list", "--count", notesRef))).toBeLessThan(500);
  });

  test("with pack-refs beside them: nothing is lost", async () => {
    const { repo, ids } = await makeRecords(3);
    let done = false;
    const packing = (async () => {
      let packed = 0;
      while (!done) {
        repo.git("pack-refs", "--all");
        packed += 1;
        await sleep(1);
      }
      return packed;
    })();
    const writers = await race(repo, ids, 10, 10);
    done = true;
    expect(await packing).toBeGreaterThan(10);
    await expectWhole(repo, ids, writers, 10);
  });

  test("with a person's git notes append on the same ref: no entry of ours is lost", async () => {
    const { repo, ids, store } = await makeRecords(3);
    let done = false;
    const foreign = (async () => {
      let written = 0;
      while (!done) {
        try {
          repo.git("notes", "--ref=coppice", "append", "-m", `by hand ${written}`, "HEAD");
          written += 1;
        } catch {
          // git notes gives up when somebody else has moved the ref.
        }
        await sleep(30);
      }
      return written;
    })();
    const writers = await race(repo, ids, 10, 10);
    done = true;
    expect(await foreign).toBeGreaterThan(3);
    // git notes writes what it has read a moment ago: what its last run took out of the ref, the next flush puts back.
    const [id] = ids;
    if (id !== undefined) await store.append(id, { type: "LOCK" }, actor());
    await store.flush();
    await expectWhole(repo, ids, writers, 10);
    expect(repo.git("notes", "--ref=coppice", "show", "HEAD")).toContain("by hand");
  });
});

describe("killed processes", () => {
  test("writers killed at any moment: every acknowledged entry is read, and the next flush takes all", async () => {
    const { repo, ids } = await makeRecords(2);
    const [id = recordIdSchema.parse("")] = ids;
    const writers: Running[] = [];
    // A small generator with a fixed seed: the moments differ from each other, not from run to run.
    let seed = 12_345;
    const random = (): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed / 2 ** 31;
    };
    for (let round = 0; round < 8; round += 1) {
      const pair = [0, 1].map((number) =>
        start("writer", [repo.dir, id, `w${round}-${number}`, "1000", "appended"]),
      );
      await printed(pair);
      for (const { child } of pair) child.stdin?.write("go\n");
      for (const { child, lines } of pair) {
        await until(() => lines.length > 2 + random() * 10);
        await sleep(random() * 40);
        child.kill("SIGKILL");
      }
      await Promise.all(pair.map(({ ended }) => ended));
      writers.push(...pair);
    }
    const acknowledged = writers.flatMap(({ lines }) => lines.slice(1));
    expect(acknowledged.length).toBeGreaterThan(20);
    const store = openStore(await reopen(repo.dir));
    const journal = await store.read(id);
    const stamps = new Set<string>(journal?.entries.map(({ entry }) => entry.t));
    expect(acknowledged.filter((stamp) => !stamps.has(stamp))).toEqual([]);
    expect(journal?.unreadable).toEqual([]);
    await store.append(id, { type: "DISCARD" }, actor());
    await store.flush();
    const flushed = await openStore(await reopen(repo.dir)).read(id);
    expect(flushed?.entries.filter(({ pending }) => pending)).toEqual([]);
    expect(flushed?.entries.length).toBe(stamps.size + 1);
    // A git that died with its starter leaves objects that nothing names, at most.
    expect(repo.git("fsck", "--strict", "--no-dangling")).toBe("");
  });

  test("lock holders that die with the lock: it is broken, and never held twice", async () => {
    const dir = createTempDir();
    const args = (dies: string): string[] => [join(dir, "locks/one.lock"), join(dir, "proof"), "15", dies];
    const mortal = Array.from({ length: 6 }, () => start("locker", args("dies")));
    const others = Array.from({ length: 4 }, () => start("locker", args("")));
    expect(await Promise.all(others.map(({ ended }) => ended))).toEqual([0, 0, 0, 0]);
    expect(await Promise.all(mortal.map(({ ended }) => ended))).toEqual(Array(6).fill(null));
    expect([...mortal, ...others].map(({ stderr }) => stderr()).join("")).toBe("");
  });
});
