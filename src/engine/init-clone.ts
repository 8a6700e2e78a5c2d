import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CloneId, cloneIdSchema } from "../lifecycle/ids.js";
import { asCoppiceError } from "./failure.js";
import { hasCode } from "./files.js";

/** The directory in the common git directory that holds everything Coppice keeps for this clone alone. */
export const coppiceDir = (commonDir: string): string => join(commonDir, "coppice");

/**
 * The random id of this clone, made once. A copy of the repository made by `cp -r` has the same id until a person
 * deletes the file: nothing in the file system tells a copy from a move.
 */
export function openClone(commonDir: string): CloneId {
  const path = join(coppiceDir(commonDir), "clone");
  const known = readClone(path);
  if (known !== undefined) return known;
  const made = randomBytes(8).toString("hex");
  const draft = `${path}.${made}`;
  try {
    mkdirSync(coppiceDir(commonDir), { recursive: true });
    writeFileSync(draft, `${made}\n`);
    // A link, not a rename: of two processes that make it at once the first one decides for both.
    linkSync(draft, path);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) {
      throw asCoppiceError(error, "GIT_FAILED", "write Coppice's directory in the git directory");
    }
    if (readClone(path) === undefined) writeFileSync(path, `${made}\n`);
  } finally {
    rmSync(draft, { force: true });
  }
  return readClone(path) ?? cloneIdSchema.parse(made);
}

function readClone(path: string): CloneId | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
  const parsed = cloneIdSchema.safeParse(text.trim());
  return parsed.success ? parsed.data : undefined;
}
