/** What is wrong with words that are to be written down, and what to do about it; a sentence without a full stop. */
export interface WordsProblem {
  readonly what: string;
  readonly advice: string;
}

const longestMessage = 65_536;

/** What git would refuse after the commit was begun, or do something else with: it looks an author's name up. */
export function commitProblem(message: string, author: string | undefined): WordsProblem | undefined {
  if (message.trim() === "")
    return { what: "the commit message is empty", advice: "Say with --message what was done." };
  if (message.includes("\0"))
    return { what: "the commit message holds a NUL character", advice: "Say it in text." };
  if (Buffer.byteLength(message) > longestMessage) {
    return {
      what: "the commit message is longer than 64 KiB",
      advice: "Put what is so long into a file.",
    };
  }
  if (author !== undefined && !/^[^<>\n\0]*<[^<>\n\0]*>\s*$/.test(author))
    return { what: "the author is not written as 'Name <address>'", advice: "Give both, in quotes." };
  return undefined;
}

/** The first of some titles that a commit can be called by. */
export const usableTitle = (titles: readonly (string | null | undefined)[]): string | undefined =>
  titles
    .map((title) => title?.replaceAll("\0", " ").trim())
    .find((title) => title !== undefined && title !== "");
