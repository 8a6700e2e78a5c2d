import { join } from "node:path";
import type { Oid } from "../lifecycle/ids.js";
import { isOid, parseOid } from "./oid.js";
import type { Repository } from "./repository.js";
import { lineIn, readRegistrations, readText } from "./worktree-links.js";

/** A worktree as its files tell, where git cannot list any. */
export interface WorktreeFiles {
  /** Of a bare repository's first entry: the repository itself. */
  readonly path: string;
  readonly gitDir: string;
  /** The registration's name; undefined for the main worktree. */
  readonly id: string | undefined;
  /** Full name of the ref that HEAD names; undefined: it is detached, or cannot be read. */
  readonly ref: string | undefined;
  /** The commit that a detached HEAD names. */
  readonly oid: Oid | undefined;
  readonly locked: string | undefined;
}

/** The main worktree, or the bare repository, first. Those whose registration cannot be read are left out. */
export function worktreesInFiles(repo: Repository): readonly [WorktreeFiles, ...WorktreeFiles[]] {
  const { commonDir, mainWorktree } = repo;
  const linked = readRegistrations(commonDir);
  return [
    describe(mainWorktree ?? commonDir, commonDir, undefined),
    ...linked.map(({ path, adminDir, id }) => describe(path, adminDir, id)),
  ];
}

function describe(path: string, gitDir: string, id: string | undefined): WorktreeFiles {
  const head = lineIn(join(gitDir, "HEAD")) ?? "";
  return {
    path,
    gitDir,
    id,
    ref: /^ref: (refs\/[^ ]+)$/.exec(head)?.[1],
    oid: isOid(head) ? parseOid(head) : undefined,
    locked: id === undefined ? undefined : readText(join(gitDir, "locked"))?.trimEnd(),
  };
}
