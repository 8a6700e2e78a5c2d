import { match } from "ts-pattern";
import { type Condition, retryTargets } from "./conditions.js";
import type { Operation, TransitionType } from "./events.js";
import type { GuardName } from "./guards.js";
import type { Status } from "./states.js";
import * as steps from "./steps.js";

/** Where a transition starts: a state, or no record yet. */
export type Source = Status | "none";

/** One row of the table, without the state and the event that it stands under. */
export interface Row {
  readonly number: string;
  /** What the entry and the record must say; the first row of a cell whose conditions all hold is taken. */
  readonly when: readonly Condition[];
  /** What the facts must say before the entry is written. */
  readonly guard: GuardName | null;
  readonly effects: readonly steps.Step[];
  /** The effects run before the entry is written: the entry says that they worked. */
  readonly effectsFirst: boolean;
  readonly to: Status | Readonly<Record<Operation, Status>>;
}

type Cell = readonly Row[];
type Columns = Partial<Omit<Row, "number" | "to">>;

const row = (number: string, to: Row["to"], columns: Columns = {}): Row => ({
  number,
  when: [],
  guard: null,
  effects: [],
  effectsFirst: false,
  ...columns,
  to,
});

const invalid = (): Cell => [];
const running: readonly Condition[] = ["runningOperation"];
const fresh: readonly Condition[] = ["newOperation"];

const fromNone = (event: TransitionType): Cell =>
  match(event)
    .returnType<Cell>()
    .with("CREATE", () => [row("1", "creating", { guard: "canCreate", effects: steps.creation })])
    .with("INIT_COMPLETE", "MODIFY", "DISCARD", "COMMIT", "MERGE", "RESOLVE_CONFLICT", invalid)
    .with("ABORT_MERGE", "REMOVE", "PRUNE", "ERROR", "RETRY", invalid)
    .exhaustive();

const fromCreating = (event: TransitionType): Cell =>
  match(event)
    .returnType<Cell>()
    .with("INIT_COMPLETE", () => [
      row("2", "initializing", { when: running, guard: "canInitialize", effects: steps.setup }),
    ])
    .with("ERROR", () => [row("3", "error", { when: running, effects: steps.undoCreation })])
    .with("CREATE", "MODIFY", "DISCARD", "COMMIT", "MERGE", "RESOLVE_CONFLICT", invalid)
    .with("ABORT_MERGE", "REMOVE", "PRUNE", "RETRY", invalid)
    .exhaustive();

const fromInitializing = (event: TransitionType): Cell =>
  match(event)
    .returnType<Cell>()
    .with("INIT_COMPLETE", () => [row("4", "active", { when: running })])
    .with("ERROR", () => [row("5", "error", { when: running })])
    .with("REMOVE", () => [
      row("6", "removing", { guard: "canStopSetup", effects: steps.stoppedSetupRemoval }),
    ])
    .with("CREATE", "MODIFY", "DISCARD", "COMMIT", "MERGE", "RESOLVE_CONFLICT", invalid)
    .with("ABORT_MERGE", "PRUNE", "RETRY", invalid)
    .exhaustive();

const fromActive = (event: TransitionType): Cell =>
  match(event)
    .returnType<Cell>()
    .with("MODIFY", () => [row("7", "dirty", { guard: "isDirty" })])
    .with("REMOVE", () => [row("8", "removing", { guard: "canRemove", effects: steps.plainRemoval })])
    .with("PRUNE", () => [row("9", "removing", { guard: "canPrune", effects: steps.pruning })])
    .with("MERGE", () => [row("10", "merging", { guard: "canMerge", effects: steps.merge })])
    .with("ERROR", () => [row("11", "error", { when: fresh })])
    .with("CREATE", "INIT_COMPLETE", "DISCARD", "COMMIT", "RESOLVE_CONFLICT", invalid)
    .with("ABORT_MERGE", "RETRY", invalid)
    .exhaustive();

const fromDirty = (event: TransitionType): Cell =>
  match(event)
    .returnType<Cell>()
    .with("MODIFY", () => [row("12", "dirty")])
    .with("DISCARD", () => [row("13", "active", { guard: "isClean" })])
    .with("COMMIT", () => [row("14", "committing", { guard: "canCommit", effects: steps.commit })])
    .with("REMOVE", () => [
      row("15", "removing", { when: ["force"], guard: "canRemove", effects: steps.plainRemoval }),
    ])
    .with("ERROR", () => [row("16", "error", { when: fresh })])
    .with("CREATE", "INIT_COMPLETE", "MERGE", "RESOLVE_CONFLICT", invalid)
    .with("ABORT_MERGE", "PRUNE", "RETRY", invalid)
    .exhaustive();

