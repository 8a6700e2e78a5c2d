import { type Entry, entrySchema } from "../lifecycle/entry.js";
import { isReadableStamp } from "./clock.js";

/** The longest line, its line feed included, in bytes. */
export const maxLineBytes = 64 * 1024;

/** Why a line is no entry that this version can read. */
export type UnreadableReason = "too long" | "not JSON" | "unknown version" | "not an entry";

export type Decoded =
  | { readonly kind: "entry"; readonly entry: Entry }
  | { readonly kind: "unreadable"; readonly reason: UnreadableReason };

/**
 * One entry as its line: compact JSON with `t` first, so that the byte order of lines is their causal order,
 * and a line feed. It does not cut: see `fitEntry`.
 */
export function encode(entry: Entry): string {
  const { t, v, at, by, nonce, event } = entry;
  const actor = { name: by.name, door: by.door, clone: by.clone };
  const line = { t, v, at, by: actor, ...(nonce === undefined ? {} : { nonce }), event };
  return `${JSON.stringify(line)}\n`;
}

const unreadable = (reason: UnreadableReason): Decoded => ({ kind: "unreadable", reason });

/** Whether something was written by a later version, whose entries this one cannot judge. */
const isOtherVersion = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  "v" in value &&
  typeof value.v === "number" &&
  Number.isInteger(value.v) &&
  value.v !== 1;

/**
 * Reads one line, without its line feed. Total: what it cannot read it says, it never throws.
 * Fields that it does not know are left out of the entry; the line keeps them.
 */
export function decode(line: string): Decoded {
  if (Buffer.byteLength(line, "utf8") >= maxLineBytes) return unreadable("too long");
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return unreadable("not JSON");
  }
  if (isOtherVersion(value)) return unreadable("unknown version");
  const parsed = entrySchema.safeParse(value);
  if (!parsed.success || !isReadableStamp(parsed.data.t)) return unreadable("not an entry");
  return { kind: "entry", entry: parsed.data };
}
