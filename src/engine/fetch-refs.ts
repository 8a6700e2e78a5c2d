import { quietFetch } from "../git/quiet-fetch.js";
import type { GitResult } from "../git/run.js";
import { diskProblem } from "../git/write-probe.js";
import type { Engine } from "./context.js";
import { remoteDirectory } from "./remote-directory.js";

/** How long a fetch of commits may take, in milliseconds. */
const fetchTimeoutMs = 300_000;

export interface FetchOptions {
  /** Further options of git-fetch(1). */
  readonly options?: readonly string[];
  readonly timeoutMs?: number;
}

/**
 * Fetches refs and nothing beside them: no tags, no submodules, no FETCH_HEAD, no maintenance, no pruning.
 * @param refspecs as git-fetch(1) takes them
 * @returns git's exit code and what it said, whatever came of it
 * @throws GIT_FAILED when git does not start, TIMEOUT, INTERRUPTED, and the system group when it was the disk
 */
export async function fetchRefs(
  engine: Engine,
  remote: string,
  refspecs: readonly string[],
  { options = [], timeoutMs = fetchTimeoutMs }: FetchOptions = {},
): Promise<GitResult> {
  const { repo, signal } = engine;
  const result = await repo.git.run(
    remoteDirectory(engine, remote, repo.commonDir),
    quietFetch(remote, options, refspecs),
    { codes: "any", timeoutMs, signal },
  );
  const disk = result.code === 0 ? undefined : await diskProblem(repo.commonDir, result.stderr);
  if (disk !== undefined) throw disk;
  return result;
}
