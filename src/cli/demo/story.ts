import { amounts, type Files, orchids, resolved, watering } from "./project.js";

/** One thing that the demo does. What it prints is what really happens. */
export type Step =
  /** A heading, then a few lines that say why. */
  | { readonly type: "tell"; readonly title: string; readonly lines: readonly string[] }
  /** Somebody edits files in the worktree of a branch. */
  | { readonly type: "edit"; readonly branch: string; readonly files: Files }
  /** Plain git, in the repository or in a branch's worktree. */
  | { readonly type: "git"; readonly branch?: string; readonly args: readonly string[] }
  /** Coppice itself, with the exit code that the story expects. */
  | { readonly type: "coppice"; readonly args: readonly string[]; readonly code?: number };

const tell = (title: string, ...lines: string[]): Step => ({ type: "tell", title, lines });
const coppice = (...args: string[]): Step => ({ type: "coppice", args });
const refused = (code: number, ...args: string[]): Step => ({ type: "coppice", args, code });
const git = (...args: string[]): Step => ({ type: "git", args });
const gitIn = (branch: string, ...args: string[]): Step => ({ type: "git", branch, args });
const edit = (branch: string, files: Files): Step => ({ type: "edit", branch, files });

/** The whole life of three tasks. */
export const story: readonly Step[] = [
  tell(
    "Three tasks get a worktree each",
    "A branch and a directory of its own for every task; the setup copies .env, which git does not know.",
  ),
  coppice("create", "task/watering", "--task", "GARDEN-1", "--title", "Say how often to water"),
  coppice("create", "task/amounts", "--task", "GARDEN-2", "--title", "Say how much to water"),
  coppice("create", "task/orchids", "--task", "GARDEN-3", "--title", "Think about orchids"),

  tell("Work", "With plain git or with Coppice: both are noticed. The third task stays uncommitted."),
  edit("task/watering", watering),
  gitIn("task/watering", "commit", "--quiet", "--all", "--message", "Say how often to water"),
  edit("task/amounts", amounts),
  coppice("commit", "task/amounts", "--message", "Say how much to water"),
  edit("task/orchids", orchids),
  coppice("list"),

  tell(
    "What would happen?",
    "Every merge is tried in memory: no file, no index and no branch is touched.",
    "Two tasks change the same line, so whichever comes second will conflict.",
  ),
  coppice("conflicts", "--matrix", "--order"),

  tell(
    "A clean merge",
    "The merge commit is made without a checkout, main moves to it in one step, and is pushed.",
    "Worktree and branch have done their work and go.",
  ),
  coppice("merge", "task/watering", "--push"),

  tell("A conflict", "The second task does not fit any more. Nothing has changed on disk; the task waits."),
  refused(4, "merge", "task/amounts"),

  tell(
    "The conflict is resolved by hand",
    "main is merged into the task, in the task's own worktree; the markers are edited there.",
    "Also possible: --ours (the task's side), --theirs (main's side), --with COMMAND, or coppice abort.",
  ),
  coppice("resolve", "task/amounts", "--manual"),
  edit("task/amounts", resolved),
  gitIn("task/amounts", "add", "src/report.js"),
  coppice("resolve", "task/amounts", "--continue"),

  tell(
    "A task is given up",
    "It has work that exists nowhere else, so it does not go without --force, which archives that work.",
    "coppice restore task/orchids would bring it all back.",
  ),
  refused(3, "remove", "task/orchids"),
  coppice("remove", "task/orchids", "--force"),
  coppice("archive"),

  tell("What is left: a history", "Two merges, each with the task that it came from."),
  git("log", "--graph", "--oneline", "main"),
  git("show", "--no-patch", "--format=%B", "main"),

  tell(
    "What is left: the journal",
    "Every step of every task is an entry in refs/notes/coppice, an ordinary git note.",
  ),
  git("notes", "--ref=coppice", "list"),
  coppice("log", "task/amounts"),

  tell(
    "Sharing it",
    "main is pushed as always. The journal is exchanged, so that every clone knows every entry.",
  ),
  git("push", "--quiet", "origin", "main"),
  coppice("sync"),
  git("ls-remote", "origin"),
];
