import * as z from "zod/mini";
import type { RecordId } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import type { LocalFile } from "./local.js";

/**
 * The role files of a worktree: what was or is to be copied, by target. It is written before the first line that keeps
 * one of them out of commits, and that before the first file: wherever a process dies, who comes next knows what is
 * needed and what is left.
 */
const roleFile = {
  name: "role",
  schema: z.object({
    v: z.literal(1),
    /** They are to be copied, and have not all been. */
    pending: z.boolean(),
    files: z.record(
      z.string(),
      z.object({
        /** Where in the main worktree it came from; null: an archive brought it back. */
        from: z.nullable(z.string()),
        /** The content that was copied; null: none was yet, or it is somebody's own. */
        sha256: z.nullable(z.string()),
      }),
    ),
  }),
} satisfies LocalFile<unknown>;

export type RoleFacts = z.infer<typeof roleFile.schema>;

/** What is known of a worktree's role files; undefined: it has none. */
export const roleFacts = ({ local }: Engine, id: RecordId): RoleFacts | undefined => local.read(id, roleFile);

export const noteRoleFacts = ({ local }: Engine, id: RecordId, facts: RoleFacts): void =>
  local.write(id, roleFile, facts);

/** The targets of all worktrees of this clone but these, each once. */
export function rolePaths(engine: Engine, without?: ReadonlySet<RecordId>): string[] {
  const ids = engine.local.ids().filter((id) => without?.has(id) !== true);
  const paths = ids.flatMap((id) => Object.keys(roleFacts(engine, id)?.files ?? {}));
  return [...new Set(paths)];
}
