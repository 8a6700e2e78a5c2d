import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import { type ObjectFormat, oidOfBytes, parseOid } from "./oid.js";
import { encodePath } from "./paths.js";

export type ObjectType = "blob" | "tree" | "commit" | "tag";

export interface ObjectInfo {
  readonly oid: Oid;
  readonly type: ObjectType;
  /** Bytes. */
  readonly size: number;
}

export interface GitObject extends ObjectInfo {
  readonly data: Buffer;
}

export const isObjectType = (text: string): text is ObjectType =>
  ["blob", "tree", "commit", "tag"].includes(text);

/** Who did something and when, as a commit records it. */
export interface Person {
  readonly name: string;
  readonly email: string;
  /** Seconds since the epoch. */
  readonly time: number;
  /** `+0200`. */
  readonly zone: string;
}

export interface Commit {
  readonly oid: Oid;
  readonly tree: Oid;
  readonly parents: readonly Oid[];
  readonly author: Person;
  readonly committer: Person;
  /** As it stands in the object, with its final line feed. Read as UTF-8. */
  readonly message: string;
}

export interface TreeEntry {
  /** `100644`, `100755`, `120000` (symbolic link), `040000` (tree), `160000` (submodule). */
  readonly mode: string;
  readonly name: string;
  readonly oid: Oid;
}

const nobody: Person = { name: "", email: "", time: 0, zone: "+0000" };

/** Reads a commit object. Headers that we have no use for (signature, encoding) are skipped. */
export function parseCommit(oid: Oid, data: Buffer): Commit {
  const end = data.indexOf("\n\n");
  const head = (end < 0 ? data : data.subarray(0, end)).toString("utf8");
  const parents: Oid[] = [];
  let tree: Oid | undefined;
  let author = nobody;
  let committer = nobody;
  for (const line of head.split("\n")) {
    const space = line.indexOf(" ");
    const value = line.slice(space + 1);
    switch (line.slice(0, space)) {
      case "tree":
        tree = parseOid(value);
        break;
      case "parent":
        parents.push(parseOid(value));
        break;
      case "author":
        author = parsePerson(value);
        break;
      case "committer":
        committer = parsePerson(value);
        break;
    }
  }
  if (tree === undefined) throw new CoppiceError("GIT_FAILED", `The commit ${oid} names no tree.`);
  return {
    oid,
    tree,
    parents,
    author,
    committer,
    message: end < 0 ? "" : data.subarray(end + 2).toString("utf8"),
  };
}

/** Who committed, of a commit's content, and when: of thousands nothing else is read. */
export function committerOf(data: Buffer): Person {
  const start = data.indexOf("\ncommitter ");
  const end = data.indexOf("\n\n");
  if (start < 0 || (end >= 0 && end < start)) return nobody;
  const from = start + "\ncommitter ".length;
  const to = data.indexOf(0x0a, from);
  return parsePerson(data.toString("utf8", from, to < 0 ? data.length : to));
}

/** Reads `Name <email> seconds zone`. What is malformed comes out empty: old commits hold many oddities. */
export function parsePerson(text: string): Person {
  const match = /^(.*?) ?<([^>]*)>(?: (-?\d+) ([+-]\d{4}))?/s.exec(text);
  if (match === null) return nobody;
  return {
    name: match[1] ?? "",
    email: match[2] ?? "",
    time: Number(match[3] ?? "0"),
    zone: match[4] ?? "+0000",
  };
}

/** `Name <email> seconds zone`, without the characters that would break the header, as git itself drops them. */
export function formatPerson(person: Person): string {
  return `${clean(person.name)} <${clean(person.email)}> ${Math.trunc(person.time)} ${person.zone}`;
}

/** What git drops at both ends of a name or an address, and inside it. */
function clean(text: string): string {
  const crud = "[\\u0000-\\u0020.,:;<>\"\\\\']";
  return text.replace(new RegExp(`^${crud}+|${crud}+$`, "g"), "").replace(/[\n<>]/g, "");
}

/** Reads a tree object: `mode SP name NUL raw-oid`, repeated. */
export function parseTree(data: Buffer, format: ObjectFormat): TreeEntry[] {
  const width = format === "sha1" ? 20 : 32;
  const entries: TreeEntry[] = [];
  for (let at = 0; at < data.length; ) {
    const space = data.indexOf(0x20, at);
    const end = data.indexOf(0x00, space);
    if (space < 0 || end < 0 || end + 1 + width > data.length) {
      throw new CoppiceError("GIT_FAILED", "A tree object is cut short. Check the repository with git fsck.");
    }
    entries.push({
      mode: data.toString("latin1", at, space).padStart(6, "0"),
      name: data.toString("utf8", space + 1, end),
      oid: oidOfBytes(data, end + 1, end + 1 + width),
    });
    at = end + 1 + width;
  }
  return entries;
}

/** Writes a tree object from entries, in git's order: a tree sorts as if its name ended in a slash. */
export function formatTree(entries: readonly TreeEntry[]): Buffer {
  const sortKey = (entry: TreeEntry): Buffer =>
    encodePath(entry.mode === "040000" ? `${entry.name}/` : entry.name);
  const sorted = [...entries].sort((one, two) => Buffer.compare(sortKey(one), sortKey(two)));
  return Buffer.concat(
    sorted.flatMap((entry) => [
      encodePath(`${entry.mode.replace(/^0/, "")} ${entry.name}\0`),
      Buffer.from(entry.oid, "hex"),
    ]),
  );
}

/** What a new commit is made of. */
export interface CommitDraft {
  readonly tree: Oid;
  readonly parents: readonly Oid[];
  readonly author: Person;
  readonly committer: Person;
  readonly message: string;
}

/** The bytes of a commit object. The message ends in a line feed, as git leaves it. */
export function formatCommit(draft: CommitDraft): Buffer {
  const message = draft.message.replaceAll("\0", "");
  return Buffer.from(
    [
      `tree ${draft.tree}`,
      ...draft.parents.map((parent) => `parent ${parent}`),
      `author ${formatPerson(draft.author)}`,
      `committer ${formatPerson(draft.committer)}`,
      "",
      message.endsWith("\n") ? message : `${message}\n`,
    ].join("\n"),
    "utf8",
  );
}
