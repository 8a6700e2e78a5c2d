import { devNull } from "node:os";

/**
 * The environment of commands that judge history as its objects have it, and as every other clone sees it: replacements
 * and grafts are one clone's own, and what only they hold together is gone with them.
 */
export const trueHistory: Readonly<Record<string, string>> = {
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_GRAFT_FILE: devNull,
};
