import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { textOf } from "../git/directories.js";
import { type GitObject, parseTree, type TreeEntry } from "../git/object-format.js";
import type { Repository } from "../git/repository.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { type Oid, type RecordId, recordIdSchema } from "../lifecycle/ids.js";
import type { ObjectFormat } from "./id.js";

/** A note as it stands in the tree of the notes ref. */
export interface NoteAt {
  readonly id: RecordId;
  /** `ab/cdef...`, with as many folders as whoever wrote the tree saw fit. */
  readonly path: string;
  readonly blob: Oid;
}

/** Where we put a note: git's own layout for more than a handful of notes. */
export const pathOf = (id: RecordId): string => `${id.slice(0, 2)}/${id.slice(2)}`;

/** A folder of a notes tree, and what another commit has in its place. */
interface Folder {
  readonly path: string;
  readonly oid: string;
  readonly other: string | undefined;
}

/** How many notes are read into memory at once. */
const portion = 1000;
/** And how many bytes, unless one alone has more: a note of another clone takes next to nothing in a pack. */
const portionBytes = 32 * 1024 * 1024;
/** Folders of notes differ. A few small trees that hold one another in many places could be made to look endless. */
const mostPlaces = 16;
/** How many trees are kept in memory as they were read. */
const mostKnown = 16;

/** Reads objects by name: an oid, or `<oid>^{tree}`. */
export interface NotesObjects {
  /** In the order of their names; undefined where there is no such object. */
  readMany(names: readonly string[]): Promise<(GitObject | undefined)[]>;
  /** In the order of their names; undefined where that is not known beforehand. */
  sizesOf(names: readonly string[]): Promise<(number | undefined)[]>;
}

/** A note, and how many bytes it has where that is known. */
export interface SizedNote {
  readonly note: NoteAt;
  readonly size: number | undefined;
}

/** How many bytes each record's notes have together. One that stands at two paths is one. */
export function bytesById(notes: readonly SizedNote[]): Map<RecordId, number> {
  const result = new Map<RecordId, number>();
  for (const { note, size = 0 } of notes) result.set(note.id, (result.get(note.id) ?? 0) + size);
  return result;
}

/** Parts of a list, in its order, of which each can be held in memory. What has no known size is alone. */
export function* portionsOf<T>(list: readonly T[], size: (item: T) => number | undefined): Generator<T[]> {
  let some: T[] = [];
  let bytes = 0;
  for (const item of list) {
    const more = size(item) ?? portionBytes;
    if (some.length >= portion || (some.length > 0 && bytes + more > portionBytes)) {
      yield some;
      some = [];
      bytes = 0;
    }
    some.push(item);
    bytes += more;
  }
  if (some.length > 0) yield some;
}

/**
 * The notes of a ref, wherever its objects are. Every fan-out of the tree is read: git reshapes it at will, and one note
 * may stand at two paths.
 */
export abstract class NotesTree {
  protected readonly ref: string;
  readonly #objects: () => NotesObjects;
  readonly #format: ObjectFormat;
  /** The trees that were read last. A tree never changes, and the upper ones are looked at again and again. */
  readonly #known = new Map<Oid, readonly TreeEntry[]>();

  constructor(ref: string, objects: () => NotesObjects, format: ObjectFormat) {
    this.ref = ref;
    this.#objects = objects;
    this.#format = format;
  }

  /**
   * The commit that the ref holds; undefined when there is no such ref.
   * @throws CoppiceError JOURNAL_CORRUPT when the ref is there and its commit is not
   */
  abstract tip(): Promise<Oid | undefined>;

  /**
   * The notes of some records, or of all.
   * @param except leaves out what another commit has in the same place
   */
  async find(commit: Oid, ids?: Iterable<RecordId>, except?: Oid): Promise<NoteAt[]> {
    const wanted = ids === undefined ? undefined : prefixes(ids);
    const found: NoteAt[] = [];
    if (wanted?.size === 0) return found;
    let level: Folder[] = [{ path: "", oid: `${commit}^{tree}`, other: except && `${except}^{tree}` }];
    while (level.length > 0) {
      const trees = await this.#trees(level.map(({ oid }) => oid));
      const others = await this.#trees(level.map(({ other }) => other));
      const below: Folder[] = [];
      const places = new Map<string, number>();
      for (const [index, { path }] of level.entries()) {
        const other = new Map(others[index]?.map(({ name, oid }) => [name, oid]));
        for (const entry of trees[index] ?? []) {
          const key = path.replaceAll("/", "") + entry.name;
          if (other.get(entry.name) === entry.oid || (wanted !== undefined && !wanted.has(key))) continue;
          if (isFolder(entry)) {
            const standing = (places.get(entry.oid) ?? 0) + 1;
            if (standing > mostPlaces) throw this.corrupt("a folder stands in too many places");
            places.set(entry.oid, standing);
            below.push({ path: `${path}${entry.name}/`, oid: entry.oid, other: other.get(entry.name) });
          } else if (isFile(entry) && key.length === commit.length) {
            const id = recordIdSchema.safeParse(key);
            if (id.success) found.push({ id: id.data, path: path + entry.name, blob: entry.oid });
          }
        }
      }
      level = below;
    }
    return found;
  }

