import { availableParallelism } from "node:os";
import { delimiter, dirname, parse } from "node:path";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Repository } from "./repository.js";
import { parseStatus, type Status, type StatusOptions, status, statusArguments } from "./status.js";

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
const sectionHead = "# branch.oid ";

/**
 * The statuses of many worktrees, in their order; a failure stands in its place. Starting a process costs Node more than it
 * costs git (a large process is forked, and waits until the child runs), so a few `git for-each-repo` start the
 * `git status` of each. Whatever one of them cannot tell, a process of its own is asked: the answers are the same.
 * @throws INTERRUPTED
 */
export async function statusMany(
  repo: Repository,
  targets: readonly StatusTarget[],
  options: Pick<StatusOptions, "signal"> = {},
): Promise<(Status | CoppiceError)[]> {
  const found = new Map<StatusTarget, Status>();
  // Values in the repository's own configuration would come before ours.
  if (targets.length >= fewest && repo.config.get(key) === undefined) {
    const lists = split(targets.filter(isListable), lanes);
    await Promise.all(lists.map((list) => readList(repo, list, options, found)));
  }
  return Promise.all(targets.map((target) => found.get(target) ?? readOne(repo, target, options)));
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

async function readList(
  repo: Repository,
  list: readonly StatusTarget[],
  options: Pick<StatusOptions, "signal">,
  found: Map<StatusTarget, Status>,
): Promise<void> {
  const output = await runList(repo, list, options);
  const sections = sectionsOf(output.text);
  // git ends at the first worktree that it cannot tell of, perhaps in the middle of its answer.
  if (!output.whole) sections.pop();
  if (sections.length > list.length || (output.whole && sections.length < list.length)) return;
  sections.forEach((section, index) => {
    const target = list[index];
    if (target !== undefined) found.set(target, parseStatus(section));
  });
}

async function runList(
  repo: Repository,
  list: readonly StatusTarget[],
  { signal }: Pick<StatusOptions, "signal">,
): Promise<{ readonly text: string; readonly whole: boolean }> {
  try {
    const { code, stdout } = await repo.git.run(
      // Outside of every repository: in one, git may tell its children where it is, and they would stay there.
      parse(repo.commonDir).root,
      [
        ...list.flatMap(({ path }) => ["-c", `${key}=${path}`]),
        "for-each-repo",
        `--config=${key}`,
        "--",
        ...statusArguments,
      ],
      {
        codes: "any",
        timeoutMs: listTimeoutMs,
        // The arguments say all that counts; newer gits keep configuration from the environment to themselves.
        rawConfig: true,
        ...(signal === undefined ? {} : { signal }),
        // Where a `.git` file has gone missing since, git must not find the repository around it.
        env: { GIT_CEILING_DIRECTORIES: [...new Set(list.map(({ path }) => dirname(path)))].join(delimiter) },
      },
    );
    return { text: stdout.toString("utf8"), whole: code === 0 };
  } catch (error) {
    if (signal?.aborted === true || !(error instanceof CoppiceError)) throw error;
    return { text: "", whole: false };
  }
}

/** One answer of `git status --porcelain=v2 --branch -z` after the other. A path never stands at a record's beginning. */
function sectionsOf(output: string): string[] {
  const sections: string[][] = [];
  for (const record of output.split("\0")) {
    if (record.startsWith(sectionHead)) sections.push([]);
    sections.at(-1)?.push(record);
  }
  return sections.map((records) => records.join("\0"));
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
