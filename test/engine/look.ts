import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { promisify } from "node:util";
import { readText } from "../../src/git/worktree-links.js";
import { gitDirOf } from "../support/repo.js";

const start = promisify(execFile);

/** Everything that a person or git can see of a worktree, comparable with `toEqual`. Names are bytes, written as latin1. */
export interface Look {
  readonly head: string;
  /** Entries with their flags; without what is remembered of the files' times and places. */
  readonly index: string;
  readonly status: string;
  /** Settings of the worktree alone. */
  readonly settings: string;
  /** Path to kind, permissions and content. Folders are there by what is in them. */
  readonly files: Readonly<Record<string, string>>;
}

/** Looks at a worktree without touching it. Ignored files that git does not track are left out, but for `.env`. */
export async function look(path: string): Promise<Look> {
  const git = async (...args: string[]): Promise<string> =>
    (await start("git", ["--no-optional-locks", ...args], { cwd: path, encoding: "latin1" })).stdout;
  const [index, status] = await Promise.all([
    git("ls-files", "-z", "--stage", "-v", "--debug"),
    git("status", "--porcelain=v2", "-z", "--branch", "--untracked-files=all"),
  ]);
  const gitDir = gitDirOf(path);
  return {
    head: readFileSync(`${gitDir}/HEAD`, "utf8"),
    index: index.replaceAll(/ {2}(?:ctime|mtime|dev|uid): .*\n| {2}size: \d+\t/g, ""),
    status,
    settings: `${readText(`${gitDir}/config.worktree`)?.toLowerCase()}\n${readText(`${gitDir}/info/sparse-checkout`)}`,
    files: filesIn(path),
  };
}

export function filesIn(root: string): Record<string, string> {
  const files: Record<string, string> = {};
  const visit = (folder: Buffer, prefix: string): void => {
    for (const name of readdirSync(folder, { encoding: "buffer" })) {
      const text = name.toString("latin1");
      if (text === ".git") continue;
      const at = Buffer.concat([folder, Buffer.from("/"), name]);
      const stat = lstatSync(at);
      const mode = (stat.mode & 0o7777).toString(8);
      if (stat.isDirectory()) visit(at, `${prefix}${text}/`);
      else if (stat.isSymbolicLink()) files[prefix + text] = `link ${readlinkSync(at)}`;
      else files[prefix + text] = `${mode} ${createHash("sha1").update(readFileSync(at)).digest("base64")}`;
    }
  };
  visit(Buffer.from(root), "");
  return files;
}
