import * as z from "zod/mini";
import { strategySchema } from "../lifecycle/events.js";
import { branchNameProblem, branchNameSchema } from "../lifecycle/ids.js";

/**
 * The config file's keys, their types and their defaults. Every documented key is here and checked in full, so a
 * file that the documentation calls valid is never refused; what reads a key decides what it does.
 */

// A command, a path or a pattern: one argument of a process, which can hold anything but NUL.
const text = (most: number) =>
  z.string().check(
    z.minLength(1),
    z.maxLength(most),
    z.refine((value) => !value.includes("\0"), "must not contain a NUL character"),
  );
/** What an editor shows beside a key. */
export const about = <T extends z.core.$ZodType>(description: string, schema: T): T => {
  z.globalRegistry.add(schema, { description });
  return schema;
};

const command = text(4096);
const line = text(1024).check(z.refine((value) => !/[\r\n]/.test(value), "must be one line"));
const amount = (least: number, most: number) => z.number().check(z.minimum(least), z.maximum(most));
const day = amount(0, 36_500);

/** A pattern whose `{names}` are filled in later; a name that nothing fills in is a mistake worth telling. */
const template = (names: readonly string[]) =>
  line.check(
    z.refine(
      (value) => [...value.matchAll(/\{([^{}]*)\}/g)].every((found) => names.includes(found[1] ?? "")),
      `may contain ${names.map((name) => `{${name}}`).join(", ")} only`,
    ),
  );

const inside = (path: string): boolean =>
  !path.startsWith("/") && !/^[A-Za-z]:/.test(path) && !path.split(/[\\/]/).includes("..");
const insidePath = line.check(z.refine(inside, "must be a relative path without '..'"));

const messageTemplate = text(65_536).check(
  z.refine(
    (value) =>
      [...value.matchAll(/\{([a-z]+)\}/gi)].every((found) =>
        ["branch", "base", "task", "title"].includes(found[1] ?? ""),
      ),
    "may contain {branch}, {base}, {task}, {title} only",
  ),
);

const patternList = z.array(line).check(z.maxLength(1000));
export const roleName = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/), z.maxLength(100));
const directoryPattern = template(["branch", "role", "session", "run", "task"]);
export const setPattern = template(["role", "session", "run", "task"]);

const setup = z.strictObject({
  envFiles: about(
    "Ignored files to copy from the main worktree, beside .env and what .worktreeinclude names, in gitignore syntax. !.env leaves that one out.",
    z.prefault(patternList, []),
  ),
  install: about(
    '"auto" installs dependencies by lockfile, "off" does not; anything else is a command, which needs coppice trust.',
    z.prefault(command, "auto"),
  ),
  initScript: about(
    "A command that runs last, in the new worktree, with COPPICE_WORKTREE, COPPICE_BRANCH, COPPICE_BASE, COPPICE_MAIN, COPPICE_ROLE and COPPICE_SESSION. Needs coppice trust.",
    z.optional(command),
  ),
  timeouts: about(
    "How long a step may take, in seconds.",
    z.prefault(
      z.strictObject({
        install: z.prefault(amount(1, 86_400), 300),
        initScript: z.prefault(amount(1, 86_400), 600),
      }),
      {},
    ),
  ),
});

const roleSetup = z.strictObject({
  envFiles: about("More ignored files to copy, in gitignore syntax.", z.optional(patternList)),
  install: about('In place of setup.install: "auto", "off", or a command.', z.optional(command)),
  initScript: about('In place of setup.initScript: "off", or a command.', z.optional(command)),
});

const role = z.strictObject({
  files: about(
    "Files or directories to copy: from the main worktree's root to the worktree's. Default: what is in roles/NAME/.",
    z.optional(z.record(insidePath, insidePath)),
  ),
  branch: about(
    "The pattern of the role's branches: {role}, {session}, {run} and {task} are filled in. Default: swarm/{role}-{session}.",
    z.optional(setPattern),
  ),
  setup: about(
    "What a worktree of the role gets in place of what every worktree gets.",
    z.optional(roleSetup),
  ),
});

const set = z.strictObject({
  roles: about(
    "The roles of the set, a worktree each.",
    z.array(roleName).check(z.minLength(1), z.maxLength(100)),
  ),
  branch: about("The pattern of the set's branches, in place of its roles'.", z.optional(setPattern)),
  base: about("The base of the set's branches.", z.optional(branchNameSchema)),
});

const merge = z.strictObject({
  strategy: about("How a task branch comes into base.", z.prefault(strategySchema, "merge")),
  message: about(
    "The message of the commit that a merge or squash makes; {branch}, {base}, {task} and {title} are filled in.",
    z.optional(messageTemplate),
  ),
  verify: about(
    "A command that must succeed at the merged commit, in a temporary worktree, before base moves. Needs coppice trust.",
    z.optional(command),
  ),
  keep: about("Keep the worktree and its branch after a merge.", z.prefault(z.boolean(), false)),
  fetch: about("Fetch base's upstream before a merge.", z.prefault(z.boolean(), true)),
  autoCommit: about(
    "Commit what is uncommitted before a merge instead of refusing it.",
    z.prefault(z.boolean(), false),
  ),
  sign: about(
    '"auto" signs merges as git\'s own configuration says.',
    z.prefault(z.enum(["auto", "always", "never"]), "auto"),
  ),
});

