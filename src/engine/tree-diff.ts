import type { TreeEntry } from "../git/object-format.js";
import type { ObjectReader } from "../git/objects.js";

/** Paths in which two trees differ, and how many there are. */
export interface TreeDifference {
  readonly files: readonly string[];
  readonly total: number;
  /** Those of `files` that both trees have. */
  readonly modified: readonly string[];
  /** Those of `files` that only `other` has as a file; no submodules, which are folders on disk. */
  readonly added: readonly string[];
}

const folder = "040000";
const submodule = "160000";

/**
 * Compares two trees through the repository's object reader, folder by folder where they differ: no process of its
 * own. Renames are a deletion and an addition.
 * @param one undefined: the empty tree
 * @param keep how many paths are named; all are counted
 */
export async function treeDifference(
  objects: ObjectReader,
  one: string | undefined,
  other: string,
  keep: number,
): Promise<TreeDifference> {
  const files: string[] = [];
  const modified: string[] = [];
  const added: string[] = [];
  let total = 0;
  let level: readonly Pair[] = [{ path: "", a: one, b: other }];
  while (level.length > 0) {
    // Asked together, they cost one turn of the reader's process.
    const read = level.map(({ a, b }) => Promise.all([entries(objects, a), entries(objects, b)]));
    const next: Pair[] = [];
    for (const [index, [a, b]] of (await Promise.all(read)).entries()) {
      for (const name of new Set([...a.keys(), ...b.keys()])) {
        const [left, right] = [a.get(name), b.get(name)];
        if (left?.oid === right?.oid && left?.mode === right?.mode) continue;
        const path = (level[index]?.path ?? "") + name;
        if ([left, right].some((entry) => entry !== undefined && entry.mode !== folder)) {
          total += 1;
          if (files.length < keep) {
            files.push(path);
            if (left !== undefined && right !== undefined) modified.push(path);
            if (!isFile(left) && isFile(right)) added.push(path);
          }
        }
        const [below, beside] = [tree(left), tree(right)];
        if (below !== undefined || beside !== undefined) next.push({ path: `${path}/`, a: below, b: beside });
      }
    }
    level = next;
  }
  return { files, total, modified, added };
}

/** A folder of both trees in which they differ. */
interface Pair {
  readonly path: string;
  readonly a: string | undefined;
  readonly b: string | undefined;
}

const isFile = (entry: TreeEntry | undefined): boolean =>
  entry !== undefined && entry.mode !== folder && entry.mode !== submodule;

const tree = (entry: TreeEntry | undefined): string | undefined =>
  entry?.mode === folder ? entry.oid : undefined;

async function entries(objects: ObjectReader, oid: string | undefined): Promise<Map<string, TreeEntry>> {
  const list = oid === undefined ? [] : await objects.tree(oid);
  return new Map(list.map((entry) => [entry.name, entry]));
}
