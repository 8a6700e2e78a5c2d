import { resolve as resolvePath } from "node:path";
import { abort } from "../engine/abort.js";
import { archives } from "../engine/archives.js";
import { clean } from "../engine/clean.js";
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
import { merge } from "../engine/merge.js";
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
export function createCoppice(options: CoppiceOptions): Coppice {
  const calls = new Calls(options);
  const close = (): Promise<void> => calls.close();
  return {
    init: ({ signal, ...wanted } = {}) => calls.run((engine) => prepare(engine, wanted), signal),
    create: (request, { signal } = {}) => calls.run((engine) => create(engine, request), signal),
    createSet: (request, { signal } = {}) => calls.run((engine) => createSet(engine, request), signal),
    list: ({ signal, ...wanted } = {}) => calls.run((engine) => list(engine, wanted), signal),
    show: (name) => calls.run((engine) => show(engine, name)),
    workspace: (name) => calls.run(async (engine) => workspaceOf(engine, await show(engine, name))),
    metadata: (name) => calls.run(async (engine) => metadataView((await show(engine, name)).record)),
    path: (name) => calls.run(async (engine) => worktreePath(engine, await findRecord(engine, name))),
    log: (name) => calls.run((engine) => journalOf(engine, name)),
    journals: () => calls.run((engine) => engine.journal.readAll()),
    events: (wanted = {}) => streamOf(calls, wanted),
    setup: (name, { signal } = {}) => calls.run((engine) => setup(engine, name), signal),
    trust: () => calls.run(trust),
    trustedCommands: () => calls.run(trustedCommands),
    commit: (name, { signal, ...wanted }) => calls.run((engine) => commit(engine, name, wanted), signal),
    merge: (names, { signal, ...wanted } = {}) =>
      calls.run((engine) => merge(engine, typeof names === "string" ? [names] : names, wanted), signal),
    submit: (name, { signal, ...wanted } = {}) => calls.run((engine) => submit(engine, name, wanted), signal),
    withdraw: (name, { signal, ...wanted } = {}) =>
      calls.run((engine) => withdraw(engine, name, wanted), signal),
    sync: ({ signal, ...wanted } = {}) => calls.run((engine) => sync(engine, wanted), signal),
    conflicts: (names = [], { signal, ...wanted } = {}) =>
      calls.run((engine) => forecast(engine, names, wanted), signal),
    resolve: (name, { signal, ...wanted }) => calls.run((engine) => resolve(engine, name, wanted), signal),
    abort: (name, { reason } = {}) => calls.run((engine) => abort(engine, name, reason)),
    retry: (name, { signal, ...wanted } = {}) => calls.run((engine) => retry(engine, name, wanted), signal),
    remove: (name, { signal, ...wanted } = {}) => calls.run((engine) => remove(engine, name, wanted), signal),
    restore: (name, { signal, ...wanted } = {}) =>
      calls.run((engine) => restore(engine, name, wanted), signal),
    archives: () => calls.run(archives),
    prune: ({ signal, ...wanted } = {}) => calls.run((engine) => prune(engine, wanted), signal),
    clean: ({ signal, ...wanted }) => calls.run((engine) => clean(engine, wanted), signal),
    run: (name, request) => runAndMerge(calls, name, request),
    task: (name, wanted) => calls.run((engine) => task(engine, name, wanted)),
    lock: (name, { reason } = {}) => calls.run((engine) => lock(engine, name, reason)),
    unlock: (name, { reason } = {}) => calls.run((engine) => unlock(engine, name, reason)),
    updateRole: (name, { signal, ...wanted } = {}) =>
      calls.run((engine) => updateRole(engine, name, wanted), signal),
    doctor: ({ signal, ...wanted } = {}) => calls.run((engine) => doctor(engine, wanted), signal),
    importFrom: (form, directory, { signal, ...wanted } = {}) =>
      calls.run((engine) => importTold(engine, form, resolvePath(calls.cwd, directory), wanted), signal),
    installHooks: (wanted = {}) => calls.run((engine) => installHooks(engine, wanted)),
    uninstallHooks: () => calls.run((engine) => uninstallHooks(engine)),
    hooksStatus: () => calls.run((engine) => hooksStatus(engine)),
    guard: (command, { signal } = {}) => judged(calls, command, signal),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function journalOf(engine: Engine, name: WorktreeName): Promise<Journal> {
  const { id, branch } = await findRecord(engine, name, { removed: true });
  const journal = await engine.journal.read(id);
  if (journal !== undefined) return journal;
  throw new CoppiceError("NO_WORKTREE", `${branch} has no journal any more.`);
}

/** What the command left is merged by an engine of its own: hours may have passed, and the config may be another. */
async function runAndMerge(
  calls: Calls,
  name: WorktreeName,
  { merge: merges = false, message, signal, ...wanted }: RunRequest,
): Promise<RunResult> {
  const outcome = await calls.run(async (engine) => {
    if (merges) await requireMergeTrust(engine, name);
    return run(engine, name, wanted);
  }, signal);
  if (!merges || outcome.code !== 0) return { ...outcome, merged: null };
  const merged = await calls.run((engine) => mergeRun(engine, outcome.record.id, message), signal);
  return { ...outcome, record: merged.record ?? outcome.record, merged };
}

/** Reading shell is a program of its own, which is loaded by who asks for it. */
async function judged(
  { cwd, env }: Calls,
  command: string | readonly string[],
  signal: AbortSignal | undefined,
): Promise<Verdict> {
  const [{ withGuard }, { judgeText, judgeWords }] = await Promise.all([
    import("../engine/guard.js"),
    import("../guard/judge.js"),
  ]);
  return withGuard({ cwd, env, ...(signal === undefined ? {} : { signal }) }, (context) =>
    typeof command === "string" ? judgeText(command, context) : judgeWords(command, context),
  );
}
