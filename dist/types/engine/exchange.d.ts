import type { BranchName } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
export interface SyncOptions {
    /** Default: the config's, the main one. */
    readonly remote?: string;
}
export interface Synced {
    readonly remote: string;
    /** Journals of the remote brought something that was not here. */
    readonly received: boolean;
    /** The remote now has something that it had not. */
    readonly sent: boolean;
    /** Worktrees of this clone that were removed, because their work has landed. */
    readonly cleanedUp: readonly BranchName[];
}
/**
 * Exchanges journals with a remote: takes its entries in, sends ours, and cleans up worktrees of this clone whose work
 * has landed over there, where `cleanup.onPull` allows it.
 * @throws INVALID_STATE when there is no such remote, FETCH_FAILED, PUSH_REJECTED; what was received stays
 */
export declare function sync(engine: Engine, options?: SyncOptions): Promise<Synced>;
