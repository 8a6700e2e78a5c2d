import { fitEvent } from "../journal/fit.js";
import { type Decision, decide, refusalFor } from "../lifecycle/decide.js";
import type { Happening } from "../lifecycle/entry.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { eventSchema, type LifecycleEventInput } from "../lifecycle/events.js";
import type { Facts } from "../lifecycle/facts.js";
import { timestampSchema } from "../lifecycle/ids.js";
import { illFormed } from "../lifecycle/ill-formed.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";

/** What is to be done about an event, when it is accepted. */
export type Accepted = Extract<Decision, { kind: "accepted" }>;

/**
 * Decides about an event of this run, in the form in which it will be journaled.
 * @param record null for a CREATE
 * @throws INVALID_STATE when the event is not well-formed
 */
export function decided(
  engine: Pick<Engine, "actor" | "now">,
  record: WorktreeRecord | null,
  event: LifecycleEventInput,
  facts: Facts,
): Decision {
  return decide(record?.id ?? null, record, happeningOf(engine, event), facts);
}

/** Why an event of this run would be refused; undefined: it would not. */
export const refusalNow = (
  engine: Pick<Engine, "actor" | "now">,
  record: WorktreeRecord,
  event: LifecycleEventInput,
  facts: Facts,
): ReturnType<typeof refusalFor> => refusalFor(record, happeningOf(engine, event), facts);

function happeningOf(engine: Pick<Engine, "actor" | "now">, event: LifecycleEventInput): Happening {
  // What is decided about is what will be journaled.
  const parsed = eventSchema.safeParse(fitEvent(event));
  if (!parsed.success) {
    const reason = illFormed(parsed.error.issues);
    throw new CoppiceError("INVALID_STATE", `This ${event.type} is not well-formed: ${reason}.`, {
      details: { event: event.type, reason },
      suggestedAction: "Give it another value, then run the command again.",
    });
  }
  const at = timestampSchema.parse(new Date(engine.now()).toISOString());
  return { at, by: engine.actor, event: parsed.data };
}

/** @throws the refusal, as the error that a person sees */
export function accepted(decision: Decision): Accepted {
  if (decision.kind === "accepted") return decision;
  const { code, message, details, suggestedAction } = decision;
  throw new CoppiceError(code, message, {
    details,
    ...(suggestedAction === undefined ? {} : { suggestedAction }),
  });
}
