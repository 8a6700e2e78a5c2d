import * as z from "zod/mini";
import { branchNameSchema } from "../lifecycle/ids.js";
import { parseFile } from "./file.js";
import { namesOf } from "./keys.js";
import { about, roleName, setPattern } from "./schema.js";

/** How large a file that describes a set may be, in bytes. */
export const largestSetFile = 1_048_576;
/** How many worktrees one set may have. */
export const mostMembers = 200;

/** A name that a record keeps. */
const name = z.string().check(
  z.minLength(1),
  z.maxLength(255),
  z.refine((value) => !/[\0\r\n]/.test(value), "must be one line"),
);

const member = z.strictObject({
  role: about("The role that the worktree plays.", z.optional(roleName)),
  task: about("The id of its task.", z.optional(name)),
  title: about("The title of its task.", z.optional(z.string().check(z.minLength(1), z.maxLength(1024)))),
  branch: about("The pattern of its branch, in place of the set's and the role's.", z.optional(setPattern)),
  base: about("The base of its branch, in place of the set's.", z.optional(branchNameSchema)),
});

export const setFileSchema = z.strictObject({
  $schema: about("For editors.", z.optional(z.string())),
  session: about("The session's name; --session says it in place of the file.", z.optional(name)),
  run: about("The run's name; --run says it in place of the file.", z.optional(name)),
  base: about(
    "The branch that all branches of the set fork from and merge into.",
    z.optional(branchNameSchema),
  ),
  branch: about(
    "The pattern of the set's branches: {role}, {session}, {run} and {task} are filled in. Default: the role's, else swarm/{role}-{session} with a role and c2/{run}/{task} without.",
    z.optional(setPattern),
  ),
  roles: about(
    "A worktree for each of these roles.",
    z.optional(z.array(roleName).check(z.maxLength(mostMembers))),
  ),
  tasks: about(
    "A worktree for each of these tasks.",
    z.optional(z.array(name).check(z.maxLength(mostMembers))),
  ),
  worktrees: about(
    "Worktrees of which more is to be said.",
    z.optional(z.array(member).check(z.maxLength(mostMembers))),
  ),
});

/** What a file says of a set. */
export type SetFile = z.infer<typeof setFileSchema>;

/**
 * Reads the text of a file that describes a set. Comments and trailing commas are allowed where its name ends in `c`.
 * @param fileName as messages name it
 * @throws CONFIG_INVALID with file, line and column and the nearest known key
 */
export const parseSetFile = (fileName: string, text: string): SetFile =>
  parseFile(fileName, text, (value) => {
    const parsed = setFileSchema.safeParse(value);
    return parsed.success
      ? { value: parsed.data }
      : { issues: parsed.error.issues, names: namesOf(setFileSchema) };
  });
