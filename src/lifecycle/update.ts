import { match } from "ts-pattern";
import type { Happening } from "./entry.js";
import type { EventOf, Operation, TransitionEvent } from "./events.js";
import { type OpId, oidSchema, type RecordId, type Timestamp } from "./ids.js";
import type { WorktreeRecord } from "./record.js";
import { type Status, stateProperties, statuses } from "./states.js";

/** The later of two times; they compare as text. */
export const later = (a: Timestamp, b: Timestamp): Timestamp => (a > b ? a : b);

/** When and where an entry was written. */
type Moment = Pick<Happening, "at" | "by">;
/** The fields that an event gives new values. */
type Changes = Partial<WorktreeRecord>;
type RunningOperation = NonNullable<WorktreeRecord["op"]>;
type Removal = NonNullable<WorktreeRecord["removal"]>;

const plainRemoval: Removal = { force: false, pruneBranch: true, discard: false, reason: null };

/** The record that a CREATE begins. */
export function begin(id: RecordId, event: EventOf<"CREATE">, { at, by }: Moment): WorktreeRecord {
  const adopted = event.adopted ?? false;
  return {
    v: 1,
    id,
    status: "creating",
    branch: event.branch,
    base: event.base,
    baseOid: event.baseOid,
    type: event.kind,
    owner: event.clone,
    adopted,
    task: event.task === undefined ? null : { id: event.task, title: event.title ?? null, status: null },
    title: event.title ?? null,
    role: event.role ?? null,
    session: event.session ?? null,
    run: event.run ?? null,
    setup: event.setup,
    op: { id: event.op, name: "create", since: at, clone: by.clone },
    ops: [event.op],
    merge: null,
    removal: null,
    commit: null,
    createdAt: event.createdAt !== undefined && event.createdAt < at ? event.createdAt : at,
    updatedAt: at,
    lastActivity: at,
    // A new branch starts at its base; where an adopted one stands is known when the worktree is there.
    headOid: adopted ? null : event.baseOid,
    envCopied: false,
    depsInstalled: false,
    initScriptRan: false,
    initScriptStatus: null,
    initScriptError: null,
    request: null,
    landed: null,
    pr: null,
    conflict: null,
    uncommittedFiles: null,
    lastError: null,
    stale: null,
    lock: null,
    lease: null,
    mergedAt: null,
    removedAt: null,
  };
}

/**
 * The steps of a setup come in a fixed order, so the one that failed tells which are done. In a worktree that worked
 * before, the whole setup was run again: a retry runs the step that failed and those after it.
 */
function setupProgress(record: WorktreeRecord, event: EventOf<"ERROR">): Changes {
  const script = event.code === "INIT_SCRIPT_FAILED" || event.details.step === "runInitScript";
  const install = event.code === "DEPS_INSTALL_FAILED" || event.details.step === "installDependencies";
  if (record.status === "initializing") {
    return {
      ...(script || install ? { envCopied: record.envCopied || record.setup.copyEnv } : {}),
      ...(script ? { depsInstalled: record.depsInstalled || record.setup.installDeps } : {}),
    };
  }
  if (event.operation !== "init" || (record.status !== "active" && record.status !== "dirty")) return {};
  return {
    setup: { copyEnv: true, installDeps: true, runInitScript: true },
    envCopied: script || install,
    depsInstalled: script,
    initScriptStatus: record.initScriptStatus === "failed" ? "failed" : null,
  };
}

function conflictOf(record: WorktreeRecord, event: EventOf<"ERROR">): WorktreeRecord["conflict"] {
  const head = oidSchema.safeParse(event.details.headOid);
  const target = oidSchema.safeParse(event.details.targetOid);
  const headOid = head.success ? head.data : (record.merge?.headOid ?? record.headOid);
  if (headOid === null) return null;
  const files = event.details.conflictFiles ?? [];
  return {
    files,
    total: Math.max(event.details.conflictTotal ?? 0, files.length),
    autoResolvable: files.filter((file) => file.autoResolvable).length,
    headOid,
    targetOid: target.success ? target.data : null,
  };
}

function failed(record: WorktreeRecord, event: EventOf<"ERROR">, at: Timestamp, to: Status): Changes {
  if (to === "conflict") return { conflict: conflictOf(record, event) };
  return {
    ...setupProgress(record, event),
    lastError: {
      code: event.code,
      message: event.message,
      details: event.details,
      operation: event.operation,
      recoverable: event.recoverable,
      from: record.status,
      at,
    },
  };
}

function merged(record: WorktreeRecord, event: EventOf<"INIT_COMPLETE">, at: Timestamp): Changes {
  const { merge } = record;
  if (merge === null) return {};
  return {
    headOid: event.sha ?? merge.headOid,
    landed: {
      target: merge.target,
      headOid: merge.headOid,
      mergeOid: event.mergeOid ?? null,
      evidence: "merge",
      at,
    },
    mergedAt: at,
  };
}

