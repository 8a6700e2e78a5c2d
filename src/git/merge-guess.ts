import type { Oid } from "../lifecycle/ids.js";
import { type FileEntry, GrowingTree } from "./growing-tree.js";
import { guessLineMerge } from "./line-merge.js";
import type { GitObject, ObjectInfo } from "./object-format.js";
import type { ObjectFormat } from "./oid.js";
import { PackDraft } from "./pack-draft.js";
import type { PathChange } from "./tree-changes.js";

/** What a merge is thought to come to. "unknown": it depends on more than paths and lines (a rename, a folder). */
export type Guess = { readonly tree: Oid } | "conflict" | "unknown";

/** Where objects are read. */
export interface GuessSource {
  readMany(names: readonly string[]): Promise<(GitObject | undefined)[]>;
  info(name: string): Promise<ObjectInfo | undefined>;
}

/** Larger files are left to git, and what does not fit into memory beside the others. Bytes. */
const largestFile = 256 * 1024;
const mostContents = 64 * 1024 * 1024;

/**
 * Guesses what git makes of merging branches one on top of the other, from what each changed since it parted from base:
 * where base has a path as the branch found it, the branch's version is taken; where both changed a file, their lines
 * are joined. That is what git does, too, but for renames, attributes and what else it looks at. So nothing of a guess
 * counts before git has merged the same commits to the same tree.
 */
export class MergeGuesser {
  readonly #source: GuessSource;
  readonly #tree: GrowingTree;
  readonly #blobs = new Map<Oid, Buffer>();
  readonly #joinsLines: boolean;
  #pack: PackDraft;

  /** @param joinsLines - whether contents may be read */
  constructor(source: GuessSource, format: ObjectFormat, joinsLines: boolean) {
    this.#source = source;
    this.#tree = new GrowingTree(source, format);
    this.#pack = new PackDraft(format);
    this.#joinsLines = joinsLines;
  }

  /** Goes on from another tree. @returns false: it cannot be read */
  moveTo(tree: Oid): Promise<boolean> {
    return this.#tree.moveTo(tree);
  }

  /** Reads what guesses about some branches need, and gives their objects to another pack. */
  async prepare(branches: readonly (readonly PathChange[])[], pack: PackDraft): Promise<void> {
    this.#pack = pack;
    this.#blobs.clear();
    const all = branches.flat();
    await this.#tree.load(all.map(({ path }) => path));
    if (!this.#joinsLines) return;
    const wanted = [...this.#contents(all)];
    const infos = await Promise.all(wanted.map((oid) => this.#source.info(oid)));
    let room = mostContents;
    const small = wanted.filter((_, index) => {
      const size = infos[index]?.size ?? Number.POSITIVE_INFINITY;
      if (size > Math.min(largestFile, room)) return false;
      room -= size;
      return true;
    });
    const blobs = await this.#source.readMany(small);
    for (const blob of blobs) if (blob?.type === "blob") this.#blobs.set(blob.oid, blob.data);
  }

  /** Guesses one merge. The tree goes on from a clean result; it stays after any other. */
  guess(changes: readonly PathChange[]): Guess {
    const made: { readonly path: string; readonly entry: FileEntry | undefined }[] = [];
    let conflict = false;
    for (const change of changes) {
      // Attributes say how everything after it is merged.
      if (isAttributes(change.path)) return "unknown";
      const found = this.#resolve(change);
      if (found === "unknown") return "unknown";
      if (found === "conflict") conflict = true;
      else if (found !== "same") made.push({ path: change.path, entry: found.entry });
    }
    if (conflict) return "conflict";
    for (const { path, entry } of made) this.#tree.set(path, entry);
    return { tree: this.#tree.write(this.#pack) };
  }

  #resolve({
    path,
    before,
    after,
  }: PathChange): { readonly entry: FileEntry | undefined } | "same" | "conflict" | "unknown" {
    const here = this.#tree.entry(path);
    if (here === "blocked") return "unknown";
    if (isSame(here, before)) return { entry: after };
    if (isSame(here, after)) return "same";
    if (!isRegular(here) || !isRegular(after)) return "unknown";
    if (before === undefined) return "conflict";
    if (!isRegular(before)) return "unknown";
    const mode = here.mode === before.mode ? after.mode : here.mode;
    const oid = this.#join(before.oid, here.oid, after.oid);
    return typeof oid === "string" ? oid : { entry: { mode, oid: oid.oid } };
  }

  #join(base: Oid, ours: Oid, theirs: Oid): { readonly oid: Oid } | "conflict" | "unknown" {
    if (ours === base || ours === theirs) return { oid: theirs };
    if (theirs === base) return { oid: ours };
    const [old, mine, other] = [base, ours, theirs].map((oid) => this.#blobs.get(oid));
    if (old === undefined || mine === undefined || other === undefined) return "unknown";
    const merged = guessLineMerge(old, mine, other);
    if (merged === undefined) return "conflict";
    const oid = this.#pack.add("blob", merged);
    if (merged.length <= largestFile) this.#blobs.set(oid, merged);
    return { oid };
  }

  /** The files whose lines may have to be joined, if all of these changes are made one after the other. */
  #contents(changes: readonly PathChange[]): Set<Oid> {
    const wanted = new Set<Oid>();
    const later = new Map<string, FileEntry | undefined>();
    for (const { path, before, after } of changes) {
      const known = later.has(path) ? later.get(path) : this.#tree.entry(path);
      if (known === "blocked") continue;
      if (!isSame(known, before) && !isSame(known, after)) {
        for (const entry of [known, before, after]) if (isRegular(entry)) wanted.add(entry.oid);
      }
      later.set(path, after);
    }
    return wanted;
  }
}

const isAttributes = (path: string): boolean => /(?:^|\/)\.gitattributes$/i.test(path);

const isSame = (one: FileEntry | undefined, other: FileEntry | undefined): boolean =>
  one?.mode === other?.mode && one?.oid === other?.oid;

const isRegular = (entry: FileEntry | undefined): entry is FileEntry =>
  entry?.mode.startsWith("100") === true;
