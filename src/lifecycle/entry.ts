import * as z from "zod/mini";
import { eventSchema } from "./events.js";
import { cloneIdSchema, stampSchema, timestampSchema } from "./ids.js";

export const doorSchema = z.enum(["cli", "hook", "action", "doctor"]);
export type Door = z.infer<typeof doorSchema>;

/** Who appended an entry, through which door, from which clone. */
export const actorSchema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(255)),
  door: doorSchema,
  clone: cloneIdSchema,
});
export type Actor = z.infer<typeof actorSchema>;

/** One line of a journal. `t` comes first, so that the byte order of lines is their causal order. */
export const entrySchema = z.object({
  t: stampSchema,
  v: z.literal(1),
  at: timestampSchema,
  by: actorSchema,
  /** Stands in CREATE alone: it makes the record's id unique. */
  nonce: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/))),
  event: eventSchema,
});
export type Entry = z.infer<typeof entrySchema>;

/** What the reducer needs of an entry. */
export type Happening = Pick<Entry, "at" | "by" | "event">;
