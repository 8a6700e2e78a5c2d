import type { BranchName } from "../../lifecycle/ids.js";
import type { WorktreeRecord } from "../../lifecycle/record.js";
import { shellWord } from "../../lifecycle/shell-word.js";
import { baseTips } from "../landed.js";
import { isHere } from "../observe.js";
import { locate } from "../place.js";
import { remove } from "../remove.js";
import { wayOn } from "../wording.js";
import { type Checker, type DoctorView, type Finding, subjectOf } from "./model.js";
import { isCalm } from "./view.js";

/** Where records disagree with each other, with their bases, or wait for a person. */
export const checkRecords: Checker = async (view) => {
  const findings = [...(await doubles(view)), ...(await baseless(view))];
  for (const record of await view.live()) {
    if (!isHere(view.engine, record) || record.lastError === null) continue;
    findings.push({
      code: "in-error",
      severity: "note",
      subject: subjectOf(record),
      message: `${record.branch} is in error: ${record.lastError.message}`,
      suggestedAction: wayOn(record),
      evidence: { error: record.lastError.code, operation: record.lastError.operation },
    });
  }
  return findings;
};

/** Several live records of one branch that were not alive for it at one time from the beginning, so they are not one. */
async function doubles(view: DoctorView): Promise<Finding[]> {
  const { engine } = view;
  const first = new Map<BranchName, WorktreeRecord>();
  const findings: Finding[] = [];
  for (const record of await view.live()) {
    if (record.type !== "worktree") continue;
    const older = first.get(record.branch);
    if (older === undefined) {
      first.set(record.branch, record);
      continue;
    }
    const isEmpty = isHere(engine, record) && locate(engine, record.id)?.gitDir === undefined;
    if (!(await isCalm(view, record.id))) continue;
    findings.push({
      code: "two-records",
      severity: "warning",
      subject: subjectOf(record),
      message: `${record.branch} has two live records, ${older.id.slice(0, 12)} and ${record.id.slice(0, 12)}.`,
      suggestedAction: `End the one that is not wanted: coppice remove ${record.id.slice(0, 12)} --keep-branch.`,
      evidence: { other: older.id },
      ...(isEmpty
        ? {
            repair: async () => {
              await remove(engine, record.id, { keepBranch: true });
              return `The record ${record.id.slice(0, 12)} of ${record.branch}, which has no worktree, was ended.`;
            },
          }
        : {}),
    });
  }
  return findings;
}

async function baseless(view: DoctorView): Promise<Finding[]> {
  const { engine } = view;
  const own = (await view.live()).filter((record) => isHere(engine, record) && record.base !== null);
  const findings: Finding[] = [];
  for (const base of new Set(own.flatMap((record) => record.base ?? []))) {
    if ((await view.branches()).has(base) || (await baseTips(engine, base)).length > 0) continue;
    const affected = own.filter((record) => record.base === base).map(({ branch }) => branch);
    const word = shellWord(base);
    findings.push({
      code: "base-missing",
      severity: "warning",
      subject: { id: null, branch: base, path: null },
      message: `${base} does not exist any more, and is the base of ${affected.slice(0, 3).join(", ")}${affected.length > 3 ? ` and ${affected.length - 3} more` : ""}.`,
      suggestedAction: `Make it again (git branch ${word} COMMIT), or merge with coppice merge --into BRANCH.`,
      evidence: { branches: affected.slice(0, 100) },
    });
  }
  return findings;
}
