import { lstatSync } from "node:fs";
import { join } from "node:path";
import { readText } from "../git/worktree-links.js";
import type { Located } from "./place.js";

/*
 * How far a `git worktree add` has come that was killed: git keeps the worktree locked from its first step to its last, and
 * writes the index after the last file.
 */

/** Whether the worktree carries the lock that git keeps while it makes it. */
export const isBeingMade = (gitDir: string): boolean =>
  readText(join(gitDir, "locked"))?.trim() === "initializing";

/** Whether all its files were checked out: from then on somebody may have worked there. */
export const isCheckedOut = ({ gitDir, state }: Located): boolean =>
  state === "intact" &&
  gitDir !== undefined &&
  lstatSync(join(gitDir, "index"), { throwIfNoEntry: false }) !== undefined;
