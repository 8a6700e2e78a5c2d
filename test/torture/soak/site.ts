import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gitDirOf, readText } from "../../../src/git/worktree-links.js";
import { type Ended, run } from "./run.js";

/** A repository with a bare remote and a second clone, in both of which Coppice is at home. */
export class Site {
  readonly dir: string;
  /** Gets a line from every process of Coppice: when, which command, how much memory at most, in kilobytes. */
  readonly memoryLog: string;
  readonly #program: readonly [string, ...string[]];

  constructor(scratch: string, cli: string) {
    this.dir = join(scratch, "soak");
    this.memoryLog = join(this.dir, "memory.log");
    mkdirSync(this.dir, { recursive: true });
    const watcher = join(this.dir, "memory.mjs");
    writeFileSync(
      watcher,
      [
        'import { appendFileSync } from "node:fs";',
        'process.on("exit", () => {',
        `  const line = [Date.now(), process.argv[2], process.resourceUsage().maxRSS].join("\\t");`,
        `  try { appendFileSync(${JSON.stringify(this.memoryLog)}, line + "\\n"); } catch {}`,
        "});",
      ].join("\n"),
    );
    this.#program = [process.execPath, "--import", watcher, cli];
  }

  at(...names: readonly string[]): string {
    return join(this.dir, ...names);
  }

  coppice(cwd: string, argv: readonly string[], killAfter?: number): Promise<Ended> {
    return run(cwd, [...this.#program, ...argv], { killAfter });
  }

  git(cwd: string, argv: readonly string[], killAfter?: number): Promise<Ended> {
    return run(cwd, ["git", ...argv], { killAfter });
  }

  /** @throws when git ends with another code than 0 */
  async sure(cwd: string, ...argv: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await this.git(cwd, argv);
    if (code !== 0) throw new Error(`git ${argv.join(" ")} ended with ${code}: ${stderr}`);
    return stdout;
  }

  /** The directories of a clone's worktrees, as they are now. */
  worktrees(clone: Clone): string[] {
    const root = this.at(clone, ".worktrees");
    const names = existsSync(root) ? readdirSync(root) : [];
    return names.filter((name) => !name.startsWith(".")).map((name) => join(root, name));
  }

  /**
   * The worktrees that somebody can work in. Before git has finished making one, it throws away what is written there,
   * and in a directory without a `.git` file it works in the repository around it.
   */
  workplaces(clone: Clone): string[] {
    return this.worktrees(clone).filter((path) => {
      const gitDir = gitDirOf(path);
      return (
        gitDir !== undefined &&
        existsSync(join(gitDir, "index")) &&
        readText(join(gitDir, "locked"))?.trimEnd() !== "initializing"
      );
    });
  }

  /** Whoever leaves a detached HEAD names what was committed there first: git itself would only warn. */
  async switchBack(path: string, branch: string): Promise<Ended> {
    const head = readText(join(gitDirOf(path) ?? path, "HEAD"))?.trimEnd() ?? "";
    if (/^[0-9a-f]+$/.test(head))
      await this.git(path, ["branch", "--force", `left-${head.slice(0, 12)}`, head]);
    return this.git(path, ["switch", "--quiet", branch]);
  }

  async build(): Promise<void> {
    const repo = this.at("repo");
    mkdirSync(repo);
    await this.sure(repo, "init", "--quiet", "-b", "main");
    writeFileSync(join(repo, "shared.txt"), "1\n2\n3\n4\n5\n");
    await this.sure(repo, "add", "--all");
    await this.sure(repo, "commit", "--quiet", "--message", "Start");
    await this.sure(this.dir, "clone", "--quiet", "--bare", repo, this.at("origin.git"));
    await this.sure(repo, "remote", "add", "origin", this.at("origin.git"));
    await this.sure(repo, "fetch", "--quiet", "origin");
    await this.sure(repo, "branch", "--quiet", "--set-upstream-to=origin/main", "main");
    await this.sure(this.dir, "clone", "--quiet", this.at("origin.git"), "clone");
    for (const clone of clones) {
      rmSync(this.at(clone, ".git/hooks"), { recursive: true, force: true });
      const made = await this.coppice(this.at(clone), ["init", "--yes"]);
      if (made.code !== 0) throw new Error(`coppice init ended with ${made.code}: ${made.stderr}`);
    }
  }
}

export const clones = ["repo", "clone"] as const;
export type Clone = (typeof clones)[number];
