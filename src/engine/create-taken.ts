import { CoppiceError } from "../lifecycle/errors.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { takeUpFile } from "./local.js";
import { isElsewhere } from "./place.js";
import { withRecord } from "./protocol.js";
import { recordLockHolder } from "./record-lock.js";
import { wayOn } from "./wording.js";

/** There is a live record: says what it is doing, and journals that its operation died when nobody does it any more. */
export async function branchTaken(engine: Engine, living: WorktreeRecord): Promise<CoppiceError> {
  const begun = living.op?.clone === engine.clone || engine.local.read(living.id, takeUpFile) !== undefined;
  const dead = begun && recordLockHolder(engine, living.id) === undefined;
  const record = dead
    ? await withRecord(engine, living.id, "create", async (session) => session.record)
    : living;
  const failed = record.status === "error" ? record.lastError : null;
  const elsewhere = isElsewhere(engine, record);
  const what = failed === null ? `it is ${record.status}` : failed.message.replace(/\.$/, "");
  const next = elsewhere
    ? "Go on with it in the clone that made it, or here on a branch of another name."
    : failed && wayOn(record);
  return new CoppiceError(
    "WORKTREE_EXISTS",
    `${record.branch} has a worktree ${elsewhere ? "in another clone" : "already"}: ${what}.`,
    {
      details: { branch: record.branch, state: record.status },
      ...(next === null ? {} : { suggestedAction: next }),
    },
  );
}
