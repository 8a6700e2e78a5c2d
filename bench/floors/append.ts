import type { Floor } from "../support.js";

/** What any Node program pays that writes one commit: Node's start, and one `git fast-import`. */
export const appendFloor = (repository: string, stream: string): Floor => ({
  commands: [
    { argv: ["node", "-e", "0"] },
    { argv: ["git", "-C", repository, "fast-import", "--quiet"], stdin: stream },
  ],
});
