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
  const { wanted, same } = unique(asked.map(({ change }) => change));
  const commits = wanted.length === 0 ? [] : laterThanSome(trunk, asked);
  const based = commits.map(({ oid, parents: [from = oid] }) => ({ from, to: oid }));
  const shapes = await changeShapes(repo, [...wanted, ...based], signal);
  const own = new Map(wanted.map((change, at) => [change, shapes[at]]));
  const shapeOf = (change: Change): ChangeShape | undefined => own.get(same.get(change) ?? change);
  const byPaths = new Map<string, Based[]>();
  commits.forEach((commit, at) => {
    const [change, shape] = [based[at], shapes[wanted.length + at]];
    if (change === undefined || shape === undefined || shape.files === 0) return;
    const others = byPaths.get(shape.paths);
    if (others === undefined) byPaths.set(shape.paths, [{ commit, change, shape }]);
    else others.push({ commit, change, shape });
  });

  const alike = ({ change, isLater }: Asked): Based[] =>
    (byPaths.get(shapeOf(change)?.paths ?? "") ?? []).filter(({ commit }) => isLater(commit.oid));
  const isEqual = (one: Asked, { shape }: Based): boolean => shape.contents === shapeOf(one.change)?.contents;

  const doubtful = [
    ...new Set(
      asked.flatMap((one) => {
        const found = alike(one);
        const isLarge = (shapeOf(one.change)?.files ?? 0) > mostFiles;
        if (found.length === 0 || isLarge || found.some((other) => isEqual(one, other))) return [];
        return [same.get(one.change) ?? one.change, ...found.map(({ change }) => change)];
      }),
    ),
  ];
  const ids = await patchIds(repo, doubtful, signal);
  const patches = new Map(doubtful.map((change, at) => [change, ids[at]]));

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
    isEmpty: (change) => shapeOf(change)?.files === 0,
    likes: (one) => {
      const patch = patches.get(same.get(one.change) ?? one.change);
      const isLike = (other: Based): boolean =>
        isEqual(one, other) || (patch !== undefined && patches.get(other.change) === patch);
      return (byPaths.get(shapeOf(one.change)?.paths ?? "") ?? [])
        .filter((other) => isLike(other) && one.isLater(other.commit.oid))
        .map(({ commit }) => commit);
    },
    onSameFiles: ({ change, isLater }) => {
      const places = new Set(shapeOf(change)?.names?.flatMap((name) => byName().get(name) ?? []));
      return [...places]
        .sort((one, other) => one - other)
        .flatMap((at) => commits[at] ?? [])
        .filter(({ oid }) => isLater(oid));
    },
  };
}

/** Changes without those that are there twice. `same`: the one that stands for each. */
function unique(changes: readonly Change[]): {
  readonly wanted: readonly Change[];
  readonly same: ReadonlyMap<Change, Change>;
} {
  const byEnds = new Map<string, Change>();
  const same = new Map<Change, Change>();
  for (const change of changes) {
    const key = `${change.from} ${change.to}`;
    const known = byEnds.get(key) ?? change;
    if (known === change) byEnds.set(key, change);
    same.set(change, known);
  }
  return { wanted: [...byEnds.values()], same };
}

/** Base's plain commits that came after one of the branches had left it. */
function laterThanSome(trunk: Trunk, asked: readonly Asked[]): TrunkCommit[] {
  const questions = new Set(asked.map(({ isLater }) => isLater));
  return trunk.commits.filter(
    ({ oid, parents }) => parents.length === 1 && [...questions].some((isLater) => isLater(oid)),
  );
}
