/**
 * Coppice as a library. Three layers are public:
 *
 * - the lifecycle, pure: states, events, errors and the record with their schemas, the reducer (`reduce`), the decision
 *   (`decide`), the views, and the machine as data;
 * - the engine: `openEngine` opens a repository, each operation is a function of it, `closeEngine` brings every entry
 *   into the notes ref. Operations return plain data and throw `CoppiceError`;
 * - the journal that the engine keeps (`engine.journal`), and that of a remote, read and written without a clone and
 *   without git (`openMemoryStore`).
 *
 * @example
 * const engine = await openEngine({ cwd: process.cwd(), door: "cli" });
 * try {
 *   const { path } = await create(engine, { branch: "task/login", title: "Let people log in" });
 *   // ... work in path, commit there ...
 *   const [outcome] = await merge(engine, ["task/login"]);
 *   if (outcome?.status === "conflict") await resolve(engine, "task/login", { resolution: "ours" });
 * } finally {
 *   await closeEngine(engine);
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
export { type CommitOptions, commit } from "./engine/commit.js";
export { closeEngine, type Engine, type EngineOptions, openEngine, type Reporter, silent, } from "./engine/context.js";
export { type Created, type CreateRequest, create } from "./engine/create.js";
export { type Diagnosis, type DoctorOptions, doctor, type Repaired, type Stands, } from "./engine/doctor/doctor.js";
export type { Evidence as FindingEvidence, Severity, Subject } from "./engine/doctor/model.js";
export { type Synced, type SyncOptions, sync } from "./engine/exchange.js";
export { type FindOptions, findRecord } from "./engine/find.js";
export { type Forecast, type ForecastBase, type ForecastFile, type ForecastOptions, type ForecastOutcome, type ForecastPair, type ForecastResult, type ForecastStep, forecast, } from "./engine/forecast.js";
export { type InitResult, type InitStep, init } from "./engine/init.js";
export { acquireLease, type Lease, type LeaseOptions } from "./engine/lease.js";
export { type ListOptions, type ListRow, list } from "./engine/list.js";
export { lock, unlock } from "./engine/lock.js";
export { errorOf, type MergeOptions, type MergeOutcome, merge } from "./engine/merge.js";
export { type DeliverOptions, deliverObservations } from "./engine/observations.js";
export { type Observation, type ObserveOptions, observe } from "./engine/observe.js";
export { worktreePath } from "./engine/place.js";
export { type Pruned, type PruneOptions, type PruneRow, prune } from "./engine/prune.js";
export { type RemoveOptions, remove } from "./engine/remove.js";
export { type ResolveOptions, type ResolveOutcome, resolve } from "./engine/resolve.js";
export { type Restored, type RestoreOptions, restore } from "./engine/restore.js";
export { type RetryOptions, retry } from "./engine/retry.js";
export { setup } from "./engine/setup.js";
export { type Shown, show } from "./engine/show.js";
export { type SubmitOptions, type Submitted, submit, type Withdrawn, withdraw } from "./engine/submit.js";
export { type TrustedCommand, trust, trustedCommands } from "./engine/trust.js";
export { GitRunner, type GitRunnerOptions, type GitTrace } from "./git/run.js";
export type { HttpClient, HttpRequest, HttpResponse } from "./journal/memory/http.js";
export type { RemoteHeads } from "./journal/memory/remote.js";
export { type MemoryLimits, type MemoryStore, type MemoryStoreOptions, openMemoryStore, } from "./journal/memory/store.js";
export type { FoldedEntry, Journal, JournalStore } from "./journal/store.js";
export type { Joined, KeptOut } from "./journal/sync.js";
export { type Decision, decide } from "./lifecycle/decide.js";
export { type MachineDocument, machineJson, machineMarkdown, machineMermaid, } from "./lifecycle/document.js";
export * from "./lifecycle/effects.js";
export * from "./lifecycle/entry.js";
export * from "./lifecycle/errors.js";
export * from "./lifecycle/events.js";
export * from "./lifecycle/facts.js";
export * from "./lifecycle/ids.js";
export { type Reduction, reduce, validEvents } from "./lifecycle/machine.js";
export { directoryName, uniqueDirectoryName } from "./lifecycle/names.js";
export { type PublishedEvent, published } from "./lifecycle/published.js";
export * from "./lifecycle/record.js";
export * from "./lifecycle/states.js";
export * from "./lifecycle/views.js";
/** The version of this package. */
export { VERSION } from "./version.js";
