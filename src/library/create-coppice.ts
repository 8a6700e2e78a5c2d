import { resolve as resolvePath } from "node:path";
import { abort } from "../engine/abort.js";
import { archives } from "../engine/archives.js";
import { type Cleaned, type CleanOptions, clean } from "../engine/clean.js";
import { commit } from "../engine/commit.js";
import type { Engine } from "../engine/context.js";
import { create } from "../engine/create.js";
import { doctor } from "../engine/doctor/doctor.js";
import { sync } from "../engine/exchange.js";
import { findRecord } from "../engine/find.js";
import { forecast } from "../engine/forecast.js";
import { installHooks, uninstallHooks } from "../engine/hooks-install.js";
import { hooksStatus } from "../engine/hooks-status.js";
import { importTold } from "../engine/import.js";
import { list } from "../engine/list.js";
import { lock, unlock } from "../engine/lock.js";
import { type MergeOptions, type MergeOutcome, merge } from "../engine/merge.js";
import { worktreePath } from "../engine/place.js";
import { prune } from "../engine/prune.js";
import { remove } from "../engine/remove.js";
import { resolve } from "../engine/resolve.js";
import { restore } from "../engine/restore.js";
import { retry } from "../engine/retry.js";
import { updateRole } from "../engine/role-update.js";
import { run } from "../engine/run.js";
import { mergeRun, requireMergeTrust } from "../engine/run-merge.js";
import { createSet } from "../engine/set.js";
import { setup } from "../engine/setup.js";
import { show, workspaceOf } from "../engine/show.js";
import { submit, withdraw } from "../engine/submit.js";
import { task } from "../engine/task.js";
import { trust, trustedCommands } from "../engine/trust.js";
import type { Verdict } from "../guard/judged.js";
import type { Journal } from "../journal/store.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { metadataView } from "../lifecycle/views.js";
import { Calls, type CoppiceOptions } from "./calls.js";
import type { Coppice, RunRequest, RunResult, WorktreeName } from "./coppice.js";
import { prepare } from "./prepare.js";
import { streamOf } from "./stream.js";

/**
 * Coppice on one repository, as an object with the operations of the command line. Nothing is opened yet: that there is
 * no repository is said by the first operation. Any number of instances may work at the same time.
 *
 * @example
 * const coppice = createCoppice({ cwd: "/home/ada/project" });
 * const { path } = await coppice.create({ branch: "task/login" });
 * // ... work in path, commit there ...
 * const [outcome] = await coppice.merge("task/login");
 * await coppice.close();
 */
