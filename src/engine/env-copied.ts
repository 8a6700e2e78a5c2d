import * as z from "zod/mini";
import { standingAt } from "../git/raw-files.js";
import type { RecordId } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import type { LocalFile } from "./local.js";

/** The ignored files that the setup copied, those of a role among them, each as it lay there then: size and the times of its last changes. */
const copiedFile = {
  name: "env",
  schema: z.object({ v: z.literal(1), files: z.record(z.string(), z.string()) }),
} satisfies LocalFile<unknown>;

/** Notes what was copied, so that it can be told later whether it was edited. */
export function noteCopied({ local }: Engine, id: RecordId, root: string, paths: readonly string[]): void {
  if (paths.length === 0) return;
  const files = { ...local.read(id, copiedFile)?.files };
  for (const path of paths) {
    const print = printOf(root, path);
    if (print !== undefined) files[path] = print;
  }
  local.write(id, copiedFile, { v: 1, files });
}

/** Notes what was restored of such files: none of them is as the setup would copy it. */
export function noteEdited({ local }: Engine, id: RecordId, paths: readonly string[]): void {
  if (paths.length === 0) return;
  const edited = Object.fromEntries(paths.map((path) => [path, ""]));
  local.write(id, copiedFile, { v: 1, files: { ...local.read(id, copiedFile)?.files, ...edited } });
}

/** The files that the setup copied into a worktree and that were edited there since. What was deleted is none. */
export function editedCopies({ local }: Engine, id: RecordId, root: string): string[] {
  const files = local.read(id, copiedFile)?.files ?? {};
  return Object.entries(files).flatMap(([path, print]) => {
    const now = printOf(root, path);
    return now === undefined || now === print ? [] : [path];
  });
}

/** Whether one of them was edited; undefined: it is not there, or the setup did not copy it. */
export function isEditedCopy(
  { local }: Engine,
  id: RecordId,
  root: string,
  path: string,
): boolean | undefined {
  const print = local.read(id, copiedFile)?.files[path];
  const now = print === undefined ? undefined : printOf(root, path);
  return now === undefined ? undefined : now !== print;
}

/** The files that the setup copied into a worktree, whatever became of them. */
export const copiedPaths = ({ local }: Engine, id: RecordId): string[] =>
  Object.keys(local.read(id, copiedFile)?.files ?? {});

/** How a file or link lies there: its size and the times of its last changes; undefined: there is none. */
export function printOf(root: string, path: string): string | undefined {
  const stat = standingAt(root, path);
  if (stat === undefined || !(stat.isFile() || stat.isSymbolicLink())) return undefined;
  return `${stat.size} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.ino}`;
}
