import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import { parseTree, type TreeEntry } from "./object-format.js";
import type { ObjectReader } from "./objects.js";

const directory = "040000";
/** Trees remembered between two comparisons, so that a growing base is read once. */
const mostTrees = 5_000;

/** Tells whether two trees hold the same `.gitattributes` files, by reading only the folders that differ. */
export class AttributeWatch {
  readonly #reader: ObjectReader;
  readonly #trees = new Map<Oid, ReadonlyMap<string, TreeEntry>>();

  constructor(reader: ObjectReader) {
    this.#reader = reader;
  }

  /** Whether any `.gitattributes` differs between two trees. */
  async differ(one: Oid, other: Oid): Promise<boolean> {
    let pairs: Pair[] = [[one, other]];
    while (pairs.length > 0) {
      await this.#load(pairs.flat());
      const deeper: Pair[] = [];
      for (const [left, right] of pairs) {
        const before = this.#entries(left);
        const after = this.#entries(right);
        for (const name of new Set([...before.keys(), ...after.keys()])) {
          const old = before.get(name);
          const now = after.get(name);
          if (old?.oid === now?.oid && old?.mode === now?.mode) continue;
          if (name === ".gitattributes") return true;
          const folders: Pair = [subtree(old), subtree(now)];
          if (folders[0] !== folders[1]) deeper.push(folders);
        }
      }
      pairs = deeper;
    }
    return false;
  }

  /** Reads a whole level of folders with one question. */
  async #load(wanted: readonly (Oid | undefined)[]): Promise<void> {
    if (this.#trees.size >= mostTrees) this.#trees.clear();
    const missing = [...new Set(wanted)].filter((tree) => tree !== undefined && !this.#trees.has(tree));
    const objects = await this.#reader.readMany(missing.map((tree) => `${tree}^{tree}`));
    missing.forEach((tree, index) => {
      const object = objects[index];
      if (object === undefined || tree === undefined) {
        throw new CoppiceError("GIT_FAILED", `The tree ${String(tree).slice(0, 12)} does not exist.`);
      }
      const entries = parseTree(object.data, object.oid.length === 40 ? "sha1" : "sha256");
      this.#trees.set(tree, new Map(entries.map((entry) => [entry.name, entry])));
    });
  }

  #entries(tree: Oid | undefined): ReadonlyMap<string, TreeEntry> {
    return (tree === undefined ? undefined : this.#trees.get(tree)) ?? new Map();
  }
}

type Pair = [Oid | undefined, Oid | undefined];

const subtree = (entry: TreeEntry | undefined): Oid | undefined =>
  entry?.mode === directory ? entry.oid : undefined;
