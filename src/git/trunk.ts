import type { Oid } from "../lifecycle/ids.js";
import { parseOid } from "./oid.js";
import type { Repository } from "./repository.js";
import { trueHistory } from "./true-history.js";

/** A commit as the trunk knows it. */
export interface TrunkCommit {
  readonly oid: Oid;
  readonly parents: readonly Oid[];
  /** Committer date, milliseconds since the epoch. */
  readonly at: number;
}

/** The newest commits of a branch into which others are merged, with the questions that such merges raise. */
export interface Trunk {
  readonly tip: Oid;
  /** Newest first. */
  readonly commits: readonly TrunkCommit[];
  get(oid: Oid): TrunkCommit | undefined;
  /** Where it stands in `commits`; undefined: it is older, or no commit of this branch. */
  place(oid: Oid): number | undefined;
  /** Whether it stands on the branch's own line, which follows first parents. False also where it is not known. */
  onLine(oid: Oid): boolean;
  /** The commit of the line that brought this one; itself when it stands there. */
  carrier(oid: Oid): TrunkCommit | undefined;
  /** Asks whether a commit is not among the ancestors of these, nor one of them. */
  after(forks: readonly Oid[]): (oid: Oid) => boolean;
}

/**
 * Reads at most `limit` commits of a branch, the newest first, with one process.
 * @param limit what is older is not looked at
 */
export async function readTrunk(
  repo: Repository,
  tip: Oid,
  limit: number,
  signal?: AbortSignal,
): Promise<Trunk> {
  const text = await repo.git.text(
    repo.commonDir,
    ["rev-list", "--parents", "--timestamp", `--max-count=${limit}`, tip, "--"],
    { env: trueHistory, ...(signal === undefined ? {} : { signal }) },
  );
  const commits = text
    .split("\n")
    .filter(Boolean)
    .map((line): TrunkCommit => {
      const [time = "", oid = "", ...parents] = line.split(" ");
      return { oid: parseOid(oid), parents: parents.map(parseOid), at: Number(time) * 1000 };
    });
  return new ReadTrunk(tip, commits);
}

class ReadTrunk implements Trunk {
  readonly #places: ReadonlyMap<Oid, number>;
  /** Places of the parents that were read. */
  readonly #parents: readonly (readonly number[])[];
  /** For each commit the place of the one on the line that brought it; -1: none was read. */
  readonly #carriers: Int32Array;
  readonly #after = new Map<string, (oid: Oid) => boolean>();

  constructor(
    readonly tip: Oid,
    readonly commits: readonly TrunkCommit[],
  ) {
    this.#places = new Map(commits.map(({ oid }, place) => [oid, place]));
    this.#parents = commits.map(({ parents }) => parents.flatMap((parent) => this.#places.get(parent) ?? []));
    this.#carriers = new Int32Array(commits.length).fill(-1);
    // From the oldest on: whatever a commit of the line reaches and no older one did, it has brought.
    for (const place of this.#line().reverse()) this.#mark(this.#carriers, place, place);
  }

  place(oid: Oid): number | undefined {
    return this.#places.get(oid);
  }

  get(oid: Oid): TrunkCommit | undefined {
    const place = this.#places.get(oid);
    return place === undefined ? undefined : this.commits[place];
  }

  onLine(oid: Oid): boolean {
    const place = this.#places.get(oid);
    return place !== undefined && this.#carriers[place] === place;
  }

  carrier(oid: Oid): TrunkCommit | undefined {
    const place = this.#places.get(oid);
    const carrier = place === undefined ? -1 : (this.#carriers[place] ?? -1);
    return carrier < 0 ? undefined : this.commits[carrier];
  }

  after(forks: readonly Oid[]): (oid: Oid) => boolean {
    const key = forks.join(" ");
    const known = this.#after.get(key);
    if (known !== undefined) return known;
    const seen = new Int8Array(this.commits.length).fill(-1);
    for (const fork of forks) {
      const place = this.#places.get(fork);
      if (place !== undefined) this.#mark(seen, place, 1);
    }
    const after = (oid: Oid): boolean => {
      const place = this.#places.get(oid);
      return place !== undefined && seen[place] === -1;
    };
    this.#after.set(key, after);
    return after;
  }

  #line(): number[] {
    const line: number[] = [];
    for (let place = this.#places.get(this.tip); place !== undefined; ) {
      line.push(place);
      const parent: Oid | undefined = this.commits[place]?.parents[0];
      place = parent === undefined ? undefined : this.#places.get(parent);
    }
    return line;
  }

  /** Marks a commit and its ancestors, as far as they have no mark yet. */
  #mark(marks: Int32Array | Int8Array, start: number, mark: number): void {
    const open = [start];
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      if (marks[place] !== -1) continue;
      marks[place] = mark;
      open.push(...(this.#parents[place] ?? []));
    }
  }
}
