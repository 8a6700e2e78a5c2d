import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";

/*
 * The processes of this machine, as proc(5) tells of them. Where there is no /proc, none is seen.
 */

/** A process that has not ended. */
export interface RunningProcess {
  /** The kernel keeps fifteen bytes of its name. */
  readonly program: string;
  /** When it started, in ticks of 10 ms since the boot. */
  readonly ticks: number;
}

/** Whether processes can be looked at. */
export const seesProcesses = (): boolean =>
  statSync("/proc/self/fd", { throwIfNoEntry: false }) !== undefined;

/** The numbers of all processes. */
export function pids(): number[] {
  try {
    return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  } catch {
    return [];
  }
}

/** Undefined when it has ended: what a zombie held is closed. */
export function runningProcess(pid: number): RunningProcess | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (state === "Z" || state === "X") return undefined;
    return { program: stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")")), ticks: Number(rest[18]) };
  } catch {
    return undefined;
  }
}

/** `git`, `git-remote-http`, `git-upload-pack`. */
export const isGit = ({ program }: RunningProcess): boolean =>
  program === "git" || program.startsWith("git-");

/**
 * The directory in which a process stands.
 * @throws an error of the system where it has ended, or is somebody else's
 */
export const directoryOf = (pid: number): string => readlinkSync(`/proc/${pid}/cwd`);

/**
 * The words that a process was started with.
 * @throws as directoryOf
 */
export const wordsOf = (pid: number): string[] => readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
