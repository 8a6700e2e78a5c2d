import type { Change } from "../git/changes.js";
import { isShallow } from "../git/history.js";
import { openMergeSession } from "../git/merge-session.js";
import { type OwnCommits, ownCommitsOf } from "../git/own-commits.js";
import type { Repository } from "../git/repository.js";
import { trueHistory } from "../git/true-history.js";
import { readTrunk, type Trunk, type TrunkCommit } from "../git/trunk.js";
import type { Oid } from "../lifecycle/ids.js";
import type { Work } from "../lifecycle/prune.js";
import { type Comparison, compare } from "./evidence-compare.js";

export interface EvidenceOptions {
  readonly signal?: AbortSignal;
  /** So many of base's newest commits are compared with what the branches did. */
  readonly trunk?: number;
  /**
   * Of what base had at this time already, in milliseconds since the epoch, it is not looked for since when: such a time
   * may come out later than it is, but not later than this. Default: each is looked for.
   */
  readonly settled?: number;
  /**
   * False: nothing is merged to find out whether that would change anything. Merging writes no object, but git marks those
   * that it finds as new. Default true.
   */
  readonly merging?: boolean;
}

const longestTrunk = 10_000;
/** More than a repository's branches have; a history that was pushed by mistake may. */
const mostCommits = 200_000;
/** A branch of more commits is not looked for commit by commit, only as a whole. */
const mostPicked = 200;

/**
 * What one commit of base has of the work of many others, with a handful of git processes for all of them. In this
 * order: base contains the commit ("ancestor"); one commit of base made the same change as all of its commits together
 * ("patch-id", a squash), whatever base did to these lines later; each of its commits has its like in base ("commits",
 * a rebase, cherry-picks); merging it would change nothing ("tree"). Only what base did since the fork counts, and
 * commits that change nothing prove nothing. Writes nothing.
 * @throws CoppiceError GIT_FAILED, TIMEOUT, INTERRUPTED
 */
export async function worksOf(
  repo: Repository,
  base: Oid,
  heads: Iterable<Oid>,
  options: EvidenceOptions = {},
): Promise<ReadonlyMap<Oid, Work>> {
  const works = new Map<Oid, Work>();
  const wanted = [...new Set(heads)];
  const reading = readTrunk(repo, base, options.trunk ?? longestTrunk, options.signal);
  // Whoever waits for it hears of its failure, further down.
  reading.catch(() => {});
  const known = await presentOf(repo, wanted);
  const isKnown = new Set(known);
  for (const oid of wanted) {
    if (!isKnown.has(oid)) works.set(oid, { kind: "unknown", reason: "its commits could not be read" });
  }
  const [trunk, own] = await Promise.all([
    reading,
    known.length === 0 ? undefined : ownCommitsOf(repo, base, known, mostCommits, options.signal),
  ]);
  if (known.length === 0) return works;
  if (own === undefined) {
    const reason = "the branches have too many commits of their own to be looked at";
    for (const head of known) works.set(head, { kind: "unknown", reason });
    return works;
  }
  await judgeContained(repo, trunk, own, works, options);
  await judgeAhead(repo, trunk, own, works, options);
  return works;
}

/** Those of some commits that are there. */
async function presentOf(repo: Repository, wanted: readonly Oid[]): Promise<Oid[]> {
  const there = await repo.objects().resolveMany(wanted.map((oid) => `${oid}^{commit}`));
  return wanted.filter((oid, at) => there[at] === oid);
}

