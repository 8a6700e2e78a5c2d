import { readRef } from "../git/refs.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { branchRef } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { shellWord } from "../lifecycle/shell-word.js";
import { stateProperties } from "../lifecycle/states.js";
import { type WorkspaceView, workspaceView } from "../lifecycle/views.js";
import type { Engine } from "./context.js";
import { findRecord } from "./find.js";
import { type Landing, landingOf } from "./landed.js";
import { type ListRow, rowsOf } from "./list.js";
import { logsFile } from "./local.js";
import { isHere } from "./observe.js";
import { wayOn } from "./wording.js";

/** Everything that is known of one worktree. */
export interface Shown extends ListRow {
  /** The logs of the setup in this clone: step to absolute path. */
  readonly logs: Readonly<Record<string, string>>;
  /** That base has the branch's work under other commits, as it is seen now. Null: it has not, or was not asked. */
  readonly merged: Landing | null;
  /** What can be done about a failed or interrupted operation, or where there is no directory, as a sentence. */
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
    merged: (await mergedNow(engine, row)) ?? null,
    logs: engine.local.read(record.id, logsFile) ?? {},
    wayOn: nextOf(row),
  };
}

/** The worktree as a workspace; what only the clone that holds it knows is null elsewhere. */
export function workspaceOf(
  engine: Engine,
  { record, path, observed }: Pick<ListRow, "record" | "path" | "observed">,
): WorkspaceView {
  const { repo } = engine;
  if (!isHere(engine, record)) return workspaceView(record, null);
  return workspaceView(record, {
    repoName: repo.name,
    repoPath: repo.mainWorktree ?? repo.commonDir,
    worktreePath: record.status === "removed" ? null : path,
    ...(observed.interrupted ? { seen: "interrupted" } : observed.broken ? { seen: "disappeared" } : {}),
  });
}

function nextOf({ record, observed }: ListRow): string | null {
  const name = shellWord(record.branch);
  if (isUnheld(record)) return `coppice create ${name} makes a worktree of it in this clone.`;
  if (record.status === "error" || observed.interrupted) return wayOn(record);
  const gone = observed.path !== null && !observed.present && record.status !== "removed";
  return gone ? `Bring the directory back, or coppice remove ${name}.` : null;
}

/** No clone holds it, and nobody works on it: it can be taken up here. */
const isUnheld = ({ owner, type, status }: WorktreeRecord): boolean =>
  owner === null && type === "worktree" && status !== "removed" && !stateProperties(status).isTransient;

/** Looked for only where base lacks commits of the branch. */
async function mergedNow(engine: Engine, { record, ahead }: ListRow): Promise<Landing | undefined> {
  if (record.status === "removed" || ahead === null || ahead === 0) return undefined;
  const head = await readRef(engine.repo, branchRef(record.branch));
  return head === undefined ? undefined : landingOf(engine, record, head);
}
