import type { BranchName } from "../../lifecycle/ids.js";
import type { WorktreeRecord } from "../../lifecycle/record.js";
import { shellWord } from "../../lifecycle/shell-word.js";

/** Format characters and others that nobody sees; a branch may hold them. */
const unseen = /[\p{Cf}\p{Zl}\p{Zp}\p{Cc}\u115f\u1160\u3164\uffa0]/u;
const escaped = /[\p{Cf}\p{Zl}\p{Zp}\p{Cc}\u115f\u1160\u3164\uffa0\\']/gu;

/** One word of a command that is read before it is copied: nothing in it hides. */
export function word(text: string): string {
  if (!unseen.test(text)) return shellWord(text);
  // Shells that people type into know this form.
  return `$'${text.replace(escaped, (character) => {
    if (character === "\\" || character === "'") return `\\${character}`;
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length <= 4 ? `\\u${code.padStart(4, "0")}` : `\\U${code.padStart(8, "0")}`;
  })}'`;
}

/**
 * The commands with which a person resolves a conflict in a clone that has Coppice, and asks for the merge again. Which
 * ones lead there depends on who holds the worktree and on what the record's state lets be done.
 */
export function coppiceCommands(
  record: Pick<WorktreeRecord, "status" | "owner">,
  branch: BranchName,
  base: BranchName,
): string {
  const name = word(branch);
  const isConflict = record.status === "conflict";
  return [
    "coppice sync",
    ...(record.owner === null ? [`coppice create ${name}`] : []),
    ...(isConflict ? [`coppice resolve ${name} --manual`] : []),
    `cd "$(coppice path ${name})"`,
    ...(isConflict
      ? []
      : ["# commit what is open there, then:", "git fetch origin", `git merge ${word(`origin/${base}`)}`]),
    "# edit the files that conflict, then:",
    "git add --all",
    "git commit --no-edit",
    `coppice submit ${name}`,
  ].join("\n");
}

/**
 * The same with nothing but git. A detached HEAD: the branch may be behind in that clone, or checked out in another
 * worktree of it.
 */
export function gitCommands(branch: BranchName, base: BranchName): string {
  return [
    "git fetch origin",
    `git switch --detach ${word(`origin/${branch}`)}`,
    `git merge ${word(`origin/${base}`)}`,
    "# edit the files that conflict, then:",
    "git add --all",
    "git commit --no-edit",
    `git push origin ${word(`HEAD:refs/heads/${branch}`)}`,
  ].join("\n");
}
