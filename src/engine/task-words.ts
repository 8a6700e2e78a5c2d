import type { WordsProblem } from "./commit-words.js";

/** The statuses that decide something; any other word is the person's own. */
export const taskStatuses = ["in_progress", "verified"] as const;

/** What is said of a task. */
export interface TaskWords {
  readonly status: string;
  readonly title?: string | undefined;
  readonly id?: string | undefined;
}

const plain = (status: string): string => status.toLowerCase().replaceAll(/[\s_-]+/g, "");

/** Why a task cannot be spoken of like that. */
export function taskProblem({ status, title, id }: TaskWords): WordsProblem | undefined {
  for (const [name, text, most] of [
    ["status", status, 255],
    ["title", title, 1024],
    ["id", id, 255],
  ] as const) {
    if (text === undefined) continue;
    if (text.trim() === "") return { what: `the task's ${name} is empty`, advice: `Say one with --${name}.` };
    if (text.length > most)
      return { what: `the task's ${name} is longer than ${most} characters`, advice: "Say it shorter." };
  }
  // Pruning knows these words alone: what only looks like one would not do what it seems to.
  const meant = taskStatuses.find((known) => known !== status && plain(known) === plain(status));
  return meant && { what: `the status '${status}' is none that pruning knows`, advice: `Write ${meant}.` };
}