  /** The contents of notes, in their order, a portion at a time. */
  async *contents(notes: readonly NoteAt[]): AsyncGenerator<{ note: NoteAt; data: Buffer }> {
    // One is one portion, whatever its size.
    const sized = notes.length === 1 ? notes.map((note) => ({ note, size: 0 })) : await this.sizesOf(notes);
    yield* this.contentsOf(sized);
  }

  async sizesOf(notes: readonly NoteAt[]): Promise<SizedNote[]> {
    const sizes = await this.#objects().sizesOf(notes.map(({ blob }) => blob));
    return notes.map((note, index) => ({ note, size: sizes[index] }));
  }

  protected async *contentsOf(notes: readonly SizedNote[]): AsyncGenerator<{ note: NoteAt; data: Buffer }> {
    for (const some of portionsOf(notes, ({ size }) => size)) {
      const blobs = await this.#objects().readMany(some.map(({ note }) => note.blob));
      for (const [index, { note }] of some.entries()) {
        const blob = blobs[index];
        if (blob === undefined) throw this.corrupt(`the note ${note.blob} is missing`);
        yield { note, data: blob.data };
      }
    }
  }

  /** The entries of trees, in their order; a file where the other commit has a folder, and nothing, have none. */
  async #trees(oids: readonly (string | undefined)[]): Promise<(readonly TreeEntry[])[]> {
    const named = oids.filter((oid) => oid !== undefined);
    const objects = (await this.#objects().readMany(named)).values();
    return oids.map((oid) => {
      const object = oid === undefined ? undefined : objects.next().value;
      if (oid !== undefined && object === undefined) throw this.corrupt("a tree is missing");
      return object?.type === "tree" ? this.#entries(object) : [];
    });
  }

  #entries({ oid, data }: GitObject): readonly TreeEntry[] {
    const known = this.#known.get(oid);
    if (known !== undefined) return known;
    const entries = parseTree(data, this.#format);
    if (this.#known.size >= mostKnown) this.#known.clear();
    this.#known.set(oid, entries);
    return entries;
  }

  corrupt(what: string): CoppiceError {
    return new CoppiceError("JOURNAL_CORRUPT", `The journal in ${this.ref} cannot be read: ${what}.`, {
      details: { reason: what },
    });
  }
}

/** Reads a notes ref through the repository's `cat-file` process. */
export class NotesReader extends NotesTree {
  readonly #repo: Repository;

  constructor(repo: Repository, ref: string) {
    super(ref, () => repo.objects(), repo.objectFormat);
    this.#repo = repo;
  }

  async tip(): Promise<Oid | undefined> {
    const target = symbolicTarget(this.#repo, this.ref);
    if (target !== undefined) throw this.corrupt(`it is a symbolic ref to ${target}`);
    const ask = (): Promise<Oid | undefined> => this.#repo.objects().resolve(`${this.ref}^{commit}`);
    const found = await ask();
    if (found !== undefined || !this.#standsInFiles()) return found;
    // It may have been made between the two looks.
    const again = await ask();
    if (again === undefined) throw this.corrupt("it names no commit that is there");
    return again;
  }

  /** Whether the ref is written down although git cannot tell what it is. Reftable cannot be looked into. */
  #standsInFiles(): boolean {
    const { commonDir, refFormat } = this.#repo;
    if (refFormat !== "files") return false;
    if (statSync(join(commonDir, ...this.ref.split("/")), { throwIfNoEntry: false })?.isFile()) return true;
    const packed = join(commonDir, "packed-refs");
    return existsSync(packed) && readFileSync(packed, "utf8").includes(` ${this.ref}\n`);
  }
}

/** The ref that a notes ref leads to where it is a symbolic one. git writes through it: into a branch, for example. */
export function symbolicTarget(repo: Repository, ref: string): string | undefined {
  const text = repo.refFormat === "files" ? textOf(join(repo.commonDir, ...ref.split("/"))) : "";
  return /^ref:\s*(.*\S)/.exec(text)?.[1];
}

const isFolder = (entry: TreeEntry): boolean => entry.mode === "040000" && /^[0-9a-f]{2}$/.test(entry.name);
const isFile = (entry: TreeEntry): boolean => entry.mode.startsWith("100");

/** Every part of a key at which a folder can end, and the key itself. */
function prefixes(ids: Iterable<RecordId>): ReadonlySet<string> {
  const result = new Set<string>();
  for (const id of ids) for (let end = 2; end <= id.length; end += 2) result.add(id.slice(0, end));
  return result;
}
