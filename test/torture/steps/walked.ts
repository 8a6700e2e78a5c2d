/** The steps of an operation to which nothing happens. */
export interface Walked {
  /** What each does. */
  readonly labels: readonly string[];
  /** The numbers of those that need room on the disk. To the others a full one is as to the next that does. */
  readonly allocating: ReadonlySet<number>;
}

/** Base moves, a worktree is made, or goes. What is laid into a worktree before a journal tells of it, git itself tells of. */
const effect = /^git (?:merge --ff|worktree add)|^rename \.worktrees\//;

/**
 * Before the first of these the entry that opens the operation is on the disk: when the power goes, whoever comes next has
 * to know that somebody was at work.
 * @returns the step that does not wait for that
 */
export function unsyncedEffect(labels: readonly string[]): string | undefined {
  const first = labels.findIndex((label) => effect.test(label));
  const before = labels.slice(0, Math.max(0, first));
  return first < 0 || before.some((label) => label.startsWith("fsync ")) ? undefined : labels[first];
}
