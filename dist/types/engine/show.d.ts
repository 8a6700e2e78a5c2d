import { type WorkspaceView } from "../lifecycle/views.js";
import type { Engine } from "./context.js";
import { type Landing } from "./landed.js";
import { type ListRow } from "./list.js";
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
export declare function show(engine: Engine, name: string | undefined): Promise<Shown>;
/** The worktree as a workspace; what only the clone that holds it knows is null elsewhere. */
export declare function workspaceOf(engine: Engine, { record, path, observed }: Pick<ListRow, "record" | "path" | "observed">): WorkspaceView;
