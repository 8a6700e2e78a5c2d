import type { CoppiceError } from "../../lifecycle/errors.js";
import type { Engine } from "../context.js";
import { asCoppiceError } from "../failure.js";
import { throwIfInterrupted } from "../interpret.js";
import { deliverObservations } from "../observations.js";
import { type Topic, topics } from "./checkers.js";
import type { DoctorView, Finding, Subject } from "./model.js";
import { openView } from "./view.js";

export interface DoctorOptions {
  /** Repairs what can be repaired without losing anything. Default: only looks, and writes nothing at all. */
  readonly fix?: boolean;
}

/** A finding that stands. */
export interface Stands extends Omit<Finding, "repair"> {
  /** `doctor --fix` can do something about it. */
  readonly fixable: boolean;
  /** Why the repair that was tried failed; null: none was, or it did not fail. */
  readonly error: CoppiceError | null;
}

/** A finding about which something was done. */
export interface Repaired {
  readonly code: string;
  readonly subject: Subject | null;
  /** What was done: one sentence. */
  readonly done: string;
}

export interface Diagnosis {
  /** Nothing stands but notes. */
  readonly healthy: boolean;
  /** In the order of the topics. */
  readonly findings: readonly Stands[];
  /** In the order in which it was done. */
  readonly repaired: readonly Repaired[];
}

/** Repairing one thing may bring another to light. */
const mostRounds = 4;
const observationPatienceMs = 2_000;

/**
 * Compares the journals with git and the file system, and tells every invariant that is broken. With `fix` it repairs,
 * topic by topic, and looks again. One broken worktree, or one topic that cannot be checked, never hides the others.
 * Operations that run meanwhile are left alone.
 * @param engine its entries name `doctor` as their door
 * @throws INTERRUPTED
 */
export async function doctor(engine: Engine, options: DoctorOptions = {}): Promise<Diagnosis> {
  const own: Engine = { ...engine, actor: { ...engine.actor, door: "doctor" } };
  const errors = new Map<string, CoppiceError>();
  const repaired: Repaired[] = [];
  if (options.fix === true) {
    // What plain git has just done is no finding.
    await deliverObservations(own, { waitMs: observationPatienceMs });
    await repairAll(own, repaired, errors);
    await own.journal.flush();
  }
  const view = openView(own);
  const findings: Stands[] = [];
  for (const topic of topics) {
    for (const { repair, ...finding } of await findingsOf(topic, view)) {
      const error = errors.get(keyOf(finding)) ?? null;
      findings.push({ ...finding, fixable: repair !== undefined, error });
    }
  }
  return { healthy: findings.every(({ severity }) => severity === "note"), findings, repaired };
}

async function repairAll(
  engine: Engine,
  repaired: Repaired[],
  errors: Map<string, CoppiceError>,
): Promise<void> {
  const tried = new Map<string, number>();
  let view = openView(engine);
  for (let round = 0; round < mostRounds; round += 1) {
    const before = repaired.length;
    for (const topic of topics) {
      for (const finding of await findingsOf(topic, view)) {
        throwIfInterrupted(engine.signal);
        const key = keyOf(finding);
        if (finding.repair === undefined || errors.has(key) || (tried.get(key) ?? 0) > 1) continue;
        tried.set(key, (tried.get(key) ?? 0) + 1);
        engine.report.step(`repairing: ${finding.code}`);
        try {
          const done = await finding.repair();
          if (done !== undefined) repaired.push({ code: finding.code, subject: finding.subject, done });
        } catch (error) {
          throwIfInterrupted(engine.signal);
          errors.set(key, asCoppiceError(error, "GIT_FAILED", `repair ${finding.code}`));
        }
        // A repair that failed may have changed something, too.
        view = openView(engine);
      }
    }
    if (repaired.length === before) return;
  }
}

async function findingsOf({ name, check }: Topic, view: DoctorView): Promise<readonly Finding[]> {
  try {
    return await check(view);
  } catch (error) {
    throwIfInterrupted(view.engine.signal);
    const { message, suggestedAction } = asCoppiceError(error, "GIT_FAILED", `check ${name}`);
    return [
      {
        code: "not-checked",
        severity: "broken",
        subject: null,
        message: `${name} could not be checked: ${message}`,
        suggestedAction,
        evidence: { topic: name },
      },
    ];
  }
}

const keyOf = ({ code, subject }: Pick<Finding, "code" | "subject">): string =>
  JSON.stringify([code, subject?.id, subject?.branch, subject?.path]);
