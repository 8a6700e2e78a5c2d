import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";

/**
 * Gives a test file a directory of its own for temporary files, and tells it: what other files leave in the common one
 * for a moment is then in nobody's way. Call it at the top of the file.
 */
export function ownTemporaryDirectory(): string {
  const outside = process.env.TMPDIR;
  const temporary = mkdtempSync(join(tmpdir(), "coppice-own-"));
  beforeAll(() => {
    process.env.TMPDIR = temporary;
  });
  afterAll(() => {
    if (outside === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = outside;
    rmSync(temporary, { recursive: true, force: true });
  });
  return temporary;
}

/** How the directories of single tests begin. */
export const privatePrefix = "coppice-test-";

const kept = new Set<string>();
/** Before a file gets a directory of its own. */
const common = tmpdir();

/** A directory that the tests of this worker share: deleted when the worker ends. */
export function sharedDirectory(prefix: string): string {
  if (kept.size === 0) {
    process.once("exit", () => {
      for (const dir of kept) rmSync(dir, { recursive: true, force: true });
    });
  }
  const dir = realpathSync(mkdtempSync(join(common, prefix)));
  kept.add(dir);
  return dir;
}
