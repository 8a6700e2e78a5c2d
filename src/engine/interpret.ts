import { match } from "ts-pattern";
import type { Effect, EffectType } from "../lifecycle/effects.js";
import { CoppiceError, type ErrorCode } from "../lifecycle/errors.js";
import type { EventOf } from "../lifecycle/events.js";
import { asCoppiceError } from "./failure.js";

/** What an operation produced, as its INIT_COMPLETE carries it. */
export type Completion = Omit<EventOf<"INIT_COMPLETE">, "type" | "op">;

/** Runs one effect. Idempotent: what is done already counts as done. What it returns goes into the closing entry. */
export type EffectRunner<T extends EffectType> = (
  effect: Extract<Effect, { type: T }>,
  // biome-ignore lint/suspicious/noConfusingVoidType: a runner that produces nothing returns nothing
) => Promise<Completion | void>;

/** The table of an operation: every effect that its transitions can ask for, with what runs it. */
export type EffectRunners = { readonly [T in EffectType]?: EffectRunner<T> };

/** How an effect's failure is called when it has no better name. */
const failures: Readonly<Record<EffectType, { readonly code: ErrorCode; readonly doing: string }>> = {
  createBranch: { code: "BRANCH_CREATION_FAILED", doing: "make the branch" },
  createWorktree: { code: "WORKTREE_CREATION_FAILED", doing: "make the worktree" },
  copyEnvFiles: { code: "ENV_COPY_FAILED", doing: "copy the ignored files" },
  installDependencies: { code: "DEPS_INSTALL_FAILED", doing: "install the dependencies" },
  runInitScript: { code: "INIT_SCRIPT_FAILED", doing: "run the init script" },
  stopSetup: { code: "CLEANUP_FAILED", doing: "stop the running setup" },
  commitChanges: { code: "COMMIT_FAILED", doing: "commit the changes" },
  mergeBranch: { code: "MERGE_FAILED", doing: "merge the branch" },
  captureConflicts: { code: "MERGE_FAILED", doing: "describe the conflict" },
  resolveConflict: { code: "CONFLICT_RESOLUTION_FAILED", doing: "resolve the conflict" },
  abortMerge: { code: "ABORT_FAILED", doing: "abort the merge" },
  archive: { code: "CLEANUP_FAILED", doing: "save what would be lost" },
  removeWorktree: { code: "WORKTREE_REMOVAL_FAILED", doing: "remove the worktree" },
  pruneBranch: { code: "CLEANUP_FAILED", doing: "delete the branch" },
  cleanupDirectory: { code: "CLEANUP_FAILED", doing: "clean up" },
};

/**
 * Runs effects in their order, and stops at the first that fails.
 * @param signal ends the run between two effects; none for clean-up, which runs after an interruption too
 * @throws CoppiceError with the effect's code, a system code, or INTERRUPTED after Ctrl-C
 */
export async function runEffects(
  effects: readonly Effect[],
  runners: EffectRunners,
  signal?: AbortSignal,
): Promise<Completion> {
  let completion: Completion = {};
  for (const effect of effects) {
    try {
      if (signal !== undefined) throwIfInterrupted(signal);
      completion = { ...completion, ...(await dispatch(effect, runners)) };
    } catch (error) {
      const { code, doing } = failures[effect.type];
      throw asCoppiceError(error, code, doing);
    }
  }
  return completion;
}

/** @throws INTERRUPTED when Ctrl-C was pressed */
export function throwIfInterrupted(signal: AbortSignal): void {
  if (signal.aborted) throw new CoppiceError("INTERRUPTED", "The operation was interrupted.");
}

// biome-ignore lint/suspicious/noConfusingVoidType: see EffectRunner
function dispatch(effect: Effect, runners: EffectRunners): Promise<Completion | void> {
  return match(effect)
    .with({ type: "createBranch" }, (e) => known(runners.createBranch, e.type)(e))
    .with({ type: "createWorktree" }, (e) => known(runners.createWorktree, e.type)(e))
    .with({ type: "copyEnvFiles" }, (e) => known(runners.copyEnvFiles, e.type)(e))
    .with({ type: "installDependencies" }, (e) => known(runners.installDependencies, e.type)(e))
    .with({ type: "runInitScript" }, (e) => known(runners.runInitScript, e.type)(e))
    .with({ type: "stopSetup" }, (e) => known(runners.stopSetup, e.type)(e))
    .with({ type: "commitChanges" }, (e) => known(runners.commitChanges, e.type)(e))
    .with({ type: "mergeBranch" }, (e) => known(runners.mergeBranch, e.type)(e))
    .with({ type: "captureConflicts" }, (e) => known(runners.captureConflicts, e.type)(e))
    .with({ type: "resolveConflict" }, (e) => known(runners.resolveConflict, e.type)(e))
    .with({ type: "abortMerge" }, (e) => known(runners.abortMerge, e.type)(e))
    .with({ type: "archive" }, (e) => known(runners.archive, e.type)(e))
    .with({ type: "removeWorktree" }, (e) => known(runners.removeWorktree, e.type)(e))
    .with({ type: "pruneBranch" }, (e) => known(runners.pruneBranch, e.type)(e))
    .with({ type: "cleanupDirectory" }, (e) => known(runners.cleanupDirectory, e.type)(e))
    .exhaustive();
}

function known<T>(runner: T | undefined, type: EffectType): T {
  if (runner === undefined) throw new Error(`this operation has no runner for ${type}`);
  return runner;
}
