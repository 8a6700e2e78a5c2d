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
  /** The commits of base that make the same change, the newest first. Only what was asked for is known. */
  likes(asked: Asked): readonly TrunkCommit[];
  /** The commits of base that change one of the same files, the newest first; none where these are too many. */
  onSameFiles(asked: Asked): readonly TrunkCommit[];
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
  const isEqual = (one: Asked, { shape }: Based): boolean =>
    shape.contents === own.get(keyOf(one.change))?.contents;

  const doubtful = unique(
    asked.flatMap((one) => {
      const found = alike(one);
      const isLarge = (own.get(keyOf(one.change))?.files ?? 0) > mostFiles;
      if (found.length === 0 || isLarge || found.some((other) => isEqual(one, other))) return [];
      return [one.change, ...found.map(({ change }) => change)];
    }),
  );
  const ids = await patchIds(repo, doubtful, signal);
  const patches = new Map(doubtful.map((change, at) => [keyOf(change), ids[at]]));

  let places: Map<string, number[]> | undefined;
  const byName = (): ReadonlyMap<string, readonly number[]> => {
    if (places !== undefined) return places;
    places = new Map();
    for (const at of commits.keys()) {
      for (const name of shapes[wanted.length + at]?.names ?? []) {
        const others = places.get(name);
        if (others === undefined) places.set(name, [at]);
        else others.push(at);
      }
    }
    return places;
  };

  return {
    isEmpty: (change) => own.get(keyOf(change))?.files === 0,
    likes: (one) => {
      const patch = patches.get(keyOf(one.change));
      const isLike = (other: Based): boolean =>
        isEqual(one, other) || (patch !== undefined && patches.get(keyOf(other.change)) === patch);
      return (byPaths.get(own.get(keyOf(one.change))?.paths ?? "") ?? [])
        .filter((other) => isLike(other) && one.isLater(other.commit.oid))
        .map(({ commit }) => commit);
    },
    onSameFiles: ({ change, isLater }) => {
      const places = new Set(own.get(keyOf(change))?.names?.flatMap((name) => byName().get(name) ?? []));
      return [...places]
        .sort((one, other) => one - other)
        .flatMap((at) => commits[at] ?? [])
        .filter(({ oid }) => isLater(oid));
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
