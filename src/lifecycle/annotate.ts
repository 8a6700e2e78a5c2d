import { match } from "ts-pattern";
import type { Happening } from "./entry.js";
import type { Annotation, EventOf } from "./events.js";
import type { WorktreeRecord } from "./record.js";
import { later, workedAt } from "./update.js";

/** The record follows its own branch, also to a new name; a switch to another branch inside moves neither. */
function followHead(record: WorktreeRecord, event: EventOf<"HEAD">): WorktreeRecord {
  if (event.branch === record.branch || event.from === record.branch)
    return { ...record, branch: event.branch, headOid: event.oid };
  return record;
}

/** The record after an annotation: never its status. */
export function annotate(
  record: WorktreeRecord,
  event: Annotation,
  { at, by }: Pick<Happening, "at" | "by">,
): WorktreeRecord {
  const next = match(event)
    .returnType<WorktreeRecord>()
    .with({ type: "HEAD" }, (head) => ({
      ...followHead(record, head),
      ...workedAt(record, at),
    }))
    .with({ type: "INIT_SCRIPT" }, ({ status, error }) => ({
      ...record,
      initScriptRan: record.initScriptRan || status !== "running",
      initScriptStatus: status,
      initScriptError: error ?? null,
    }))
    .with({ type: "LANDED" }, ({ target, headOid, mergeOid, evidence }) => ({
      ...record,
      landed: { target, headOid, mergeOid: mergeOid ?? null, evidence, at },
      request: null,
      mergedAt: record.mergedAt ?? at,
    }))
    .with({ type: "REQUEST" }, ({ target, strategy, headOid, keep }) => ({
      ...record,
      request: { target, strategy, headOid, keep: keep ?? false, at },
    }))
    .with({ type: "WITHDRAW" }, () => ({ ...record, request: null }))
    .with({ type: "PR" }, ({ number, url, title, state, createdAt }) => ({
      ...record,
      pr: { number, url, title, state, createdAt },
    }))
    .with({ type: "OWN" }, ({ clone }) => ({ ...record, owner: clone }))
    .with({ type: "TASK" }, ({ id, title, status }) => ({
      ...record,
      title: title ?? record.title,
      task: { id, title: title ?? (record.task?.id === id ? record.task.title : null), status },
    }))
    .with({ type: "STALE" }, ({ lastActivity }) => ({
      ...record,
      // Whoever wrote it may not have heard of newer work.
      stale: lastActivity < record.lastActivity ? record.stale : { lastActivity, at },
    }))
    .with({ type: "LOCK" }, ({ reason }) => ({ ...record, lock: { reason: reason ?? null, at } }))
    .with({ type: "UNLOCK" }, () => ({ ...record, lock: null }))
    .with({ type: "LEASE" }, ({ until }) => ({
      ...record,
      lease: { until, clone: by.clone, holder: by.name },
    }))
    // A clone gives back its own lease; one that another clone has taken since stays.
    .with({ type: "RELEASE" }, () => (record.lease?.clone === by.clone ? { ...record, lease: null } : record))
    .exhaustive();
  return { ...next, updatedAt: later(record.updatedAt, at) };
}
