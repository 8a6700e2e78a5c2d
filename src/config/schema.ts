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

const patternList = z.array(line).check(z.maxLength(1000));
const roleName = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/), z.maxLength(100));
const setPattern = template(["branch", "role", "session", "run", "task"]);

const setup = z.strictObject({
  /** Ignored files to copy beside `.env`, in gitignore syntax; `!.env` leaves that one out. */
  envFiles: z.prefault(patternList, []),
  /** `auto`: by lockfile; `off`; or a command of your own, which needs trust. */
  install: z.prefault(command, "auto"),
  /** Runs last, in the new worktree; needs trust. */
  initScript: z.optional(command),
  /** Seconds. */
  timeouts: z.prefault(
    z.strictObject({
      install: z.prefault(amount(1, 86_400), 300),
      initScript: z.prefault(amount(1, 86_400), 600),
    }),
    {},
  ),
});

const role = z.strictObject({
  /** Source in the repository to target in the worktree. */
  files: z.optional(z.record(insidePath, insidePath)),
  branch: z.optional(setPattern),
});

const set = z.strictObject({
  roles: z.array(roleName).check(z.minLength(1), z.maxLength(100)),
  branch: z.optional(setPattern),
  base: z.optional(branchNameSchema),
});

const merge = z.strictObject({
  strategy: z.prefault(strategySchema, "merge"),
  /** The merge commit's message; without it, one that names branch, base and task. */
  message: z.optional(
    text(65_536).check(
      z.refine(
        (value) =>
          [...value.matchAll(/\{([a-z]+)\}/gi)].every((found) =>
            ["branch", "base", "task", "title"].includes(found[1] ?? ""),
          ),
        "may contain {branch}, {base}, {task}, {title} only",
      ),
    ),
  ),
  /** Runs in a temporary worktree at the new commit before base moves; needs trust. */
  verify: z.optional(command),
  /** Keep worktree and branch after a merge. */
  keep: z.prefault(z.boolean(), false),
  /** Fetch base's upstream before a merge. */
  fetch: z.prefault(z.boolean(), true),
  /** Commit what is uncommitted before a merge instead of refusing it. */
  autoCommit: z.prefault(z.boolean(), false),
  /** `auto`: as the person's git config says. */
  sign: z.prefault(z.enum(["auto", "always", "never"]), "auto"),
});

const prune = z.strictObject({
  maxAgeDays: z.prefault(day, 7),
  graceDays: z.prefault(day, 1),
  completedDelayHours: z.prefault(amount(0, 876_000), 24),
  maxDiskGB: z.prefault(amount(0, 1_000_000), 10),
  archiveDays: z.prefault(day, 30),
  auto: z.prefault(z.boolean(), false),
  /** Branches that are never pruned. */
  exempt: z.prefault(patternList, []),
});

const hooks = z.strictObject({
  /** `core`: post-checkout, pre-push and post-merge alone. */
  install: z.prefault(z.enum(["all", "core", "none"]), "all"),
  /** When a hook script that was there before runs: before Coppice's, or after. */
  order: z.prefault(z.enum(["first", "after"]), "first"),
  flush: z.prefault(z.enum(["detached", "sync"]), "detached"),
  failClosed: z.prefault(z.boolean(), false),
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
  /** For editors alone. */
  $schema: z.optional(z.string()),
  /** Where task branches fork from and merge into; without it, found out from the remote and the checkout. */
  base: z.optional(branchNameSchema),
  /** Which branches are task branches. */
  taskBranches: z.prefault(listOrOne, ["task/**"]),
  /** Relative to the main worktree, absolute, or from `~`. */
  worktreeRoot: z.prefault(template(["repo"]), ".worktrees"),
  /** The worktree's directory under the root. */
  directory: z.prefault(
    template(["branch", "role", "session", "run", "task"]).check(
      z.refine(inside, "must be a relative path without '..'"),
    ),
    "{branch}",
  ),
  setup: z.prefault(setup, {}),
  roles: z.prefault(z.record(roleName, role), {}),
  sets: z.prefault(z.record(roleName, set), {}),
  merge: z.prefault(merge, {}),
  conflict: z.prefault(z.strictObject({ resolver: z.optional(command) }), {}),
  prune: z.prefault(prune, {}),
  cleanup: z.prefault(z.strictObject({ onPull: z.prefault(z.boolean(), true) }), {}),
  hooks: z.prefault(hooks, {}),
  guard: z.prefault(z.strictObject({ push: z.prefault(z.enum(["strict", "state"]), "strict") }), {}),
  notesRef: z.prefault(notesRef, "refs/notes/coppice"),
  /** The remote to fetch from and push to; without it, base's, or the only one. */
  remote: z.optional(z.string().check(z.regex(/^[^\s-][^\s]*$/), z.maxLength(255))),
});

/** The whole configuration, defaults filled in. */
export type Config = z.infer<typeof configSchema>;
/** What a file, git's config or flags may say: every key may be left out. */
export type ConfigInput = z.input<typeof configSchema>;
