import type { Floor } from "../support.js";

/** The contents of all notes, by their oids, and nothing made of them. */
export const recordsFloor = (repository: string, oids: string): Floor => ({
  commands: [{ argv: ["git", "-C", repository, "cat-file", "--batch"], stdin: oids }],
});