/** Base contains them: on its own line, or brought by a merge. */
async function judgeContained(
  repo: Repository,
  trunk: Trunk,
  own: ReadonlyMap<Oid, OwnCommits>,
  works: Map<Oid, Work>,
  { signal }: EvidenceOptions,
): Promise<void> {
  const contained = [...own].flatMap(([head, { commits }]) => (commits.length === 0 ? [head] : []));
  const older = contained.filter((head) => trunk.get(head) === undefined);
  const line = older.length === 0 ? new Set<string>() : await wholeLine(repo, trunk.tip, signal);
  for (const head of contained) {
    const commit = trunk.get(head);
    const carrier = trunk.carrier(head);
    if (trunk.onLine(head) || line.has(head)) works.set(head, { kind: "level", at: commit?.at ?? null });
    else {
      const [mergeOid, at] = [carrier?.oid ?? null, carrier?.at ?? null];
      works.set(head, { kind: "merged", evidence: "ancestor", mergeOid, at });
    }
  }
}

/** The line of a branch down to its root. */
async function wholeLine(
  repo: Repository,
  tip: Oid,
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<string>> {
  const text = await repo.git.text(repo.commonDir, ["rev-list", "--first-parent", tip, "--"], {
    env: trueHistory,
    ...(signal === undefined ? {} : { signal }),
  });
  return new Set(text.split("\n"));
}

/** A branch that is ahead of base. */
interface Ahead {
  readonly head: Oid;
  readonly commits: number;
  /** All that it changed; undefined where there is no one fork to compare it with. */
  readonly whole: Change | undefined;
  /** What each of its commits changed; undefined: there are merges among them, or too many. */
  readonly each: readonly Change[] | undefined;
  /** Asks whether a commit came to base after the branch had left it. */
  readonly isLater: (oid: Oid) => boolean;
}

async function judgeAhead(
  repo: Repository,
  trunk: Trunk,
  own: ReadonlyMap<Oid, OwnCommits>,
  works: Map<Oid, Work>,
  options: EvidenceOptions,
): Promise<void> {
  const cutOff = isShallow(repo);
  const ahead: Ahead[] = [];
  for (const [head, { commits, forks }] of own) {
    if (commits.length === 0) continue;
    if (forks.length > 0) ahead.push(aheadOf(trunk, head, { commits, forks }));
    else if (cutOff)
      works.set(head, { kind: "unknown", reason: "its history is cut off before it meets base" });
    else works.set(head, { kind: "unmerged", commits: commits.length });
  }
  const asked = ahead.flatMap(({ whole, each = [], isLater }) =>
    [...(whole === undefined ? [] : [whole]), ...each].map((change) => ({ change, isLater })),
  );
  const comparison = await compare(repo, trunk, asked, options.signal);
  const left: Ahead[] = [];
  for (const one of ahead) {
    const [squash] =
      one.whole === undefined ? [] : comparison.likes({ change: one.whole, isLater: one.isLater });
    const picked = squash === undefined ? lastPicked(comparison, one) : undefined;
    const carrier = squash ?? picked;
    if (carrier !== undefined) {
      const evidence = squash === undefined ? "commits" : "patch-id";
      works.set(one.head, { kind: "merged", evidence, mergeOid: carrier.oid, at: carrier.at });
    } else {
      works.set(one.head, { kind: "unmerged", commits: one.commits });
      if (one.whole === undefined || !comparison.isEmpty(one.whole)) left.push(one);
    }
  }
  if (options.merging === false) return;
  for (const [head, at] of await changeNothing(repo, trunk, comparison, left, options)) {
    works.set(head, { kind: "merged", evidence: "tree", mergeOid: null, at });
  }
}

function aheadOf(trunk: Trunk, head: Oid, { commits, forks }: OwnCommits): Ahead {
  const place = (oid: Oid): number => trunk.place(oid) ?? Number.POSITIVE_INFINITY;
  // Where base was merged into the branch there are several; the newest contains the others.
  const [fork, second] = [...forks].sort((one, other) => place(one) - place(other));
  const sure = fork !== undefined && (second === undefined || place(fork) < place(second));
  const plain = commits.length <= mostPicked && commits.every(({ parents }) => parents.length === 1);
  return {
    head,
    commits: commits.length,
    whole: sure ? { from: fork, to: head } : undefined,
    each: plain
      ? commits.flatMap(({ oid, parents: [parent] }) =>
          parent === undefined ? [] : [{ from: parent, to: oid }],
        )
      : undefined,
    isLater: trunk.after(forks),
  };
}

/** The newest of the commits that base has for each of the branch's; undefined: one has none, or none has changes. */
function lastPicked(comparison: Comparison, { each, isLater }: Ahead): TrunkCommit | undefined {
  let last: TrunkCommit | undefined;
  // What the branch does twice, base has to have done twice.
  const taken = new Set<Oid>();
  for (const change of each ?? []) {
    if (comparison.isEmpty(change)) continue;
    const like = comparison.likes({ change, isLater }).find(({ oid }) => !taken.has(oid));
    if (like === undefined) return undefined;
    taken.add(like.oid);
    if (last === undefined || like.at > last.at) last = like;
  }
  return last;
}

/** Those whose merge into base would leave base's files as they are, and since when that is so for certain. */
async function changeNothing(
  repo: Repository,
  trunk: Trunk,
  comparison: Comparison,
  branches: readonly Ahead[],
  { settled = Number.NEGATIVE_INFINITY }: EvidenceOptions,
): Promise<ReadonlyMap<Oid, number | null>> {
  const found = new Map<Oid, number | null>();
  if (branches.length === 0) return found;
  const session = openMergeSession(repo, { attributes: trunk.tip, keep: false });
  const treeOf = new Map<Oid, Oid | undefined>();
  const lookAt = async (bases: readonly Oid[]): Promise<void> => {
    const trees = await repo.objects().resolveMany(bases.map((oid) => `${oid}^{tree}`));
    bases.forEach((oid, at) => {
      treeOf.set(oid, trees[at]);
    });
  };
  const findIn = async (pairs: readonly { readonly ours: Oid; readonly theirs: Oid }[]) => {
    const results = await session.mergeAll(pairs);
    return pairs.filter(({ ours }, at) => {
      const result = results[at];
      return result?.outcome === "clean" && result.tree === treeOf.get(ours);
    });
  };
  try {
    await lookAt([trunk.tip]);
    const now = await findIn(branches.map(({ head }) => ({ ours: trunk.tip, theirs: head })));
    const at = trunk.commits[0]?.at ?? null;
    for (const { theirs } of now) found.set(theirs, at);
    if (at !== null && at <= settled) return found;
    // What base has done to other lines since does not begin the time anew: when it came is looked for by halves.
    let searches = branches
      .filter(({ head }) => found.has(head))
      .map((one) => ({ head: one.head, since: sinceOf(trunk, comparison, one) }));
    await lookAt([...new Set(searches.flatMap(({ since }) => since.map(({ oid }) => oid)))]);
    while (searches.length > 0) {
      searches = searches.filter(({ since }) => since.length > 0);
      const middle = ({ since }: (typeof searches)[number]): number => {
        const first = since.findIndex((commit) => commit.at <= settled);
        return first < 0 ? since.length >> 1 : first;
      };
      const asked = searches.flatMap((one) => {
        const ours = one.since[middle(one)]?.oid;
        return ours === undefined ? [] : [{ ours, theirs: one.head }];
      });
      const there = new Set((await findIn(asked)).map(({ theirs }) => theirs));
      searches = searches.map((one) => {
        const at = middle(one);
        if (!there.has(one.head)) return { ...one, since: one.since.slice(0, at) };
        const time = one.since[at]?.at ?? null;
        found.set(one.head, time);
        return { ...one, since: time !== null && time <= settled ? [] : one.since.slice(at + 1) };
      });
    }
    return found;
  } finally {
    await session.close();
  }
}

/** Commits of base's line that brought something to the files of a branch, the newest first. */
function sinceOf(trunk: Trunk, comparison: Comparison, { whole, isLater }: Ahead): readonly TrunkCommit[] {
  if (whole === undefined) return [];
  return comparison.onSameFiles({ change: whole, isLater }).flatMap(({ oid }) => trunk.carrier(oid) ?? []);
}