export function createCoppice(options: CoppiceOptions = {}): Coppice {
  const calls = new Calls(options);
  const close = (): Promise<void> => calls.close();
  return {
    init: ({ signal, ...wanted } = {}) => calls.run((engine) => prepare(engine, wanted), signal),
    create: (request, { signal } = {}) => calls.run((engine) => create(engine, request), signal),
    createSet: (request, { signal } = {}) => calls.run((engine) => createSet(engine, request), signal),
    list: ({ signal, ...wanted } = {}) => calls.run((engine) => list(engine, wanted), signal),
    show: (name, { signal } = {}) => calls.run((engine) => show(engine, name), signal),
    workspace: (name, { signal } = {}) =>
      calls.run(async (engine) => workspaceOf(engine, await show(engine, name)), signal),
    metadata: (name, { signal } = {}) =>
      calls.run(async (engine) => metadataView((await show(engine, name)).record), signal),
    path: (name, { signal } = {}) =>
      calls.run(async (engine) => worktreePath(engine, await findRecord(engine, name)), signal),
    log: (name, { signal } = {}) => calls.run((engine) => journalOf(engine, name), signal),
    journals: ({ signal } = {}) => calls.run((engine) => engine.journal.readAll(), signal),
    events: (wanted = {}) => streamOf(calls, wanted),
    setup: (name, { signal } = {}) => calls.run((engine) => setup(engine, name), signal),
    trust: ({ signal } = {}) => calls.run(trust, signal),
    trustedCommands: ({ signal } = {}) => calls.run(trustedCommands, signal),
    commit: (name, { signal, ...wanted }) => calls.run((engine) => commit(engine, name, wanted), signal),
    merge: (names, { signal, ...wanted } = {}) =>
      calls.run((engine) => mergeAll(engine, typeof names === "string" ? [names] : names, wanted), signal),
    submit: (name, { signal, ...wanted } = {}) => calls.run((engine) => submit(engine, name, wanted), signal),
    withdraw: (name, { signal, ...wanted } = {}) =>
      calls.run((engine) => withdraw(engine, name, wanted), signal),
    sync: ({ signal, ...wanted } = {}) => calls.run((engine) => sync(engine, wanted), signal),
    conflicts: (names = [], { signal, ...wanted } = {}) =>
      calls.run((engine) => forecast(engine, names, wanted), signal),
    resolve: (name, { signal, ...wanted }) => calls.run((engine) => resolve(engine, name, wanted), signal),
    abort: (name, { reason, signal } = {}) => calls.run((engine) => abort(engine, name, reason), signal),
    retry: (name, { signal, ...wanted } = {}) => calls.run((engine) => retry(engine, name, wanted), signal),
    remove: (name, { signal, ...wanted } = {}) => calls.run((engine) => remove(engine, name, wanted), signal),
    restore: (name, { signal, ...wanted } = {}) =>
      calls.run((engine) => restore(engine, name, wanted), signal),
    archives: ({ signal } = {}) => calls.run(archives, signal),
    prune: ({ signal, ...wanted } = {}) => calls.run((engine) => prune(engine, wanted), signal),
    clean: ({ signal, ...wanted }) => calls.run((engine) => cleanNamed(engine, wanted), signal),
    run: (name, request) => runAndMerge(calls, name, request),
    task: (name, { signal, ...wanted }) => calls.run((engine) => task(engine, name, wanted), signal),
    lock: (name, { reason, signal } = {}) => calls.run((engine) => lock(engine, name, reason), signal),
    unlock: (name, { reason, signal } = {}) => calls.run((engine) => unlock(engine, name, reason), signal),
    updateRole: (name, { signal, ...wanted } = {}) =>
      calls.run((engine) => updateRole(engine, name, wanted), signal),
    doctor: ({ signal, ...wanted } = {}) => calls.run((engine) => doctor(engine, wanted), signal),
    importFrom: (form, directory, { signal, ...wanted } = {}) =>
      calls.run((engine) => importTold(engine, form, resolvePath(calls.cwd, directory), wanted), signal),
    installHooks: ({ signal, ...wanted } = {}) => calls.run((engine) => installHooks(engine, wanted), signal),
    uninstallHooks: ({ signal } = {}) => calls.run((engine) => uninstallHooks(engine), signal),
    hooksStatus: ({ signal } = {}) => calls.run((engine) => hooksStatus(engine), signal),
    guard: (command, { signal } = {}) => judged(calls, command, signal),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** An empty list is what a program has found to merge, and means nothing, least of all the worktree that it runs in. */
const mergeAll = (
  engine: Engine,
  names: readonly string[],
  options: MergeOptions,
): Promise<MergeOutcome[]> => (names.length === 0 ? Promise.resolve([]) : merge(engine, names, options));

/** As on the command line: one of both is meant, and a mistake here would take everything away. */
async function cleanNamed(engine: Engine, options: CleanOptions): Promise<Cleaned> {
  const named = options.session !== undefined || options.run !== undefined;
  if (named !== (options.all === true)) return clean(engine, options);
  throw new CoppiceError(
    "CONFIG_INVALID",
    named ? "Every session and run is named already by all." : "Nothing says what is to be removed.",
    { suggestedAction: "Give session, run or both, or all alone." },
  );
}

async function journalOf(engine: Engine, name: WorktreeName): Promise<Journal> {
  const { id, branch } = await findRecord(engine, name, { removed: true });
  const journal = await engine.journal.read(id);
  if (journal !== undefined) return journal;
  throw new CoppiceError("NO_WORKTREE", `${branch} has no journal any more.`);
}

/** What the command left is merged by an engine of its own: hours may have passed, and the config may be another. */
function runAndMerge(
  calls: Calls,
  name: WorktreeName,
  { merge: merges = false, message, signal, ...wanted }: RunRequest,
): Promise<RunResult> {
  return calls.during(async (one) => {
    const outcome = await one(async (engine) => {
      if (merges) await requireMergeTrust(engine, name);
      return run(engine, name, wanted);
    });
    if (!merges || outcome.code !== 0) return { ...outcome, merged: null };
    const merged = await one((engine) => mergeRun(engine, outcome.record.id, message));
    return { ...outcome, record: merged.record ?? outcome.record, merged };
  }, signal);
}

/** Reading shell is a program of its own, which is loaded by who asks for it. */
function judged(
  calls: Calls,
  command: string | readonly string[],
  signal: AbortSignal | undefined,
): Promise<Verdict> {
  return calls.during(async (_, ended) => {
    const [{ withGuard }, { judgeText, judgeWords }] = await Promise.all([
      import("../engine/guard.js"),
      import("../guard/judge.js"),
    ]);
    const { cwd, env } = calls;
    return withGuard({ cwd, env, signal: ended }, (context) =>
      typeof command === "string" ? judgeText(command, context) : judgeWords(command, context),
    );
  }, signal);
}
