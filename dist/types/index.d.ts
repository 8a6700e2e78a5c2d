/**
 * Coppice as a library. What is public:
 *
 * - `createCoppice`: an object with the operations of the command line, typed results, and `events()`, an async iterable;
 * - the engine below it, for who runs many operations in one go: `openEngine` opens a repository, each operation is a
 *   function of it, `closeEngine` brings every entry into the notes ref. Operations return plain data and throw
 *   `CoppiceError`;
 * - the lifecycle, pure: states, events, errors and the record with their schemas, the reducer (`reduce`), the decision
 *   (`decide`), the views, and the machine as data;
 * - the journal that the engine keeps (`engine.journal`), and that of a remote, read and written without a clone and
 *   without git (`openMemoryStore`).
 *
 * Nothing prints, ends the process, changes its directory or listens to its signals. docs/library.md has examples.
 *
 * @example
 * const coppice = createCoppice({ cwd: process.cwd() });
 * try {
 *   const { path } = await coppice.create({ branch: "task/login", title: "Let people log in" });
 *   // ... work in path, commit there ...
 *   const [outcome] = await coppice.merge("task/login");
 *   if (outcome?.status === "conflict") await coppice.resolve("task/login", { resolution: "ours" });
 * } finally {
 *   await coppice.close();
 * }
 *
 * @example
 * // A dashboard: what a remote's journals say.
 * const store = openMemoryStore({ url: "https://github.com/acme/site.git", token: () => readToken() });
 * for (const { branch, status, pr } of (await store.records()).values()) console.log(branch, status, pr?.url);
 *
 * @module
 */
export { abort } from "./engine/abort.js";
export { type Archive, archives } from "./engine/archives.js";
export { type Cleaned, type CleanOptions, type CleanRow, clean } from "./engine/clean.js";
export { type CommitOptions, commit } from "./engine/commit.js";
export { closeEngine, type Engine, type EngineOptions, openEngine, type Reporter, silent, } from "./engine/context.js";
export { type Created, type CreateRequest, create } from "./engine/create.js";
export { type Diagnosis, type DoctorOptions, doctor, type Repaired, type Stands, } from "./engine/doctor/doctor.js";
export type { Evidence as FindingEvidence, Severity, Subject } from "./engine/doctor/model.js";
export { type Synced, type SyncOptions, sync } from "./engine/exchange.js";
export { type FindOptions, findRecord } from "./engine/find.js";
export { type FollowOptions, follow } from "./engine/follow.js";
export { type Forecast, type ForecastBase, type ForecastFile, type ForecastOptions, type ForecastOutcome, type ForecastPair, type ForecastResult, type ForecastStep, forecast, } from "./engine/forecast.js";
export { type HomeTracked, trackHome } from "./engine/home.js";
export { type Installed, installHooks, type Uninstalled, uninstallHooks } from "./engine/hooks-install.js";
export type { HooksStatus } from "./engine/hooks-model.js";
export type { HookProgram } from "./engine/hooks-package.js";
export { hooksStatus } from "./engine/hooks-status.js";
export { type Imported, type ImportOptions, type ImportRow, importTold } from "./engine/import.js";
export { type InitResult, type InitStep, init } from "./engine/init.js";
export { acquireLease, type Lease, type LeaseOptions } from "./engine/lease.js";
export { type ListOptions, type ListRow, list } from "./engine/list.js";
export { lock, unlock } from "./engine/lock.js";
export { errorOf, type MergeOptions, type MergeOutcome, merge } from "./engine/merge.js";
export { type DeliverOptions, deliverObservations } from "./engine/observations.js";
export { type Observation, type ObserveOptions, observe } from "./engine/observe.js";
export { worktreePath } from "./engine/place.js";
export type { Stream } from "./engine/process.js";
export { type Pruned, type PruneOptions, type PruneRow, prune } from "./engine/prune.js";
export { type RemoveOptions, remove } from "./engine/remove.js";
export { type ResolveOptions, type ResolveOutcome, resolve } from "./engine/resolve.js";
export { type Restored, type RestoreOptions, restore } from "./engine/restore.js";
export { type RetryOptions, retry } from "./engine/retry.js";
export { type RoleUpdate, updateRole } from "./engine/role-update.js";
export { type RunOptions, type RunOutcome, run } from "./engine/run.js";
export { mergeRun } from "./engine/run-merge.js";
export { type CreatedSet, createSet, type SetMember, type SetRequest } from "./engine/set.js";
export { membersOf, readSet } from "./engine/set-described.js";
export { setup } from "./engine/setup.js";
export { type Shown, show, workspaceOf } from "./engine/show.js";
export type { StreamedEvent } from "./engine/streamed-event.js";
export { type SubmitOptions, type Submitted, submit, type Withdrawn, withdraw } from "./engine/submit.js";
export { type TaskOptions, task, taskStatuses } from "./engine/task.js";
export { type TrustedCommand, trust, trustedCommands } from "./engine/trust.js";
export { GitRunner, type GitRunnerOptions, type GitTrace } from "./git/run.js";
export type { JudgedCommand, Verdict } from "./guard/judged.js";
export type { HttpClient, HttpRequest, HttpResponse } from "./journal/memory/http.js";
export type { RemoteHeads } from "./journal/memory/remote.js";
export { type MemoryLimits, type MemoryStore, type MemoryStoreOptions, openMemoryStore, } from "./journal/memory/store.js";
export type { FoldedEntry, Journal, JournalStore } from "./journal/store.js";
export type { Joined, KeptOut } from "./journal/sync.js";
export type { CoppiceOptions } from "./library/calls.js";
export type { Abortable, Coppice, InitOptions, RunRequest, RunResult, WorktreeName, } from "./library/coppice.js";
export { createCoppice } from "./library/create-coppice.js";
export { type Decision, decide } from "./lifecycle/decide.js";
export { type MachineDocument, machineJson, machineMarkdown, machineMermaid, } from "./lifecycle/document.js";
export * from "./lifecycle/effects.js";
export * from "./lifecycle/entry.js";
export * from "./lifecycle/error-schemas.js";
export * from "./lifecycle/errors.js";
export * from "./lifecycle/events.js";
export * from "./lifecycle/facts.js";
export * from "./lifecycle/ids.js";
export { type Reduction, reduce, validEvents } from "./lifecycle/machine.js";
export { directoryName, uniqueDirectoryName } from "./lifecycle/names.js";
export { type PublishedEvent, published } from "./lifecycle/published.js";
export * from "./lifecycle/record.js";
export * from "./lifecycle/states.js";
export type { NotCarried, ToldForm } from "./lifecycle/told.js";
export * from "./lifecycle/views.js";
/** The version of this package. */
export { VERSION } from "./version.js";
