import { type RecordId } from "../lifecycle/ids.js";
/** The hash that names a repository's objects: `extensions.objectFormat`. */
export type ObjectFormat = "sha1" | "sha256";
/**
 * The id of the record whose journal begins with `line`: the oid of the blob that holds the line and its line feed.
 * @param line a CREATE entry's line, ending in a line feed
 */
export declare function recordIdOf(line: string | Buffer, format: ObjectFormat): RecordId;
/** The object format that an id belongs to; its length tells it. */
export declare const formatOf: (id: RecordId) => ObjectFormat;
