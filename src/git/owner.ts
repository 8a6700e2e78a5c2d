import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import * as z from "zod/mini";
import { errnoOf } from "../lifecycle/system-errors.js";

const label = z.string().check(z.maxLength(255));

/**
 * A process, named so that another one can tell whether it still runs. It stands in local files only, never in a
 * note. What a system cannot tell is null.
 */
export const ownerSchema = z.object({
  pid: z.int().check(z.minimum(1)),
  /** When the process started, in the kernel's ticks since boot: a number that is used again is another process. */
  startTime: z.nullable(label),
  bootId: z.nullable(label),
  /** In another namespace the same number is another process. */
  pidNamespace: z.nullable(label),
  host: label,
});
export type Owner = z.infer<typeof ownerSchema>;

/** `unknown`: the process cannot be seen from here, so only the age of what it left tells something. */
export type Liveness = "alive" | "dead" | "unknown";

interface ProcessStat {
  readonly startTime: string;
  /** It has ended, and its parent has not yet taken notice. */
  readonly ended: boolean;
}

/** A process's line in /proc; `gone` when there is none, undefined where there is no /proc. */
function statOf(pid: number): ProcessStat | "gone" | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch (error) {
    if (errnoOf(error) === "ESRCH") return "gone";
    return here().bootId === null || isAnothers(pid) ? undefined : "gone";
  }
  // The second field is the program's name, in parentheses, and may hold spaces and parentheses itself.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state = "", startTime] = [fields[0], fields[19]];
  if (startTime === undefined) return undefined;
  return { startTime, ended: state === "Z" || state === "X" };
}

const readOrNull = (read: () => string): string | null => {
  try {
    return read().trim();
  } catch {
    return null;
  }
};

let place: Pick<Owner, "bootId" | "pidNamespace" | "host"> | undefined;

/** What is the same for every process of this machine and namespace. */
function here(): Pick<Owner, "bootId" | "pidNamespace" | "host"> {
  place ??= {
    bootId: readOrNull(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8")),
    pidNamespace: readOrNull(() => readlinkSync("/proc/self/ns/pid")),
    host: hostname().slice(0, 255),
  };
  return place;
}

let token: string | undefined;

/** Eight hex digits that stand for this host, boot and namespace: processes of one place can see each other. */
export function placeToken(): string {
  token ??= tokenOf(here());
  return token;
}

const tokenOf = ({ bootId, pidNamespace, host }: ReturnType<typeof here>): string =>
  createHash("sha256")
    .update(JSON.stringify([host, bootId, pidNamespace]))
    .digest("hex")
    .slice(0, 8);

let self: Owner | undefined;

/** This process. */
export function currentOwner(): Owner {
  self ??= ownerOf(process.pid);
  return self;
}

/** A process that runs now: this one or a child that was just started. */
export function ownerOf(pid: number): Owner {
  const stat = statOf(pid);
  return { pid, startTime: stat === undefined || stat === "gone" ? null : stat.startTime, ...here() };
}

/**
 * Whether a process still runs. `dead` is only said of a process that would be seen from here: same host, same
 * boot, same pid namespace.
 */
export function liveness(owner: Owner): Liveness {
  const { bootId, pidNamespace, host } = here();
  if (owner.host !== host || owner.bootId !== bootId || owner.pidNamespace !== pidNamespace) return "unknown";
  const stat = statOf(owner.pid);
  if (stat === "gone") return "dead";
  if (stat !== undefined && owner.startTime !== null) {
    return stat.startTime === owner.startTime && !stat.ended ? "alive" : "dead";
  }
  // Without /proc a number that is in use says little: it may have been given to another process.
  return isPidInUse(owner.pid) ? "unknown" : "dead";
}

/** Whether a number is that of another user's process: /proc may not show it (hidepid). */
function isAnothers(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return errnoOf(error) === "EPERM";
  }
}

function isPidInUse(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) !== "ESRCH";
  }
}
