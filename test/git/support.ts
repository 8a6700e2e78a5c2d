import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { parseOid } from "../../src/git/oid.js";
import { openRepository, type Repository } from "../../src/git/repository.js";
import { GitRunner, type GitRunnerOptions } from "../../src/git/run.js";
import { CoppiceError, type ErrorCode } from "../../src/lifecycle/errors.js";
import { type BranchName, branchNameSchema, type Oid } from "../../src/lifecycle/ids.js";
import { createTempDir, type TestRepo } from "../support/repo.js";

/** Opens a repository for the running test and closes it when that ends. */
export async function open(dir: string, options: GitRunnerOptions = {}): Promise<Repository> {
  const repo = await openRepository(dir, new GitRunner(options));
  onTestFinished(() => repo.close());
  return repo;
}

export const branch = (name: string): BranchName => branchNameSchema.parse(name);

export const oidOf = (repo: TestRepo, name: string): Oid =>
  parseOid(repo.git("rev-parse", `${name}^{commit}`));

/** Makes a branch with one commit on top of `from`, without touching the checked-out files. Returns its tip. */
export function commitOn(
  repo: TestRepo,
  name: string,
  from: string,
  change: (write: (path: string, text: string) => void, git: (...args: string[]) => string) => void,
): Oid {
  const home = repo.git("symbolic-ref", "--short", "HEAD");
  repo.git("checkout", "--quiet", "-b", name, from);
  change(repo.write, repo.git);
  const oid = repo.commit(`Work on ${name}`);
  repo.git("checkout", "--quiet", home);
  return parseOid(oid);
}

/** An executable script, deleted when the running test ends. */
export function script(text: string): string {
  const file = join(createTempDir(), "script");
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  return file;
}

/** The code of the error that a promise ends in; fails when it ends well or in another kind of error. */
export async function codeOf(promise: Promise<unknown>): Promise<ErrorCode> {
  return (await errorOf(promise)).code;
}

export async function errorOf(promise: Promise<unknown>): Promise<CoppiceError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof CoppiceError) return error;
    throw error;
  }
  throw new Error("It ended without an error.");
}
