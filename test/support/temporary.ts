import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, inject } from "vitest";

/** What this run makes lies below it, whichever worker makes it: see scratch.ts. */
const common = inject("scratch");
let current = common;

/**
 * Gives a test file a directory of its own for temporary files, and tells it: what other files leave in the common one
 * for a moment is then in nobody's way. Call it at the top of the file.
 */
export function ownTemporaryDirectory(): string {
  const outside = process.env.TMPDIR;
  const temporary = mkdtempSync(join(common, "coppice-own-"));
  beforeAll(() => {
    process.env.TMPDIR = temporary;
    current = temporary;
  });
  afterAll(() => {
    if (outside === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = outside;
    current = common;
    rmSync(temporary, { recursive: true, force: true });
  });
  return temporary;
}

/** How the directories of single tests begin. */
export const privatePrefix = "coppice-test-";

/** A directory, as a real path, which whoever asks for it deletes; the end of the run does otherwise. */
export function temporaryDirectory(prefix: string): string {
  return realpathSync(mkdtempSync(join(current, prefix)));
}

/** A directory that the tests of this worker share: deleted at the end of the run. */
export function sharedDirectory(prefix: string): string {
  return realpathSync(mkdtempSync(join(common, prefix)));
}
