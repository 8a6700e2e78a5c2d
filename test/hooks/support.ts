import { installHooks } from "../../src/engine/hooks-install.js";
import { run } from "../engine/support.js";
import { hookProgram } from "../support/hook-program.js";
import type { TestRepo } from "../support/repo.js";

/**
 * Installs Coppice's hooks in a repository. By default each waits until its entries are in the notes ref, so that a
 * test need not.
 */
export async function withHooks(repo: TestRepo, flush: "sync" | "detached" = "sync"): Promise<void> {
  repo.git("config", "coppice.hooks.flush", flush);
  await run(repo.dir, (engine) => installHooks(engine, { program: hookProgram() }));
}
