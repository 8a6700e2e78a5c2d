import { operationInProgress } from "../../git/operations.js";
import type { Status } from "../../git/status.js";
import type { RecordId } from "../../lifecycle/ids.js";
import type { WorktreeRecord } from "../../lifecycle/record.js";
import { shellWord } from "../../lifecycle/shell-word.js";
import type { Engine } from "../context.js";
import { readStatus } from "../facts.js";
import { hasObservations } from "../observation-files.js";
import { journalObservation, type Observation, observationOf } from "../observe.js";
import { locate } from "../place.js";
import { withRecord } from "../protocol.js";
import { type Checker, type Finding, subjectOf } from "./model.js";
import { isCalm } from "./view.js";

/** Where HEAD, branch and files of a worktree are not as its journal has them. */
export const checkObserved: Checker = async (view) => {
  const { engine } = view;
  const sights = await view.sights();
  // What hooks saw and nobody has journaled yet is on its way.
  const isComing = hasObservations(engine.repo.commonDir);
  const findings: Finding[] = [];
  for (const record of await view.live()) {
    const sight = sights.get(record.id);
    const located = sight?.located;
    if (record.op !== null || located?.state !== "intact" || located.gitDir === undefined) continue;
    if (sight?.status === undefined) {
      if (await isCalm(view, record.id)) findings.push(unread(record, located.path));
      continue;
    }
    const observed = await observationOf(engine, record, sight);
    const pending = await operationInProgress(engine.repo, located.gitDir);
    const found = { record, path: located.path, observed, status: sight.status, pending };
    const own = [
      ...headFindings(engine, found),
      ...(isComing || pending !== undefined ? [] : workFindings(engine, found)),
    ];
    if (own.length > 0 && (await isCalm(view, record.id))) findings.push(...own);
  }
  return findings;
};

interface Found {
  readonly record: WorktreeRecord;
  readonly path: string;
  readonly observed: Observation;
  readonly status: Status;
  /** A git operation in progress there. */
  readonly pending: string | undefined;
}

const unread = (record: WorktreeRecord, path: string): Finding => ({
  code: "status-unreadable",
  severity: "broken",
  subject: subjectOf(record, path),
  message: `git cannot tell the status of the worktree of ${record.branch}.`,
  suggestedAction: `Read what git says: git -C ${shellWord(path)} status.`,
  evidence: { state: record.status },
});

function headFindings(engine: Engine, { record, path, observed, pending }: Found): Finding[] {
  const { branch, id } = record;
  const about = {
    subject: subjectOf(record, path),
    evidence: { state: record.status, found: observed.branch },
  };
  // A rebase or bisect that is going on has HEAD elsewhere for a while.
  if (pending !== undefined && observed.detached) return [];
  const back = `git -C ${shellWord(path)} switch ${shellWord(branch)} goes back.`;
  if (observed.detached) {
    return [
      {
        ...about,
        code: "head-detached",
        severity: "warning",
        message: `HEAD is detached in the worktree of ${branch}: ${path}.`,
        suggestedAction: back,
      },
    ];
  }
  if (observed.branch === null || observed.branch === branch) return [];
  if (!observed.renamed) {
    return [
      {
        ...about,
        code: "branch-switched",
        severity: "warning",
        message: `${observed.branch} is checked out in the worktree of ${branch}, whose record keeps ${branch}.`,
        suggestedAction: back,
      },
    ];
  }
  return [
    {
      ...about,
      code: "branch-renamed",
      severity: "warning",
      message: `${branch} was renamed to ${observed.branch}, which its journal does not tell.`,
      suggestedAction: `coppice doctor --fix follows it.`,
      repair: () =>
        lookAndTell(engine, id, (now) =>
          now.branch === branch ? undefined : `The record of ${branch} is that of ${now.branch} now.`,
        ),
    },
  ];
}

function workFindings(engine: Engine, { record, path, observed, status }: Found): Finding[] {
  const { branch, id } = record;
  if (record.status !== "active" && record.status !== "dirty") return [];
  // Without its branch everything there is new: that it is gone is told elsewhere.
  if (observed.branch !== branch || status.oid === undefined) return [];
  const found: Finding[] = [];
  if (observed.status !== record.status) {
    const total = status.files.length;
    found.push({
      code: "status-differs",
      severity: "warning",
      subject: subjectOf(record, path),
      message: `${branch} is ${record.status} in its journal, and git says ${
        status.clean
          ? "that it is clean"
          : `that ${total === 1 ? "1 file has" : `${total} files have`} changed`
      }.`,
      suggestedAction: "coppice doctor --fix journals it; every command that changes something does, too.",
      evidence: { state: record.status, found: observed.status, changed: total },
      repair: () =>
        lookAndTell(
          engine,
          id,
          (now) => `The journal says that ${now.branch} is ${now.status}, as git does.`,
        ),
    });
  }
  if (status.oid !== record.headOid) {
    found.push({
      code: "head-differs",
      severity: "warning",
      subject: subjectOf(record, path),
      message: `${branch} stands at ${status.oid.slice(0, 12)}, and its journal knows it at ${record.headOid?.slice(0, 12) ?? "no commit"}.`,
      suggestedAction: "coppice doctor --fix journals it; every command that changes something does, too.",
      evidence: { headOid: status.oid, journaled: record.headOid },
      repair: () =>
        lookAndTell(engine, id, (now) =>
          now.headOid === record.headOid
            ? undefined
            : `The journal tells of ${now.branch} at ${now.headOid?.slice(0, 12) ?? "no commit"}.`,
        ),
    });
  }
  return found;
}

/** Journals what is seen now, as every command does that changes something. */
function lookAndTell(
  engine: Engine,
  id: RecordId,
  say: (record: WorktreeRecord) => string | undefined,
): Promise<string | undefined> {
  return withRecord(engine, id, "doctor", async (session) => {
    const located = locate(engine, id);
    if (located?.state !== "intact" || located.gitDir === undefined) return undefined;
    await journalObservation(session, await readStatus(engine, located.path, located.gitDir));
    return say(session.record);
  });
}
