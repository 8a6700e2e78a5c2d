import type { CommandClass, Status } from "../lifecycle/states.js";
/** What the guard says of one git command, or of one file that is to be written. */
export interface JudgedCommand {
    /** As the guard read it; empty when it could not be read. */
    readonly command: string;
    readonly allowed: boolean;
    /** `blocked` and `unknown` are allowed in no state; null: it is no git command. */
    readonly class: CommandClass | "blocked" | "unknown" | null;
    /** The branch of the record it was judged by, and that record's state. */
    readonly branch: string;
    readonly state: Status;
    /** Empty when it is allowed. */
    readonly reason: string;
    /** What to use instead, where there is something. */
    readonly instead: string;
}
export interface Verdict {
    readonly allowed: boolean;
    /** What concerns managed worktrees, as far as it was looked at: up to the first that is refused. */
    readonly commands: readonly JudgedCommand[];
}
