/** What is wrong with words that are to be written down, and what to do about it; a sentence without a full stop. */
export interface WordsProblem {
    readonly what: string;
    readonly advice: string;
}
/** What git would refuse after the commit was begun, or do something else with: it looks an author's name up. */
export declare function commitProblem(message: string, author: string | undefined): WordsProblem | undefined;
/** The first of some titles that a commit can be called by. */
export declare const usableTitle: (titles: readonly (string | null | undefined)[]) => string | undefined;
