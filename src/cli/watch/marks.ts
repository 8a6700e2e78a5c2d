import { statSync } from "node:fs";
import { join } from "node:path";
import type { ListRow } from "../../engine/list.js";

/** Where the things lie by which a change can be told without git. */
export interface Places {
  /** Absolute. */
  readonly commonDir: string;
  /** Full name. */
  readonly notesRef: string;
}

/** What tells whether a file or a directory has changed. */
function mark(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? "-" : `${stat.ino}.${stat.size}.${stat.mtimeMs}`;
}

/** Another text: journals, hooks' observations, branches or git's list of worktrees have changed. Some look-ups of files. */
export function repositoryMark({ commonDir, notesRef }: Places, rows: readonly ListRow[]): string {
  const refs = new Set(
    rows.flatMap(({ record }) => [record.branch, record.base].filter((name) => name !== null)),
  );
  const paths = [
    notesRef,
    "packed-refs",
    "reftable/tables.list",
    "coppice/spool",
    "coppice/local",
    "worktrees",
    ...[...refs].map((name) => `refs/heads/${name}`),
  ];
  return paths.map((path) => mark(join(commonDir, path))).join(" ");
}

/** Another text: git has staged, committed or checked something out in that worktree. */
export const worktreeMark = (gitDir: string): string =>
  [".", "HEAD", "index"].map((name) => mark(join(gitDir, name))).join(" ");
