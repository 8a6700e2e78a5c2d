import { execFile } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Actor } from "./actors.js";
import { git } from "./git.js";
import type { Host } from "./host.js";

/** What a scenario begins with: `repo`, and where it needs them `origin.git`, `clone` and the checkouts of jobs. */
export class World {
  /** @param another makes one more actor, which may be killed */
  constructor(
    readonly dir: string,
    readonly actor: Actor,
    readonly another: () => Actor,
    readonly host: Host,
  ) {}

  /** A path in the world: `repo`, `repo/.worktrees/task-a`. */
  at(path: string): string {
    return join(this.dir, path);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(this.at(path)), { recursive: true });
    writeFileSync(this.at(path), text);
  }

  /** Writes a file into a directory that is there. */
  edit(path: string, text: string): void {
    writeFileSync(this.at(path), text);
  }

  git(path: string, ...args: readonly string[]): Promise<string> {
    return git(this.at(path), ...args);
  }

  /** Runs a command of Coppice. @param code the exit code that it has to end with */
  async coppice(path: string, argv: readonly string[], code = 0): Promise<void> {
    const ended = await this.actor.begin(this.at(path), argv).ended;
    if (ended.code !== code)
      throw new Error(`coppice ${argv.join(" ")} ended with ${ended.code}: ${ended.said}`);
  }

  /** Runs a command and kills it before a step: the one, of those with such a label, that comes at that place. */
  async killed(argv: readonly string[], label: RegExp, place = 1): Promise<void> {
    const victim = this.another();
    const everywhere = Array.from({ length: 1_000 }, (_, index) => index + 1);
    const running = victim.begin(this.at("repo"), argv, everywhere);
    let left = place;
    for (let at = await running.stopped(); at !== undefined; at = await running.stopped()) {
      if (label.test(at)) left -= 1;
      if (left === 0) break;
      running.goOn();
    }
    victim.stop();
    if (left > 0) throw new Error(`coppice ${argv.join(" ")} has no such step: ${label}`);
  }

  /** Commits everything with plain git. */
  async commit(path: string, message: string, files: Readonly<Record<string, string>> = {}): Promise<void> {
    for (const [name, text] of Object.entries(files)) this.write(join(path, name), text);
    await this.git(path, "add", "--all");
    await this.git(path, "commit", "--quiet", "--message", message);
  }

  /** `repo` with one commit on main. */
  async begin(): Promise<void> {
    mkdirSync(this.at("repo"), { recursive: true });
    await this.git("repo", "init", "--quiet", "-b", "main");
    rmSync(this.at("repo/.git/hooks"), { recursive: true, force: true });
    await this.commit("repo", "Start", { "README.md": "start\n", "shared.txt": "1\n2\n3\n" });
    await this.git("repo", "branch", "other");
  }

  /** A worktree with a commit of its own. */
  async task(branch: string, files?: Readonly<Record<string, string>>): Promise<void> {
    await this.coppice("repo", ["create", branch]);
    const name = branch.replaceAll("/", "-");
    await this.commit(
      `repo/.worktrees/${name}`,
      `Work on ${branch}`,
      files ?? { [`${name}.txt`]: `${branch}\n` },
    );
  }

  /** A bare `origin.git` that repo knows, and a `clone` of it. */
  async remote(): Promise<void> {
    await this.git(".", "clone", "--quiet", "--bare", "repo", "origin.git");
    rmSync(this.at("origin.git/hooks"), { recursive: true, force: true });
    await this.git("repo", "remote", "add", "origin", this.at("origin.git"));
    await this.git("repo", "fetch", "--quiet", "origin");
    await this.git("repo", "branch", "--quiet", "--set-upstream-to=origin/main", "main");
    await this.git(".", "clone", "--quiet", this.at("origin.git"), "clone");
    rmSync(this.at("clone/.git/hooks"), { recursive: true, force: true });
  }
}

export type Builder = (world: World) => Promise<void>;

/** A world that was built once, to be copied. */
export interface Template {
  readonly dir: string;
  /** Files that name the directory, relative. */
  readonly named: readonly string[];
}

export async function build(
  dir: string,
  actor: Actor,
  another: () => Actor,
  host: Host,
  builder: Builder,
): Promise<Template> {
  mkdirSync(dir, { recursive: true });
  await builder(new World(dir, actor, another, host));
  return { dir, named: filesNaming(dir) };
}

/** Git's and Coppice's own files that hold a path. */
function filesNaming(dir: string): string[] {
  const found: string[] = [];
  const visit = (below: string): void => {
    for (const entry of readdirSync(join(dir, below), { withFileTypes: true })) {
      const path = join(below, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== "objects" && entry.name !== "logs") visit(path);
      } else if (
        entry.isFile() &&
        entry.name !== "index" &&
        readFileSync(join(dir, path), "latin1").includes(dir)
      ) {
        found.push(path);
      }
    }
  };
  visit("");
  return found;
}

/** Puts a template's copy in the place of what is at a directory. */
export async function copyTo(template: Template, dir: string): Promise<void> {
  rmSync(dir, { recursive: true, force: true });
  await promisify(execFile)("cp", ["-a", template.dir, dir]);
  for (const path of template.named) {
    const text = readFileSync(join(dir, path), "latin1").replaceAll(template.dir, dir);
    writeFileSync(join(dir, path), path.endsWith("/place.json") ? withIdentity(text) : text, "latin1");
  }
}

/** Coppice knows a worktree's directory by its inode, which a copy has not. */
function withIdentity(text: string): string {
  const path = /"path":\s*"([^"]*)"/.exec(text)?.[1];
  if (path === undefined || !existsSync(path)) return text;
  const { ino, dev } = lstatSync(path, { bigint: true });
  return text.replace(/("ino":\s*")\d+"/, `$1${ino}"`).replace(/("dev":\s*")\d+"/, `$1${dev}"`);
}
