import { match } from "ts-pattern";
import type { Happening } from "./entry.js";
import type { EventOf, Operation, TransitionEvent } from "./events.js";
import { type CloneId, type OpId, oidSchema, type RecordId, type Timestamp } from "./ids.js";
import type { WorktreeRecord } from "./record.js";
import { type Status, stateProperties } from "./states.js";

/** The later of two times; they compare as text. */
export const later = (a: Timestamp, b: Timestamp): Timestamp => (a > b ? a : b);

type RunningOperation = NonNullable<WorktreeRecord["op"]>;
type Removal = NonNullable<WorktreeRecord["removal"]>;

const plainRemoval: Removal = { force: false, pruneBranch: true, discard: false, reason: null };

/** The record that a CREATE begins. */
export function begin(
  id: RecordId,
  event: EventOf<"CREATE">,
  { at, by }: Pick<Happening, "at" | "by">,
): WorktreeRecord {
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
    createdAt: at,
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

/** The steps of a setup come in a fixed order, so the one that failed tells which are done. */
function setupProgress(record: WorktreeRecord, event: EventOf<"ERROR">): Partial<WorktreeRecord> {
  if (record.status !== "initializing") return {};
  const script = event.code === "INIT_SCRIPT_FAILED" || event.details.step === "runInitScript";
  const install = event.code === "DEPS_INSTALL_FAILED" || event.details.step === "installDependencies";
  return {
    ...(script || install ? { envCopied: record.envCopied || record.setup.copyEnv } : {}),
    ...(script ? { depsInstalled: record.depsInstalled || record.setup.installDeps } : {}),
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

function failed(record: WorktreeRecord, event: EventOf<"ERROR">, at: Timestamp, to: Status): WorktreeRecord {
  if (to === "conflict") return { ...record, conflict: conflictOf(record, event) };
  return {
    ...record,
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

function merged(record: WorktreeRecord, event: EventOf<"INIT_COMPLETE">, at: Timestamp): WorktreeRecord {
  const { merge } = record;
  if (merge === null) return record;
  return {
    ...record,
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
): WorktreeRecord {
  const told = {
    ...record,
    envCopied: event.envCopied ?? record.envCopied,
    depsInstalled: event.depsInstalled ?? record.depsInstalled,
    initScriptRan: event.initScriptRun ?? record.initScriptRan,
    headOid: event.sha ?? record.headOid,
  };
  const goOn = (name: Operation): RunningOperation | null => record.op && { ...record.op, name };
  return match(record.status)
    .returnType<WorktreeRecord>()
    .with("creating", () => ({ ...told, op: goOn("init") }))
    .with("initializing", "committing", () => told)
    .with("merging", () => {
      const landed = merged(told, event, at);
      return to === "removing" ? { ...landed, op: goOn("remove"), removal: plainRemoval } : landed;
    })
    .with("removing", () => ({ ...told, removedAt: at }))
    .with("active", "dirty", "conflict", "removed", "error", () => told)
    .exhaustive();
}

/** What a state does not speak of any more is forgotten, so that the same state always looks the same. */
function settle(record: WorktreeRecord, to: Status): WorktreeRecord {
  const merging = to === "merging" || to === "conflict" || to === "error";
  return {
    ...record,
    status: to,
    op: stateProperties(to).isTransient ? record.op : null,
    merge: merging ? record.merge : null,
    conflict: merging ? record.conflict : null,
    commit: to === "committing" || to === "error" ? record.commit : null,
    // A removed record keeps what was asked: clean-up that is found missing later is done again by it.
    removal: to === "removing" || to === "removed" || to === "error" ? record.removal : null,
    uncommittedFiles:
      to === "dirty" || to === "committing" || to === "removing" || to === "error"
        ? record.uncommittedFiles
        : null,
    lastError: to === "error" ? record.lastError : null,
  };
}

/** The events after which somebody has worked here; with the annotation HEAD they move `lastActivity`. */
const isWork = (type: TransitionEvent["type"]): boolean =>
  type === "CREATE" ||
  type === "MODIFY" ||
  type === "COMMIT" ||
  type === "MERGE" ||
  type === "RESOLVE_CONFLICT";

/** The record after somebody worked here: a STALE mark is void. */
export const worked = (record: WorktreeRecord, at: Timestamp): WorktreeRecord => ({
  ...record,
  lastActivity: later(record.lastActivity, at),
  stale: null,
});

/** The record after an event took effect and led to `to`. */
export function move(
  record: WorktreeRecord,
  event: TransitionEvent,
  { at, by }: { at: Timestamp; by: { clone: CloneId } },
  to: Status,
): WorktreeRecord {
  const open = (id: OpId, name: Operation): RunningOperation => ({ id, name, since: at, clone: by.clone });
  const next = match(event)
    .returnType<WorktreeRecord>()
    // A record begins once; the table has no CREATE but the first.
    .with({ type: "CREATE" }, () => record)
    .with({ type: "INIT_COMPLETE" }, (done) => completed(record, done, at, to))
    .with({ type: "MODIFY" }, ({ filesChanged, total }) => ({
      ...record,
      uncommittedFiles: { files: filesChanged, total: Math.max(total, filesChanged.length) },
    }))
    .with({ type: "ERROR" }, (error) => failed(record, error, at, to))
    .with({ type: "COMMIT" }, ({ op, message, author }) => ({
      ...record,
      op: open(op, "commit"),
      commit: { message, author: author ?? null },
    }))
    .with({ type: "MERGE" }, ({ op, target, strategy, headOid, keep }) => ({
      ...record,
      op: open(op, "merge"),
      merge: { target, strategy, headOid, keep: keep ?? false },
      headOid,
    }))
    .with({ type: "REMOVE" }, ({ op, force, pruneBranch, discard }) => ({
      ...record,
      op: open(op, "remove"),
      removal: { force, pruneBranch, discard: discard ?? false, reason: null },
      removedAt: to === "removed" ? at : record.removedAt,
    }))
    .with({ type: "RESOLVE_CONFLICT" }, ({ op, headOid }) => ({
      ...record,
      op: open(op, "resolve"),
      merge: record.merge && { ...record.merge, headOid },
      headOid,
    }))
    .with({ type: "PRUNE" }, ({ op, reason }) => ({
      ...record,
      op: open(op, "remove"),
      removal: { ...plainRemoval, reason },
    }))
    .with({ type: "RETRY" }, ({ op, operation }) => ({
      ...record,
      op: open(op, operation),
      removal: operation === "remove" ? (record.removal ?? plainRemoval) : record.removal,
    }))
    .with({ type: "DISCARD" }, { type: "ABORT_MERGE" }, () => record)
    .exhaustive();
  const settled = settle(isWork(event.type) ? worked(next, at) : next, to);
  return {
    ...settled,
    ops: "op" in event && !settled.ops.includes(event.op) ? [...settled.ops, event.op] : settled.ops,
    updatedAt: later(settled.updatedAt, at),
  };
}
