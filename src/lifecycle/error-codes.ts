/** Groups of the catalogue, in the order in which the documentation lists them. */
export type ErrorGroup =
  | "repository"
  | "creation"
  | "setup"
  | "git operations"
  | "removal"
  | "system"
  | "network"
  | "general";

interface CatalogueRow {
  readonly group: ErrorGroup;
  /** Whether the same command can succeed later without a person changing the repository's set-up. */
  readonly recoverable: boolean;
  /** The exit code of a command that ends in it. */
  readonly exit: 1 | 2 | 3 | 4 | 130;
  /** What to do next when the place that raised it knows nothing better. `<worktree>` becomes its branch, where known. */
  readonly suggestedAction: string;
}

const row = (
  group: ErrorGroup,
  recoverable: boolean,
  exit: CatalogueRow["exit"],
  suggestedAction: string,
): CatalogueRow => ({ group, recoverable, exit, suggestedAction });

/** Every error that Coppice can end in. */
export const errorCatalogue = {
  NOT_A_REPO: row(
    "repository",
    false,
    1,
    "Run it inside a git repository that has at least one commit, or name one with -C.",
  ),
  GIT_TOO_OLD: row("repository", false, 1, "Install git 2.38 or newer."),
  GIT_FAILED: row("repository", false, 1, "Read what git said above, mend it, and run the command again."),
  BRANCH_EXISTS: row("creation", true, 3, "Choose another name, or take the branch as it is with --adopt."),
  BRANCH_CHECKED_OUT: row(
    "creation",
    true,
    3,
    "Use the worktree that has it checked out, or switch that one to another branch.",
  ),
  PATH_EXISTS: row(
    "creation",
    true,
    3,
    "Move what is there out of the way, or choose another directory pattern.",
  ),
  WORKTREE_EXISTS: row(
    "creation",
    true,
    3,
    "Use the worktree that exists (coppice path <worktree>), or remove it first.",
  ),
  BRANCH_CREATION_FAILED: row("creation", true, 1, "Read what git said above, then create it again."),
  WORKTREE_CREATION_FAILED: row(
    "creation",
    true,
    1,
    "coppice retry <worktree>, or coppice remove <worktree>.",
  ),
  ROLE_NOT_FOUND: row("creation", true, 2, "Name a role that the config or the directory roles/ defines."),
  INVALID_BRANCH_NAME: row("creation", true, 2, "Choose a name that git check-ref-format --branch accepts."),
  ENV_COPY_FAILED: row("setup", true, 1, "Mend the file named above, then coppice retry <worktree>."),
  DEPS_INSTALL_FAILED: row(
    "setup",
    true,
    1,
    "Read the log (coppice show <worktree>), mend it, then coppice retry <worktree>.",
  ),
  INIT_SCRIPT_FAILED: row(
    "setup",
    true,
    1,
    "Read the log (coppice show <worktree>), mend the script, then coppice retry <worktree>.",
  ),
  UNTRUSTED: row("setup", true, 3, "Read the commands, then allow them with coppice trust."),
  COMMIT_FAILED: row("git operations", true, 1, "Mend what is named above, then coppice retry <worktree>."),
  MERGE_FAILED: row("git operations", true, 1, "Mend what is named above, then coppice retry <worktree>."),
  MERGE_CONFLICT: row("git operations", true, 4, "coppice resolve <worktree>, or coppice abort <worktree>."),
  CHECKOUT_FAILED: row("git operations", true, 1, "Mend what is named above, then run the command again."),
  ABORT_FAILED: row(
    "git operations",
    true,
    1,
    "Run git status in the worktree and end the merge there, then coppice abort <worktree>.",
  ),
  CONFLICT_RESOLUTION_FAILED: row(
    "git operations",
    true,
    1,
    "coppice resolve <worktree> again, or coppice abort <worktree>.",
  ),
  BASE_DIVERGED: row("git operations", true, 3, "Bring base and its upstream together, then merge again."),
  INTERRUPTED: row("git operations", true, 130, "coppice retry <worktree> goes on from there."),
  WORKTREE_REMOVAL_FAILED: row("removal", true, 1, "Mend what is named above, then remove it again."),
  WORKTREE_DIRTY: row("removal", true, 3, "Commit or discard the changes, then run the command again."),
  WORKTREE_IN_USE: row("removal", false, 3, "Wait until the process that uses it has ended."),
  WORKTREE_LOCKED: row("removal", false, 3, "coppice unlock <worktree>, or give --force twice."),
  CLEANUP_FAILED: row("removal", true, 1, "Mend what is named above, then remove it again."),
  PERMISSION_DENIED: row("system", false, 1, "Give yourself the permission, then run the command again."),
  READONLY_FS: row("system", false, 1, "Use a file system that can be written, then run the command again."),
  NO_SPACE_LEFT: row("system", false, 1, "Free some disk space, then run the command again."),
  QUOTA_EXCEEDED: row("system", false, 1, "Free some of your quota, then run the command again."),
  FETCH_FAILED: row("network", true, 1, "Check the remote and the network, then run the command again."),
  PUSH_REJECTED: row("network", true, 1, "Fetch, look at what changed there, then run the command again."),
  TIMEOUT: row("network", true, 1, "Run the command again, or give it more time in the config."),
  RATE_LIMITED: row("network", true, 1, "Wait until the limit is over, then run the command again."),
  NO_WORKTREE: row("general", false, 1, "coppice list --all shows the worktrees there are and were."),
  WORKTREE_NOT_FOUND: row(
    "general",
    false,
    1,
    "Bring the directory back and run the command again, or coppice remove <worktree>.",
  ),
  INVALID_STATE: row("general", false, 3, "coppice show <worktree> tells more."),
  JOURNAL_CORRUPT: row(
    "general",
    false,
    1,
    "Repair the notes ref (git fsck), or fetch it from a clone that is whole.",
  ),
  CONFIG_INVALID: row("general", false, 2, "Correct the place named above."),
  HOOK_BLOCKED: row("general", false, 3, "Use the command named above."),
} as const satisfies Record<string, CatalogueRow>;

export type ErrorCode = keyof typeof errorCatalogue;

const isErrorCode = (value: string): value is ErrorCode => Object.hasOwn(errorCatalogue, value);
/** All codes, in the catalogue's order. */
export const errorCodes: readonly ErrorCode[] = Object.keys(errorCatalogue).filter(isErrorCode);
