import { type BaseMove, hasMoved, notedMoves, settleMove } from "../base-move.js";
import type { Engine } from "../context.js";
import { isBaseLocked, withBaseLock } from "../record-lock.js";
import { type Checker, type Finding, subjectAt } from "./model.js";

/** Moves of base that were killed where it is checked out, whatever has become of the merge since. */
export const checkBaseMoves: Checker = async ({ engine, worktrees }) => {
  const moves = notedMoves(engine);
  if (moves.length === 0 || isBaseLocked(engine)) return [];
  const findings: Finding[] = [];
  for (const move of moves) {
    const place = (await worktrees()).find(({ gitDir }) => gitDir === move.gitDir);
    if (place !== undefined && !(await hasMoved(engine, move)))
      findings.push(findingOf(engine, move, place.path));
  }
  return findings;
};

function findingOf(engine: Engine, { ref, from, to }: BaseMove, path: string): Finding {
  const base = ref.replace("refs/heads/", "");
  return {
    code: "base-move-left",
    severity: "broken",
    subject: { ...subjectAt(path), branch: base },
    message: `git was stopped while it moved ${base} in ${path}: files of the merge may be left there, which look like edits.`,
    suggestedAction: `coppice doctor --fix takes them back, as does the next merge into ${base}.`,
    evidence: { ref, from, to },
    repair: () =>
      withBaseLock(engine, async () => {
        const files = await settleMove(engine, ref);
        if (files === 0) return undefined;
        return `What was written of a merge in ${path} is taken back (${files === 1 ? "1 file" : `${files} files`}); ${base} has not moved.`;
      }),
  };
}
