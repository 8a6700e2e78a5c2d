import { match } from "ts-pattern";
import type { Effect } from "./effects.js";
import type { Happening } from "./entry.js";
import type { ErrorCode, ErrorDetails } from "./errors.js";
import { isTransition, type Operation } from "./events.js";
import type { Facts } from "./facts.js";
import { broken } from "./guards.js";
import { type RecordId, recordIdSchema } from "./ids.js";
import { type Reduction, take } from "./machine.js";
import { type PublishedEvent, published } from "./published.js";
import type { WorktreeRecord } from "./record.js";
import { dirtyRefusal, nameOf, type Refusal, refuse } from "./refusal.js";
import { refusalOf } from "./refusals.js";
import { namingHolders } from "./removal-refusals.js";
import { shellWord } from "./shell-word.js";
import type { Row } from "./table.js";

/** What is to be done about an event. */
export type Decision =
  | {
      readonly kind: "accepted";
      readonly next: WorktreeRecord;
      readonly effects: readonly Effect[];
      /** The effects run before the entry is written, for the entry says that they worked (row 30). */
      readonly effectsFirst: boolean;
      readonly publish: readonly PublishedEvent[];
    }
  | {
      readonly kind: "refused";
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: ErrorDetails;
      /** Left out: the catalogue's hint for the code. */
      readonly suggestedAction?: string;
    };

type Ignored = Extract<Reduction, { kind: "ignored" }>;

/** INVALID_STATE, naming the state, the event and what is valid there. */
function invalid(
  { from, valid }: Ignored,
  record: WorktreeRecord | null,
  event: Happening["event"],
  why: string,
): Refusal {
  const state = from === "none" ? "no record of it exists" : `its state is ${from}`;
  const choice = valid.length === 0 ? "nothing is valid there any more" : `valid there: ${valid.join(", ")}`;
  return refuse(
    "INVALID_STATE",
    `${event.type} is refused for ${nameOf(record)}: ${why === "" ? state : `${state}, and ${why}`}; ${choice}`,
    {
      state: from,
      event: event.type,
      validEvents: [...valid],
      ...(record === null ? {} : { branch: record.branch }),
    },
    record === null ? undefined : wayOut(record, event),
  );
}

/** What an event wants to act on and does not find, where that says more than the state. */
function nothingTo({ type }: Happening["event"], record: WorktreeRecord | null): string {
  if (record?.status !== "active" && record?.status !== "dirty") return "";
  return match(type)
    .with("COMMIT", () => (record.status === "active" ? "there is nothing to commit" : ""))
    .with("RETRY", () => "nothing has failed")
    .with("ABORT_MERGE", () => "there is no merge to give up")
    .otherwise(() => "");
}

/** What a person does about a worktree whose state refuses what was asked. */
function wayOut({ status, branch, lastError }: WorktreeRecord, event: Happening["event"]): string {
  return match(status)
    .with(
      "conflict",
      () =>
        `coppice resolve ${shellWord(branch)} --ours, --theirs or --manual; or coppice abort ${shellWord(branch)}.`,
    )
    .with("error", () =>
      lastError?.recoverable === false
        ? `coppice remove ${shellWord(branch)}, and create it again.`
        : `coppice retry ${shellWord(branch)}, ${mendsFirst(lastError?.operation) ? `coppice retry ${shellWord(branch)} --no-run to mend something there first, ` : ""}or coppice remove ${shellWord(branch)}.`,
    )
    .with("removed", () => "It is over; coppice create makes a new one.")
    .with("active", "dirty", () =>
      match(event.type)
        .with("COMMIT", () => "Change something in its worktree first.")
        .with("RETRY", "ABORT_MERGE", () => "Nothing needs to be done.")
        .otherwise(() => `coppice show ${shellWord(branch)} tells more.`),
    )
    .otherwise(() => "Wait for the command that works on it, then run this one again.");
}

/** Whether there is work to go back to, and something in it may be what failed. */
const mendsFirst = (failed: Operation | undefined): boolean => failed === "merge" || failed === "commit";

