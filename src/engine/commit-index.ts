import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Engine } from "./context.js";
import { gitAt, type Workplace } from "./resolve-state.js";

/*
 * A commit of everything stages it all: the index as it was before is kept beside it until the commit is made, and the
 * one that has it all, too. Who stages something meanwhile has an index of their own, which neither of them is.
 */

const indexIn = ({ gitDir }: Workplace): string => join(gitDir, "index");
const beforeIn = ({ gitDir }: Workplace): string => join(gitDir, "coppice-index");
const stagedIn = ({ gitDir }: Workplace): string => join(gitDir, "coppice-index-staged");

/** Keeps the index as it is before a commit. */
export function keepIndex(place: Workplace): void {
  dropIndex(place);
  keepAs(place, beforeIn(place));
}

/** Keeps the index that has all that is to be committed. */
export const keepStaged = (place: Workplace): void => keepAs(place, stagedIn(place));

/** After a commit that was refused: the index as it was before, whatever the person's hooks have staged. */
export function putIndexBack(place: Workplace): void {
  if (existsSync(beforeIn(place))) renameSync(beforeIn(place), indexIn(place));
  dropIndex(place);
}

/**
 * After a commit that was killed: the index as it was before, unless something was staged since. While git holds the index
 * nothing is done.
 */
export async function settleIndex(engine: Engine, place: Workplace): Promise<void> {
  if (!existsSync(beforeIn(place)) || existsSync(`${indexIn(place)}.lock`)) return;
  const now = await entriesOf(engine, place, indexIn(place));
  if (now !== undefined && now === (await entriesOf(engine, place, stagedIn(place)))) putIndexBack(place);
  else dropIndex(place);
}

/** What was kept is not needed any more. */
export function dropIndex(place: Workplace): void {
  rmSync(beforeIn(place), { force: true });
  rmSync(stagedIn(place), { force: true });
}

function keepAs(place: Workplace, copy: string): void {
  const draft = `${copy}.tmp`;
  if (!existsSync(indexIn(place))) return;
  copyFileSync(indexIn(place), draft);
  renameSync(draft, copy);
}

/** What an index says of every path; undefined: there is none, or git cannot read it. */
async function entriesOf(engine: Engine, place: Workplace, file: string): Promise<string | undefined> {
  if (!existsSync(file)) return undefined;
  const env = { GIT_INDEX_FILE: file };
  const { code, stdout } = await gitAt(engine, place, ["ls-files", "--stage", "-z"], { env, codes: "any" });
  return code === 0 ? stdout.toString("latin1") : undefined;
}
