import { createHash } from "node:crypto";
import { type RecordId, recordIdSchema } from "../lifecycle/ids.js";

/** The hash that names a repository's objects: `extensions.objectFormat`. */
export type ObjectFormat = "sha1" | "sha256";

/**
 * The id of the record whose journal begins with `line`: the oid of the blob that holds the line and its line feed.
 * @param line a CREATE entry's line, ending in a line feed
 */
export function recordIdOf(line: string | Buffer, format: ObjectFormat): RecordId {
  const bytes = typeof line === "string" ? Buffer.from(line, "utf8") : line;
  const hash = createHash(format).update(`blob ${bytes.length}\0`).update(bytes);
  return recordIdSchema.parse(hash.digest("hex"));
}

/** The object format that an id belongs to; its length tells it. */
export const formatOf = (id: RecordId): ObjectFormat => (id.length === 64 ? "sha256" : "sha1");
