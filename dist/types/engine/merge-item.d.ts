import type { Effect } from "../lifecycle/effects.js";
import type { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import type { Computed, MergeWish } from "./merge-wish.js";
import type { RecordSession } from "./session.js";
/** One branch that was found fit to merge, with its record's lock held. */
export interface MergeItem {
    readonly session: RecordSession;
    readonly wish: MergeWish;
    /** Why worktree and branch stay after the merge, as the end of a sentence; null: they go. */
    readonly kept: string | null;
    /** It is to be closed as merged also when base has everything already. */
    readonly finishes: boolean;
    /** Decides about the opening entry and appends it. */
    readonly open: () => Promise<readonly Effect[]>;
    /** Ends what was begun before the opening entry (a commit), when it comes to nothing. */
    readonly giveUp: () => Promise<void>;
}
/** Whatever a merge is computed for. */
export interface Wished {
    readonly wish: MergeWish;
}
/** What was computed for an item; `onto` is base as it stood before this one. */
export type Plan<Item extends Wished = MergeItem> = {
    readonly item: Item;
    readonly onto: Oid;
    readonly computed: Computed;
} | {
    readonly item: Item;
    readonly onto: Oid;
    readonly error: CoppiceError;
};
export type Made<Item extends Wished = MergeItem> = Extract<Plan<Item>, {
    computed: unknown;
}> & {
    computed: Extract<Computed, {
        kind: "made";
    }>;
};
export declare const isMade: <Item extends Wished>(plan: Plan<Item>) => plan is Made<Item>;
/** Where base goes when all of them land; undefined: nowhere. */
export declare const lastMade: <Item extends Wished>(plans: readonly Plan<Item>[]) => Oid | undefined;
