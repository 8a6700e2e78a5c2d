import { mergeBase } from "../git/history.js";
import { nearHistory } from "../git/near-history.js";
import { parseOid } from "../git/oid.js";
import type { Repository } from "../git/repository.js";
import type { Oid } from "../lifecycle/ids.js";

/** The commits that some branches have and base has not, as a graph. */
export class AheadGraph {
  /** Children before parents. */
  readonly #parents: ReadonlyMap<Oid, readonly Oid[]>;
  /** Where each stands in that order. */
  readonly #places: ReadonlyMap<Oid, number>;

  constructor(parents: ReadonlyMap<Oid, readonly Oid[]>) {
    this.#parents = parents;
    this.#places = new Map([...parents.keys()].map((oid, place) => [oid, place]));
  }

  /** Whether base lacks this commit. */
  has(oid: Oid): boolean {
    return this.#parents.has(oid);
  }

  /** The commits of one tip that base has not, parents before children. Empty: base contains the tip. */
  commitsOf(tip: Oid): Oid[] {
    const own = new Set<Oid>();
    const open: Oid[] = [tip];
    for (let oid = open.pop(); oid !== undefined; oid = open.pop()) {
      const parents = this.#parents.get(oid);
      if (parents === undefined || own.has(oid)) continue;
      own.add(oid);
      open.push(...parents);
    }
    const place = (oid: Oid): number => this.#places.get(oid) ?? 0;
    return [...own].sort((a, b) => place(b) - place(a));
  }

  /** A commit's parents; of one that base has, nothing is known here. */
  parentsOf(oid: Oid): readonly Oid[] {
    return this.#parents.get(oid) ?? [];
  }

  /** The commits of base on which the tip's own commits stand; its merge bases with base are among them. */
  forksOf(tip: Oid): Oid[] {
    const below = this.commitsOf(tip).flatMap((oid) => this.parentsOf(oid));
    return [...new Set(below)].filter((oid) => !this.has(oid));
  }

  /**
   * Whether a tip shares no commit with base. git merges such histories only when told to, and one of them ends
   * a whole `merge-tree --stdin` process.
   */
  isUnrelated(tip: Oid): boolean {
    const own = this.commitsOf(tip);
    return (
      own.length > 0 && own.every((oid) => this.parentsOf(oid).every((parent) => this.#parents.has(parent)))
    );
  }
}

/** Reads the commits of many tips that `base` has not, with one process; with none for a tip that is near. */
export async function readAhead(repo: Repository, tips: readonly Oid[], base: Oid): Promise<AheadGraph> {
  const wanted = [...new Set(tips)].filter((tip) => tip !== base);
  const [only, ...more] = wanted;
  if (only === undefined) return new AheadGraph(new Map());
  const near = more.length === 0 ? await nearHistory(repo, only, base) : undefined;
  if (near !== undefined) return new AheadGraph(near.own);
  const listing = await repo.git.text(repo.commonDir, ["rev-list", "--topo-order", "--parents", "--stdin"], {
    stdin: [...wanted, `^${base}`, ""].join("\n"),
  });
  const parents = new Map<Oid, readonly Oid[]>();
  for (const line of listing.split("\n")) {
    if (line === "") continue;
    const [oid = "", ...of] = line.split(" ");
    parents.set(parseOid(oid), of.map(parseOid));
  }
  const graph = new AheadGraph(parents);
  const [apart, ...others] = wanted.filter((tip) => graph.isUnrelated(tip));
  if (apart === undefined || (await mergeBase(repo, base, apart, ...others)) === undefined) return graph;
  return new AheadGraph(await without(repo, parents, base));
}

/**
 * `rev-list ^base` goes by dates: where base's newest commits are dated before what they stand on, it gives up too early
 * and lists what base has, down to the root. What one commit reaches it lists whatever the dates say.
 */
async function without(
  repo: Repository,
  parents: ReadonlyMap<Oid, readonly Oid[]>,
  base: Oid,
): Promise<ReadonlyMap<Oid, readonly Oid[]>> {
  const listing = await repo.git.text(repo.commonDir, ["rev-list", base, "--"]);
  const inBase = new Set(listing.split("\n"));
  return new Map([...parents].filter(([oid]) => !inBase.has(oid)));
}
