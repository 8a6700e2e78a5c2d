import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { CoppiceError } from "../lifecycle/errors.js";
import { systemError } from "../lifecycle/system-errors.js";
import type { ToldForm } from "../lifecycle/told.js";
import { hasCode } from "./files.js";

/** A file of another tool, or why it was not read. */
export type ToldFile = { readonly file: string } & (
  | { readonly value: unknown }
  | { readonly problem: string }
);

const largestBytes = 256 * 1024;
const mostFiles = 10_000;
const deepest = 16;
/** Folders that hold files of others, many of them JSON. */
const passedOver: ReadonlySet<string> = new Set([".git", "node_modules"]);

/**
 * Reads the JSON files below a directory, by name. A directory that holds `workspace.json` (or `metadata.json`) is one
 * worktree's: nothing else in it is read. No symbolic link is followed, below the directory that was named.
 * @throws WORKTREE_NOT_FOUND when there is no such directory, PERMISSION_DENIED
 */
export function readToldFiles(directory: string, form: ToldForm): ToldFile[] {
  const root = rootOf(directory);
  const found: ToldFile[] = [];
  const own = `${form}.json`;
  const visit = (folder: string, depth: number): void => {
    const at = (name: string): string => (folder === "" ? name : `${folder}/${name}`);
    const entries = entriesOf(root, folder, found);
    const alone = entries.filter(({ name }) => name === own);
    for (const entry of alone.length > 0 ? alone : entries) {
      if (found.length >= mostFiles) return;
      const file = at(entry.name);
      if (entry.isDirectory()) {
        if (passedOver.has(entry.name)) continue;
        if (depth < deepest) visit(file, depth + 1);
        else found.push({ file, problem: `it lies deeper than ${deepest} directories` });
      } else if (entry.name.endsWith(".json")) {
        found.push(
          entry.isSymbolicLink()
            ? { file, problem: "it is a symbolic link" }
            : readTold(join(root, file), file),
        );
      }
    }
  };
  visit("", 1);
  if (found.length >= mostFiles)
    found.push({ file: ".", problem: `more than ${mostFiles} files: the others were not read` });
  return found;
}

function rootOf(directory: string): string {
  try {
    const root = realpathSync(directory);
    readdirSync(root);
    return root;
  } catch (error) {
    if (!hasCode(error, "ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG", "ERR_INVALID_ARG_VALUE"))
      throw systemError(error, "read the directory to import") ?? error;
    throw new CoppiceError("WORKTREE_NOT_FOUND", `There is no directory ${JSON.stringify(directory)}.`, {
      suggestedAction: "Name the directory that holds the other tool's JSON files.",
    });
  }
}

function entriesOf(root: string, folder: string, found: ToldFile[]) {
  try {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    found.push({ file: folder, problem: "it could not be read" });
    return [];
  }
}

function readTold(path: string, file: string): ToldFile {
  let descriptor: number | undefined;
  try {
    // A pipe would keep waiting; a link that has just been put there would lead elsewhere.
    descriptor = openSync(
      path,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
    if (!fstatSync(descriptor).isFile()) return { file, problem: "it is no file" };
    const bytes = Buffer.alloc(largestBytes + 1);
    const length = readSync(descriptor, bytes);
    if (length > largestBytes) return { file, problem: `it is larger than ${largestBytes / 1024} KiB` };
    return parse(file, bytes.subarray(0, length));
  } catch {
    return { file, problem: "it could not be read" };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function parse(file: string, bytes: Buffer): ToldFile {
  try {
    return { file, value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
  } catch {
    return { file, problem: "it is no JSON" };
  }
}
