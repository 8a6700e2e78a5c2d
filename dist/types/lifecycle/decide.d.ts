import type { Effect } from "./effects.js";
import type { Happening } from "./entry.js";
import type { ErrorCode, ErrorDetails } from "./errors.js";
import type { Facts } from "./facts.js";
import { type RecordId } from "./ids.js";
import { type PublishedEvent } from "./published.js";
import type { WorktreeRecord } from "./record.js";
/** What is to be done about an event. */
export type Decision = {
    readonly kind: "accepted";
    readonly next: WorktreeRecord;
    readonly effects: readonly Effect[];
    /** The effects run before the entry is written, for the entry says that they worked (row 30). */
    readonly effectsFirst: boolean;
    readonly publish: readonly PublishedEvent[];
} | {
    readonly kind: "refused";
    readonly code: ErrorCode;
    readonly message: string;
    readonly details: ErrorDetails;
    /** Left out: the catalogue's hint for the code. */
    readonly suggestedAction?: string;
};
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
export declare function decide(id: RecordId | null, record: WorktreeRecord | null, happening: Happening, facts: Facts): Decision;
type Refused = Extract<Decision, {
    kind: "refused";
}>;
/** Why an event would be refused, for who only asks: nothing is made of its success. Undefined: it would not. */
export declare function refusalFor(record: WorktreeRecord, happening: Happening, facts: Facts): Refused | undefined;
export {};
