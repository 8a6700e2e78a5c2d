import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { CoppiceError, type ErrorCode } from "../lifecycle/errors.js";
import { systemError } from "../lifecycle/system-errors.js";

/** Only a failure needs them, and every command would wait a millisecond for Node to load them. */
const filePromises = (): Promise<typeof import("node:fs/promises")> => import("node:fs/promises");

/**
 * Finds out whether a directory can be written to, by writing a small file there and deleting it again.
 * @returns PERMISSION_DENIED, READONLY_FS, NO_SPACE_LEFT or QUOTA_EXCEEDED, or nothing when writing works
 */
export async function writeProblem(directory: string): Promise<CoppiceError | undefined> {
  const { open, rm } = await filePromises();
  const file = join(directory, `coppice-probe-${randomBytes(6).toString("hex")}`);
  try {
    const handle = await open(file, "wx");
    try {
      // One block more than an inode can hold by itself: a full disk still takes empty files.
      await handle.write(Buffer.alloc(8192));
      await handle.sync();
    } finally {
      await handle.close();
    }
    return undefined;
  } catch (error) {
    return systemError(error, "write to the repository");
  } finally {
    await rm(file, { force: true }).catch(() => {});
  }
}

/** Whether it was the disk that made git fail: from a look at the directory that it writes to, else from what it said. */
export const diskProblem = async (directory: string, said: string): Promise<CoppiceError | undefined> =>
  (await writeProblem(directory)) ?? toldProblem(said);

/**
 * Whether a disk has not the room for what failed: git takes away what it has written before it failed, and then a small
 * file fits again.
 * @param bytes what was to be written
 * @returns NO_SPACE_LEFT, or nothing when there is room enough
 */
export async function spaceProblem(directory: string, bytes: number): Promise<CoppiceError | undefined> {
  const { statfs } = await filePromises();
  const { bavail, bsize } = await statfs(directory);
  const available = bavail * bsize;
  if (bytes <= available) return undefined;
  const [requiredMB, availableMB] = [megabytes(bytes), megabytes(available)];
  return new CoppiceError(
    "NO_SPACE_LEFT",
    `Could not write about ${requiredMB} MB: the device has ${availableMB} MB left.`,
    { details: { reason: "ENOSPC", requiredMB, availableMB } },
  );
}

const megabytes = (bytes: number): number => Math.round(bytes / 100_000) / 10;

/** The system's answers as the C library words them for git, which runs in the C locale and ends a line with them. */
const answers: readonly (readonly [RegExp, ErrorCode, string])[] = [
  [/^(?!remote:).*: No space left on device$/m, "NO_SPACE_LEFT", "no space is left on the device"],
  [/^(?!remote:).*: (?:Disk|Disc) quota exceeded$/m, "QUOTA_EXCEEDED", "the disk quota is used up"],
  [/^(?!remote:).*: Read-only file system$/m, "READONLY_FS", "the file system is read-only"],
];

/** What git says of the disk, for a failure after which a small file can be written again. */
export function toldProblem(stderr: string): CoppiceError | undefined {
  const found = answers.find(([wording]) => wording.test(stderr));
  if (found === undefined) return undefined;
  const [, code, reason] = found;
  return new CoppiceError(code, `Could not write to the repository: ${reason}.`);
}
