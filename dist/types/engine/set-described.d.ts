import { type SetFile } from "../config/set-file.js";
import { type ErrorDetails } from "../lifecycle/errors.js";
import type { Engine } from "./context.js";
import type { SetMember } from "./set-plan.js";
/** A description of a set, and where it says what. */
export interface DescribedSet {
    readonly set: SetFile;
    /** Where the value at a path of it stands, as messages begin: `set.json:3:5: 'tasks[1]'`. */
    readonly placeOf: (path: readonly (string | number)[]) => Placed;
}
interface Placed {
    readonly shown: string;
    readonly details: Pick<ErrorDetails, "file" | "line" | "column" | "key">;
}
/** As `describedSet`, the description alone. */
export declare const readSet: (engine: Engine, name: string, file: string) => SetFile;
/**
 * What a name in the config's `sets`, or else a file, says of a set. A file is read as JSON, with comments where its name
 * ends in `c`.
 * @param file the file that the name may stand for, absolute
 * @throws CONFIG_INVALID with file, line and column
 */
export declare function describedSet({ config }: Engine, name: string, file: string): DescribedSet;
/** The members that a description of a set names: a worktree for each role, for each task, and those described one by one. */
export declare const membersOf: ({ roles, tasks, worktrees }: Partial<SetFile>) => SetMember[];
export {};
