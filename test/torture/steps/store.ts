import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";

/** Something in a store is not as it usually is: git itself is to tell what it makes of it. */
export class Unusual extends Error {}

interface TreeEntry {
  readonly oid: string;
  readonly kind: "blob" | "tree" | "commit";
}

const oidPattern = /^[0-9a-f]{40}$/;
/** A name of a ref, or a part of one, that git certainly takes. */
const plainName = /^[A-Za-z0-9_]+(?:[.-][A-Za-z0-9_]+)*$/;
/** What stands for other objects, or keeps refs and objects in other places. */
const elsewhere = ["shallow", "objects/info/alternates", "info/grafts"];

/**
 * Reads refs and loose objects of one repository file by file, each anew: a git takes longer to start than all of them to
 * read. Whatever is missing, packed, damaged or of another form is Unusual.
 */
export class Store {
  readonly #dir: string;
  readonly #refs: ReadonlyMap<string, string>;

  /** @param dir the git directory */
  constructor(dir: string) {
    this.#dir = dir;
    for (const name of elsewhere) if (existsSync(join(dir, name))) throw new Unusual(name);
    this.#refs = this.#readRefs();
  }

  /** Every ref with its oid, in git's order. */
  refs(prefix = "refs/"): [ref: string, oid: string][] {
    return [...this.#refs].filter(([ref]) => ref.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** What git's configuration in there says. */
  config(): string {
    return ["config", "config.worktree"].map((name) => textOf(join(this.#dir, name)) ?? "").join("\0");
  }

  treeOf(commit: string): string {
    return this.#commit(commit).tree;
  }

  /** The contents of all blobs in a commit's tree. */
  blobsIn(commit: string): Buffer[] {
    const inTree = (tree: string): Buffer[] =>
      this.#tree(tree).flatMap(({ oid, kind }) =>
        kind === "tree" ? inTree(oid) : kind === "blob" ? [this.#read(oid, "blob")] : [],
      );
    return inTree(this.treeOf(commit));
  }

  isAncestor(old: string, tip: string): boolean {
    const seen = new Set<string>();
    const left = [tip];
    for (let one = left.pop(); one !== undefined; one = left.pop()) {
      if (one === old) return true;
      if (seen.has(one)) continue;
      seen.add(one);
      left.push(...this.#commit(one).parents);
    }
    return false;
  }

  /** What refs, HEADs and indexes reach: `git rev-list --objects --all --indexed-objects`. */
  reachable(): Set<string> {
    const found = new Set<string>();
    const visitTree = (oid: string): void => {
      if (found.has(oid)) return;
      found.add(oid);
      for (const { oid: inner, kind } of this.#tree(oid)) {
        if (kind === "tree") visitTree(inner);
        else if (kind === "blob") this.#blob(inner, found);
      }
    };
    const left = [...this.#refs.values(), ...this.#heads()];
    for (let oid = left.pop(); oid !== undefined; oid = left.pop()) {
      if (found.has(oid)) continue;
      found.add(oid);
      const { tree, parents } = this.#commit(oid);
      visitTree(tree);
      left.push(...parents);
    }
    for (const index of this.#indexes()) {
      const { blobs, trees } = indexed(index);
      for (const oid of blobs) this.#blob(oid, found);
      for (const oid of trees) visitTree(oid);
    }
    return found;
  }

  #blob(oid: string, found: Set<string>): void {
    if (found.has(oid)) return;
    if (!existsSync(this.#pathOf(oid))) throw new Unusual(oid);
    found.add(oid);
  }

  #commit(oid: string): { readonly tree: string; readonly parents: readonly string[] } {
    const text = this.#read(oid, "commit").toString("latin1");
    const header = text.slice(0, text.indexOf("\n\n") + 1);
    const tree = /^tree ([0-9a-f]{40})\n/.exec(header)?.[1];
    if (tree === undefined) throw new Unusual(oid);
    return { tree, parents: [...header.matchAll(/^parent ([0-9a-f]{40})$/gm)].map(([, one = ""]) => one) };
  }

  #tree(oid: string): TreeEntry[] {
    const content = this.#read(oid, "tree");
    const entries: TreeEntry[] = [];
    for (let at = 0; at < content.length; ) {
      const end = content.indexOf(0, at);
      const mode = content.toString("latin1", at, content.indexOf(0x20, at));
      const kind = mode === "40000" ? "tree" : mode === "160000" ? "commit" : "blob";
      entries.push({ oid: content.toString("hex", end + 1, end + 21), kind });
      at = end + 21;
    }
    return entries;
  }

  #read(oid: string, type: string): Buffer {
    let bytes: Buffer;
    try {
      bytes = inflateSync(readFileSync(this.#pathOf(oid)));
    } catch {
      throw new Unusual(oid);
    }
    const end = bytes.indexOf(0);
    const found = bytes.toString("latin1", 0, bytes.indexOf(0x20));
    if (found !== type || createHash("sha1").update(bytes).digest("hex") !== oid) throw new Unusual(oid);
    return bytes.subarray(end + 1);
  }

  #pathOf(oid: string): string {
    return join(this.#dir, "objects", oid.slice(0, 2), oid.slice(2));
  }

  #readRefs(): Map<string, string> {
    const refs = new Map<string, string>();
    for (const line of (textOf(join(this.#dir, "packed-refs")) ?? "").split("\n")) {
      const [oid = "", ref] = line.split(" ");
      if (ref !== undefined && oidPattern.test(oid)) refs.set(ref, oid);
    }
    const links: string[] = [];
    const visit = (name: string): void => {
      for (const entry of readdirSync(join(this.#dir, name), { withFileTypes: true })) {
        const ref = `${name}/${entry.name}`;
        if (!plainName.test(entry.name)) throw new Unusual(ref);
        if (entry.isDirectory()) visit(ref);
        else if (!entry.name.endsWith(".lock")) {
          const text = readFileSync(join(this.#dir, ref), "utf8").trimEnd();
          if (text.startsWith("ref: ")) links.push(ref);
          else if (oidPattern.test(text)) refs.set(ref, text);
          else throw new Unusual(ref);
        }
      }
    };
    visit("refs");
    for (const ref of links) refs.set(ref, this.#resolved(join(this.#dir, ref), refs) ?? unusual(ref));
    if ([...refs.keys()].some((ref) => ref.startsWith("refs/replace/"))) throw new Unusual("refs/replace");
    return refs;
  }

  /** What a HEAD or another link comes to. */
  #resolved(file: string, refs: ReadonlyMap<string, string>): string | undefined {
    const text = (textOf(file) ?? "").trimEnd();
    if (oidPattern.test(text)) return text;
    return text.startsWith("ref: ") ? refs.get(text.slice("ref: ".length)) : undefined;
  }

  #heads(): string[] {
    return ["", ...this.#linked()].map(
      (name) => this.#resolved(join(this.#dir, name, "HEAD"), this.#refs) ?? unusual(`HEAD of ${name}`),
    );
  }

  #indexes(): Buffer[] {
    return ["", ...this.#linked()]
      .map((name) => join(this.#dir, name, "index"))
      .filter((path) => existsSync(path))
      .map((path) => readFileSync(path));
  }

  /** The directories of linked worktrees. */
  #linked(): string[] {
    const root = join(this.#dir, "worktrees");
    const names = existsSync(root) ? readdirSync(root) : [];
    return names.map((name) => {
      const told = textOf(join(root, name, "gitdir"));
      if (told === undefined || told === "" || hasFiles(join(root, name, "refs"))) throw new Unusual(name);
      return join("worktrees", name);
    });
  }
}

function unusual(what: string): never {
  throw new Unusual(what);
}

function textOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

const hasFiles = (path: string): boolean =>
  existsSync(path) &&
  readdirSync(path, { withFileTypes: true }).some(
    (entry) => !entry.isDirectory() || hasFiles(join(path, entry.name)),
  );

const header = 12;
const modeAt = 24;
const oidAt = 40;
const flagsAt = 60;
const nameAt = 62;
const gitlink = 0o160000;

/** The objects that an index names. */
function indexed(bytes: Buffer): { readonly blobs: readonly string[]; readonly trees: readonly string[] } {
  // Version 3 has entries of another length, and 4 shortened names.
  if (bytes.toString("latin1", 0, 4) !== "DIRC" || bytes.readUInt32BE(4) !== 2) throw new Unusual("index");
  const blobs: string[] = [];
  let at = header;
  for (let count = bytes.readUInt32BE(8); count > 0; count -= 1) {
    const end = bytes.indexOf(0, at + nameAt);
    if (end < 0) throw new Unusual("index");
    if (bytes.readUInt32BE(at + modeAt) !== gitlink)
      blobs.push(bytes.toString("hex", at + oidAt, at + flagsAt));
    at += (end - at + 8) & ~7;
  }
  const trees: string[] = [];
  const last = bytes.length - 20;
  while (at < last) {
    if (bytes.toString("latin1", at, at + 4) !== "TREE") throw new Unusual("index");
    const next = at + 8 + bytes.readUInt32BE(at + 4);
    at += 8;
    while (at < next) {
      const numbers = bytes.indexOf(0, at) + 1;
      const end = bytes.indexOf(0x0a, numbers);
      const [entries = 0] = bytes.toString("latin1", numbers, end).split(" ").map(Number);
      at = end + 1;
      if (entries < 0) continue;
      trees.push(bytes.toString("hex", at, at + 20));
      at += 20;
    }
  }
  return { blobs, trees };
}
