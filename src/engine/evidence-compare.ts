import { type Change, type ChangeShape, changeShapes, patchIds } from "../git/changes.js";
import type { Repository } from "../git/repository.js";
import type { Trunk, TrunkCommit } from "../git/trunk.js";
import type { Oid } from "../lifecycle/ids.js";

/** A change of a branch, and which commits of base may be its like. */
export interface Asked {
  readonly change: Change;
  readonly isLater: (oid: Oid) => boolean;
}

/** The changes of branches beside those of base's commits. */
export interface Comparison {
  isEmpty(change: Change): boolean;
  /** The newest commit of base that makes the same change. Only what was asked for is known. */
  like(asked: Asked): TrunkCommit | undefined;
}

/** A change to more files is recognised by their whole contents alone. */
const mostFiles = 1_000;

/** A commit of base with what it did. */
interface Based {
  readonly commit: TrunkCommit;
  readonly change: Change;
  readonly shape: ChangeShape;
}

/**
 * Compares changes of branches with those of base's commits. The names of files tell most of them apart, whole contents
 * find most that are equal; patches are read only where the question is still open. Merges on base are left out: what
 * one changed itself is nobody's squash.
 */
export async function compare(
  repo: Repository,
  trunk: Trunk,
  asked: readonly Asked[],
  signal?: AbortSignal,
): Promise<Comparison> {
  const wanted = unique(asked.map(({ change }) => change));
  const commits = wanted.length === 0 ? [] : laterThanSome(trunk, asked);
  const based = commits.map(({ oid, parents: [from = oid] }) => ({ from, to: oid }));
  const shapes = await changeShapes(repo, [...wanted, ...based], signal);
  const own = new Map(wanted.map((change, at) => [keyOf(change), shapes[at]]));
  const byPaths = new Map<string, Based[]>();
  commits.forEach((commit, at) => {
    const [change, shape] = [based[at], shapes[wanted.length + at]];
    if (change === undefined || shape === undefined || shape.files === 0) return;
    const others = byPaths.get(shape.paths);
    if (others === undefined) byPaths.set(shape.paths, [{ commit, change, shape }]);
    else others.push({ commit, change, shape });
  });

  const alike = ({ change, isLater }: Asked): Based[] =>
    (byPaths.get(own.get(keyOf(change))?.paths ?? "") ?? []).filter(({ commit }) => isLater(commit.oid));
  const equal = (one: Asked): Based | undefined =>
    alike(one).find(({ shape }) => shape.contents === own.get(keyOf(one.change))?.contents);

  const doubtful = unique(
    asked.flatMap((one) => {
      const found = alike(one);
      const isLarge = (own.get(keyOf(one.change))?.files ?? 0) > mostFiles;
      if (found.length === 0 || isLarge || equal(one) !== undefined) return [];
      return [one.change, ...found.map(({ change }) => change)];
    }),
  );
  const ids = await patchIds(repo, doubtful, signal);
  const patches = new Map(doubtful.map((change, at) => [keyOf(change), ids[at]]));

  return {
    isEmpty: (change) => own.get(keyOf(change))?.files === 0,
    like: (one) => {
      const patch = patches.get(keyOf(one.change));
      const found =
        equal(one) ??
        (patch === undefined
          ? undefined
          : alike(one).find(({ change }) => patches.get(keyOf(change)) === patch));
      return found?.commit;
    },
  };
}

const keyOf = ({ from, to }: Change): string => `${from} ${to}`;

const unique = (changes: readonly Change[]): Change[] => [
  ...new Map(changes.map((change) => [keyOf(change), change])).values(),
];

/** Base's plain commits that came after one of the branches had left it. */
function laterThanSome(trunk: Trunk, asked: readonly Asked[]): TrunkCommit[] {
  const questions = new Set(asked.map(({ isLater }) => isLater));
  return trunk.commits.filter(
    ({ oid, parents }) => parents.length === 1 && [...questions].some((isLater) => isLater(oid)),
  );
}
