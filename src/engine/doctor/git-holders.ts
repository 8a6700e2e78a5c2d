import { readdirSync, readFileSync, readlinkSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { directoryOf, isGit, pids, runningProcess, wordsOf } from "../../git/processes.js";
import { hasCode } from "../files.js";
import { isInside } from "../find.js";

/*
 * git's lock files name nobody. Whoever holds one may have closed it: `git commit --all` keeps index.lock closed while an
 * editor is open. So a lock is somebody's while its file is open anywhere, and while a git runs that works in this
 * repository, or that cannot be seen to work elsewhere, and that was started before the lock was made.
 */

/** A lock file as it stands. */
export interface LockFile {
  readonly path: string;
  readonly ino: bigint;
  /** Milliseconds since the epoch: when it was made, or last written to. */
  readonly since: number;
  /** This user made it, and on a disk that no other machine writes to: who may hold it can be seen from here. */
  readonly near: boolean;
}

export interface HeldBy {
  readonly pid: number;
  readonly program: string;
}

/** The file as it stands now; undefined when it is gone. */
export function lockFile(path: string): LockFile | undefined {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
  if (stat === undefined || !stat.isFile()) return undefined;
  const since = Math.max(Number(stat.ctimeMs), Number(stat.mtimeMs));
  const own = process.geteuid === undefined || Number(stat.uid) === process.geteuid();
  return { path, ino: stat.ino, since, near: own && isLocal(path) };
}

/** The numbers of file systems that other machines may have mounted, too: statfs(2). */
const shared: ReadonlySet<number> = new Set([0x6969, 0xff534d42, 0xfe534d42, 0x01021997, 0x65735546]);

function isLocal(path: string): boolean {
  try {
    return !shared.has(statfsSync(path).type);
  } catch {
    return false;
  }
}

/**
 * Who may hold one of some lock files, by path.
 * @param places the directories of the repository: its common git directory, and the worktrees
 */
export function holdersOf(
  locks: readonly LockFile[],
  places: readonly string[],
): ReadonlyMap<string, HeldBy> {
  const held = new Map<string, HeldBy>();
  const booted = bootTime();
  for (const pid of pids()) {
    const found = runningProcess(pid);
    if (found === undefined) continue;
    const { program, ticks } = found;
    const open = new Set(openFiles(pid));
    const started = booted === undefined ? Number.NEGATIVE_INFINITY : booted + ticks * tickMs;
    const nearby = isGit(found) && takesLocks(pid) && worksIn(pid, places, open);
    for (const lock of locks) {
      const could = nearby && started <= lock.since + clockSlackMs;
      if (open.has(lock.path) || could) held.set(lock.path, { pid, program });
    }
  }
  return held;
}

/** A tick of the clock that processes' start times are counted in; the same on every Linux that Node runs on. */
const tickMs = 10;
/** The time of the boot is told in whole seconds. */
const clockSlackMs = 2000;

/** When the system was started, in milliseconds since the epoch. */
function bootTime(): number | undefined {
  try {
    const seconds = /^btime (\d+)$/m.exec(readFileSync("/proc/stat", "utf8"))?.[1];
    return seconds === undefined ? undefined : Number(seconds) * 1000;
  } catch {
    return undefined;
  }
}

/** Long-lived ones only read, our own among them. */
function takesLocks(pid: number): boolean {
  try {
    return !wordsOf(pid).some((word) => readers.has(word));
  } catch {
    return true;
  }
}

const readers: ReadonlySet<string> = new Set(["cat-file", "fsmonitor--daemon", "credential-cache--daemon"]);

/** Whether a git has to do with this repository; one of another user, which shows nothing of itself, may. */
function worksIn(pid: number, places: readonly string[], open: ReadonlySet<string>): boolean {
  try {
    const cwd = directoryOf(pid);
    const words = wordsOf(pid).join("\0");
    const variables = readFileSync(`/proc/${pid}/environ`, "utf8");
    const isThere = (path: string): boolean => places.some((place) => isInside(path, place));
    if (isThere(cwd) || [...open].some(isThere)) return true;
    return places.some((place) => words.includes(place) || variables.includes(`=${place}`));
  } catch (error) {
    return !hasCode(error, "ENOENT", "ESRCH");
  }
}

function openFiles(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).flatMap((name) => {
      try {
        return [readlinkSync(join(folder, name))];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}
