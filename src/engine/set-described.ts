import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { placeIn } from "../config/file.js";
import { dotted } from "../config/problems.js";
import { largestSetFile, parseSetFile, type SetFile } from "../config/set-file.js";
import { CoppiceError, type ErrorDetails } from "../lifecycle/errors.js";
import { errnoOf, systemError } from "../lifecycle/system-errors.js";
import type { Engine } from "./context.js";
import type { SetMember } from "./set-plan.js";

/** A description of a set, and where it says what. */
export interface DescribedSet {
  readonly set: SetFile;
  /** Where the value at a path of it stands, as messages begin: `set.json:3:5: 'tasks[1]'`. */
  readonly placeOf: (path: readonly (string | number)[]) => Placed;
}

interface Placed {
  readonly shown: string;
  readonly details: Pick<ErrorDetails, "file" | "line" | "column" | "key">;
}

/** As `describedSet`, the description alone. */
export const readSet = (engine: Engine, name: string, file: string): SetFile =>
  describedSet(engine, name, file).set;

/**
 * What a name in the config's `sets`, or else a file, says of a set. A file is read as JSON, with comments where its name
 * ends in `c`.
 * @param file the file that the name may stand for, absolute
 * @throws CONFIG_INVALID with file, line and column
 */
export function describedSet({ config }: Engine, name: string, file: string): DescribedSet {
  const known = Object.hasOwn(config.sets, name) ? config.sets[name] : undefined;
  if (known !== undefined) {
    const placeOf = (path: readonly (string | number)[]): Placed => {
      const key = dotted(["sets", name, ...path]);
      return { shown: `'${key}' of the config`, details: { key } };
    };
    return { set: known, placeOf };
  }
  const shown = basename(file);
  try {
    const stat = statSync(file);
    // A pipe would be waited for, a device has no end.
    if (!stat.isFile()) throw unfit(shown, "is no regular file");
    if (stat.size > largestSetFile) throw unfit(shown, "is larger than 1 MiB");
    const text = readFileSync(file, "utf8");
    const set = parseSetFile(shown, text);
    const placeOf = (path: readonly (string | number)[]): Placed => {
      const details = { file: shown, ...placeIn(shown, text, path), key: dotted(path) };
      return { shown: `${shown}:${details.line}:${details.column}: '${details.key}'`, details };
    };
    return { set, placeOf };
  } catch (error) {
    if (error instanceof CoppiceError) throw error;
    if (errnoOf(error) !== "ENOENT" && errnoOf(error) !== "ENOTDIR")
      throw systemError(error, `read ${shown}`) ?? unfit(shown, "cannot be read", error);
    const sets = Object.keys(config.sets);
    throw new CoppiceError(
      "CONFIG_INVALID",
      `There is no file ${JSON.stringify(name)}, and no set of that name in the config.`,
      {
        details: { file: name.slice(0, 4096) },
        suggestedAction:
          sets.length === 0
            ? "Name a file that describes the set."
            : `The config has these sets: ${sets.join(", ")}.`,
      },
    );
  }
}

/** The members that a description of a set names: a worktree for each role, for each task, and those described one by one. */
export const membersOf = ({ roles = [], tasks = [], worktrees = [] }: Partial<SetFile>): SetMember[] => [
  ...roles.map((role) => ({ role })),
  ...tasks.map((task) => ({ task })),
  ...worktrees.map(({ role, task, title, branch, base }) => ({
    ...(role === undefined ? {} : { role }),
    ...(task === undefined ? {} : { task }),
    ...(title === undefined ? {} : { title }),
    ...(branch === undefined ? {} : { branch }),
    ...(base === undefined ? {} : { base }),
  })),
];

const unfit = (what: string, why: string, cause?: unknown): CoppiceError =>
  new CoppiceError("CONFIG_INVALID", `${what} ${why}.`, { details: { file: what }, cause });
