import { parseTree, type TreeEntry } from "../git/object-format.js";
import type { ObjectReader } from "../git/objects.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";

/** What one commit changes of another. */
export interface Changes {
  /** Changed, added and deleted files; of a rename both names. */
  readonly paths: readonly string[];
  readonly adds: boolean;
  readonly deletes: boolean;
}

/** Compares trees with one tree, whose folders are read once. */
export class TreeComparison {
  readonly #reader: ObjectReader;
  readonly #root: Oid;
  readonly #folders = new Map<Oid, ReadonlyMap<string, TreeEntry>>();

  constructor(reader: ObjectReader, root: Oid) {
    this.#reader = reader;
    this.#root = root;
  }

  /** Renames are a deletion and an addition. */
  async changesTo(tree: Oid): Promise<Changes> {
    const paths: string[] = [];
    let [adds, deletes] = [false, false];
    const open: { readonly path: string; readonly from: Oid | undefined; readonly to: Oid | undefined }[] = [
      { path: "", from: this.#root, to: tree },
    ];
    for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
      const from = pair.from === undefined ? nothing : await this.#known(pair.from);
      const to = pair.to === undefined ? nothing : await this.#read(pair.to);
      for (const name of new Set([...from.keys(), ...to.keys()])) {
        const [before, after] = [from.get(name), to.get(name)];
        if (before?.oid === after?.oid && before?.mode === after?.mode) continue;
        const path = pair.path + name;
        const [wasFile, isFile] = [fileOf(before), fileOf(after)];
        if (wasFile || isFile) paths.push(path);
        adds ||= isFile && !wasFile;
        deletes ||= wasFile && !isFile;
        const [below, beside] = [folderOf(before), folderOf(after)];
        if (below !== undefined || beside !== undefined)
          open.push({ path: `${path}/`, from: below, to: beside });
      }
    }
    return { paths, adds, deletes };
  }

  async #known(oid: Oid): Promise<ReadonlyMap<string, TreeEntry>> {
    const known = this.#folders.get(oid);
    if (known !== undefined) return known;
    const folder = await this.#read(oid);
    this.#folders.set(oid, folder);
    return folder;
  }

  async #read(oid: Oid): Promise<ReadonlyMap<string, TreeEntry>> {
    const object = await this.#reader.read(oid);
    if (object?.type !== "tree") {
      throw new CoppiceError("GIT_FAILED", `The tree ${oid.slice(0, 12)} does not exist.`);
    }
    const entries = parseTree(object.data, oid.length === 40 ? "sha1" : "sha256");
    return new Map(entries.map((entry) => [entry.name, entry]));
  }
}

const nothing: ReadonlyMap<string, TreeEntry> = new Map();

const folderMode = "040000";
const folderOf = (entry: TreeEntry | undefined): Oid | undefined =>
  entry?.mode === folderMode ? entry.oid : undefined;
const fileOf = (entry: TreeEntry | undefined): boolean => entry !== undefined && entry.mode !== folderMode;

/** Answers which pairs have to be merged to know whether they conflict. Members are numbered from 0. */
export interface Suspects {
  /** Whether two members may conflict. False is certain. */
  has(one: number, other: number): boolean;
}

/**
 * Two commits that have one common ancestor and change no path in common, nor one below the other's, merge cleanly:
 * git takes each path from the side that changed it. What renames add to that touches paths which the other side
 * changes as well, with one exception: when one side has moved a whole folder, git moves what the other side adds there.
 * @param changes of each member against the common ancestor; undefined: not known, it may conflict with everyone
 */
export function suspectsAmong(changes: readonly (Changes | undefined)[]): Suspects {
  const owners = new Map<string, number[]>();
  changes.forEach((change, number) => {
    for (const path of change?.paths ?? []) {
      const known = owners.get(path);
      if (known === undefined) owners.set(path, [number]);
      else known.push(number);
    }
  });
  const near = changes.map((change) => {
    const others = new Set<number>();
    for (const path of change?.paths ?? []) {
      for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
        for (const other of owners.get(path.slice(0, end)) ?? []) others.add(other);
      }
    }
    return others;
  });
  const moves = (change: Changes): boolean => change.adds && change.deletes;
  return {
    has: (one, other) => {
      const [a, b] = [changes[one], changes[other]];
      if (a === undefined || b === undefined) return true;
      if ((moves(a) && b.adds) || (moves(b) && a.adds)) return true;
      return near[one]?.has(other) === true || near[other]?.has(one) === true;
    },
  };
}
