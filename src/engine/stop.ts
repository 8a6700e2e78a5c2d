import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod/mini";
import { liveness, ownerSchema } from "../git/owner.js";
import type { RecordId } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import { hasCode } from "./files.js";
import type { LocalFile } from "./local.js";
import { recordLockHolder } from "./record-lock.js";
import { interrupt } from "./running.js";

/**
 * The command of the person's that runs for a record now (setup, verify, resolver): the leader of its process group.
 * Who starts one writes this before, and clears it after.
 */
export const commandFile = {
  name: "command",
  schema: z.object({ v: z.literal(1), leader: ownerSchema }),
} satisfies LocalFile<unknown>;

/** How long a process may take to end by itself after SIGTERM. */
const graceMs = 8_000;
const pollMs = 20;

/**
 * Ends whoever works on a record: SIGTERM to the holder of its lock, which then journals its end and lets go, SIGKILL
 * when it does not; then the command that it left running. Only processes that are certainly the recorded ones get a
 * signal: same host, boot, pid namespace and start time.
 */
export async function stopHolder(engine: Engine, id: RecordId): Promise<void> {
  const holder = recordLockHolder(engine, id);
  if (holder?.pid === process.pid) {
    interrupt(id);
    await endOf(() => recordLockHolder(engine, id)?.token === holder.token, graceMs);
  } else if (holder !== undefined && liveness(holder) === "alive") {
    send(holder.pid, "SIGTERM");
    await endOf(() => recordLockHolder(engine, id)?.token === holder.token, graceMs);
    if (recordLockHolder(engine, id)?.token === holder.token && liveness(holder) === "alive") {
      send(holder.pid, "SIGKILL");
      await endOf(() => liveness(holder) === "alive", graceMs);
    }
  }
  await stopCommand(engine, id);
}

/** Ends the command that a process which is gone left running for a record. */
export async function stopCommand(engine: Engine, id: RecordId): Promise<void> {
  const command = engine.local.read(id, commandFile);
  if (command === undefined) return;
  const { leader } = command;
  const alive = (): boolean => liveness(leader) === "alive";
  if (alive() && leader.pid !== process.pid) {
    send(groupOf(leader.pid), "SIGTERM");
    await endOf(alive, graceMs);
    if (alive()) {
      send(groupOf(leader.pid), "SIGKILL");
      await endOf(alive, graceMs);
    }
  }
  engine.local.clear(id, commandFile);
}

/** A negative number means the whole group; Windows has none. */
const groupOf = (pid: number): number => (process.platform === "win32" ? pid : -pid);

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It has ended in between.
    if (!hasCode(error, "ESRCH")) throw error;
  }
}

async function endOf(going: () => boolean, waitMs: number): Promise<void> {
  const deadline = Date.now() + waitMs;
  while (going() && Date.now() < deadline) await delay(pollMs);
}
