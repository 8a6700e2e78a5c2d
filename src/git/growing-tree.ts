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
    if (object?.type !== "tree") return false;
    this.#root = new Folder(object.data, this.#format, root);
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
      wanted.forEach(({ parent, name, oid }, index) => {
        const object = objects[index];
        if (object?.type === "tree") parent.folders.set(name, new Folder(object.data, this.#format, oid));
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

class Folder {
  readonly #format: ObjectFormat;
  /** Those that have been read or made. */
  readonly folders = new Map<string, Folder>();
  changed = false;
  #data: Buffer;
  #slots: Map<string, Slot> | undefined;
  /** As it was read or written last: nobody changes these bytes. */
  #written: Before | undefined;

  constructor(data: Buffer, format: ObjectFormat, oid?: Oid) {
    this.#data = data;
    this.#format = format;
    this.#written = oid === undefined ? undefined : { oid, data };
  }

  has(name: string): boolean {
    return this.#entries().has(name);
  }

  /** The id of a folder below this one. */
  treeAt(name: string): Oid | undefined {
    const slot = this.#entries().get(name);
    return slot?.mode === treeMode ? this.#oid(slot) : undefined;
  }

  file(name: string): FileEntry | "blocked" | undefined {
    const slot = this.#entries().get(name);
    if (slot === undefined) return undefined;
    return slot.mode === treeMode ? "blocked" : { mode: slot.mode, oid: this.#oid(slot) };
  }

  set(name: string, mode: string, oid: Oid): void {
    const slot = this.#entries().get(name);
    if (slot?.mode !== mode) {
      const entry = Buffer.concat([Buffer.from(`${mode} ${name}\0`, "latin1"), Buffer.from(oid, "hex")]);
      this.#rebuild(name, { key: keyOf(name, mode), bytes: entry });
      return;
    }
    if (this.#data === this.#written?.data) this.#data = Buffer.from(this.#data);
    this.#data.write(oid, slot.at, "hex");
  }

  remove(name: string): void {
    if (this.#entries().has(name)) this.#rebuild(name);
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
    if (this.#written?.data === this.#data) return this.#written.oid;
    const oid = pack.add("tree", this.#data, this.#written);
    this.#written = { oid, data: this.#data };
    return oid;
  }

  #oid({ at }: Slot): Oid {
    return oidOfBytes(this.#data, at, at + (this.#format === "sha1" ? 20 : 32));
  }

  #entries(): Map<string, Slot> {
    this.#slots ??= slotsOf(this.#data, this.#format);
    return this.#slots;
  }

  #rebuild(without: string, added?: { readonly key: string; readonly bytes: Buffer }): void {
    const width = this.#format === "sha1" ? 20 : 32;
    const kept = [...this.#entries()].flatMap(([name, { mode, start, at }]) =>
      name === without ? [] : [{ key: keyOf(name, mode), bytes: this.#data.subarray(start, at + width) }],
    );
    const all = added === undefined ? kept : [...kept, added];
    all.sort((one, other) => (one.key < other.key ? -1 : 1));
    this.#data = Buffer.concat(all.map(({ bytes }) => bytes));
    this.#slots = undefined;
  }
}

/** A folder sorts as if its name ended in a slash. */
const keyOf = (name: string, mode: string): string => (mode === treeMode ? `${name}/` : name);

function slotsOf(data: Buffer, format: ObjectFormat): Map<string, Slot> {
  const slots = new Map<string, Slot>();
  const width = format === "sha1" ? 20 : 32;
  for (let start = 0; start < data.length; ) {
    const space = data.indexOf(0x20, start);
    const end = data.indexOf(0, space);
    if (space < 0 || end < 0) break;
    const name = data.toString("latin1", space + 1, end);
    slots.set(name, { mode: data.toString("latin1", start, space), start, at: end + 1 });
    start = end + 1 + width;
  }
  return slots;
}
