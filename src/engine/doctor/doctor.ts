import { CoppiceError } from "../../lifecycle/errors.js";
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
    await repairAll(own, repaired, errors).catch(interrupted);
    await own.journal.flush();
  }
  const view = openView(own);
  const found: Finding[] = [];
  const unchecked: Unchecked[] = [];
  for (const topic of topics) {
    const seen = await findingsOf(topic, view);
    if (seen instanceof CoppiceError) unchecked.push({ topic: topic.name, error: seen });
    else found.push(...seen);
  }
  found.push(...told(unchecked));
  const findings = found.map(
    ({ repair, ...finding }): Stands => ({
      ...finding,
      fixable: repair !== undefined,
      error: errors.get(keyOf(finding)) ?? null,
    }),
  );
  return { healthy: findings.every(({ severity }) => severity === "note"), findings, repaired };
}

/** The hint of the code speaks of one worktree's operation. */
function interrupted(error: unknown): never {
  if (!(error instanceof CoppiceError) || error.code !== "INTERRUPTED") throw error;
  throw new CoppiceError(error.code, error.message, {
    suggestedAction: "Run coppice doctor --fix again: what was repaired stays repaired.",
  });
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
      const findings = await findingsOf(topic, view);
      if (findings instanceof CoppiceError) continue;
      for (const finding of findings) {
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

/** @returns the error that kept it from being checked */
async function findingsOf(
  { name, check }: Topic,
  view: DoctorView,
): Promise<readonly Finding[] | CoppiceError> {
  try {
    return await check(view);
  } catch (error) {
    throwIfInterrupted(view.engine.signal);
    return asCoppiceError(error, "GIT_FAILED", `check ${name}`);
  }
}

/** A topic that could not be checked. */
interface Unchecked {
  readonly topic: string;
  readonly error: CoppiceError;
}

/** One finding for each cause: where journals cannot be read, most topics cannot be checked. */
function told(unchecked: readonly Unchecked[]): Finding[] {
  const causes = new Map<string, readonly [Unchecked, ...Unchecked[]]>();
  for (const one of unchecked) {
    const [first, ...others] = causes.get(one.error.message) ?? [];
    causes.set(one.error.message, first === undefined ? [one] : [first, ...others, one]);
  }
  return [...causes].map(([cause, all]): Finding => {
    const [{ topic, error }] = all;
    const more = all.length === 1 ? "" : `, and ${all.length - 1} more,`;
    return {
      code: "not-checked",
      severity: "broken",
      subject: null,
      message: `${topic}${more} could not be checked: ${cause}`,
      suggestedAction: error.suggestedAction,
      evidence: { topics: all.map((one) => one.topic) },
    };
  });
}

const keyOf = ({ code, subject }: Pick<Finding, "code" | "subject">): string =>
  JSON.stringify([code, subject?.id, subject?.branch, subject?.path]);
