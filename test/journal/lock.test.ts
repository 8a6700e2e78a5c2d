import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { currentOwner, liveness, type Owner } from "../../src/git/owner.js";
import { acquireLock, type Holder, type Lock, lockHolder, tryLock } from "../../src/journal/lock.js";
import { createTempDir } from "../support/repo.js";

const purpose = "a test";
const lockPath = (): string => join(createTempDir(), "locks/one.lock");

const held = (answer: Lock | { readonly heldBy: Holder }): Lock => {
  if ("heldBy" in answer) throw new Error(`held by ${answer.heldBy.pid}`);
  return answer;
};

/** A process that runs until the test ends it. */
function startProcess(): ChildProcess & { pid: number } {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"], { stdio: "ignore" });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  if (child.pid === undefined) throw new Error("no process");
  return Object.assign(child, { pid: child.pid });
}

async function end(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

const startTimeOf = (pid: number): string =>
  readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[19] ?? "";

const writeLock = (path: string, owner: Partial<Holder>): Holder => {
  const holder: Holder = {
    ...currentOwner(),
    token: "00000000000000ab",
    purpose: "of another process",
    since: Date.now(),
    ...owner,
  };
  held(tryLock(path, purpose)).release();
  writeFileSync(path, JSON.stringify(holder));
  return holder;
};

describe("liveness", () => {
  test("this process: alive", () => {
    expect(liveness(currentOwner())).toBe("alive");
  });

  test("a process that has ended: dead", async () => {
    const child = startProcess();
    const owner: Owner = { ...currentOwner(), pid: child.pid, startTime: startTimeOf(child.pid) };
    expect(liveness(owner)).toBe("alive");
    await end(child);
    expect(liveness(owner)).toBe("dead");
  });

  test("a process of the same number that started at another time: dead", () => {
    expect(liveness({ ...currentOwner(), startTime: "1" })).toBe("dead");
  });

  test("a process of another user that /proc hides: unknown", () => {
    const most = Number(readFileSync("/proc/sys/kernel/pid_max", "utf8"));
    const kill = vi.spyOn(process, "kill").mockImplementation(() => {
      throw Object.assign(new Error("kill EPERM"), { code: "EPERM", syscall: "kill" });
    });
    onTestFinished(() => kill.mockRestore());
    expect(liveness({ ...currentOwner(), pid: most + 1 })).toBe("unknown");
  });

  for (const [what, other] of Object.entries({
    host: { host: "elsewhere" },
    boot: { bootId: "another" },
    namespace: { pidNamespace: "pid:[1]" },
  })) {
    test(`a process of another ${what}: unknown`, () => {
      expect(liveness({ ...currentOwner(), ...other })).toBe("unknown");
    });
  }
});

describe("acquireLock", () => {
  test("a free lock: taken, its directory made; released: gone without a trace", async () => {
    const path = lockPath();
    const lock = held(await acquireLock(path, { purpose }));
    expect(lockHolder(path)).toMatchObject({ pid: process.pid, purpose });
    lock.release();
    lock.release();
    expect(lockHolder(path)).toBeUndefined();
    expect(readdirSync(dirname(path))).toEqual([]);
  });

  test("a held lock: its holder is told; with patience it is waited for", async () => {
    const path = lockPath();
    const lock = held(await acquireLock(path, { purpose }));
    expect(await acquireLock(path, { purpose })).toEqual({ heldBy: lock.holder });
    expect(await acquireLock(path, { purpose, waitMs: 20 })).toEqual({ heldBy: lock.holder });
    const waiting = acquireLock(path, { purpose, waitMs: 10_000 });
    setTimeout(() => lock.release(), 20);
    held(await waiting).release();
  });

  test("waiting is called off: INTERRUPTED, and the lock stays as it is", async () => {
    const path = lockPath();
    const lock = held(await acquireLock(path, { purpose }));
    const abort = new AbortController();
    const waiting = acquireLock(path, { purpose, waitMs: 60_000, signal: abort.signal });
    setTimeout(() => abort.abort(), 20);
    await expect(waiting).rejects.toMatchObject({ code: "INTERRUPTED" });
    expect(lockHolder(path)).toEqual(lock.holder);
  });

  test("a lock of a dead process: broken at once, also one that broke off while breaking it", async () => {
    const path = lockPath();
    const child = startProcess();
    const dead = { pid: child.pid, startTime: startTimeOf(child.pid) };
    await end(child);
    const first = writeLock(path, dead);
    writeLock(`${path}.${first.token}`, { ...dead, token: "00000000000000ac" });
    const lock = held(tryLock(path, purpose));
    expect(readdirSync(dirname(path))).toEqual(["one.lock"]);
    lock.release();
  });

  test("a lock of a process that lives: not broken, however old it is", () => {
    const path = lockPath();
    const child = startProcess();
    const holder = writeLock(path, { pid: child.pid, startTime: startTimeOf(child.pid) });
    utimesSync(path, 1, 1);
    expect(tryLock(path, purpose)).toEqual({ heldBy: holder });
  });

  test("a lock of another machine: it counts until it shows no sign of life for five minutes", () => {
    const path = lockPath();
    const holder = writeLock(path, { host: "elsewhere" });
    expect(tryLock(path, purpose)).toEqual({ heldBy: holder });
    const old = Date.now() / 1000 - 301;
    utimesSync(path, old, old);
    held(tryLock(path, purpose)).release();
  });

  test("a file that names nobody: it counts for five minutes", () => {
    const path = lockPath();
    writeLock(path, {});
    writeFileSync(path, "");
    expect(tryLock(path, purpose)).toMatchObject({ heldBy: { pid: 1 } });
    utimesSync(path, 1, 1);
    held(tryLock(path, purpose)).release();
  });

  test("a lock that was broken and taken by another: its old holder's release leaves it alone", () => {
    const path = lockPath();
    const lock = held(tryLock(path, purpose));
    const other = writeLockOver(path);
    lock.release();
    expect(lockHolder(path)).toEqual(other);
    expect(existsSync(path)).toBe(true);
  });
});

function writeLockOver(path: string): Holder {
  const holder: Holder = { ...currentOwner(), token: "00000000000000cd", purpose, since: 1 };
  writeFileSync(path, JSON.stringify(holder));
  return holder;
}
