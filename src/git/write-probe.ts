import { randomBytes } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { CoppiceError } from "../lifecycle/errors.js";
import { systemError } from "../lifecycle/system-errors.js";

/**
 * Finds out whether a directory can be written to, by writing a small file there and deleting it again.
 * @returns PERMISSION_DENIED, READONLY_FS, NO_SPACE_LEFT or QUOTA_EXCEEDED, or nothing when writing works
 */
export async function writeProblem(directory: string): Promise<CoppiceError | undefined> {
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
