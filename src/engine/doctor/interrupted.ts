import type { WorktreeRecord } from "../../lifecycle/record.js";
import { shellWord } from "../../lifecycle/shell-word.js";
import { abort } from "../abort.js";
import type { Engine } from "../context.js";
import { takeUpFile } from "../local.js";
import { readTarget } from "../merge-target.js";
import { isDead, isHere } from "../observe.js";
import { present } from "../place.js";
import { withRecord } from "../protocol.js";
import { recordLockHolder } from "../record-lock.js";
import { isHalfAborted, isHalfTaken } from "../resolution.js";
import { lookAtConflict } from "../resolve-look.js";
import { reopenHalfTaken } from "../resolve-side.js";
import { isHalfBegun, takeBackHalfBegun } from "../resolve-take-back.js";
import type { RecordSession } from "../session.js";
import { deadMembers } from "../set-state.js";
import { giveBack, isHalfTakenUp } from "../take-up.js";
import { operationPhrase } from "../wording.js";
import { type Checker, type DoctorView, type Finding, subjectOf } from "./model.js";
import { recover } from "./recover.js";
import { isCalm } from "./view.js";

/**
 * Operations whose process has died before their end. One that lives is never touched. Those of a set that is taken back
 * as one are told of, and ended, with it.
 */
export const checkInterrupted: Checker = async (view) => {
  const findings: Finding[] = [];
  const ofSets = deadMembers(view.engine);
  for (const record of await view.live()) {
    if (ofSets.has(record.id)) continue;
    const finding = findingOf(view, record);
    if (finding !== undefined && (await isCalm(view, record.id))) findings.push(finding);
  }
  return findings;
};

function findingOf(view: DoctorView, record: WorktreeRecord): Finding | undefined {
  const { engine } = view;
  const { op, branch, id, status } = record;
  if (op !== null)
    return isDead(engine, record) || isStray(engine, record)
      ? {
          ...interrupted(record, operationPhrase(op.name)),
          evidence: { state: status, operation: op.name, since: op.since },
          repair: () => recover(engine, id),
        }
      : undefined;
  if (isHalfTakenUp(engine, record)) {
    return {
      ...interrupted(record, "Taking up the record"),
      evidence: { state: status, operation: "create" },
      suggestedAction: `coppice create ${shellWord(branch)} goes on with it.`,
      repair: () =>
        withRecord(engine, id, "doctor", async (session) => {
          if (!isHalfTakenUp(engine, session.record)) return undefined;
          await giveBack(session);
          return `What was made for ${branch} was taken back: no clone holds it, as before.`;
        }),
    };
  }
  if (isHere(engine, record) && engine.local.read(id, takeUpFile) !== undefined) {
    return {
      ...interrupted(record, operationPhrase("init")),
      evidence: { state: status, operation: "init" },
      // Beginning to work on the record journals it.
      repair: () =>
        withRecord(engine, id, "doctor", async ({ record: now }) =>
          now.status === "error" ? `The setup of ${branch} is an error now.` : undefined,
        ),
    };
  }
  if (isHere(engine, record) && isHalfBegun(engine, record)) {
    return {
      ...interrupted(record, "Laying out the conflict"),
      evidence: { state: status, operation: "resolve" },
      suggestedAction: `coppice resolve ${shellWord(branch)} lays it out anew, coppice abort ${shellWord(branch)} gives the merge up.`,
      repair: () =>
        withRecord(engine, id, "doctor", async (session) => {
          if (!isHalfBegun(engine, session.record)) return undefined;
          await takeBackHalfBegun(session, present(engine, session.record));
          return `What was laid out of the conflict of ${branch} is taken back.`;
        }),
    };
  }
  if (isHere(engine, record) && isHalfTaken(engine, record)) {
    return {
      ...interrupted(record, "Taking one side of the conflict"),
      evidence: { state: status, operation: "resolve" },
      suggestedAction: `coppice resolve ${shellWord(branch)} goes on with it; a file whose side was written only in part is open again then.`,
      repair: () => withRecord(engine, id, "doctor", reopenTorn),
    };
  }
  if (isHalfAborted(engine, record)) {
    return {
      ...interrupted(record, "Giving up the merge"),
      evidence: { state: status, operation: "abort" },
      suggestedAction: `coppice abort ${shellWord(branch)} finishes it.`,
      repair: async () => {
        await abort(engine, id);
        return `The merge of ${branch} is given up altogether.`;
      },
    };
  }
  return undefined;
}

/** The conflict's text is back in files whose side was written only in part: without it they look decided. */
async function reopenTorn(session: RecordSession): Promise<string | undefined> {
  const { engine, record } = session;
  if (!isHalfTaken(engine, record) || record.merge === null) return undefined;
  const target = await readTarget(engine, record.merge.target, { fetch: false });
  await reopenHalfTaken(await lookAtConflict(session, target));
  return `What was taken of the conflict of ${record.branch} only in part is open again.`;
}

/**
 * An operation of a clone that is none any more: this one, before it lost its id. What is owned here nobody else works on,
 * and what CI does with it begins and ends in one push.
 */
const isStray = (engine: Engine, { owner, op, id }: WorktreeRecord): boolean =>
  owner === engine.clone &&
  op !== null &&
  op.clone !== engine.clone &&
  recordLockHolder(engine, id) === undefined;

function interrupted(record: WorktreeRecord, what: string): Omit<Finding, "evidence"> {
  const word = shellWord(record.branch);
  return {
    code: "interrupted",
    severity: "broken",
    subject: subjectOf(record),
    message: `${what} of ${record.branch} was interrupted: its process ended before it was done.`,
    suggestedAction: `coppice retry ${word} goes on from there, coppice remove ${word} gives it up.`,
  };
}
