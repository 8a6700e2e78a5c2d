import { CoppiceError } from "../lifecycle/errors.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { shellWord } from "../lifecycle/shell-word.js";
import { saveWork } from "./archive-save.js";
import type { Engine } from "./context.js";
import { findRecord } from "./find.js";
import { withRecord } from "./protocol.js";
import { type RoleCopy, renewRoleFiles } from "./role-files.js";
import { findRole } from "./roles.js";

export interface RoleUpdate extends RoleCopy {
  readonly record: WorktreeRecord;
  /** The ref under which edited files were saved before they were replaced; null: there were none. */
  readonly archive: string | null;
}

/**
 * Copies the files of a worktree's role again, as they are in the main worktree now. What was edited in the worktree stays
 * and is named; with force it is archived, then replaced. A file that the role has no more goes where nobody edited it.
 * @throws INVALID_STATE for a worktree without a role or with an operation that runs, ROLE_NOT_FOUND, ENV_COPY_FAILED,
 *   UNTRUSTED
 */
export async function updateRole(
  engine: Engine,
  name: string | undefined,
  options: { readonly force?: boolean } = {},
): Promise<RoleUpdate> {
  const { id } = await findRecord(engine, name);
  return withRecord(engine, id, "role update", async (session) => {
    const { record } = session;
    if (record.role === null) throw roleless(record);
    const { files } = findRole(engine, record.role);
    let archive: string | null = null;
    const save = async (): Promise<void> => {
      archive = (await saveWork(engine, record))?.ref ?? null;
    };
    const copy = await renewRoleFiles(session, files, options.force === true ? save : undefined).catch(
      (error: unknown) => {
        throw again(error, record);
      },
    );
    return { ...copy, record: session.record, archive };
  });
}

/** The worktree's setup has not failed: there is nothing to retry. */
function again(error: unknown, { branch }: WorktreeRecord): unknown {
  if (!(error instanceof CoppiceError) || error.code !== "ENV_COPY_FAILED") return error;
  return new CoppiceError(error.code, error.message, {
    details: error.details,
    suggestedAction: `Mend the file named above, then coppice role update ${shellWord(branch)}.`,
    cause: error,
  });
}

const roleless = ({ branch, status }: WorktreeRecord): CoppiceError =>
  new CoppiceError("INVALID_STATE", `${branch} plays no role: it was created without one.`, {
    details: { branch, state: status },
    suggestedAction: "coppice create <branch> --role <name> gives a worktree a role.",
  });
