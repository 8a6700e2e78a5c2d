import { match } from "ts-pattern";
import type { Entry } from "../lifecycle/entry.js";
import { errorDetailsSchema } from "../lifecycle/error-schemas.js";
import type { ErrorDetails } from "../lifecycle/errors.js";
import {
  type EventOf,
  keptFiles,
  type LifecycleEvent,
  type LifecycleEventInput,
} from "../lifecycle/events.js";
import { encode, maxLineBytes } from "./entry.js";
import { scrub } from "./scrub.js";

/* The longest texts and lists that the schemas of an entry take. */
const longText = 4096;
const shortText = 1024;
const longMessage = 65_536;
const keptDetails = 200;
const keptPreview = 500;

/** The first `most` UTF-16 units of a text; a character of two units is never halved. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, Math.max(0, most));
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}

const cutPaths = (paths: readonly string[], most: number): string[] =>
  paths.slice(0, most).map((path) => cutText(path, longText));

/** Most of what a run over many branches journals; there is nothing in them that could be too long. */
const asTheyAre: ReadonlySet<LifecycleEvent["type"]> = new Set(["MERGE", "INIT_COMPLETE", "LANDED", "PRUNE"]);

/**
 * An event as it may be journaled: error messages and reasons without absolute paths and secrets, a command's
 * output left out, every text and list within what the schema takes, with the totals that were before.
 */
export function fitEvent(event: LifecycleEventInput, roots: readonly string[] = []): LifecycleEventInput {
  if (asTheyAre.has(event.type)) return event;
  const clean = (text: string, most: number): string => cutText(scrub(text, roots), most);
  return match<LifecycleEventInput, LifecycleEventInput>(event)
    .with({ type: "CREATE" }, { type: "TASK" }, (it) =>
      it.title === undefined ? it : { ...it, title: cutText(it.title, shortText) },
    )
    .with({ type: "PR" }, (it) => ({ ...it, title: cutText(it.title, shortText) }))
    .with({ type: "COMMIT" }, (it) =>
      it.message.length <= longMessage
        ? it
        : { messageLength: it.message.length, ...it, message: cutText(it.message, longMessage) },
    )
    .with({ type: "MODIFY" }, (it) => ({ ...it, filesChanged: cutPaths(it.filesChanged, keptFiles) }))
    .with({ type: "RESOLVE_CONFLICT" }, (it) =>
      it.files === undefined ? it : { total: it.files.length, ...it, files: cutPaths(it.files, keptFiles) },
    )
    .with({ type: "ERROR" }, (it) => ({
      ...it,
      message: clean(it.message, longText),
      ...(it.details === undefined ? {} : { details: fitDetails(it.details, clean) }),
    }))
    .with({ type: "INIT_SCRIPT" }, (it) =>
      it.error === undefined ? it : { ...it, error: clean(it.error, longText) },
    )
    .with({ type: "ABORT_MERGE" }, { type: "WITHDRAW" }, { type: "LOCK" }, { type: "UNLOCK" }, (it) =>
      it.reason === undefined ? it : { ...it, reason: clean(it.reason, shortText) },
    )
    .otherwise((it) => it);
}

function fitDetails(details: ErrorDetails, clean: (text: string, most: number) => string): ErrorDetails {
  const { output: _localOnly, conflictFiles, uncommittedFiles, ...rest } = details;
  const fitted: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(rest)) fitted[key] = cleanValue(value, clean);
  if (conflictFiles !== undefined) {
    fitted.conflictTotal = details.conflictTotal ?? conflictFiles.length;
    fitted.conflictFiles = conflictFiles.slice(0, keptDetails).map((file) => ({
      ...file,
      path: cutText(file.path, longText),
      preview: {
        ours: cutText(file.preview.ours, keptPreview),
        theirs: cutText(file.preview.theirs, keptPreview),
      },
    }));
  }
  if (uncommittedFiles !== undefined) {
    fitted.uncommittedTotal = details.uncommittedTotal ?? uncommittedFiles.length;
    fitted.uncommittedFiles = cutPaths(uncommittedFiles, keptDetails);
  }
  const parsed = errorDetailsSchema.safeParse(fitted);
  return parsed.success ? parsed.data : {};
}

