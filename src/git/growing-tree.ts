import type { Oid } from "../lifecycle/ids.js";
import type { GitObject } from "./object-format.js";
import { type ObjectFormat, oidOfBytes } from "./oid.js";
import type { Before, PackDraft } from "./pack-draft.js";

/** What stands at a path: no folder. */
export interface FileEntry {
  /** As git prints it: `100644`, `100755`, `120000`, `160000`. */
  readonly mode: string;
  readonly oid: Oid;
}

/** Where trees are read. */
export interface TreeSource {
  readMany(names: readonly string[]): Promise<(GitObject | undefined)[]>;
}

/**
 * A commit's tree in memory, of which only the folders that are asked for are read, and which changes path by path.
 * Paths and names are git's bytes, one character each ("latin1"), so that nothing is lost or sorted otherwise.
 */
export class GrowingTree {
  readonly #source: TreeSource;
  readonly #format: ObjectFormat;
  #root: Folder;

  constructor(source: TreeSource, format: ObjectFormat) {
    this.#source = source;
    this.#format = format;
    this.#root = new Folder(Buffer.alloc(0), format);
  }

  /** Goes to another tree. What was changed and not written is forgotten. @returns false: it cannot be read */
  async moveTo(root: Oid): Promise<boolean> {
    const [object] = await this.#source.readMany([root]);
    const folder = folderOf(object, this.#format);
    if (folder === undefined) return false;
    this.#root = folder;
    return true;
  }

  /** Reads the folders that lead to some paths, all of one depth together. What cannot be read blocks its paths. */
  async load(paths: Iterable<string>): Promise<void> {
    const folders = new Set([...paths].map((path) => path.slice(0, Math.max(0, path.lastIndexOf("/")))));
    let open = [...folders].filter((path) => path !== "").map((path) => path.split("/"));
    for (let depth = 1; open.length > 0; depth += 1) {
      const missing = new Map<
        string,
        { readonly parent: Folder; readonly name: string; readonly oid: Oid }
      >();
      for (const parts of open) {
        const parent = this.#find(parts.slice(0, depth - 1));
        const name = parts[depth - 1] ?? "";
        const oid = parent === undefined || parent.folders.has(name) ? undefined : parent.treeAt(name);
        if (parent !== undefined && oid !== undefined) {
          missing.set(parts.slice(0, depth).join("/"), { parent, name, oid });
        }
      }
      const wanted = [...missing.values()];
      const objects = await this.#source.readMany(wanted.map(({ oid }) => oid));
      wanted.forEach(({ parent, name }, index) => {
        const folder = folderOf(objects[index], this.#format);
        if (folder !== undefined) parent.folders.set(name, folder);
      });
      open = open.filter((parts) => parts.length > depth);
    }
  }

  /** What stands at a path; "blocked": a folder does, or a file stands where a folder of it would have to be. */
  entry(path: string): FileEntry | "blocked" | undefined {
    const parts = path.split("/");
    const name = parts.pop() ?? "";
    let folder = this.#root;
    for (const part of parts) {
      const next = folder.folders.get(part);
      if (next === undefined) return folder.has(part) ? "blocked" : undefined;
      folder = next;
    }
    return folder.folders.has(name) ? "blocked" : folder.file(name);
  }

  /** Puts a file at a path that is not blocked, or takes it away. */
  set(path: string, entry: FileEntry | undefined): void {
    const parts = path.split("/");
    const name = parts.pop() ?? "";
    let folder = this.#root;
    for (const part of parts) {
      folder.changed = true;
      let next = folder.folders.get(part);
      if (next === undefined) {
        next = new Folder(Buffer.alloc(0), this.#format);
        folder.folders.set(part, next);
      }
      folder = next;
    }
    folder.changed = true;
    if (entry === undefined) folder.remove(name);
    else folder.set(name, entry.mode, entry.oid);
  }

  /** Adds the trees of all folders that were changed to a pack. @returns the tree as it is now */
  write(pack: PackDraft): Oid {
    return this.#root.write(pack);
  }

  #find(parts: readonly string[]): Folder | undefined {
    let folder: Folder | undefined = this.#root;
    for (const part of parts) folder = folder?.folders.get(part);
    return folder;
  }
}

interface Slot {
  readonly mode: string;
  readonly start: number;
  /** Where the id stands in the data. */
  readonly at: number;
}

const treeMode = "40000";
const modes: ReadonlySet<string> = new Set([treeMode, "100644", "100755", "120000", "160000"]);

const widthOf = (format: ObjectFormat): number => (format === "sha1" ? 20 : 32);

/** A tree as git writes it; undefined: it is missing, or no git of today has written it. */
function folderOf(object: GitObject | undefined, format: ObjectFormat): Folder | undefined {
  if (object?.type !== "tree") return undefined;
  const slots = slotsOf(object.data, format);
  return slots === undefined ? undefined : new Folder(object.data, format, { oid: object.oid, slots });
}

class Folder {
  readonly #format: ObjectFormat;
  /** Those that have been read or made. */
  readonly folders = new Map<string, Folder>();
  changed = false;
  #data: Buffer;
  #slots: ReadonlyMap<string, Slot>;
  /** What is to come in (undefined: to go out) with the next write: thousands of files cost one new list, and not each one. */
  readonly #edits = new Map<string, FileEntry | undefined>();
  /** As it was read or written last: nobody changes these bytes. */
  #written: Before | undefined;

  constructor(
    data: Buffer,
    format: ObjectFormat,
    read?: { readonly oid: Oid; readonly slots: ReadonlyMap<string, Slot> },
  ) {
    this.#data = data;
    this.#format = format;
    this.#slots = read?.slots ?? new Map();
    this.#written = read === undefined ? undefined : { oid: read.oid, data };
  }

  has(name: string): boolean {
    return this.#edits.has(name) ? this.#edits.get(name) !== undefined : this.#slots.has(name);
  }

  /** The id of a folder below this one. */
  treeAt(name: string): Oid | undefined {
    const entry = this.#entry(name);
    return entry?.mode === treeMode ? entry.oid : undefined;
  }

  file(name: string): FileEntry | "blocked" | undefined {
    const entry = this.#entry(name);
    return entry?.mode === treeMode ? "blocked" : entry;
  }

  set(name: string, mode: string, oid: Oid): void {
    const slot = this.#slots.get(name);
    if (slot?.mode !== mode || this.#edits.has(name)) {
      this.#edits.set(name, { mode, oid });
      return;
    }
    if (this.#data === this.#written?.data) this.#data = Buffer.from(this.#data);
    this.#data.write(oid, slot.at, "hex");
  }

  remove(name: string): void {
    if (this.has(name)) this.#edits.set(name, undefined);
  }

  /** Adds this and all that changed below to a pack; what has become empty is gone. */
  write(pack: PackDraft): Oid {
    for (const [name, folder] of this.folders) {
      if (!folder.changed) continue;
      const oid = folder.write(pack);
      if (folder.#data.length > 0) this.set(name, treeMode, oid);
      else {
        this.remove(name);
        this.folders.delete(name);
      }
    }
    this.changed = false;
    this.#rebuild();
    if (this.#written?.data === this.#data) return this.#written.oid;
    const oid = pack.add("tree", this.#data, this.#written);
    this.#written = { oid, data: this.#data };
    return oid;
  }

  #entry(name: string): FileEntry | undefined {
    if (this.#edits.has(name)) return this.#edits.get(name);
    const slot = this.#slots.get(name);
    if (slot === undefined) return undefined;
    const { mode, at } = slot;
    return { mode, oid: oidOfBytes(this.#data, at, at + widthOf(this.#format)) };
  }

  #rebuild(): void {
    if (this.#edits.size === 0) return;
    const fresh = [...this.#edits].flatMap(([name, entry]) =>
      entry === undefined ? [] : [{ key: keyOf(name, entry.mode), bytes: bytesOf(name, entry) }],
    );
    fresh.sort((one, other) => (one.key < other.key ? -1 : 1));
    const parts: Buffer[] = [];
    let [copied, next] = [0, 0];
    const copyTo = (end: number): void => {
      parts.push(this.#data.subarray(copied, end));
      copied = end;
    };
    for (const [name, { mode, start, at }] of this.#slots) {
      const key = keyOf(name, mode);
      for (let added = fresh[next]; added !== undefined && added.key < key; added = fresh[next]) {
        copyTo(start);
        parts.push(added.bytes);
        next += 1;
      }
      if (!this.#edits.has(name)) continue;
      copyTo(start);
      copied = at + widthOf(this.#format);
    }
    copyTo(this.#data.length);
    this.#data = Buffer.concat([...parts, ...fresh.slice(next).map(({ bytes }) => bytes)]);
    this.#slots = slotsOf(this.#data, this.#format) ?? new Map();
    this.#edits.clear();
  }
}

/** A folder sorts as if its name ended in a slash. */
const keyOf = (name: string, mode: string): string => (mode === treeMode ? `${name}/` : name);

const bytesOf = (name: string, { mode, oid }: FileEntry): Buffer =>
  Buffer.concat([Buffer.from(`${mode} ${name}\0`, "latin1"), Buffer.from(oid, "hex")]);

/** The entries of a tree in their order; undefined: cut short, not in git's order, twice the same name, or an old mode. */
function slotsOf(data: Buffer, format: ObjectFormat): ReadonlyMap<string, Slot> | undefined {
  const slots = new Map<string, Slot>();
  const width = widthOf(format);
  let last = "";
  for (let start = 0; start < data.length; ) {
    const space = data.indexOf(0x20, start);
    const end = data.indexOf(0, space);
    if (space < 0 || end < 0 || end + 1 + width > data.length) return undefined;
    const name = data.toString("latin1", space + 1, end);
    const mode = data.toString("latin1", start, space);
    const key = keyOf(name, mode);
    if (key <= last || !modes.has(mode) || slots.has(name)) return undefined;
    last = key;
    slots.set(name, { mode, start, at: end + 1 });
    start = end + 1 + width;
  }
  return slots;
}
