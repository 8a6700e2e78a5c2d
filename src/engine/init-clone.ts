import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readOwnText, writeOwn } from "../git/own-file.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { type CloneId, cloneIdSchema } from "../lifecycle/ids.js";
import { asCoppiceError } from "./failure.js";
import { hasCode, linkOrCopy } from "./files.js";

/** The directory in the common git directory that holds everything Coppice keeps for this clone alone. */
export const coppiceDir = (commonDir: string): string => join(commonDir, "coppice");

/**
 * The random id of this clone, made once. A copy of the repository made by `cp -r` has the same id until a person
 * deletes the file: nothing in the file system tells a copy from a move.
 * Where nothing may be written, the id is one for this run alone: reading goes on, and no record can be owned by it.
 * @param readOnly nothing is to be written
 * @throws NO_SPACE_LEFT, QUOTA_EXCEEDED, GIT_FAILED
 */
export function openClone(commonDir: string, readOnly = false): CloneId {
  const path = join(coppiceDir(commonDir), "clone");
  const known = readClone(path);
  if (known !== undefined) return known;
  const made = cloneIdSchema.parse(randomBytes(8).toString("hex"));
  if (readOnly) return made;
  try {
    mkdirSync(coppiceDir(commonDir), { recursive: true });
    return publish(path, made);
  } catch (error) {
    if (hasCode(error, "EROFS", "EACCES", "EPERM")) return made;
    throw asCoppiceError(error, "GIT_FAILED", "write Coppice's directory in the git directory");
  }
}

/** What to do where something that is no file stands in the place of the clone's id. */
export const withoutId = "Move it away, and put the clone's id back there if a backup has it.";

/** Of two processes that make it at once the first one decides for both: a link, unlike a rename, is exclusive. */
function publish(path: string, made: CloneId): CloneId {
  const draft = `${path}.${made}`;
  writeFileSync(draft, `${made}\n`);
  try {
    linkOrCopy(draft, path);
    return made;
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
    const known = readClone(path);
    if (known !== undefined) return known;
    // What stands there is no id: cut off by a full disk.
    overwrite(path, made);
    return made;
  } finally {
    rmSync(draft, { force: true });
  }
}

function overwrite(path: string, made: CloneId): void {
  try {
    writeOwn(path, `${made}\n`);
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    // `doctor --fix` does not begin without an id either.
    throw new CoppiceError(error.code, error.message, { suggestedAction: withoutId });
  }
}

function readClone(path: string): CloneId | undefined {
  let text: string;
  try {
    text = readOwnText(path);
  } catch {
    return undefined;
  }
  const parsed = cloneIdSchema.safeParse(text.trim());
  return parsed.success ? parsed.data : undefined;
}
