import type { Archive } from "../engine/archives.js";
import type { Cleaned, CleanOptions } from "../engine/clean.js";
import type { CommitOptions } from "../engine/commit.js";
import type { Created } from "../engine/create.js";
import type { CreateRequest } from "../engine/create-plan.js";
import type { Diagnosis, DoctorOptions } from "../engine/doctor/doctor.js";
import type { Synced, SyncOptions } from "../engine/exchange.js";
import type { FollowOptions } from "../engine/follow.js";
import type { Forecast, ForecastOptions } from "../engine/forecast.js";
import type { Installed, Uninstalled } from "../engine/hooks-install.js";
import type { HooksStatus } from "../engine/hooks-model.js";
import type { Imported, ImportOptions } from "../engine/import.js";
import type { InitResult } from "../engine/init.js";
import type { ListOptions, ListRow } from "../engine/list.js";
import type { MergeOptions, MergeOutcome } from "../engine/merge.js";
import type { Pruned, PruneOptions } from "../engine/prune.js";
import type { RemoveOptions } from "../engine/remove.js";
import type { ResolveOptions, ResolveOutcome } from "../engine/resolve.js";
import type { Restored, RestoreOptions } from "../engine/restore.js";
import type { RetryOptions } from "../engine/retry.js";
import type { RoleUpdate } from "../engine/role-update.js";
import type { RunOptions, RunOutcome } from "../engine/run.js";
import type { CreatedSet, SetRequest } from "../engine/set.js";
import type { Shown } from "../engine/show.js";
import type { StreamedEvent } from "../engine/streamed-event.js";
import type { SubmitOptions, Submitted, Withdrawn } from "../engine/submit.js";
import type { TaskOptions } from "../engine/task.js";
import type { TrustedCommand } from "../engine/trust.js";
import type { agentNames } from "../guard/agents/names.js";
import type { Verdict } from "../guard/judged.js";
import type { Journal } from "../journal/store.js";
import type { Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { ToldForm } from "../lifecycle/told.js";
import type { MetadataView, WorkspaceView } from "../lifecycle/views.js";
/** What every operation takes beside its own options. */
export interface Abortable {
    /** Stops the operation, which then ends as INTERRUPTED: `retry` goes on with it. */
    readonly signal?: AbortSignal;
}
/** What `init` does beside the files, the refspec and the hooks. */
export interface InitOptions extends Abortable {
    /** Makes this coding agent ask the guard as well. */
    readonly agent?: (typeof agentNames)[number];
    /** Writes the workflow that merges and prunes on GitHub as well. */
    readonly github?: boolean;
    /** Gives the main worktree a record as well. */
    readonly home?: boolean;
}
/** How a run ends, beside how it runs. */
export interface RunRequest extends RunOptions, Abortable {
    /** When the command succeeds, what it left is committed and merged. */
    readonly merge?: boolean;
    /** With `merge`: the message of that commit. Default: the task's title. */
    readonly message?: string;
}
/** How a command ended, and what became of its work. */
export interface RunResult extends RunOutcome {
    /** Null: no merge was asked for, or the command failed. */
    readonly merged: MergeOutcome | null;
}
/** A worktree: its branch, its directory (relative to `cwd`), or the beginning of its id. Undefined: the one of `cwd`. */
export type WorktreeName = string | undefined;
/**
 * The operations of the command line on one repository. Each returns plain data, rejects with a `CoppiceError`, prints
 * nothing, and leaves its journal entries in the notes. What has several outcomes that are no failure (a merge that
 * conflicts) tells them as data. Operations of one or several instances may run at the same time, as commands may.
 */
export interface Coppice {
    /** Prepares the repository: config file, hooks, refspec of the notes. Changes nothing the second time. */
    init(options?: InitOptions): Promise<InitResult>;
    /** Makes a worktree with its branch, and sets it up. */
    create(request: CreateRequest, options?: Abortable): Promise<Created>;
    /** Makes several worktrees that belong together: all of them or none. */
    createSet(request: SetRequest, options?: Abortable): Promise<CreatedSet>;
    /** The worktrees with their states; what costs time can be left out. */
    list(options?: ListOptions & Abortable): Promise<readonly ListRow[]>;
    /** Everything that is known of one worktree, also of a removed one. */
    show(worktree?: WorktreeName, options?: Abortable): Promise<Shown>;
    /** A worktree in the form of a workspace, for tools that read that. */
    workspace(worktree?: WorktreeName, options?: Abortable): Promise<WorkspaceView>;
    /** A worktree in the form of branch metadata, for tools that read that. */
    metadata(worktree?: WorktreeName, options?: Abortable): Promise<MetadataView>;
    /** A worktree's directory, absolute. */
    path(worktree?: WorktreeName, options?: Abortable): Promise<string>;
    /** A worktree's journal: its record, its entries, and what each of them did. */
    log(worktree?: WorktreeName, options?: Abortable): Promise<Journal>;
    /** The journals of all worktrees that there are and were, by the ids of their records. */
    journals(options?: Abortable): Promise<ReadonlyMap<string, Journal>>;
    /**
     * What the journals publish, in the order in which entries came to this clone. Ends when it is left, when its signal
     * is aborted, when the instance is closed, or, without `follow`, when everything is told.
     */
    events(options?: FollowOptions): AsyncIterable<StreamedEvent>;
    /** Runs the setup, again or for a worktree that was adopted. */
    setup(worktree?: WorktreeName, options?: Abortable): Promise<WorktreeRecord>;
    /** Allows this clone to run the commands of the config as it is now. @returns those that were not allowed before */
    trust(options?: Abortable): Promise<readonly TrustedCommand[]>;
    /** The commands of the config, and whether this clone may run them. */
    trustedCommands(options?: Abortable): Promise<readonly TrustedCommand[]>;
    /** Commits everything that changed in a worktree. */
    commit(worktree: WorktreeName, options: CommitOptions & Abortable): Promise<{
        readonly record: WorktreeRecord;
        readonly sha: Oid;
    }>;
    /**
     * Merges into base without touching a checkout, one after the other; one conflict does not stop the next.
     * @returns one outcome for each name, in their order; none for none
     */
    merge(worktrees: string | readonly string[], options?: MergeOptions & Abortable): Promise<readonly MergeOutcome[]>;
    /** Pushes a task branch with the request to merge it. */
    submit(worktree?: WorktreeName, options?: SubmitOptions & Abortable): Promise<Submitted>;
    /** Takes the request back. */
    withdraw(worktree?: WorktreeName, options?: Pick<SubmitOptions, "remote"> & Abortable): Promise<Withdrawn>;
    /** Exchanges journals with the remote, and cleans up what has landed there. */
    sync(options?: SyncOptions & Abortable): Promise<Synced>;
    /** Forecasts which worktrees conflict with base and with each other; leaves nothing behind. Default: all of them. */
    conflicts(worktrees?: readonly string[], options?: ForecastOptions & Abortable): Promise<Forecast>;
    /** Decides a conflict, then merges. */
    resolve(worktree: WorktreeName, options: ResolveOptions & Abortable): Promise<ResolveOutcome>;
    /** Gives a merge up; the branch stays as it was. */
    abort(worktree?: WorktreeName, options?: {
        readonly reason?: string;
    } & Abortable): Promise<WorktreeRecord>;
    /** Goes on after an error, from where it failed. */
    retry(worktree?: WorktreeName, options?: RetryOptions & Abortable): Promise<WorktreeRecord>;
    /** Removes a worktree with its merged branch. */
    remove(worktree?: WorktreeName, options?: RemoveOptions & Abortable): Promise<WorktreeRecord>;
    /** Brings a removed worktree back: branch, index and uncommitted changes. */
    restore(name: string, options?: RestoreOptions & Abortable): Promise<Restored>;
    /** What was archived of removed worktrees, the newest first. */
    archives(options?: Abortable): Promise<readonly Archive[]>;
    /** Removes what is merged, deleted or stale. */
    prune(options?: PruneOptions & Abortable): Promise<Pruned>;
    /** Removes the worktrees, branches and empty directories of a session or a run; CONFIG_INVALID: it names none, or too much. */
    clean(options: CleanOptions & Abortable): Promise<Cleaned>;
    /**
     * Runs a command in a worktree, which nobody removes meanwhile. Its signal ends the command with SIGTERM; how that ended
     * is the outcome all the same.
     */
    run(worktree: WorktreeName, request: RunRequest): Promise<RunResult>;
    /** Says how far a worktree's task is. */
    task(worktree: WorktreeName, options: TaskOptions & Abortable): Promise<WorktreeRecord>;
    /** Keeps a worktree from being removed, with git's own lock too. */
    lock(worktree?: WorktreeName, options?: {
        readonly reason?: string;
    } & Abortable): Promise<WorktreeRecord>;
    /** Takes the lock away. */
    unlock(worktree?: WorktreeName, options?: {
        readonly reason?: string;
    } & Abortable): Promise<WorktreeRecord>;
    /** Copies the files of a worktree's role again. */
    updateRole(worktree?: WorktreeName, options?: {
        readonly force?: boolean;
    } & Abortable): Promise<RoleUpdate>;
    /** Compares the journals with git and the files, and repairs what can be repaired when it is asked to. */
    doctor(options?: DoctorOptions & Abortable): Promise<Diagnosis>;
    /** Takes over worktrees from the files of another tool. */
    importFrom(form: ToldForm, directory: string, options?: ImportOptions & Abortable): Promise<Imported>;
    /** Installs git's hooks. */
    installHooks(options?: {
        readonly write?: boolean;
    } & Abortable): Promise<Installed>;
    /** Takes the hooks away. */
    uninstallHooks(options?: Abortable): Promise<Uninstalled>;
    /** How git comes to the hooks, in each worktree. */
    hooksStatus(options?: Abortable): Promise<HooksStatus>;
    /** Judges a command (its words) or a shell text before it runs. */
    guard(command: string | readonly string[], options?: Abortable): Promise<Verdict>;
    /** Ends the event streams and waits for what still runs. Nothing can be asked of it afterwards. */
    close(): Promise<void>;
    /** The same, for `await using`. */
    [Symbol.asyncDispose](): Promise<void>;
}
