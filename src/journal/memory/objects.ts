import {
  formatCommit,
  formatTree,
  type GitObject,
  isObjectType,
  type Person,
  parseCommit,
  parseTree,
  type TreeEntry,
} from "../../git/object-format.js";
import { parseOid } from "../../git/oid.js";
import type { Oid } from "../../lifecycle/ids.js";
import { type NotesObjects, pathOf } from "../notes.js";
import type { NotesCommit } from "../plan.js";
import { MemoryFiles } from "./files.js";
import { isomorphicGit } from "./isomorphic.js";

/** What is in a place of a tree after a change: a blob, or nothing. */
type Places = Map<string, Oid | undefined>;

/** A git directory in memory: what was fetched, and what was written on top of it. */
export class MemoryObjects implements NotesObjects {
  readonly gitdir = "/git";
  readonly fs = new MemoryFiles();
  /** isomorphic-git keeps here what it has read of pack files. */
  readonly cache: object = {};

  async readMany(names: readonly string[]): Promise<(GitObject | undefined)[]> {
    const found: (GitObject | undefined)[] = [];
    for (const name of names) {
      const tree = name.endsWith("^{tree}");
      found.push(tree ? await this.#treeOf(name.slice(0, -"^{tree}".length)) : await this.#read(name));
    }
    return found;
  }

  /** Only who has read an object knows its size here. */
  async sizesOf(names: readonly string[]): Promise<undefined[]> {
    return names.map(() => undefined);
  }

  /** Whether a commit is here. */
  async hasCommit(oid: Oid): Promise<boolean> {
    return (await this.#read(oid))?.type === "commit";
  }

  /** Writes commits of notes, one on top of the other. */
  async commit(tip: Oid | undefined, commits: readonly NotesCommit[], person: Person): Promise<Oid> {
    let parent = tip;
    let tree = tip === undefined ? undefined : (await this.#treeOf(tip))?.oid;
    for (const { message, removes, writes } of commits) {
      const places: Places = new Map(removes.map((path) => [path, undefined]));
      for (const { id, content } of writes) places.set(pathOf(id), await this.#write("blob", content));
      tree = (await this.#change(tree, places)) ?? (await this.#write("tree", Buffer.alloc(0)));
      const parents = parent === undefined ? [] : [parent];
      const bytes = formatCommit({ tree, parents, author: person, committer: person, message });
      parent = await this.#write("commit", bytes);
    }
    if (parent === undefined) throw new Error("a plan has commits");
    return parent;
  }

  async #treeOf(commit: string): Promise<GitObject | undefined> {
    const object = await this.#read(commit);
    return object?.type === "commit" ? this.#read(parseCommit(object.oid, object.data).tree) : undefined;
  }

  /** A tree with some of its places changed; undefined: nothing is left of it. What is no note stays where it is. */
  async #change(tree: Oid | undefined, places: Places): Promise<Oid | undefined> {
    const before = tree === undefined ? undefined : await this.#read(tree);
    const known = before?.type === "tree" ? parseTree(before.data, "sha1") : [];
    const entries = new Map<string, TreeEntry>(known.map((entry) => [entry.name, entry]));
    const below = new Map<string, Places>();
    for (const [path, blob] of places) {
      const slash = path.indexOf("/");
      if (slash >= 0) {
        const [folder, rest] = [path.slice(0, slash), path.slice(slash + 1)];
        below.set(folder, (below.get(folder) ?? new Map()).set(rest, blob));
      } else if (blob === undefined) entries.delete(path);
      else entries.set(path, { mode: "100644", name: path, oid: blob });
    }
    for (const [name, inside] of below) {
      const folder = entries.get(name);
      const oid = await this.#change(folder?.mode === "040000" ? folder.oid : undefined, inside);
      if (oid !== undefined) entries.set(name, { mode: "040000", name, oid });
      else if (folder?.mode === "040000") entries.delete(name);
    }
    return entries.size === 0 ? undefined : this.#write("tree", formatTree([...entries.values()]));
  }

  async #write(type: "blob" | "tree" | "commit", object: Buffer): Promise<Oid> {
    const git = await isomorphicGit();
    const { fs, gitdir } = this;
    return parseOid(await git.writeObject({ fs, gitdir, type, object, format: "content" }));
  }

  async #read(oid: string): Promise<GitObject | undefined> {
    const git = await isomorphicGit();
    const { fs, gitdir, cache } = this;
    try {
      const { type, object } = await git.readObject({ fs, gitdir, cache, oid, format: "content" });
      if (!(object instanceof Uint8Array) || !isObjectType(type)) return undefined;
      const data = Buffer.from(object.buffer, object.byteOffset, object.byteLength);
      return { oid: parseOid(oid), type, size: data.byteLength, data };
    } catch (error) {
      if (error instanceof git.Errors.NotFoundError) return undefined;
      throw error;
    }
  }
}
