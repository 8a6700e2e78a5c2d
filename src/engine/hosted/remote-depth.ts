import type { Oid } from "../../lifecycle/ids.js";

/**
 * Whether a shallow history may hide a merge base of base and one of the heads. What is common to two commits is known
 * for sure when both histories are cut at the same commits: whatever lies behind is in both.
 * @param listing `git rev-list --topo-order --parents`: children before parents
 * @param boundary the commits whose parents are not here
 */
export function mayHide(
  listing: string,
  boundary: ReadonlySet<string>,
  base: Oid,
  heads: Iterable<Oid>,
): boolean {
  const sets = new CutSets();
  const cuts = new Map<string, number>();
  for (const line of listing.split("\n").reverse()) {
    if (line === "") continue;
    const [oid = "", ...parents] = line.split(" ");
    const own = boundary.has(oid) ? sets.single(oid) : sets.empty;
    cuts.set(
      oid,
      parents.reduce((sum, parent) => sets.union(sum, cuts.get(parent) ?? sets.empty), own),
    );
  }
  const wanted = cuts.get(base);
  return [...heads].some((head) => cuts.get(head) !== wanted);
}

/** Sets of cut commits. Histories share most of theirs: equal sets are one number, and a union is made once. */
class CutSets {
  readonly empty = 0;
  readonly #members: (readonly string[])[] = [[]];
  readonly #numbers = new Map<string, number>([["", 0]]);
  readonly #unions = new Map<string, number>();

  single(oid: string): number {
    return this.#numberOf([oid]);
  }

  union(one: number, other: number): number {
    if (one === other || other === this.empty) return one;
    if (one === this.empty) return other;
    const key = one < other ? `${one} ${other}` : `${other} ${one}`;
    const known = this.#unions.get(key);
    if (known !== undefined) return known;
    const both = new Set([...(this.#members[one] ?? []), ...(this.#members[other] ?? [])]);
    const made = this.#numberOf([...both].sort());
    this.#unions.set(key, made);
    return made;
  }

  #numberOf(members: readonly string[]): number {
    const key = members.join(" ");
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#members.push(members);
    this.#numbers.set(key, this.#members.length - 1);
    return this.#members.length - 1;
  }
}
