import type { Lock } from "../journal/lock.js";
import type { BranchName, Oid, RecordId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { type CreateRequest, type Plan } from "./create-plan.js";
import type { newDirectory } from "./directory.js";
import type { RoleFile } from "./roles.js";
import { type Interruptible } from "./running.js";
import { RecordSession } from "./session.js";
export interface Created {
    readonly record: WorktreeRecord;
    /** The worktree's directory, absolute. */
    readonly path: string;
    /** The record was there before, and no clone held it. */
    readonly takenUp?: boolean;
}
/** A commit that was fetched for a branch to start at. */
export interface Brought {
    readonly oid: Oid;
    /** It comes from somebody who may not write here: nothing of it is run, nor made ready to. */
    readonly foreign: boolean;
    /** Called when the record is there and nothing is made for it yet. */
    readonly begun: (session: RecordSession) => Promise<void>;
}
/** What is told of a worktree that is adopted, beside what git knows. */
export type ToldOf = Pick<CreateRequest, "base" | "createdAt">;
/**
 * Makes the record of a worktree that plain git has made of its branch: it is taken as it stands, without a setup.
 * @param start where the branch stood when the worktree was seen first; commits that came since are the record's to tell
 * @throws as `create`; the worktree stays, whatever happens
 */
export declare function adopt(engine: Engine, branch: BranchName, start: Oid, told?: ToldOf): Promise<Created>;
interface Beginning {
    /** Where the branch stood when its worktree was seen; undefined: as it is now. */
    readonly seen?: Oid;
    readonly brought?: Brought;
    readonly archive?: Oid;
    readonly roleFiles?: readonly RoleFile[];
    /** Where a worktree that is to be made comes to lie; one that is adopted lies there. */
    readonly directory?: typeof newDirectory;
    /** Is told the record's id before anybody can see the record. */
    readonly prepare?: (id: RecordId) => void;
}
/**
 * Makes the record and, unless it is adopted, the worktree.
 * @throws as `create`
 */
export declare function make(engine: Engine, request: CreateRequest, plan: Plan, beginning: Beginning): Promise<Created>;
/** A creation whose CREATE is journaled, under the record's lock. */
export interface Begun {
    readonly session: RecordSession;
    readonly lock: Lock;
    readonly effects: Awaited<ReturnType<RecordSession["open"]>>;
}
/**
 * Decides and journals CREATE. The caller holds the create lock: two creations of one branch or path are in line.
 * @throws as `create`, of what is refused; nothing has been made then
 */
export declare function begin(own: Interruptible, request: CreateRequest, plan: Plan, { archive, directory, roleFiles, prepare: told }: Beginning): Promise<Begun>;
export {};