function completed(
  record: WorktreeRecord,
  event: EventOf<"INIT_COMPLETE">,
  at: Timestamp,
  to: Status,
): Changes {
  const told: Changes = {
    envCopied: event.envCopied ?? record.envCopied,
    depsInstalled: event.depsInstalled ?? record.depsInstalled,
    initScriptRan: event.initScriptRun ?? record.initScriptRan,
    headOid: event.sha ?? record.headOid,
  };
  const goOn = (name: Operation): RunningOperation | null => record.op && { ...record.op, name };
  return match(record.status)
    .returnType<Changes>()
    .with("creating", () => ({ ...told, op: goOn("init") }))
    .with("merging", () => ({
      ...told,
      ...merged(record, event, at),
      ...(to === "removing" ? { op: goOn("remove"), removal: plainRemoval } : {}),
    }))
    .with("removing", () => ({ ...told, removedAt: at }))
    .with("initializing", "committing", "active", "dirty", "conflict", "removed", "error", () => told)
    .exhaustive();
}

const transient: ReadonlySet<Status> = new Set(
  statuses.filter((status) => stateProperties(status).isTransient),
);

/** Forgets what a state does not speak of, in a record just made, so that the same state always looks the same. */
function settle(record: WorktreeRecord, to: Status): void {
  record.status = to;
  if (!transient.has(to)) record.op = null;
  if (to === "error") return;
  record.lastError = null;
  if (to !== "merging" && to !== "conflict") {
    record.merge = null;
    record.conflict = null;
  }
  if (to !== "committing") record.commit = null;
  // A removed record keeps what was asked: clean-up that is found missing later is done again by it.
  if (to !== "removing" && to !== "removed") record.removal = null;
  if (to !== "dirty" && to !== "committing" && to !== "removing") record.uncommittedFiles = null;
}

/** The events after which somebody has worked here; with the annotation HEAD they move `lastActivity`. */
const isWork = (type: TransitionEvent["type"]): boolean =>
  type === "CREATE" ||
  type === "MODIFY" ||
  type === "COMMIT" ||
  type === "MERGE" ||
  type === "RESOLVE_CONFLICT";

/** What changes when somebody worked here: a STALE mark is void. */
export const workedAt = (record: WorktreeRecord, at: Timestamp): Changes => ({
  lastActivity: later(record.lastActivity, at),
  stale: null,
});

function changesOf(record: WorktreeRecord, event: TransitionEvent, { at, by }: Moment, to: Status): Changes {
  const open = (id: OpId, name: Operation): RunningOperation => ({ id, name, since: at, clone: by.clone });
  return (
    match(event)
      .returnType<Changes>()
      .with({ type: "INIT_COMPLETE" }, (done) => completed(record, done, at, to))
      .with({ type: "MODIFY" }, ({ filesChanged, total }) => ({
        uncommittedFiles: { files: filesChanged, total: Math.max(total, filesChanged.length) },
      }))
      .with({ type: "COMMIT" }, ({ op, message, author }) => ({
        op: open(op, "commit"),
        commit: { message, author: author ?? null },
      }))
      .with({ type: "MERGE" }, ({ op, target, strategy, headOid, keep }) => ({
        op: open(op, "merge"),
        merge: { target, strategy, headOid, keep: keep ?? false },
        headOid,
      }))
      .with({ type: "ERROR" }, (error) => failed(record, error, at, to))
      .with({ type: "REMOVE" }, ({ op, force, pruneBranch, discard }) => ({
        op: open(op, "remove"),
        removal: { force, pruneBranch, discard: discard ?? false, reason: null },
        removedAt: to === "removed" ? at : record.removedAt,
      }))
      .with({ type: "RESOLVE_CONFLICT" }, ({ op, headOid, keep }) => ({
        op: open(op, "resolve"),
        merge: record.merge && { ...record.merge, headOid, keep: keep ?? record.merge.keep },
        headOid,
      }))
      .with({ type: "PRUNE" }, ({ op, reason }) => ({
        op: open(op, "remove"),
        removal: { ...plainRemoval, reason },
      }))
      .with({ type: "RETRY" }, ({ op, operation }) => ({
        op: open(op, operation),
        removal: operation === "remove" ? (record.removal ?? plainRemoval) : record.removal,
      }))
      // A record begins once; the table has no CREATE but the first.
      .with({ type: "CREATE" }, { type: "DISCARD" }, { type: "ABORT_MERGE" }, () => ({}))
      .exhaustive()
  );
}

/** The record after an event took effect and led to `to`. */
export function move(
  record: WorktreeRecord,
  event: TransitionEvent,
  moment: Moment,
  to: Status,
): WorktreeRecord {
  // One copy, then filled in: a spread of several objects takes several times as long, and journals are folded often.
  const next: WorktreeRecord = { ...record };
  Object.assign(next, changesOf(record, event, moment, to));
  if (isWork(event.type)) Object.assign(next, workedAt(record, moment.at));
  next.updatedAt = later(record.updatedAt, moment.at);
  if ("op" in event && !record.ops.includes(event.op)) next.ops = [...record.ops, event.op];
  settle(next, to);
  return next;
}
