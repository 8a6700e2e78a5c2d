import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { asGitTrims } from "../git/worktree-links.js";
import { acquireLock, type Holder, type Lock, lockHolder } from "../journal/lock.js";
import { type Oid, oidSchema } from "../lifecycle/ids.js";
import { hasCode } from "./files.js";
import { coppiceDir } from "./init-clone.js";

/** The hooks that record what they saw. */
const observing = ["post-checkout", "post-merge", "post-commit", "post-rewrite", "pre-push"] as const;

/** What a hook saw, as it wrote it down. Nothing of it is believed before it was looked up. */
export interface HookObservation {
  /** The file's name in the spool. */
  readonly name: string;
  readonly hook: (typeof observing)[number];
  /** The git directory of the worktree, absolute. */
  readonly gitDir: string;
  /** The ref that HEAD named, `refs/heads/x`; undefined when it was detached or could not be told. */
  readonly headRef: string | undefined;
  /** Where that ref stood; undefined when the hook could not tell. */
  readonly oid: Oid | undefined;
  readonly args: readonly string[];
  /** When the file was written, in nanoseconds: tells the order within one clone and nothing more. */
  readonly at: bigint;
}

/** The worktree of which something was seen, as git has registered it here. */
export interface ObservedPlace {
  /** Empty for the main worktree of a bare repository: there is none. */
  readonly path: string;
  readonly gitDir: string;
  readonly main: boolean;
}

/** What makes a file one of ours; the fields end in NUL. */
const mark = "coppice-observation";
const ending = "end";
const largestFile = 65_536;
/** The name tells the hook, the process and a number that the process counted. */
const fileName = /^(?:[a-z]+-[a-z]+)\.\d+\.\d+\.obs$/;
/** How old an incomplete file must be to be cleared away: its writer is dead. */
const abandonedMs = 24 * 60 * 60_000;

const text = z.string().check(z.maxLength(4096));
const fieldsSchema = z.tuple([
  z.literal(mark),
  z.literal("1"),
  z.enum(observing),
  text,
  text.check(z.minLength(1)),
  text,
  z.union([z.literal(""), oidSchema]),
  z.string().check(z.regex(/^\d{1,2}$/)),
]);

const spoolDir = (commonDir: string): string => join(coppiceDir(commonDir), "spool");
const lockPath = (commonDir: string): string => join(coppiceDir(commonDir), "observe.lock");

/**
 * To be called before the spool is looked into. A hook that finds this file leaves its observation to the process that
 * it names and starts none; one that died, and whose id another process has by now, would never look.
 */
export function promiseToLook(commonDir: string): void {
  rmSync(join(coppiceDir(commonDir), "flush.pid"), { force: true });
}

/** Whether hooks have left anything. One look into a directory. */
export const hasObservations = (commonDir: string): boolean => observationNames(commonDir).length > 0;

/** Who is turning observations into entries, while it lives. */
export const observeLockHolder = (commonDir: string): Holder | undefined => lockHolder(lockPath(commonDir));

/** Becomes the one that turns observations into entries; undefined when somebody else still is. */
export async function takeObserveLock(commonDir: string, waitMs: number): Promise<Lock | undefined> {
  const lock = await acquireLock(lockPath(commonDir), { purpose: "read what hooks saw", waitMs });
  return "heldBy" in lock ? undefined : lock;
}

/** What the hooks left, the oldest first. What is no observation is cleared away. */
export function readObservations(commonDir: string): HookObservation[] {
  const found: HookObservation[] = [];
  for (const name of observationNames(commonDir)) {
    const read = readObservation(commonDir, name);
    if (read === "junk") dropObservation(commonDir, name);
    else if (read !== "incomplete") found.push(read);
  }
  return found.sort((a, b) => (a.at === b.at ? byCounter(a.name, b.name) : a.at < b.at ? -1 : 1));
}

/** Forgets an observation: its entries are in the journal, or there is nothing to journal. */
export function dropObservation(commonDir: string, name: string): void {
  rmSync(join(spoolDir(commonDir), name), { force: true });
}

/** The files that hooks left, complete or not. */
export function observationNames(commonDir: string): string[] {
  try {
    return readdirSync(spoolDir(commonDir)).filter((name) => fileName.test(name));
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return [];
    throw error;
  }
}

function readObservation(commonDir: string, name: string): HookObservation | "incomplete" | "junk" {
  const path = join(spoolDir(commonDir), name);
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
  // A directory is nothing that a hook made, and nothing to be cleared away.
  if (stat?.isDirectory() === true) return "incomplete";
  if (stat === undefined || !stat.isFile() || stat.size > largestFile) return "junk";
  const fields = readFileSync(path, "utf8").split("\0");
  if (fields.at(-1) !== "" || fields.at(-2) !== ending) {
    return Date.now() - Number(stat.mtimeMs) > abandonedMs ? "junk" : "incomplete";
  }
  const head = fieldsSchema.safeParse(fields.slice(0, 8));
  if (!head.success) return "junk";
  const [, , hook, , gitDir, headText, oid, count] = head.data;
  const args = fields.slice(8, -2);
  if (args.length !== Number(count)) return "junk";
  return {
    name,
    hook,
    gitDir,
    headRef: /^ref: (.+)$/s.exec(asGitTrims(headText))?.[1],
    oid: oid === "" ? undefined : oid,
    args,
    at: stat.mtimeNs,
  };
}

/** Files of one instant: what one process wrote is in the order of its counter. */
function byCounter(a: string, b: string): number {
  const order = (name: string): number => Number(name.split(".")[2] ?? "0");
  return order(a) - order(b) || (a < b ? -1 : 1);
}
