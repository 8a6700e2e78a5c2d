import { statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { delimiter, dirname, join, parse } from "node:path";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Repository } from "./repository.js";
import { parseStatus, type Status, type StatusOptions, status, statusArguments } from "./status.js";
import { readText } from "./worktree-links.js";

/** A linked worktree whose link with its registration was found intact just before. */
export interface StatusTarget {
  readonly path: string;
  readonly gitDir: string;
}

/** How many lists are worked off at once: as many processes as a runner starts. */
const lanes = Math.min(8, availableParallelism() * 2);
/** For fewer worktrees each gets a process of ours: there is nothing to be saved. */
const fewest = 4;
/** The longest list of paths on one command line; git hands it on in one environment variable. */
const longestList = 32_768;
/** For a whole list; one worktree on a slow disk may take seconds. */
const listTimeoutMs = 600_000;
const key = "coppice-status.worktree";
/** Of our neutral configuration the processes that git starts see nothing. */
const unmonitored: readonly string[] = ["-c", "core.fsmonitor=false"];
/** git looks at files ahead with up to twenty threads, which gain nothing where every processor has a `git status` already. */
const alone: readonly string[] = ["-c", "core.preloadIndex=false"];
/** File systems that answer without a network, by the system's numbers (statfs(2)): with others threads wait together. */
const localDisks: ReadonlySet<number> = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // xfs
  0x9123683e, // btrfs
  0xf2f52010, // f2fs
  0x2fc12fc1, // zfs
  0x794c7630, // overlayfs
  0x01021994, // tmpfs
]);
/** Where one answer ends and the next begins. */
const sectionBorder = "\0# branch.oid ";

/**
 * The statuses of many worktrees, in their order; a failure stands in its place. Starting a process costs Node more than it
 * costs git (a large process is forked, and waits until the child runs), so a few `git for-each-repo` start the
 * `git status` of each. Whatever one of them cannot tell, a process of its own is asked: the answers are the same.
 * @returns each as soon as it is known; all have to be awaited, as any may throw INTERRUPTED
 */
export function statusEach(
  repo: Repository,
  targets: readonly StatusTarget[],
  options: Pick<StatusOptions, "signal"> = {},
): Promise<Status | CoppiceError>[] {
  const told = new Map<StatusTarget, Promise<Status | undefined>>();
  // Values in the repository's own configuration would come before ours.
  // And a shared core.worktree, which git takes for every worktree with extensions.worktreeConfig, only gives way to an option.
  if (
    targets.length >= fewest &&
    [key, "core.worktree"].every((name) => repo.config.get(name) === undefined)
  ) {
    const lists = split(targets.filter(isListable), lanes);
    const crowded = lists.length >= availableParallelism();
    for (const list of lists) {
      for (const [target, status] of readList(repo, list, { ...options, crowded })) told.set(target, status);
    }
  }
  return targets.map(async (target) => (await told.get(target)) ?? readOne(repo, target, options));
}

/** Each list is worked off by one process; they run at once. */
function split(targets: readonly StatusTarget[], count: number): StatusTarget[][] {
  const lists: StatusTarget[][] = [];
  const atMost = Math.ceil(targets.length / count);
  let [list, length]: [StatusTarget[], number] = [[], 0];
  for (const target of targets) {
    if (list.length === atMost || length + target.path.length > longestList) {
      lists.push(list);
      [list, length] = [[], 0];
    }
    list.push(target);
    length += target.path.length + key.length;
  }
  if (list.length > 0) lists.push(list);
  return lists;
}

/** A path that holds what separates the ceilings cannot be one of them. */
const isListable = ({ path }: StatusTarget): boolean => !path.includes(delimiter) && !path.includes("\n");

interface ListOptions extends Pick<StatusOptions, "signal"> {
  /** As many lists are worked off at once as there are processors, or more. */
  readonly crowded: boolean;
}

function isOnLocalDisk(path: string): boolean {
  try {
    return process.platform === "linux" && localDisks.has(statfsSync(path).type);
  } catch {
    return false;
  }
}

