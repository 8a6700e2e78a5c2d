import type { Oid } from "../lifecycle/ids.js";
import { type ObjectFormat } from "./oid.js";
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
export declare const isObjectType: (text: string) => text is ObjectType;
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
/** Reads a commit object. Headers that we have no use for (signature, encoding) are skipped. */
export declare function parseCommit(oid: Oid, data: Buffer): Commit;
/** Who committed, of a commit's content, and when: of thousands nothing else is read. */
export declare function committerOf(data: Buffer): Person;
/** Reads `Name <email> seconds zone`. What is malformed comes out empty: old commits hold many oddities. */
export declare function parsePerson(text: string): Person;
/** `Name <email> seconds zone`, without the characters that would break the header, as git itself drops them. */
export declare function formatPerson(person: Person): string;
/** Reads a tree object: `mode SP name NUL raw-oid`, repeated. */
export declare function parseTree(data: Buffer, format: ObjectFormat): TreeEntry[];
/** Writes a tree object from entries, in git's order: a tree sorts as if its name ended in a slash. */
export declare function formatTree(entries: readonly TreeEntry[]): Buffer;
/** What a new commit is made of. */
export interface CommitDraft {
    readonly tree: Oid;
    readonly parents: readonly Oid[];
    readonly author: Person;
    readonly committer: Person;
    readonly message: string;
}
/** The bytes of a commit object. The message ends in a line feed, as git leaves it. */
export declare function formatCommit(draft: CommitDraft): Buffer;
