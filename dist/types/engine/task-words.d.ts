import type { WordsProblem } from "./commit-words.js";
/** The statuses that decide something; any other word is the person's own. */
export declare const taskStatuses: readonly ["in_progress", "verified"];
/** What is said of a task. */
export interface TaskWords {
    readonly status: string;
    readonly title?: string | undefined;
    readonly id?: string | undefined;
}
/** Why a task cannot be spoken of like that. */
export declare function taskProblem({ status, title, id }: TaskWords): WordsProblem | undefined;