/** What one list tells of each of its worktrees; undefined: nothing that could be relied on. */
function readList(
  repo: Repository,
  list: readonly StatusTarget[],
  options: ListOptions,
): ReadonlyMap<StatusTarget, Promise<Status | undefined>> {
  const settle: ((status: Status | undefined) => void)[] = [];
  const told = new Map(
    list.map((target) => [target, new Promise<Status | undefined>((resolve) => settle.push(resolve))]),
  );
  const sections = new Sections();
  const found: (Status | undefined)[] = [];
  const take = (section: string): void => {
    const [target, status] = [list[found.length], parsed(section)];
    if (target !== undefined && status !== undefined && isOf(target, status)) settle[found.length]?.(status);
    found.push(status);
  };
  const end = (whole: boolean): void => {
    // git ends at the first worktree that it cannot tell of, perhaps in the middle of its answer.
    if (whole) for (const section of sections.rest()) take(section);
    const counted = whole ? found.length === list.length : found.length < list.length;
    settle.forEach((resolve, index) => {
      resolve(counted ? found[index] : undefined);
    });
  };
  runList(repo, list, options, (chunk) => sections.add(chunk).forEach(take)).then(end, () => end(false));
  return told;
}

/** Whose answer it is, is told by its place. A branch is checked out in one worktree: then it is certain before the end. */
const isOf = ({ gitDir }: StatusTarget, { branch }: Status): boolean =>
  branch !== undefined && readText(join(gitDir, "HEAD")) === `ref: refs/heads/${branch}\n`;

function parsed(section: string): Status | undefined {
  try {
    return parseStatus(section);
  } catch {
    return undefined;
  }
}

/** @returns whether all of them were told */
async function runList(
  repo: Repository,
  list: readonly StatusTarget[],
  { signal, crowded }: ListOptions,
  onStdout: (chunk: Buffer) => void,
): Promise<boolean> {
  const parents = [...new Set(list.map(({ path }) => dirname(path)))];
  try {
    const { code } = await repo.git.run(
      // Outside of every repository: in one, git may tell its children where it is, and they would stay there.
      parse(repo.commonDir).root,
      [
        ...list.flatMap(({ path }) => ["-c", `${key}=${path}`]),
        "for-each-repo",
        `--config=${key}`,
        "--",
        ...unmonitored,
        ...(crowded && parents.every(isOnLocalDisk) ? alone : []),
        ...statusArguments,
      ],
      {
        codes: "any",
        timeoutMs: listTimeoutMs,
        // As many as there are places: what else a list asks git for would wait for the first of them to end.
        bounded: true,
        onStdout,
        // A second try would go on in the middle of what the first has told.
        retryLocks: false,
        // The arguments say all that counts; newer gits keep configuration from the environment to themselves.
        rawConfig: true,
        ...(signal === undefined ? {} : { signal }),
        // Where a `.git` file has gone missing since, git must not find the repository around it.
        env: { GIT_CEILING_DIRECTORIES: parents.join(delimiter) },
      },
    );
    return code === 0;
  } catch (error) {
    // After Ctrl-C whoever asks again hears of it.
    if (!(error instanceof CoppiceError)) throw error;
    return false;
  }
}

/** One answer of `git status --porcelain=v2 --branch -z` after the other. A path never stands at a record's beginning. */
class Sections {
  #open = Buffer.alloc(0);

  /** Those that have come to their end: the next one's head is there. */
  add(chunk: Buffer): string[] {
    const done: string[] = [];
    let from = Math.max(0, this.#open.length - sectionBorder.length);
    this.#open = Buffer.concat([this.#open, chunk]);
    for (let end = this.#border(from); end >= 0; end = this.#border(from)) {
      done.push(this.#open.toString("utf8", 0, end));
      this.#open = this.#open.subarray(end + 1);
      from = 0;
    }
    return done;
  }

  /** What is left, when nothing more will come. */
  rest(): string[] {
    return this.#open.length === 0 ? [] : [this.#open.toString("utf8")];
  }

  #border(from: number): number {
    return this.#open.indexOf(sectionBorder, from);
  }
}

async function readOne(
  repo: Repository,
  { path, gitDir }: StatusTarget,
  { signal }: Pick<StatusOptions, "signal">,
): Promise<Status | CoppiceError> {
  try {
    return await status(repo, path, { gitDir, ...(signal === undefined ? {} : { signal }) });
  } catch (error) {
    if (signal?.aborted === true || !(error instanceof CoppiceError)) throw error;
    return error;
  }
}
