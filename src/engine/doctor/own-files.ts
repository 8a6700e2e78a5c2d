import { existsSync } from "node:fs";
import { join } from "node:path";
import { lockWorktree } from "../../git/worktrees.js";
import type { WorktreeRecord } from "../../lifecycle/record.js";
import { shellWord } from "../../lifecycle/shell-word.js";
import type { Engine } from "../context.js";
import { isLeaseLeft, liveLease, releaseLeft } from "../lease.js";
import { syncManaged, wrongMarks } from "../managed.js";
import { isHere } from "../observe.js";
import { type Located, locate } from "../place.js";
import { withRecord } from "../protocol.js";
import { deadMembers } from "../set-state.js";
import { removeLeftovers, verifiedId } from "../verify.js";
import { type Checker, type DoctorView, type Finding, subjectOf } from "./model.js";
import { isCalm } from "./view.js";

/** What Coppice keeps beside the journals, and git's lock: copies of what they say, and what died before it was tidied. */
export const checkOwnFiles: Checker = async (view) => {
  const { engine } = view;
  const sights = await view.sights();
  const findings: Finding[] = [];
  for (const record of await view.live()) {
    if (!isHere(engine, record) || record.type !== "worktree" || record.op !== null) continue;
    const located = sights.get(record.id)?.located;
    const own = [leaseFinding(engine, record, located), ...linkedFindings(engine, record, located)];
    const found = own.filter((finding) => finding !== undefined);
    if (found.length > 0 && (await isCalm(view, record.id))) findings.push(...found);
  }
  findings.push(...(await verifyFindings(view)), ...(await leftoverFindings(view)));
  const marks = await marksFinding(view);
  return marks === undefined ? findings : [...findings, marks];
};

function leaseFinding(
  engine: Engine,
  record: WorktreeRecord,
  located: Located | undefined,
): Finding | undefined {
  if (!isLeaseLeft(engine, record)) return undefined;
  const { id, branch, lease } = record;
  return {
    code: "lease-left",
    severity: "warning",
    subject: subjectOf(record, located?.path ?? null),
    message: `${branch} was leased${lease === null ? "" : ` by ${lease.holder}`}, which has ended without giving it back.`,
    suggestedAction:
      "coppice doctor --fix gives it back; until then nothing but git's own prune is kept from it.",
    evidence: { until: lease?.until ?? null },
    repair: () =>
      withRecord(engine, id, "doctor", async (session) => {
        if (!isLeaseLeft(engine, session.record)) return undefined;
        await releaseLeft(session);
        return `The lease of ${branch} was given back.`;
      }),
  };
}

function linkedFindings(
  engine: Engine,
  record: WorktreeRecord,
  located: Located | undefined,
): readonly (Finding | undefined)[] {
  const { gitDir, path, state } = located ?? {};
  if (state !== "intact" || gitDir === undefined || path === undefined) return [];
  return [lockFinding(engine, record, { gitDir, path }), stateFinding(engine, record, { gitDir, path })];
}

interface Linked {
  readonly gitDir: string;
  readonly path: string;
}

function lockFinding(engine: Engine, record: WorktreeRecord, { gitDir, path }: Linked): Finding | undefined {
  const { id, branch, lock } = record;
  const isHeld = (): boolean => existsSync(join(gitDir, "locked"));
  // A lease that lives holds git's one lock; the record's is then in the journal alone.
  if (lock === null || isHeld() || liveLease(engine, record) !== null) return undefined;
  return {
    code: "lock-lost",
    severity: "warning",
    subject: subjectOf(record, path),
    message: `${branch} is locked in its journal, and git does not know of it.`,
    suggestedAction: `coppice unlock ${shellWord(branch)} if it is to be unlocked.`,
    evidence: { reason: lock.reason },
    repair: () =>
      withRecord(engine, id, "doctor", async ({ record: now }) => {
        if (now.lock === null || isHeld()) return undefined;
        lockWorktree({ gitDir, main: false }, now.lock.reason ?? "");
        return `git has ${branch} locked again.`;
      }),
  };
}

