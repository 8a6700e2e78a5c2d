import type { Repository } from "../git/repository.js";
import type { Oid } from "../lifecycle/ids.js";
import { type JoinLimits, type KeptOut } from "./limits.js";
import { type NotesReader } from "./notes.js";
export type { JoinLimits, KeptOut } from "./limits.js";
export interface Joined {
    /** `current`: nothing new; `forwarded`: ours were all there already; `joined`: a commit with both parents. */
    readonly outcome: "current" | "forwarded" | "joined";
    /** What the ref holds now. */
    readonly tip: Oid;
    readonly keptOut: readonly KeptOut[];
}
export interface JoinSources {
    readonly repo: Repository;
    readonly ref: string;
    readonly notes: NotesReader;
    /** The commit that Coppice wrote last: what others have dropped of it is put back. */
    readonly last: Oid | undefined;
    /** Milliseconds since 1970. */
    readonly now: number;
    readonly limits?: JoinLimits;
}
/**
 * Joins another commit of the notes ref into ours: for each note the union of its lines, byte for byte, as
 * `git notes merge -s cat_sort_uniq` does it; only notes that differ are read. The flush lock is held.
 *
 * What does not fit the limits is kept out and told. Files that are no notes stay where they are ours, as in git's own
 * merge. A note whose key none of its lines has is nobody's journal; it is kept, and no record comes of it.
 * @throws CoppiceError GIT_FAILED, JOURNAL_CORRUPT and the system group; nothing has changed then
 */
export declare function joinCommit(sources: JoinSources, other: Oid): Promise<Joined>;
