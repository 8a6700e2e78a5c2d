import { CoppiceError } from "../lifecycle/errors.js";
import type { Engine } from "./context.js";
import { findRecord } from "./find.js";
import { type ListRow, rowsOf } from "./list.js";
import { logsFile } from "./local.js";
import { wayOn } from "./wording.js";

/** Everything that is known of one worktree. */
export interface Shown extends ListRow {
  /** The logs of the setup in this clone: step to absolute path. */
  readonly logs: Readonly<Record<string, string>>;
  /** What can be done about a failed or interrupted operation, as a sentence. */
  readonly wayOn: string | null;
}

/**
 * Shows one worktree, also a removed one. Reads only.
 * @throws NO_WORKTREE
 */
export async function show(engine: Engine, name: string | undefined): Promise<Shown> {
  const record = await findRecord(engine, name, { removed: true });
  const [row] = await rowsOf(engine, [record]);
  if (row === undefined) throw new CoppiceError("NO_WORKTREE", `${record.branch} could not be shown.`);
  return {
    ...row,
    logs: engine.local.read(record.id, logsFile) ?? {},
    wayOn: record.status === "error" || row.observed.interrupted ? wayOn(record) : null,
  };
}
