import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import { parseOid } from "./oid.js";
import { decodePaths, encodePath } from "./paths.js";
import type { Repository } from "./repository.js";
import { parseStatus, type Status } from "./status.js";

/** One entry of an index. */
export interface IndexEntry {
  /** `100644`, `100755`, `120000`, `160000`. */
  readonly mode: string;
  readonly oid: Oid;
  /** 0, or 1 to 3 in an unmerged file. */
  readonly stage: number;
  readonly path: string;
  /** Marked skip-worktree or assume-unchanged: `git status` does not look at the file. */
  readonly unwatched: boolean;
}

export interface WorktreePlace {
  readonly path: string;
  readonly gitDir: string;
}

/** What lists the entries of an index; `parseEntries` reads what is printed. */
export const entriesArguments: readonly string[] = ["ls-files", "-z", "--stage", "-v"];

export function parseEntries(output: Buffer): IndexEntry[] {
  return decodePaths(output).flatMap((line) => {
    const [, tag, mode, oid, stage, path] = /^(\S) (\d+) ([0-9a-f]+) (\d)\t([\s\S]*)$/.exec(line) ?? [];
    if (tag === undefined || mode === undefined || oid === undefined || path === undefined) return [];
    const unwatched = tag === "S" || tag !== tag.toUpperCase();
    return [{ mode, oid: parseOid(oid), stage: Number(stage), path, unwatched }];
  });
}

/** A copy of a worktree's index that git can work on while the worktree's own stays as it is. */
export class IndexCopy {
  private constructor(
    readonly repo: Repository,
    readonly place: WorktreePlace,
    readonly folder: string,
  ) {}

  /**
   * Copies the index into a folder of its own below the worktree's git directory.
   * What holds in that place alone is left out: the half in another file (split index), what a file system monitor
   * and a cache of untracked files have seen.
   */
  static async of(repo: Repository, place: WorktreePlace): Promise<IndexCopy> {
    const parent = join(place.gitDir, "coppice");
    mkdirSync(parent, { recursive: true });
    const copy = new IndexCopy(repo, place, mkdtempSync(join(parent, "archive-")));
    const index = join(place.gitDir, "index");
    // Of an unborn branch nothing may have been added yet.
    if (existsSync(index)) copyFileSync(index, copy.file);
    await copy.run(["update-index", "--no-split-index", "--force-write-index"]);
    return copy;
  }

  get file(): string {
    return join(this.folder, "index");
  }

  bytes(): Buffer {
    return readFileSync(this.file);
  }

  /** What was unmerged and is resolved by now: the index remembers it, and git wants it to be there. */
  async resolved(): Promise<Pick<IndexEntry, "mode" | "oid" | "stage" | "path">[]> {
    if (!this.bytes().includes("REUC")) return [];
    const output = await this.run(["ls-files", "-z", "--resolve-undo"]);
    return decodePaths(output).flatMap((line) => {
      const [, mode, oid, stage, path] = /^(\d+) ([0-9a-f]+) (\d)\t([\s\S]*)$/.exec(line) ?? [];
      if (mode === undefined || oid === undefined || path === undefined) return [];
      return [{ mode, oid: parseOid(oid), stage: Number(stage), path }];
    });
  }

  async entries(): Promise<IndexEntry[]> {
    return parseEntries(await this.run(entriesArguments));
  }

  /** The tree of the index; what was only announced (`add -N`) is not in it. Nothing may be unmerged. */
  async tree(): Promise<Oid> {
    return parseOid((await this.run(["write-tree", "--missing-ok"])).toString("utf8").trim());
  }

  /** A tree with these entries at these paths. */
  async treeOf(entries: readonly Pick<IndexEntry, "mode" | "oid" | "path">[]): Promise<Oid> {
    const env = { GIT_INDEX_FILE: join(this.folder, "other") };
    const lines = entries.map(({ mode, oid, path }) => `${mode} ${oid} 0\t${path}\0`).join("");
    rmSync(env.GIT_INDEX_FILE, { force: true });
    await this.run(["update-index", "-z", "--index-info"], encodePath(lines), env);
    const tree = await this.run(["write-tree", "--missing-ok"], undefined, env);
    return parseOid(tree.toString("utf8").trim());
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async run(
    args: readonly string[],
    stdin?: Buffer,
    env: Readonly<Record<string, string>> = { GIT_INDEX_FILE: this.file },
  ): Promise<Buffer> {
    const { repo, place } = this;
    const { stdout } = await repo.git.run(
      place.path,
      [`--git-dir=${place.gitDir}`, `--work-tree=${place.path}`, ...plainIndex, ...args],
      { env, writes: repo.commonDir, ...(stdin === undefined ? {} : { stdin }) },
    );
    return stdout;
  }
}

/** No monitor, no split and no cache is added to what is written; it is on the disk before anything is deleted. */
export const plainIndex = [
  "-c",
  "core.fsmonitor=false",
  "-c",
  "core.splitIndex=false",
  "-c",
  "core.untrackedCache=false",
  "-c",
  "core.fsync=committed",
] as const;

/**
 * A worktree's status with every untracked file by itself.
 * @throws CoppiceError PERMISSION_DENIED when part of it cannot be read
 */
export async function fullStatus(
  repo: Repository,
  { path, gitDir }: WorktreePlace,
): Promise<{ readonly status: Status; readonly text: Buffer }> {
  const { stdout, stderr } = await repo.git.run(path, [
    `--git-dir=${gitDir}`,
    `--work-tree=${path}`,
    "status",
    "--porcelain=v2",
    "-z",
    "--branch",
    "--untracked-files=all",
    "--ignore-submodules=none",
    "--no-renames",
    "--no-ahead-behind",
  ]);
  // Of a directory that may not be read git only warns, and tells the rest as if that were all.
  if (/could not open directory/.test(stderr)) {
    throw new CoppiceError("PERMISSION_DENIED", "A directory of the worktree cannot be read.", {
      suggestedAction: "Make it readable, then run the command again.",
    });
  }
  return { status: parseStatus(decodePaths(stdout).join("\0")), text: stdout };
}
