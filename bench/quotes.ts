import { amount, measured } from "./report.js";
import type { SuiteResult } from "./results.js";
import type { Row } from "./support.js";

/** A sentence of README about one row. `{ours}`, `{floor}` and `{ratio}` stand for what was measured. */
interface Quote {
  readonly suite: string;
  /** What the row's text holds. */
  readonly row: string;
  readonly says: string;
  readonly unit?: Row["unit"];
}

const quotes: readonly Quote[] = [
  {
    suite: "hooks",
    row: "added to recorded commit; floor: the same scripts started by husky",
    says: "A commit that is recorded takes {ours} longer with both of its hooks; with the same scripts started by husky {floor}.",
  },
  {
    suite: "hooks",
    row: "added to recorded commit; floor: the same scripts started by lefthook",
    says: "With the same scripts started by lefthook it takes {floor} longer.",
  },
  {
    suite: "hooks",
    row: "to its entry in refs/notes, median",
    says: "The entry stands in `refs/notes` {ours} after the commit.",
  },
  {
    suite: "append",
    row: "50 processes with 20 entries each",
    says: "50 processes with 20 entries each take {ratio} times as long as the same flusher with one commit for each entry.",
  },
  {
    suite: "records",
    row: "`list` of 10000 records; floor: `git cat-file",
    says: "10,000 records are listed in {ratio} times the time of `git cat-file --batch`.",
  },
  {
    suite: "list",
    row: "`list` with dirtiness, 100 worktrees of 2000 files",
    says: "`list` of 100 worktrees with their changes takes {ratio} times as long as their bare `git status`.",
  },
  {
    suite: "merge",
    row: "100 clean branches in one call",
    says: "100 branches are merged {ratio} times as fast as by `git merge` in a worktree.",
  },
  {
    suite: "forecast",
    row: "forecast of 1000 branches",
    says: "1,000 branches are forecast against base {ratio} times as fast as by checkout and merge.",
  },
  {
    suite: "cycle",
    row: "with their journals",
    says: "A run of the Action merges 1,000 ready branches {ratio} times as fast as `git merge` in a worktree.",
  },
  {
    suite: "prune",
    row: "pruning 1000 branches",
    unit: "API requests",
    says: "A night of the Action prunes 500 stale branches of 1,000 with {ours}.",
  },
  {
    suite: "peers",
    row: "`list` with dirtiness, 30 worktrees of 2000 files; floor: agent-worktree",
    unit: "ms",
    says: "`list` of 30 worktrees takes {ours}, agent-worktree's {floor}.",
  },
  {
    suite: "peers",
    row: "`list` with dirtiness, 30 worktrees of 2000 files; floor: agent-worktree",
    unit: "git processes",
    says: "It starts {ours}, agent-worktree's {floor}.",
  },
  {
    suite: "scale",
    row: "memory of `list` and `prune --dry-run`, whichever is more",
    says: "With 10,000 records and branches no command here takes more than {ours} of memory.",
  },
];

/**
 * What README quotes of the results, as a list; a suite that was not run yet is not quoted.
 * @throws when a suite has no such row any more, or several
 */
export function quotedResults(results: readonly SuiteResult[]): string {
  return quotes
    .flatMap(({ suite, row, unit, says }) => {
      const result = results.find(({ name }) => name === suite);
      if (result === undefined) return [];
      const [found, second] = result.rows.filter(
        (one) => one.what.includes(row) && (unit === undefined || one.unit === unit),
      );
      if (found === undefined) throw new Error(`README quotes a row of ${suite} that is not there: ${row}`);
      if (second !== undefined) throw new Error(`README quotes ${suite}, and several rows are meant: ${row}`);
      return [`- ${filledIn(says, found)}`];
    })
    .join("\n");
}

function filledIn(says: string, row: Row): string {
  return says
    .replace("{ours}", `${amount(row.ours)} ${row.unit}`)
    .replace("{floor}", `${amount(row.floor ?? Number.NaN)} ${row.unit}`)
    .replace("{ratio}", amount(measured(row)));
}
