import { CoppiceError } from "../lifecycle/errors.js";
import type { LifecycleEventInput } from "../lifecycle/events.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { asCoppiceError } from "./failure.js";
import type { RecordSession } from "./session.js";
import { type PushEnd, pushJournals } from "./sync.js";

/** A pending request to merge. */
export type Request = NonNullable<WorktreeRecord["request"]>;

/**
 * Pushes what was just journaled, and takes it back when that fails.
 * @param previous the request that was pending before; undefined: nothing was journaled
 */
export async function settle(
  session: RecordSession,
  remote: string,
  previous: Request | null | undefined,
  push: () => Promise<PushEnd>,
): Promise<void> {
  let end: PushEnd;
  try {
    end = await push();
  } catch (error) {
    await takeBack(session, remote, previous);
    throw error;
  }
  if (end.kind === "done") {
    await session.refresh();
    return;
  }
  await takeBack(session, remote, previous);
  throw failed(session.record, remote, end);
}

async function takeBack(
  session: RecordSession,
  remote: string,
  previous: Request | null | undefined,
): Promise<void> {
  if (previous === undefined) return;
  const event: LifecycleEventInput =
    previous === null
      ? { type: "WITHDRAW", reason: "the push failed" }
      : {
          type: "REQUEST",
          target: previous.target,
          strategy: previous.strategy,
          headOid: previous.headOid,
          keep: previous.keep,
        };
  await session.note(event);
  // A remote that takes one ref without the other may have heard of it.
  const { engine } = session;
  const told = engine.signal.aborted ? undefined : await pushJournals(engine, remote).catch(asFailure);
  if (told !== undefined && told.kind !== "done") {
    engine.report.warn(`${remote} will hear of this with the next push of the journals`);
  }
}

const asFailure = (error: unknown): PushEnd => ({
  kind: "refused",
  code: -1,
  output: asCoppiceError(error, "PUSH_REJECTED", "push the journals").message,
});

function failed(
  { branch }: WorktreeRecord,
  remote: string,
  end: Exclude<PushEnd, { kind: "done" }>,
): CoppiceError {
  if (end.kind === "moved") {
    return new CoppiceError("PUSH_REJECTED", `${branch} was changed in ${remote} just now.`, {
      details: { branch, ...(end.oid === undefined ? {} : { actualOid: end.oid }) },
      suggestedAction: "coppice submit <worktree> again: it looks at what changed there.",
    });
  }
  return new CoppiceError("PUSH_REJECTED", `${remote}, or a hook here, did not take the push of ${branch}.`, {
    details: { branch, exitCode: end.code, output: end.output.slice(-16_384) },
    suggestedAction:
      "Read what git said above, mend it, then submit it again. No request is pending over there.",
  });
}
