import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository, withEngine } from "./fixtures.js";
import { writeJournals } from "./journals.js";
import { git } from "./support.js";

/** A repository with many worktrees. */
export interface Registered {
  readonly dir: string;
  /** A file with the oids of all notes. */
  readonly oids: string;
}

/**
 * Many worktrees without a file in them, with their records: what `git worktree add` and `coppice create` leave, written
 * at once. A thousand real ones would take minutes to make.
 * @param place an empty directory
 */
export async function registeredWorktrees(place: string, count: number): Promise<Registered> {
  const { dir, start } = repository(join(place, "repo"), 20);
  const branchOf = (number: number): string => `task/${number}`;
  const updates = Array.from(
    { length: count },
    (_, number) => `create refs/heads/${branchOf(number)} ${start}\n`,
  );
  git(dir, ["update-ref", "--stdin"], { stdin: updates.join("") });
  await withEngine(dir, async ({ clone, local }) => {
    const ids = writeJournals(dir, count, branchOf, { clone, baseOid: start, headOf: () => start });
    for (const [number, id] of ids.entries()) {
      const path = join(place, "trees", String(number));
      const gitDir = join(dir, ".git", "worktrees", String(number));
      for (const folder of [path, gitDir]) mkdirSync(folder, { recursive: true });
      writeFileSync(join(path, ".git"), `gitdir: ${gitDir}\n`);
      writeFileSync(join(gitDir, "gitdir"), `${join(path, ".git")}\n`);
      writeFileSync(join(gitDir, "commondir"), "../..\n");
      writeFileSync(join(gitDir, "HEAD"), `ref: refs/heads/${branchOf(number)}\n`);
      copyFileSync(join(dir, ".git", "index"), join(gitDir, "index"));
      local.markWorktree(gitDir, id);
      local.setPlace(id, { v: 1, path, identity: null, gitDir, branch: null });
    }
  });
  const oids = join(place, "oids");
  writeFileSync(oids, git(dir, ["ls-tree", "-r", "--format=%(objectname)", "refs/notes/coppice"]));
  return { dir, oids };
}
