import { conflictReport } from "../git/conflict-report.js";
import type { ConflictingMerge } from "../git/merge-records.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { BranchName, Oid } from "../lifecycle/ids.js";
import { shellWord } from "../lifecycle/shell-word.js";
import type { Engine } from "./context.js";
import { readable } from "./resolve-paths.js";

/** The two commits whose merge conflicts. */
export interface ConflictSides {
  readonly branch: BranchName;
  readonly head: Oid;
  readonly target: BranchName;
  readonly tip: Oid;
}

/**
 * Describes a conflict as MERGE_CONFLICT, whose details become the record's conflict. Nothing on disk has changed.
 * @param merge computed with the task's side as "ours"
 */
export async function conflictError(
  engine: Engine,
  sides: ConflictSides,
  merge: ConflictingMerge,
): Promise<CoppiceError> {
  const { files, total } = await conflictReport(engine.repo.objects(), readable(merge, sides));
  const few = files.slice(0, 3).map((file) => file.path);
  const named = total > few.length ? `${few.join(", ")} and ${total - few.length} more` : few.join(", ");
  return new CoppiceError(
    "MERGE_CONFLICT",
    `${sides.branch} conflicts with ${sides.target} in ${total === 1 ? "1 file" : `${total} files`}: ${named}. Nothing was changed.`,
    {
      details: {
        branch: sides.branch,
        base: sides.target,
        conflictFiles: [...files],
        conflictTotal: total,
        headOid: sides.head,
        targetOid: sides.tip,
      },
      suggestedAction: `coppice resolve ${shellWord(sides.branch)} --ours, --theirs or --manual; or coppice abort ${shellWord(sides.branch)}.`,
    },
  );
}
