import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CoppiceError } from "../lifecycle/errors.js";
import type { RecordId } from "../lifecycle/ids.js";
import { systemError } from "../lifecycle/system-errors.js";
import type { Engine } from "./context.js";
import { hasCode } from "./files.js";
import { withExcludeLock } from "./record-lock.js";
import { roleLine, roleLinesIn, withRoleLines } from "./role-block.js";
import { rolePaths } from "./role-copied.js";
import { deadMembers } from "./set-state.js";

/** How often it is tried again when somebody else writes the file at that very moment. */
const mostTries = 5;

/** What `info/exclude` says of role files, beside what it should. */
export interface RoleLines {
  readonly wanted: readonly string[];
  readonly there: readonly string[];
}

/** The file that every worktree of the repository reads: git knows no such file of one worktree. */
const excludeFile = ({ repo }: Engine): string => join(repo.commonDir, "info", "exclude");

/** What the worktrees of this clone need, and what stands there. */
export const roleLines = (engine: Engine): RoleLines => ({
  wanted: wantedLines(engine),
  there: roleLinesIn(readText(excludeFile(engine)), engine.clone) ?? [],
});

/** Of what the worktrees need that which must be there by now: a set that a dead process has left may lack its part. */
export const dueLines = (engine: Engine): readonly string[] => wantedLines(engine, deadMembers(engine));

/** A path is needed from before it is copied until nothing is known of its worktree here any more. */
const wantedLines = (engine: Engine, without?: ReadonlySet<RecordId>): string[] =>
  rolePaths(engine, without).map(roleLine).sort();

/**
 * Brings the lines of role files in `info/exclude` in accordance with the worktrees that need them; lines of others stay
 * byte for byte. It is what the worktrees need, not what this caller wants: any process does it for all of them, so a line
 * neither goes while another worktree has the same file nor stays after a process died.
 * @returns whether something was changed
 */
export function syncRoleLines(engine: Engine): Promise<boolean> {
  return withExcludeLock(engine, async () => {
    const file = excludeFile(engine);
    for (let tries = 1; ; tries += 1) {
      const before = readText(file);
      const text = withRoleLines(before, engine.clone, wantedLines(engine));
      if (text === before) return false;
      if (replace(file, before, text)) return true;
      if (tries === mostTries) throw disturbed();
    }
  });
}

/** @returns false: it was changed in between */
function replace(file: string, before: string, text: string): boolean {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const target = realFile(file);
    const mode = statSync(target, { throwIfNoEntry: false })?.mode;
    const draft = `${target}.coppice-${process.pid}`;
    rmSync(draft, { force: true });
    try {
      writeFileSync(draft, Buffer.from(text, "latin1"), {
        flag: "wx",
        ...(mode === undefined ? {} : { mode: mode & 0o7777 }),
      });
      // Other clones may share it, and a person's editor takes no lock.
      if (readText(file) !== before) return false;
      renameSync(draft, target);
      return true;
    } finally {
      rmSync(draft, { force: true });
    }
  } catch (error) {
    throw systemError(error, "write info/exclude") ?? error;
  }
}

/** A symbolic link stays one; what it leads to is written. */
function realFile(file: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return file;
    throw error;
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return "";
    throw systemError(error, "read info/exclude") ?? error;
  }
}

const disturbed = (): CoppiceError =>
  new CoppiceError("GIT_FAILED", "info/exclude is being changed by somebody else all the time.", {
    suggestedAction: "End what writes there, then run the command again.",
  });
