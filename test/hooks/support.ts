import { chmodSync, cpSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { closeEngine, openEngine } from "../../src/engine/context.js";
import { writeHookSettings } from "../../src/engine/hooks-settings.js";
import { hookProgram } from "../support/hook-program.js";
import type { TestRepo } from "../support/repo.js";

const scripts = join(import.meta.dirname, "../../hooks");

/**
 * Puts Coppice's hooks into a repository. By default each waits until its entries are in the notes ref, so that a test
 * need not.
 */
export async function installHooks(repo: TestRepo, flush: "sync" | "detached" = "sync"): Promise<void> {
  const common = join(repo.dir, repo.git("rev-parse", "--git-common-dir"));
  repo.git("config", "coppice.hooks.flush", flush);
  const engine = await openEngine({ cwd: repo.dir, door: "cli" });
  writeHookSettings(engine, { program: hookProgram() });
  await closeEngine(engine);
  mkdirSync(join(common, "hooks"), { recursive: true });
  for (const name of readdirSync(scripts)) {
    const target = join(common, name.endsWith(".sh") ? "coppice/hooks" : "hooks", name);
    cpSync(join(scripts, name), target);
    if (!name.endsWith(".sh")) chmodSync(target, 0o755);
  }
}