const fromCommitting = (event: TransitionType): Cell =>
  match(event)
    .returnType<Cell>()
    .with("MERGE", () => [row("17", "merging", { when: running, guard: "canMerge", effects: steps.merge })])
    .with("INIT_COMPLETE", () => [row("18", "active", { when: running })])
    .with("ERROR", () => [row("19", "error", { when: running })])
    .with("CREATE", "MODIFY", "DISCARD", "COMMIT", "RESOLVE_CONFLICT", invalid)
    .with("ABORT_MERGE", "REMOVE", "PRUNE", "RETRY", invalid)
    .exhaustive();

const fromMerging = (event: TransitionType): Cell =>
  match(event)
    .returnType<Cell>()
    .with("INIT_COMPLETE", () => [
      row("20", "removing", { when: ["runningOperation", "endsHere"], effects: steps.removalAfterMerge }),
      row("20b", "active", { when: running }),
    ])
    .with("ERROR", () => [
      row("21", "conflict", { when: ["runningOperation", "mergeConflict"], effects: steps.conflictCapture }),
      row("22", "error", { when: running }),
    ])
    .with("ABORT_MERGE", () => [row("23", "active", { effects: steps.abortion })])
    .with("CREATE", "MODIFY", "DISCARD", "COMMIT", "MERGE", "RESOLVE_CONFLICT", invalid)
    .with("REMOVE", "PRUNE", "RETRY", invalid)
    .exhaustive();

const fromConflict = (event: TransitionType): Cell =>
  match(event)
    .returnType<Cell>()
    .with("RESOLVE_CONFLICT", () => [
      row("24", "merging", { guard: "canResolveConflict", effects: steps.resolution }),
    ])
    .with("ABORT_MERGE", () => [row("25", "active", { effects: steps.abortion })])
    .with("REMOVE", () => [
      row("26", "removing", { when: ["force"], guard: "canRemove", effects: steps.conflictRemoval }),
    ])
    .with("CREATE", "INIT_COMPLETE", "MODIFY", "DISCARD", "COMMIT", "MERGE", invalid)
    .with("PRUNE", "ERROR", "RETRY", invalid)
    .exhaustive();

const fromRemoving = (event: TransitionType): Cell =>
  match(event)
    .returnType<Cell>()
    .with("INIT_COMPLETE", () => [row("27", "removed", { when: running })])
    .with("ERROR", () => [row("28", "error", { when: running })])
    .with("CREATE", "MODIFY", "DISCARD", "COMMIT", "MERGE", "RESOLVE_CONFLICT", invalid)
    .with("ABORT_MERGE", "REMOVE", "PRUNE", "RETRY", invalid)
    .exhaustive();

const fromError = (event: TransitionType): Cell =>
  match(event)
    .returnType<Cell>()
    .with("RETRY", () => [
      row("29", retryTargets, {
        when: ["failedOperation"],
        guard: "canRetry",
        effects: steps.resumption,
      }),
    ])
    .with("REMOVE", () => [
      row("30", "removed", { guard: "canRemove", effects: steps.failedRemoval, effectsFirst: true }),
    ])
    .with("ERROR", () => [row("31", "error", { when: fresh })])
    .with("CREATE", "INIT_COMPLETE", "MODIFY", "DISCARD", "COMMIT", "MERGE", invalid)
    .with("RESOLVE_CONFLICT", "ABORT_MERGE", "PRUNE", invalid)
    .exhaustive();

/**
 * The transition table, and the only place where it stands: the rows of one cell, in the order in which they are
 * tried; an empty cell is an invalid pair. A state or an event that is left out does not compile.
 */
export const cell = (from: Source, event: TransitionType): Cell =>
  match(from)
    .returnType<Cell>()
    .with("none", () => fromNone(event))
    .with("creating", () => fromCreating(event))
    .with("initializing", () => fromInitializing(event))
    .with("active", () => fromActive(event))
    .with("dirty", () => fromDirty(event))
    .with("committing", () => fromCommitting(event))
    .with("merging", () => fromMerging(event))
    .with("conflict", () => fromConflict(event))
    .with("removing", () => fromRemoving(event))
    .with("removed", invalid)
    .with("error", () => fromError(event))
    .exhaustive();
