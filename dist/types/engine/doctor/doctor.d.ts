import { CoppiceError } from "../../lifecycle/errors.js";
import type { Engine } from "../context.js";
import type { Finding, Subject } from "./model.js";
export interface DoctorOptions {
    /** Repairs what can be repaired without losing anything. Default: only looks, and writes nothing at all. */
    readonly fix?: boolean;
}
/** A finding that stands. */
export interface Stands extends Omit<Finding, "repair"> {
    /** `doctor --fix` can do something about it. */
    readonly fixable: boolean;
    /** Why the repair that was tried failed; null: none was, or it did not fail. */
    readonly error: CoppiceError | null;
}
/** A finding about which something was done. */
export interface Repaired {
    readonly code: string;
    readonly subject: Subject | null;
    /** What was done: one sentence. */
    readonly done: string;
}
export interface Diagnosis {
    /** Nothing stands but notes. */
    readonly healthy: boolean;
    /** In the order of the topics. */
    readonly findings: readonly Stands[];
    /** In the order in which it was done. */
    readonly repaired: readonly Repaired[];
}
/**
 * Compares the journals with git and the file system, and tells every invariant that is broken. With `fix` it repairs,
 * topic by topic, and looks again. One broken worktree, or one topic that cannot be checked, never hides the others.
 * Operations that run meanwhile are left alone.
 * @param engine its entries name `doctor` as their door
 * @throws INTERRUPTED
 */
export declare function doctor(engine: Engine, options?: DoctorOptions): Promise<Diagnosis>;
