import type { Effect, EffectType } from "./effects.js";
import type { TransitionEvent } from "./events.js";
import type { WorktreeRecord } from "./record.js";
import type { Status } from "./states.js";

/** What a step may look at: the record before and after the transition, and the event that caused it. */
export interface StepContext {
  readonly before: WorktreeRecord | null;
  readonly record: WorktreeRecord;
  readonly event: TransitionEvent;
}

/** One entry of the table's column "effects": which effect, when, and how it is filled in. */
export interface Step {
  readonly type: EffectType;
  /** When it is left out, or what it is about; for the documentation. */
  readonly note: string | null;
  /** Null: not in this case. */
  readonly build: (context: StepContext) => Effect | null;
}

const step = (type: EffectType, note: string | null, build: Step["build"]): Step => ({ type, note, build });

const createBranch = step("createBranch", "unless adopted", ({ record }) =>
  record.owner === null || record.adopted
    ? null
    : { type: "createBranch", branch: record.branch, startOid: record.baseOid },
);
const createWorktree = step("createWorktree", null, ({ record }) =>
  record.owner === null ? null : { type: "createWorktree", branch: record.branch },
);

// The setup steps that are done are left out, so that a retry goes on where it failed.
const copyEnvFiles = step("copyEnvFiles", null, ({ record }) =>
  record.owner !== null && record.setup.copyEnv && !record.envCopied ? { type: "copyEnvFiles" } : null,
);
const installDependencies = step("installDependencies", null, ({ record }) =>
  record.owner !== null && record.setup.installDeps && !record.depsInstalled
    ? { type: "installDependencies" }
    : null,
);
const runInitScript = step("runInitScript", null, ({ record }) =>
  record.owner !== null && record.setup.runInitScript && record.initScriptStatus !== "success"
    ? { type: "runInitScript" }
    : null,
);

const stopSetup = step("stopSetup", null, () => ({ type: "stopSetup" }));
const abortMerge = step("abortMerge", null, () => ({ type: "abortMerge" }));

const archiveForced = step("archive", "when forced, without discard", ({ record }) =>
  record.removal?.force && !record.removal.discard ? { type: "archive", scope: "forced" } : null,
);
const archivePruned = step("archive", null, () => ({ type: "archive", scope: "pruned" }));
const archiveSquashed = step("archive", "squashed commits, edited env files", () => ({
  type: "archive",
  scope: "squashed",
}));

const removeWorktree = step("removeWorktree", null, ({ record }) => ({
  type: "removeWorktree",
  force: record.removal?.force ?? false,
}));
const pruneBranch = step("pruneBranch", "unless it is to stay", ({ record }) =>
  record.removal?.pruneBranch ? { type: "pruneBranch", branch: record.branch } : null,
);
/** After a failed or stopped creation: a branch that was there before Coppice came stays. */
const pruneOwnBranch = step("pruneBranch", "unless it is to stay or was adopted", ({ record }) =>
  record.removal?.pruneBranch && !record.adopted ? { type: "pruneBranch", branch: record.branch } : null,
);
const cleanupDirectory = step("cleanupDirectory", null, () => ({
  type: "cleanupDirectory",
  halfMade: false,
}));

const during = (status: Status, steps: readonly Step[]): readonly Step[] =>
  steps.map(({ type, build }) => ({
    type,
    note: `back in ${status}`,
    build: (context) => (context.record.status === status ? build(context) : null),
  }));

const removal = [removeWorktree, pruneBranch, cleanupDirectory];

/** Which steps to take, by the name under which the table speaks of them. */
export const creation: readonly Step[] = [createBranch, createWorktree];
export const setup: readonly Step[] = [copyEnvFiles, installDependencies, runInitScript];
export const undoCreation: readonly Step[] = [
  step("cleanupDirectory", "what was half made, with the branch this operation made", () => ({
    type: "cleanupDirectory",
    halfMade: true,
  })),
];
export const stoppedSetupRemoval: readonly Step[] = [
  stopSetup,
  removeWorktree,
  pruneOwnBranch,
  cleanupDirectory,
];
export const plainRemoval: readonly Step[] = [archiveForced, ...removal];
export const pruning: readonly Step[] = [archivePruned, ...removal];
export const removalAfterMerge: readonly Step[] = [archiveSquashed, ...removal];
export const conflictRemoval: readonly Step[] = [archiveForced, abortMerge, ...removal];
export const failedRemoval: readonly Step[] = [
  archiveForced,
  removeWorktree,
  step("pruneBranch", "unless it is to stay, or setting up an adopted branch failed", (context) => {
    const failed = context.before?.lastError?.operation;
    const neverWorked = failed === "create" || failed === "init";
    return (neverWorked ? pruneOwnBranch : pruneBranch).build(context);
  }),
  cleanupDirectory,
];
export const commit: readonly Step[] = [
  step("commitChanges", null, ({ event }) =>
    event.type === "COMMIT"
      ? { type: "commitChanges", message: event.message, author: event.author ?? null }
      : null,
  ),
];
export const merge: readonly Step[] = [
  step("mergeBranch", null, ({ record }) =>
    record.merge === null ? null : { type: "mergeBranch", ...record.merge },
  ),
];
export const conflictCapture: readonly Step[] = [
  step("captureConflicts", null, () => ({ type: "captureConflicts" })),
];
export const resolution: readonly Step[] = [
  step("resolveConflict", null, ({ event }) =>
    event.type === "RESOLVE_CONFLICT"
      ? { type: "resolveConflict", resolution: event.resolution, files: event.files ?? null }
      : null,
  ),
  ...merge,
];
export const abortion: readonly Step[] = [abortMerge];
/** After a RETRY the interrupted creation, setup or removal goes on under the new operation. */
export const resumption: readonly Step[] = [
  ...during("creating", creation),
  ...during("initializing", setup),
  ...during("removing", plainRemoval),
];

/** The effects of one transition, in order. The home workspace has none: Coppice made nothing of it. */
export function buildEffects(steps: readonly Step[], context: StepContext): readonly Effect[] {
  if (context.record.type === "home") return [];
  const effects: Effect[] = [];
  for (const { build } of steps) {
    const effect = build(context);
    if (effect !== null) effects.push(effect);
  }
  return effects;
}