const prune = z.strictObject({
  maxAgeDays: about("Days without work until a worktree is stale.", z.prefault(day, 7)),
  graceDays: about("Days between the mark and the removal of a stale worktree.", z.prefault(day, 1)),
  completedDelayHours: about(
    "Hours between a task's completion and the removal of its worktree.",
    z.prefault(amount(0, 876_000), 24),
  ),
  maxDiskGB: about(
    "Above this, the oldest stale worktrees go first; in GB.",
    z.prefault(amount(0, 1_000_000), 10),
  ),
  // With less an archive could go before anybody has looked for what is in it.
  archiveDays: about("Days until an archive expires.", z.prefault(amount(1, 36_500), 30)),
  auto: about("Prune in the background, at most once a day.", z.prefault(z.boolean(), false)),
  exempt: about("Branches that are never pruned.", z.prefault(patternList, [])),
});

const hooks = z.strictObject({
  install: about(
    '"core" is post-checkout, pre-push and post-merge alone.',
    z.prefault(z.enum(["all", "core", "none"]), "all"),
  ),
  order: about(
    "When a hook script that was there before runs: before Coppice's, or after.",
    z.prefault(z.enum(["first", "after"]), "first"),
  ),
  flush: about(
    "Whether a hook waits until its entry is in the notes ref.",
    z.prefault(z.enum(["detached", "sync"]), "detached"),
  ),
  failClosed: about("Refuse a push when Coppice or Node is missing.", z.prefault(z.boolean(), false)),
});

const listOrOne = z.pipe(
  z.union([line, patternList.check(z.minLength(1))]),
  z.transform((value: string | string[]): string[] => (typeof value === "string" ? [value] : value)),
);

const notesRef = z.string().check(
  z.regex(/^refs\/notes\/[^/]/),
  z.refine((value) => branchNameProblem(value) === undefined, "is no valid ref name"),
  z.refine((value) => !value.startsWith("refs/notes/remotes/"), "must not lie under refs/notes/remotes"),
);

export const configSchema = z.strictObject({
  $schema: about("For editors.", z.optional(z.string())),
  base: about(
    "The branch that task branches fork from and merge into. Default: the remote's default branch.",
    z.optional(branchNameSchema),
  ),
  taskBranches: about("Which branches are task branches.", z.prefault(listOrOne, ["task/**"])),
  worktreeRoot: about(
    "Where worktrees are made: relative to the main worktree, absolute, or from ~; {repo} is the repository's name.",
    z.prefault(template(["repo"]), ".worktrees"),
  ),
  directory: about(
    "The directory of a worktree under the root, with {branch}, {role}, {session}, {run} and {task}.",
    z.prefault(directoryPattern.check(z.refine(inside, "must be a relative path without '..'")), "{branch}"),
  ),
  setup: about("What a new worktree gets.", z.prefault(setup, {})),
  roles: about("Roles that worktrees of a set play.", z.prefault(z.record(roleName, role), {})),
  sets: about("Sets of worktrees that are made together.", z.prefault(z.record(roleName, set), {})),
  merge: about("How work comes into base.", z.prefault(merge, {})),
  conflict: about(
    "What happens at a conflict.",
    z.prefault(
      z.strictObject({
        resolver: about(
          "A command that resolves conflicts; it gets them as JSON on standard input. Needs coppice trust.",
          z.optional(command),
        ),
        timeout: about(
          "How long a command that resolves a conflict may take, in seconds.",
          z.prefault(amount(1, 86_400), 1800),
        ),
      }),
      {},
    ),
  ),
  prune: about("When worktrees are removed on their own.", z.prefault(prune, {})),
  cleanup: about(
    "What happens to worktrees whose work has landed.",
    z.prefault(
      z.strictObject({
        onPull: about("Remove them when a pull brings their work.", z.prefault(z.boolean(), true)),
      }),
      {},
    ),
  ),
  hooks: about("Which git hooks there are, and how they behave.", z.prefault(hooks, {})),
  guard: about(
    "What the guard lets through.",
    z.prefault(
      z.strictObject({
        push: about(
          '"strict": only Coppice\'s own pushes; "state": as the branch\'s state allows.',
          z.prefault(z.enum(["strict", "state"]), "strict"),
        ),
      }),
      {},
    ),
  ),
  notesRef: about("The notes ref that holds the journals.", z.prefault(notesRef, "refs/notes/coppice")),
  remote: about(
    "The remote that is fetched from and pushed to. Default: base's, or the only one.",
    z.optional(z.string().check(z.regex(/^[^\s-][^\s]*$/), z.maxLength(255))),
  ),
});

/** The whole configuration, defaults filled in. */
export type Config = z.infer<typeof configSchema>;
/** What a file, git's config or flags may say: every key may be left out. */
export type ConfigInput = z.input<typeof configSchema>;
