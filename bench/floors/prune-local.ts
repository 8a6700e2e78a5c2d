import type { Command, Floor } from "../support.js";

/** What the commands are asked about, each a file that is their standard input. */
export interface PruneInputs {
  /** Oids of the notes. */
  readonly notes: string;
  /** The branches' tips, and `^main`. */
  readonly tips: string;
  /** Pairs of commits: what each branch changed, and each commit of base. */
  readonly changes: string;
  /** Those among them that change the same files. */
  readonly patches: string;
  /** Pairs of base and a branch that nothing else has decided about. */
  readonly merges: string;
}

/**
 * What has to be asked of git at the least to know of many branches whether base has their work: where they stand, the
 * journals, base's history and that of the branches, what was changed, and the merges. Nothing is made of the answers.
 */
export function pruneFloor(
  repository: string,
  { notes, tips, changes, patches, merges }: PruneInputs,
): Floor {
  const git = (...args: readonly string[]): Command => ({ argv: ["git", "-C", repository, ...args] });
  const plain = ["--stdin", "-r", "--no-renames", "--always"];
  return {
    commands: [
      git("for-each-ref", "--format=%(objectname) %(refname)", "refs/heads/"),
      git("ls-tree", "-r", "refs/notes/coppice"),
      { ...git("cat-file", "--batch"), stdin: notes },
      git("rev-list", "--parents", "--timestamp", "main"),
      { ...git("rev-list", "--parents", "--stdin"), stdin: tips },
      { ...git("diff-tree", ...plain, "--raw", "--no-abbrev", "-z"), stdin: changes },
      { ...git("diff-tree", ...plain, "-p"), stdin: patches },
      { ...git("merge-tree", "--write-tree", "--stdin"), stdin: merges },
    ],
  };
}
