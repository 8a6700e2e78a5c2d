import type { ConfigFileName } from "./file-names.js";

/** The file that `init` writes. */
export const sampleConfigName: ConfigFileName = "coppice.config.jsonc";

/**
 * A config that says what the defaults say, with every line out of force: a person takes the comment marks away where
 * something is to be different.
 * @param base the branch that was found to be base
 */
export function sampleConfig(base: string | undefined): string {
  return `// Coppice's configuration. Every key may be left out; what stands behind // shows the default or an example.
// "coppice trust" must be run again by everybody when a command in it changes.
{
  // The branch that task branches fork from and merge into. Default: the remote's default branch.
  // "base": ${JSON.stringify(base ?? "main")},

  // The remote that is fetched from and pushed to. Default: base's, or the only one.
  // "remote": "origin",

  // Where the journals are.
  // "notesRef": "refs/notes/coppice",

  // Which branches are task branches.
  // "taskBranches": ["task/**"],

  // Where worktrees are made: relative to the main worktree, absolute, or from ~; {repo} is the repository's name.
  // "worktreeRoot": ".worktrees",
  // The directory of one: {branch}, {role}, {session}, {run}, {task}.
  // "directory": "{branch}",

  "setup": {
    // Ignored files to copy from the main worktree, beside .env and what .worktreeinclude names (gitignore syntax).
    // "envFiles": [".env.local", "config/*.key"],
    // "auto": by lockfile; "off"; or a command.
    // "install": "auto",
    // Runs last, in the new worktree, with COPPICE_WORKTREE, COPPICE_BRANCH, COPPICE_BASE, COPPICE_MAIN,
    // COPPICE_ROLE and COPPICE_SESSION.
    // "initScript": "./scripts/init-worktree.sh",
    // In seconds.
    // "timeouts": { "install": 300, "initScript": 600 }
  },

  // What "coppice create --roles developer,reviewer --session NAME" makes. A directory roles/NAME is a role as well, and
  // brings all that is in it.
  // "files": what is copied from the main worktree, and where it goes; no commit takes it along. "branch": with {role},
  // {session}, {run} and {task}. "setup": envFiles, install and initScript in place of the ones above.
  // "roles": { "developer": { "files": { "roles/developer/CLAUDE.md": "CLAUDE.md" }, "branch": "swarm/{role}-{session}", "setup": { "install": "off" } } },
  // What "coppice create --set team --session NAME" makes.
  // "sets": { "team": { "roles": ["developer", "reviewer"], "branch": "team/{session}/{role}" } },

  "merge": {
    // "merge", "squash" or "rebase".
    // "strategy": "merge",
    // {branch}, {base}, {task} and {title} are filled in.
    // "message": "Merge {branch} into {base}",
    // Must succeed at the merged commit before base moves.
    // "verify": "npm test",
    // Keep the worktree after a merge.
    // "keep": false,
    // Fetch base's upstream first.
    // "fetch": true,
    // Commit what is uncommitted instead of refusing.
    // "autoCommit": false,
    // "auto" (as git's config says), "always" or "never".
    // "sign": "auto"
  },

  "conflict": {
    // Resolves a conflict for "coppice resolve" and "coppice run --merge": gets it as JSON on standard input.
    // "resolver": "./scripts/resolve.sh",
    // The longest that may take, in seconds.
    // "timeout": 1800
  },

  // What "coppice prune" removes; worktrees of finished tasks go, stale ones are marked first.
  "prune": {
    // Days without work until a worktree is stale, and days between its mark and its removal.
    // "maxAgeDays": 7,
    // "graceDays": 1,
    // Hours between a task's completion and the removal of its worktree.
    // "completedDelayHours": 24,
    // Above this size of all worktrees the oldest stale ones go first, without grace.
    // "maxDiskGB": 10,
    // Days until what was archived at a removal expires.
    // "archiveDays": 30,
    // Prune in the background, at most once a day.
    // "auto": false,
    // Branches that are never pruned.
    // "exempt": ["release/**"]
  },

  "cleanup": {
    // Remove a worktree, when nothing speaks against it, once a pull brought its branch into base.
    // "onPull": true
  },

  // After a change here: coppice hooks install.
  "hooks": {
    // "all"; "core" is post-checkout, pre-push and post-merge; "none".
    // "install": "all",
    // A hook script that was there before runs "first", or "after" Coppice's part.
    // "order": "first",
    // "detached": what a hook saw is journaled in the background; "sync": git waits for it.
    // "flush": "detached",
    // Refuse a push when Coppice or Node is missing.
    // "failClosed": false
  },

  "guard": {
    // A git push of a task branch: "strict" leaves it to coppice submit; "state" lets it pass where the state does.
    // "push": "strict"
  }
}
`;
}
