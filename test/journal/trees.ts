import { execFileSync } from "node:child_process";
import { type Oid, oidSchema } from "../../src/lifecycle/ids.js";
import type { TestRepo } from "../support/repo.js";

const git = (repo: TestRepo, args: readonly string[], input: string | Buffer = ""): string =>
  execFileSync("git", args, {
    cwd: repo.dir,
    input,
    encoding: "utf8",
    stdio: ["pipe", "pipe", "pipe"],
  }).trim();
/** Writes a blob and tells its name. */
export const hashOf = (repo: TestRepo, bytes: string | Buffer): string =>
  git(repo, ["hash-object", "-w", "--stdin"], bytes);

/** A commit of a notes tree with exactly these files; without a parent, unless one is given. */
export function notesCommit(
  repo: TestRepo,
  files: Readonly<Record<string, string | Buffer>>,
  parent?: string,
): Oid {
  const parts: Buffer[] = [Buffer.from("feature done\ncommit refs/test/made\nmark :1\n")];
  parts.push(Buffer.from("committer T <t@example.invalid> 1700000000 +0000\ndata 4\nmade\n"));
  if (parent !== undefined) parts.push(Buffer.from(`from ${parent}\n`));
  parts.push(Buffer.from("deleteall\n"));
  for (const [path, text] of Object.entries(files)) {
    const bytes = typeof text === "string" ? Buffer.from(text) : text;
    parts.push(Buffer.from(`M 100644 inline ${path}\ndata ${bytes.length}\n`), bytes, Buffer.from("\n"));
  }
  parts.push(Buffer.from("get-mark :1\ndone\n"));
  git(repo, ["update-ref", "-d", "refs/test/made"]);
  return oidSchema.parse(git(repo, ["fast-import", "--quiet", "--force"], Buffer.concat(parts)));
}

export const flat = (id: string): string => id;
export const fanned = (id: string): string => `${id.slice(0, 2)}/${id.slice(2)}`;

/** The lines of every note of a commit, sorted, blank ones left out. */
export function linesIn(repo: TestRepo, commit: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const row of git(repo, ["ls-tree", "-r", commit]).split("\n").filter(Boolean)) {
    const [, , oid = "", path = ""] = row.split(/[ \t]/);
    const text = execFileSync("git", ["cat-file", "blob", oid], { cwd: repo.dir, encoding: "latin1" });
    const key = path.replaceAll("/", "");
    const lines = [...(found[key] ?? []), ...text.split("\n").filter((line) => line.trim() !== "")];
    found[key] = [...new Set(lines)].sort();
  }
  return found;
}