/** Cleans every text of a value of the details: texts, lists of texts, and objects of texts. */
function cleanValue(value: unknown, clean: (text: string, most: number) => string): unknown {
  if (typeof value === "string") return clean(value, longText);
  if (Array.isArray(value)) return value.slice(0, keptDetails).map((item) => cleanValue(item, clean));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cleanValue(item, clean)]));
}

/** A part of an event that may be shortened: how long it is, and the event with that part shortened. */
interface Cut {
  readonly size: number;
  readonly least: number;
  readonly at: (size: number) => LifecycleEvent;
}

/** What may be shortened in an event, the most dispensable first. Each is taken from the event as it then is. */
function cutsOf(event: LifecycleEvent): readonly ((event: LifecycleEvent) => Cut | undefined)[] {
  if (event.type === "COMMIT") return [cutOf("COMMIT", commitCut)];
  if (event.type === "MODIFY") {
    return [
      cutOf("MODIFY", (it) => ({
        size: it.filesChanged.length,
        least: 1,
        at: (size) => ({ ...it, filesChanged: it.filesChanged.slice(0, size) }),
      })),
    ];
  }
  if (event.type === "RESOLVE_CONFLICT") {
    return [
      cutOf("RESOLVE_CONFLICT", (it) => ({
        size: it.files?.length ?? 0,
        least: 0,
        at: (size) => ({ ...it, files: it.files?.slice(0, size), total: it.total ?? it.files?.length }),
      })),
    ];
  }
  if (event.type === "ERROR") {
    return [
      cutOf("ERROR", previewCut),
      ...detailLists.map((key) => cutOf("ERROR", (it) => detailCut(it, key))),
      cutOf("ERROR", (it) => ({ size: 1, least: 0, at: () => ({ ...it, details: {} }) })),
    ];
  }
  return [];
}

const cutOf =
  <T extends LifecycleEvent["type"]>(type: T, cut: (event: EventOf<T>) => Cut) =>
  (event: LifecycleEvent): Cut | undefined =>
    isOf(event, type) ? cut(event) : undefined;

const isOf = <T extends LifecycleEvent["type"]>(event: LifecycleEvent, type: T): event is EventOf<T> =>
  event.type === type;

const commitCut = (it: EventOf<"COMMIT">): Cut => ({
  size: it.message.length,
  least: 1,
  at: (size) => ({
    ...it,
    message: cutText(it.message, size),
    messageLength: it.messageLength ?? it.message.length,
  }),
});

const detailLists = ["commands", "validEvents", "files", "uncommittedFiles", "conflictFiles"] as const;

const detailCut = (it: EventOf<"ERROR">, key: (typeof detailLists)[number]): Cut => ({
  size: it.details[key]?.length ?? 0,
  least: 0,
  at: (size) => ({ ...it, details: { ...it.details, [key]: it.details[key]?.slice(0, size) } }),
});

const previewCut = (it: EventOf<"ERROR">): Cut => ({
  size: keptPreview,
  least: 0,
  at: (size) => ({
    ...it,
    details: {
      ...it.details,
      conflictFiles: it.details.conflictFiles?.map((file) => ({
        ...file,
        preview: { ours: cutText(file.preview.ours, size), theirs: cutText(file.preview.theirs, size) },
      })),
    },
  }),
});

const fits = (entry: Entry): boolean => Buffer.byteLength(encode(entry), "utf8") <= maxLineBytes;

/** An entry whose line is short enough: messages, previews and lists are cut as little as that takes. */
export function fitEntry(entry: Entry): Entry {
  let fitted = entry;
  for (const step of cutsOf(entry.event)) {
    if (fits(fitted)) return fitted;
    const cut = step(fitted.event);
    if (cut === undefined || cut.size <= cut.least) continue;
    const base = fitted;
    const at = (size: number): Entry => ({ ...base, event: cut.at(size) });
    fitted = at(cut.least);
    if (!fits(fitted)) continue;
    let [low, high] = [cut.least, cut.size];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (fits(at(middle))) low = middle;
      else high = middle;
    }
    fitted = at(low);
  }
  return fitted;
}