/** Hooks and the guard decide by these files, which were not written when a process died right after its entry. */
function stateFinding(engine: Engine, record: WorktreeRecord, { gitDir, path }: Linked): Finding | undefined {
  const { id, branch, status } = record;
  const isTold = (now: WorktreeRecord): boolean =>
    engine.local.isStateTold(gitDir, now) &&
    isMarked(engine, now, gitDir) &&
    engine.local.place(id) !== undefined;
  if (isTold(record)) return undefined;
  return {
    code: "state-not-told",
    severity: "warning",
    subject: subjectOf(record, path),
    message: `The files from which hooks know ${branch} do not say that it is ${status}.`,
    suggestedAction: "coppice doctor --fix writes them anew.",
    evidence: { state: status },
    repair: () =>
      withRecord(engine, id, "doctor", async ({ record: now }) => {
        if (isTold(now) || locate(engine, id)?.state !== "intact") return undefined;
        const place = engine.local.place(id);
        if (place?.gitDir !== gitDir) {
          const known = place ?? { v: 1, identity: null, found: true, branch: null };
          engine.local.setPlace(id, { ...known, path, gitDir });
        }
        engine.local.markWorktree(gitDir, id);
        engine.local.writeState(id, now);
        return `Hooks know again that ${branch} is ${now.status}.`;
      }),
  };
}

/** A mark may name a record that was joined with an older one of the branch. */
function isMarked({ local, journal }: Engine, { id }: WorktreeRecord, gitDir: string): boolean {
  const mark = local.markOf(gitDir);
  return mark !== undefined && (journal.joined.get(mark) ?? mark) === id;
}

/** Temporary worktrees in which a merge was verified whose process has died. */
async function verifyFindings(view: DoctorView): Promise<Finding[]> {
  const { engine } = view;
  const findings: Finding[] = [];
  for (const { path } of view.registrations()) {
    const begin = verifiedId(path);
    const record = begin === undefined ? undefined : await recordOf(view, begin);
    if (record === undefined || !(await isCalm(view, record.id))) continue;
    findings.push({
      code: "verify-left",
      severity: "warning",
      subject: subjectOf(record, path),
      message: `A worktree in which the merge of ${record.branch} was verified is left.`,
      suggestedAction: `git worktree remove --force ${shellWord(path)} removes it.`,
      evidence: {},
      repair: () =>
        withRecord(engine, record.id, "doctor", async () => {
          await removeLeftovers(engine, record);
          return `The worktree in which ${record.branch} was verified is removed.`;
        }),
    });
  }
  return findings;
}

async function recordOf(view: DoctorView, begin: string): Promise<WorktreeRecord | undefined> {
  const records = [...(await view.live()), ...(await view.removed())];
  return records.find(({ id }) => id.startsWith(begin));
}

/** What is noted here of records that have no worktree here any more, or were never begun. */
async function leftoverFindings(view: DoctorView): Promise<Finding[]> {
  const { engine } = view;
  const journals = await view.journals();
  const ofSets = deadMembers(engine);
  const findings: Finding[] = [];
  for (const id of engine.local.ids()) {
    if (ofSets.has(id)) continue;
    const record = journals.get(engine.journal.joined.get(id) ?? id)?.record;
    if (record !== undefined && record?.status !== "removed") continue;
    if (locate(engine, id)?.gitDir !== undefined || !(await isCalm(view, id))) continue;
    findings.push({
      code: "notes-left",
      severity: "warning",
      subject: { id, branch: record?.branch ?? null, path: null },
      message: `Files about ${record?.branch ?? `a record ${id.slice(0, 12)}`} are left, ${record == null ? "which was never begun" : "which is removed"}.`,
      suggestedAction: "coppice doctor --fix deletes them.",
      evidence: {},
      repair: async () => {
        if (view.isBusy(id) || locate(engine, id)?.gitDir !== undefined) return undefined;
        engine.local.forget(id);
        return `The files about ${record?.branch ?? id.slice(0, 12)} are deleted.`;
      },
    });
  }
  return findings;
}

async function marksFinding(view: DoctorView): Promise<Finding | undefined> {
  const { engine } = view;
  if (wrongMarks(engine, await view.live()).length === 0) return undefined;
  // A command may have run meanwhile.
  const records = await engine.journal.records();
  const ofSets = new Set<string | undefined>([...deadMembers(engine)].map((id) => records.get(id)?.branch));
  const wrong = wrongMarks(engine, [...records.values()]).filter((branch) => !ofSets.has(branch));
  if (wrong.length === 0) return undefined;
  return {
    code: "marks-differ",
    severity: "warning",
    subject: null,
    message: `The files from which hooks know managed branches are wrong about ${wrong.slice(0, 3).join(", ")}${wrong.length > 3 ? ` and ${wrong.length - 3} more` : ""}.`,
    suggestedAction: "coppice doctor --fix writes them anew.",
    evidence: { branches: wrong.slice(0, 100) },
    repair: async () => {
      await syncManaged(engine);
      return "Hooks know the managed branches again.";
    },
  };
}
