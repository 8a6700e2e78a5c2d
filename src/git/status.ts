import { CoppiceError } from "../lifecycle/errors.js";
import type { BranchName, Oid } from "../lifecycle/ids.js";
import { parseOid } from "./oid.js";
import { branchOfRef } from "./refs.js";
import type { Repository } from "./repository.js";
import { gitDirOf } from "./worktree-links.js";

export interface StatusFile {
  /** Relative to the worktree's top; an untracked folder ends in a slash. */
  readonly path: string;
  readonly kind: "tracked" | "untracked" | "unmerged";
  /** Difference between HEAD and index: `M`, `A`, `D`, `T`, `U`, or `.` for none. */
  readonly index: string;
  /** Difference between index and file, the same letters. */
  readonly worktree: string;
  /** Set for a submodule: what is not clean about it. */
  readonly submodule:
    | { readonly commit: boolean; readonly modified: boolean; readonly untracked: boolean }
    | undefined;
}

export interface Status {
  /** Undefined while the branch is unborn. */
  readonly oid: Oid | undefined;
  /** Undefined when HEAD is detached. */
  readonly branch: BranchName | undefined;
  readonly detached: boolean;
  readonly files: readonly StatusFile[];
  /** Paths with unmerged index entries. */
  readonly unmerged: readonly string[];
  /** Nothing tracked differs and nothing untracked is there. Ignored files do not count. */
  readonly clean: boolean;
}

export interface StatusOptions {
  readonly signal?: AbortSignal;
  /** The worktree's git directory; read from its `.git` when it is not given. */
  readonly gitDir?: string;
  /** Milliseconds. */
  readonly timeoutMs?: number;
}

/** The subcommand with its options. What it prints is for `parseStatus`. */
export const statusArguments: readonly string[] = [
  "status",
  "--porcelain=v2",
  "-z",
  "--branch",
  "--untracked-files=normal",
  "--ignore-submodules=none",
  "--no-renames",
  "--no-ahead-behind",
];

/**
 * What a worktree holds that HEAD does not. Submodules with changes of their own count. The person's
 * configuration does not matter, and nothing is written, not even a refreshed index.
 * Git's directory is given explicitly: where a `.git` file has gone missing, git would find the repository around
 * it and describe that one instead.
 *
 * @throws CoppiceError WORKTREE_NOT_FOUND when there is no worktree at `path`
 */
export async function status(repo: Repository, path: string, options: StatusOptions = {}): Promise<Status> {
  const gitDir = options.gitDir ?? gitDirOf(path);
  if (gitDir === undefined) {
    throw new CoppiceError(
      "WORKTREE_NOT_FOUND",
      "There is no git worktree in the directory that was to be looked at.",
    );
  }
  const { stdout, stderr } = await repo.git.run(
    path,
    [`--git-dir=${gitDir}`, `--work-tree=${path}`, ...statusArguments],
    {
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    },
  );
  return withUnreadable(parseStatus(stdout.toString("utf8")), stderr);
}

/** Of a directory that may not be read git only warns: what lies in it is tracked by nothing, and may be anything. */
function withUnreadable(told: Status, stderr: string): Status {
  const folders = [...stderr.matchAll(/^warning: could not open directory '([\s\S]*?)': .*$/gm)];
  if (folders.length === 0) return told;
  const files = folders.map(
    ([, path = ""]): StatusFile => ({
      path,
      kind: "untracked",
      index: ".",
      worktree: "?",
      submodule: undefined,
    }),
  );
  return { ...told, files: [...told.files, ...files], clean: false };
}

/** Reads `git status --porcelain=v2 --branch -z`. Lines of a kind that we do not know are skipped, as git asks readers to. */
export function parseStatus(output: string): Status {
  let oid: Oid | undefined;
  let head: string | undefined;
  const files: StatusFile[] = [];
  const records = output.split("\0");
  for (let at = 0; at < records.length; at += 1) {
    const record = records[at] ?? "";
    if (record.startsWith("# branch.oid ")) {
      const value = record.slice("# branch.oid ".length);
      oid = value === "(initial)" ? undefined : parseOid(value);
    } else if (record.startsWith("# branch.head ")) {
      head = record.slice("# branch.head ".length);
    } else if (record.startsWith("? ")) {
      files.push({
        path: record.slice(2),
        kind: "untracked",
        index: ".",
        worktree: "?",
        submodule: undefined,
      });
    } else if (record.startsWith("1 ") || record.startsWith("2 ") || record.startsWith("u ")) {
      files.push(changed(record));
      // A renamed entry is followed by its old path.
      if (record.startsWith("2 ")) at += 1;
    }
  }
  const branch = head === undefined || noBranch.has(head) ? undefined : branchOfRef(`refs/heads/${head}`);
  return {
    oid,
    branch,
    detached: head === "(detached)",
    files,
    unmerged: files.filter((file) => file.kind === "unmerged").map((file) => file.path),
    clean: files.length === 0,
  };
}

/** What git says in the place of a branch; the second one where it cannot read what HEAD names. */
const noBranch: ReadonlySet<string> = new Set(["(detached)", "(unknown)"]);

/** Fields before the path: `1 XY sub mH mI mW hH hI`, `2` with a score, `u XY sub m1 m2 m3 mW h1 h2 h3`. */
const fieldsBeforePath: Readonly<Record<string, number>> = { "1": 8, "2": 9, u: 10 };

function changed(record: string): StatusFile {
  const kind = record.charAt(0);
  const [, states = "..", sub = "N..."] = record.split(" ", 3);
  return {
    path: afterFields(record, fieldsBeforePath[kind] ?? 8),
    kind: kind === "u" ? "unmerged" : "tracked",
    index: states.charAt(0),
    worktree: states.charAt(1),
    submodule: sub.startsWith("S")
      ? { commit: sub[1] === "C", modified: sub[2] === "M", untracked: sub[3] === "U" }
      : undefined,
  };
}

function afterFields(record: string, count: number): string {
  let at = 0;
  for (let field = 0; field < count; field += 1) at = record.indexOf(" ", at) + 1;
  return record.slice(at);
}
