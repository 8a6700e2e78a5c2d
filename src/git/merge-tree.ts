import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import { MergePlace } from "./merge-place.js";
import { fieldsOf, type MergeResult, readMerge } from "./merge-records.js";
import type { Person } from "./object-format.js";
import type { Repository } from "./repository.js";
import { diskProblem } from "./write-probe.js";

export interface MergeRequest {
  readonly ours: Oid;
  readonly theirs: Oid;
  /** The common ancestor to use instead of the real one, as a cherry-pick or a rebase needs it: a commit. */
  readonly base?: Oid;
  /** The commit or tree whose `.gitattributes` count. */
  readonly attributes: Oid;
}

/**
 * Merges two commits without a checkout, with one git process, and one more before git 2.43.
 * The merged objects are kept in the repository; no ref, index or file is touched.
 * @throws CoppiceError GIT_FAILED when a commit does not exist; a conflict and unrelated histories are results
 */
export async function mergeTree(repo: Repository, request: MergeRequest): Promise<MergeResult> {
  const place = new MergePlace(repo, true);
  try {
    await place.pin(request.attributes);
    const pair = request.base === undefined ? request : await withBase(repo, place, request, request.base);
    return await mergeOnce(repo, place, pair.ours, pair.theirs);
  } finally {
    place.dispose();
  }
}

/** One merge in a place whose attributes are pinned. */
export async function mergeOnce(
  repo: Repository,
  place: MergePlace,
  ours: Oid,
  theirs: Oid,
): Promise<MergeResult> {
  const { code, stdout, stderr } = await repo.git.run(
    place.cwd,
    [...place.options, "merge-tree", "--write-tree", "-z", "--messages", ours, theirs],
    { codes: "any", env: place.env },
  );
  // An exit code of 1 also means "no such commit": only a tree on standard output makes it a conflict.
  const result =
    code === 0 || code === 1 ? await readMerge(fieldsOf(stdout), code === 0, { ours, theirs }) : undefined;
  return result ?? stoppedMerge(repo, place, ours, theirs, { code, stderr });
}

/** Why merge-tree gave no result: unrelated histories are one, everything else is an error. */
export async function stoppedMerge(
  repo: Repository,
  place: MergePlace,
  ours: Oid,
  theirs: Oid,
  end: { readonly code: number; readonly stderr: string },
): Promise<MergeResult> {
  const { code } = await repo.git.run(place.cwd, ["merge-base", ours, theirs], {
    codes: "any",
    env: place.env,
  });
  if (code === 1) return { outcome: "unrelated" };
  const disk = await diskProblem(place.objects, end.stderr);
  if (disk !== undefined) throw disk;
  throw new CoppiceError(
    "GIT_FAILED",
    `git could not merge ${theirs.slice(0, 12)} into ${ours.slice(0, 12)}.`,
    {
      details: { exitCode: end.code, step: "git merge-tree", output: end.stderr.slice(-16_384) },
    },
  );
}

const nobody: Person = { name: "Coppice", email: "coppice@localhost", time: 0, zone: "+0000" };

/**
 * `--merge-base` came with git 2.40; three commits with the same trees and the history that we want do the same
 * everywhere. They vanish with the place.
 */
async function withBase(
  repo: Repository,
  place: MergePlace,
  pair: { readonly ours: Oid; readonly theirs: Oid },
  base: Oid,
): Promise<{ ours: Oid; theirs: Oid }> {
  const standIn = async (commit: Oid, parents: readonly Oid[]): Promise<Oid> => {
    const tree = await repo.objects().resolve(`${commit}^{tree}`);
    if (tree === undefined) {
      throw new CoppiceError("GIT_FAILED", `The commit ${commit.slice(0, 12)} to merge does not exist.`);
    }
    return place.scratch.commit({
      tree,
      parents,
      author: nobody,
      committer: nobody,
      message: `of ${commit}`,
    });
  };
  const root = await standIn(base, []);
  return { ours: await standIn(pair.ours, [root]), theirs: await standIn(pair.theirs, [root]) };
}
