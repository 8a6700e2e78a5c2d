import { onTestFinished } from "vitest";
import { openRepository, type Repository } from "../../src/git/repository.js";
import { type CreateEvent, type JournalStore, openNotesStore } from "../../src/journal/store.js";
import type { Actor } from "../../src/lifecycle/entry.js";
import {
  branchNameSchema,
  cloneIdSchema,
  type OpId,
  oidSchema,
  opIdSchema,
} from "../../src/lifecycle/ids.js";
import { createRepo, type RepoOptions, type TestRepo } from "../support/repo.js";

export const notesRef = "refs/notes/coppice";

/** A clock that stands at one moment until it is moved. */
export interface TestClock {
  now: number;
}
export const startOfTime = Date.UTC(2026, 0, 31, 12);

export const actor = (door: Actor["door"] = "cli", clone = "00000000000000aa"): Actor => ({
  name: "Coppice Test",
  door,
  clone: cloneIdSchema.parse(clone),
});

export const branch = (name: string) => branchNameSchema.parse(name);
export const op = (number: number): OpId => opIdSchema.parse(number.toString(16).padStart(16, "0"));
export const oid = (digit: string) => oidSchema.parse(digit.repeat(40));

export const createEvent = (name = "task/a", number = 1): CreateEvent => ({
  type: "CREATE",
  op: op(number),
  branch: branch(name),
  base: branch("main"),
  baseOid: oid("a"),
  clone: cloneIdSchema.parse("00000000000000aa"),
});

/** A repository of the running test and its opened view, closed when the test ends. */
export async function openTestRepo(options: RepoOptions = {}): Promise<{ test: TestRepo; repo: Repository }> {
  const test = createRepo(options);
  return { test, repo: await reopen(test.dir) };
}

/** Another process's view of a repository: nothing is remembered from the first. */
export async function reopen(dir: string): Promise<Repository> {
  const repo = await openRepository(dir);
  onTestFinished(() => repo.close());
  return repo;
}

export const openStore = (repo: Repository, clock?: TestClock): JournalStore =>
  openNotesStore(repo, { ref: notesRef, ...(clock === undefined ? {} : { clock: () => clock.now }) });