function ignoredRefusal(
  ignored: Ignored,
  record: WorktreeRecord | null,
  { event }: Happening,
  facts: Facts,
): Refusal {
  if (record?.status === "dirty" && event.type === "MERGE")
    return dirtyRefusal(
      record,
      facts.uncommitted,
      "a merge takes commits only",
      "Commit or discard the changes, or give --auto-commit.",
    );
  if (record?.status === "dirty" && event.type === "REMOVE")
    return namingHolders(
      dirtyRefusal(record, facts.uncommitted, "that work would be lost with it", ""),
      { record, facts },
      { first: "Commit or discard the changes", end: ": they are archived" },
    );
  const why = match(ignored.reason)
    .with("INVALID_STATE", () => nothingTo(event, record))
    .with("OTHER_OPERATION", () =>
      event.type === "ERROR" && record?.op === null
        ? "the operation that failed is over"
        : "the operation that runs is another one",
    )
    .with("NOT_ALLOWED", () =>
      event.type === "REMOVE"
        ? "removing it aborts the merge, which needs --force"
        : event.type === "RETRY" && !event.run && event.operation === record?.lastError?.operation
          ? `what failed is ${event.operation}, which can only be run again, without --no-run`
          : `what failed is ${record?.lastError?.operation ?? "unknown"}`,
    )
    .exhaustive();
  const refusal = invalid(ignored, record, event, why);
  return event.type === "REMOVE" && record?.status === "conflict"
    ? namingHolders(
        refusal,
        { record, facts },
        { first: `coppice abort ${shellWord(record.branch)} first`, end: "" },
      )
    : refusal;
}

/** The id of a record whose first entry is not written yet. */
const unwritten = (): RecordId => recordIdSchema.parse("0".repeat(40));

/**
 * Decides an event before it is written: the table, then the guard of the row over the facts. All that comes back is
 * data.
 *
 * Refusals: MERGE or REMOVE in `dirty` is WORKTREE_DIRTY with the files; a pair that is not in the table, an entry of
 * another operation, a pending request, a git operation in progress, nothing to commit or to merge and a removal from
 * inside are INVALID_STATE; commits that exist nowhere else are WORKTREE_DIRTY with that reason; a fact that could
 * not be found out is GIT_FAILED, as nothing is assumed. The others have the code that the catalogue names.
 *
 * @param id null for a CREATE, whose entry makes the id
 */
export function decide(
  id: RecordId | null,
  record: WorktreeRecord | null,
  happening: Happening,
  facts: Facts,
): Decision {
  const judged = judge(id, record, happening, facts);
  if ("kind" in judged) return judged;
  const { reduction, taken } = judged;
  return {
    kind: "accepted",
    next: reduction.record,
    effects: reduction.effects,
    effectsFirst: taken?.effectsFirst ?? false,
    publish: published(record, reduction.record, happening),
  };
}

type Refused = Extract<Decision, { kind: "refused" }>;

/** Why an event would be refused, for who only asks: nothing is made of its success. Undefined: it would not. */
export function refusalFor(record: WorktreeRecord, happening: Happening, facts: Facts): Refused | undefined {
  const judged = judge(record.id, record, happening, facts);
  return "kind" in judged ? judged : undefined;
}

interface Allowed {
  readonly reduction: Extract<Reduction, { kind: "applied" }>;
  readonly taken: Row | null;
}

function judge(
  id: RecordId | null,
  record: WorktreeRecord | null,
  happening: Happening,
  facts: Facts,
): Refused | Allowed {
  const { event, by } = happening;
  const { reduction, taken } = take(id ?? record?.id ?? unwritten(), record, happening);
  if (reduction.kind === "ignored")
    return { kind: "refused", ...ignoredRefusal(reduction, record, happening, facts) };
  if (taken !== null && taken.guard !== null && isTransition(event)) {
    const context = { record, event, by, facts };
    const requirement = broken(taken.guard, context);
    if (requirement !== undefined) return { kind: "refused", ...refusalOf(requirement, context) };
  }
  return { reduction, taken };
}
