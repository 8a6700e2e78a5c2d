import { deadSets, setFile } from "../set-state.js";
import { recoverSet } from "../set-undo.js";
import { type Checker, type Finding, subjectAt } from "./model.js";

/** Sets whose process died before they were whole: no operation of one of their worktrees tells of the others. */
export const checkSets: Checker = async ({ engine }) => {
  const findings: Finding[] = [];
  for (const { id, name, phase, ids } of deadSets(engine)) {
    const records = await Promise.all(ids.map(async (one) => (await engine.journal.read(one))?.record));
    const branches = records.flatMap((record) =>
      record == null || record.status === "removed" ? [] : record.branch,
    );
    const isMade = phase === "made";
    findings.push({
      code: "set-interrupted",
      severity: "broken",
      // It is neither one record nor one branch: the file tells one set from another.
      subject: subjectAt(setFile(engine, id)),
      message: `Creating the set ${name} was interrupted: its process ended before it was ${isMade ? "told that it is whole" : "whole"}.`,
      suggestedAction: `coppice doctor --fix ${isMade ? "finishes it" : "takes it back"}, and so does the next coppice create.`,
      evidence: { set: id, session: name, branches: branches.slice(0, 100), phase },
      repair: async () => (await recoverSet(engine, id))?.told,
    });
  }
  return findings;
};
