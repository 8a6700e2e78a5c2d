import { existsSync } from "node:fs";
import { join } from "node:path";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import type { Commit } from "./object-format.js";
import type { Repository } from "./repository.js";

/** How two commits lie to each other. */
export interface NearHistory {
  /** Commits that only the first has. */
  readonly ahead: number;
  /** Those commits with their parents, children before parents. */
  readonly own: ReadonlyMap<Oid, readonly Oid[]>;
  /** Commits that only the second has. */
  readonly behind: number;
  /** The best common ancestors: those that no other common one has among its own. */
  readonly mergeBases: readonly Oid[];
}

/** Each commit costs a turn of the reader's process: beyond so many, git's own walk is faster. */
const limit = 64;

/**
 * What `rev-list` and `merge-base` tell of two commits that parted not long ago, without a process of its own: the
 * commits are read one by one. Exact, whatever the commits' dates say: it is answered only when the walk has come
 * down to one single commit that all of the others descend from.
 * @returns undefined when it cannot be told in this way; then git has to be asked
 */
export async function nearHistory(repo: Repository, one: Oid, other: Oid): Promise<NearHistory | undefined> {
  // A commit's own parents are not those that git walks here.
  if (["shallow", "info/grafts"].some((file) => existsSync(join(repo.commonDir, file)))) return undefined;
  const walked = await walk(repo, one, other);
  if (walked === undefined) return undefined;
  const { parents, end } = walked;
  const [mine, theirs] = [reachable(parents, one), reachable(parents, other)];
  const common = [...mine].filter((oid) => theirs.has(oid));
  const below = new Set(common.flatMap((oid) => (oid === end ? [] : (parents.get(oid) ?? []))));
  return {
    ahead: mine.size - common.length,
    own: childrenFirst(parents, one, theirs),
    behind: theirs.size - common.length,
    mergeBases: common.filter((oid) => !below.has(oid)),
  };
}

interface Walk {
  readonly parents: ReadonlyMap<Oid, readonly Oid[]>;
  /** The one commit whose parents were not followed. */
  readonly end: Oid;
}

/**
 * Follows parents, newest commit first, until one commit is left. No root has been met on the way, so all that were
 * followed descend from that one: none of them can be found again below it, and it is common to both.
 */
async function walk(repo: Repository, one: Oid, other: Oid): Promise<Walk | undefined> {
  const parents = new Map<Oid, readonly Oid[]>();
  const open = new Map<Oid, Commit>();
  const meet = async (oids: readonly Oid[]): Promise<boolean> => {
    const fresh = oids.filter((oid) => !open.has(oid) && !parents.has(oid));
    const commits = await Promise.all(fresh.map((oid) => repo.objects().commit(oid))).catch(unreadable);
    fresh.forEach((oid, index) => {
      const commit = commits?.[index];
      if (commit !== undefined) open.set(oid, commit);
    });
    return commits !== undefined;
  };
  if (!(await meet([...new Set([one, other])]))) return undefined;
  while (open.size > 1) {
    const [oid, commit] = [...open].reduce((newest, next) => (timeOf(next) > timeOf(newest) ? next : newest));
    if (commit.parents.length === 0 || parents.size >= limit) return undefined;
    open.delete(oid);
    parents.set(oid, commit.parents);
    if (!(await meet(commit.parents))) return undefined;
  }
  const [end] = open.keys();
  return end === undefined ? undefined : { parents, end };
}

const timeOf = ([, commit]: readonly [Oid, Commit]): number => commit.committer.time;

function unreadable(error: unknown): undefined {
  if (!(error instanceof CoppiceError) || error.code !== "GIT_FAILED") throw error;
}

/** The end of the walk included, to which all of them lead. */
function reachable(parents: ReadonlyMap<Oid, readonly Oid[]>, start: Oid): ReadonlySet<Oid> {
  const seen = new Set<Oid>();
  const open = [start];
  for (let oid = open.pop(); oid !== undefined; oid = open.pop()) {
    if (seen.has(oid)) continue;
    seen.add(oid);
    open.push(...(parents.get(oid) ?? []));
  }
  return seen;
}

/** The commits from `start` down to those that are left out, in an order in which none comes before its children. */
function childrenFirst(
  parents: ReadonlyMap<Oid, readonly Oid[]>,
  start: Oid,
  without: ReadonlySet<Oid>,
): ReadonlyMap<Oid, readonly Oid[]> {
  const finished = new Map<Oid, readonly Oid[]>();
  const open = without.has(start) ? [] : [start];
  for (let oid = open.at(-1); oid !== undefined; oid = open.at(-1)) {
    const of = parents.get(oid) ?? [];
    const unfinished = of.filter((parent) => !without.has(parent) && !finished.has(parent));
    if (unfinished.length > 0) {
      open.push(...unfinished);
      continue;
    }
    open.pop();
    finished.set(oid, of);
  }
  return new Map([...finished].reverse());
}
