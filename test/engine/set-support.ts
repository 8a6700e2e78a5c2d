import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { trust } from "../../src/engine/trust.js";
import type { TestRepo } from "../support/repo.js";
import { run } from "./support.js";

/** Writes the config of the main worktree, and allows what it runs. */
export async function configure(repo: TestRepo, config: object): Promise<void> {
  repo.write("coppice.config.json", JSON.stringify(config));
  await run(repo.dir, (engine) => trust(engine));
}

/** Everything that a set makes, as it stands in a repository: equal pictures mean that nothing is left of one. */
export function picture(repo: TestRepo) {
  const at = (...parts: string[]) => join(repo.dir, ...parts);
  const names = (path: string) => (existsSync(path) ? readdirSync(path).sort() : []);
  return {
    worktrees: repo.git("worktree", "list", "--porcelain"),
    refs: repo.git("for-each-ref", "refs/heads", "refs/coppice"),
    config: readFileSync(at(".git", "config"), "utf8"),
    exclude: readFileSync(at(".git", "info", "exclude"), "latin1"),
    directories: names(at(".worktrees")),
    registrations: names(at(".git", "worktrees")),
    local: names(at(".git", "coppice", "local")),
    sets: names(at(".git", "coppice", "sets")),
    locks: names(at(".git", "coppice", "locks")),
    marks: names(at(".git", "coppice", "managed")),
    status: repo.git("status", "--porcelain"),
  };
}

/** The live records by branch, with their states. */
export async function living(repo: TestRepo): Promise<Record<string, string>> {
  const records = await run(repo.dir, (engine) => engine.journal.records());
  const live = [...records.values()].filter(({ status }) => status !== "removed");
  return Object.fromEntries(live.map(({ branch, status }) => [branch, status]).sort());
}
