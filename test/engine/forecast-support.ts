import { newOp } from "../../src/engine/session.js";
import { branchNameSchema } from "../../src/lifecycle/ids.js";
import type { TestRepo } from "../support/repo.js";
import { run } from "./support.js";

/** What `git fast-import` is told about one branch: one commit on main with these commands. */
export interface Sketch {
  readonly branch: string;
  readonly commands: readonly string[];
}

/** A command of `git fast-import` that writes a file. */
export const put = (path: string, text: string): string =>
  `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`;

/** Makes many branches with one process and without a checkout. */
export function sketch(repo: TestRepo, sketches: readonly Sketch[]): void {
  const stream = sketches.map(
    ({ branch, commands }) =>
      `commit refs/heads/${branch}\ncommitter A <a@b> 1700000100 +0000\ndata 1\nx\nfrom refs/heads/main^0\n${commands.join("")}\n`,
  );
  repo.write("../stream", stream.join(""));
  repo.git("-c", "alias.import=!git fast-import --quiet <../stream", "import");
}

/**
 * Records of branches without worktrees, as a clone knows those of others; each a second younger than the one before.
 * @param hour of the first of January
 */
export function recordOnly(
  repo: TestRepo,
  branches: readonly string[],
  base = "main",
  hour = 0,
): Promise<void> {
  let now = Date.UTC(2026, 0, 1, hour);
  return run(
    repo.dir,
    async ({ journal, actor }) => {
      for (const branch of branches) {
        now += 1000;
        await journal.create(
          {
            type: "CREATE",
            op: newOp(),
            branch: branchNameSchema.parse(branch),
            base: branchNameSchema.parse(base),
            baseOid: null,
            clone: null,
          },
          actor,
        );
      }
    },
    { now: () => now },
  );
}
