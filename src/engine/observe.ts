import { join } from "node:path";
import type { Commit } from "../git/object-format.js";
import { branchOfRef, readRef } from "../git/refs.js";
import type { Status as GitStatus } from "../git/status.js";
import { readText } from "../git/worktree-links.js";
import { keptFiles } from "../lifecycle/events.js";
import { type BranchName, branchRef, type Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { type Status, stateProperties } from "../lifecycle/states.js";
import type { Engine } from "./context.js";
import { type Sight, sightsOf } from "./facts.js";
import { absence, type Located } from "./place.js";
import { recordLockHolder } from "./record-lock.js";
import { newOp, type RecordSession } from "./session.js";
import { treeDifference } from "./tree-diff.js";

/** What a look at a worktree tells beside its record. Nothing is written for it. */
export interface Observation {
  /** The state with what git says now: `active` and `dirty` as the files are, everything else as journaled. */
  readonly status: Status;
  /** Null where this clone holds no directory. */
  readonly path: string | null;
  /** The directory is there and is the record's. */
  readonly present: boolean;
  /** Its directory, its branch or its link to git has disappeared. */
  readonly broken: boolean;
  /** Null when it was not looked at or could not be read: never to be taken for clean. */
  readonly uncommitted: { readonly files: readonly string[]; readonly total: number } | null;
  /** The commit that HEAD stands at in the worktree. */
  readonly headOid: Oid | null;
  /** The branch that is checked out there; null when HEAD is detached, or unknown. */
  readonly branch: BranchName | null;
  readonly detached: boolean;
  /** The record's branch was renamed to the one that is checked out. */
  readonly renamed: boolean;
  /** The operation that the state speaks of is dead: its process has ended without an end. */
  readonly interrupted: boolean;
  /** What does not fit together, each a sentence for a person. */
  readonly problems: readonly string[];
}

export interface ObserveOptions {
  /** Whether to run `git status`. Default true. */
  readonly dirtiness?: boolean;
}

/** Whether a record's directory could be here. Another clone's is nothing that could be looked for. */
export const isHere = (engine: Engine, record: WorktreeRecord): boolean => record.owner === engine.clone;

/** Looks at a worktree, with one `git status` or none. For readers: writes nothing, and never throws for one worktree. */
export async function observe(
  engine: Engine,
  record: WorktreeRecord,
  options: ObserveOptions = {},
): Promise<Observation> {
  const sights = await sightsOf(engine, isHere(engine, record) ? [record.id] : [], options);
  return observationOf(engine, record, sights.get(record.id));
}

/** What a look at a worktree told. */
export async function observationOf(
  engine: Engine,
  record: WorktreeRecord,
  sight: Sight | undefined,
): Promise<Observation> {
  const { located, status: now } = sight ?? { located: undefined, status: undefined };
  const gitDir = located?.state === "intact" ? located.gitDir : undefined;
  const here = now === undefined ? headOf(engine, gitDir) : now;
  const renamed = here?.branch !== undefined && (await isRenamed(engine, record, here.branch, here.oid));
  const interrupted = isDead(engine, record);
  return {
    status: statusOf(record, now),
    path: located?.path ?? null,
    present: gitDir !== undefined,
    broken: isExpected(engine, record) && (located?.state !== "intact" || isUnborn(record, here)),
    uncommitted:
      now === undefined
        ? null
        : { files: now.files.slice(0, keptFiles).map((file) => file.path), total: now.files.length },
    headOid: here?.oid ?? null,
    branch: here?.branch ?? null,
    detached: here?.detached ?? false,
    renamed,
    interrupted,
    problems: problemsOf(engine, record, located, here, renamed, interrupted),
  };
}

/** Whether the record's running operation is one of this clone and nobody holds the lock any more. */
export const isDead = (engine: Engine, record: WorktreeRecord): boolean =>
  record.op !== null && record.op.clone === engine.clone && recordLockHolder(engine, record.id) === undefined;

/**
 * Journals what was seen, so that a writer decides from what is true: the branch's new name, commits that were made
 * with plain git, HEAD after an amend or a reset, MODIFY or DISCARD. The caller holds the record's lock.
 * @param now the worktree's status; undefined (not read) journals nothing
 */
export async function journalObservation(
  session: RecordSession,
  now: GitStatus | undefined,
): Promise<WorktreeRecord> {
  const { engine } = session;
  if (now === undefined || stateProperties(session.record.status).isTransient) return session.record;
  const { branch, oid } = now;
  if (branch !== undefined && oid !== undefined) {
    const from = session.record.branch;
    if (await isRenamed(engine, session.record, branch, oid)) {
      // At the commit that was known: those made since are told below.
      await session.observed({ type: "HEAD", oid: session.record.headOid ?? oid, branch, from });
    }
    if (branch === session.record.branch && oid !== session.record.headOid) {
      await journalCommits(session, branch, oid);
    }
  }
  if (session.record.status === "active" && !now.clean) await noteModified(session, now);
  if (session.record.status === "dirty") {
    if (now.clean) await session.observed({ type: "DISCARD" });
    else if (now.files.length !== session.record.uncommittedFiles?.total) await noteModified(session, now);
  }
  return session.record;
}

const noteModified = (session: RecordSession, now: GitStatus): Promise<WorktreeRecord> =>
  session.observed({
    type: "MODIFY",
    filesChanged: now.files.slice(0, keptFiles).map((file) => file.path),
    total: now.files.length,
  });

/** How many commits are journaled one by one when nobody told of them before. */
const mostCommits = 10;
/** How far back a known commit is looked for. */
const longestWalk = 500;

/**
 * Journals that the branch stands at a commit: one COMMIT for each on the way there from the one that was known, HEAD
 * where there is no such way (an amend, a reset) or the state knows no commits.
 */
export async function journalCommits(session: RecordSession, branch: BranchName, oid: Oid): Promise<void> {
  const { status, headOid } = session.record;
  const commits =
    headOid !== null && (status === "active" || status === "dirty")
      ? await commitsSince(session.engine, headOid, oid)
      : [];
  if (commits.length === 0) {
    await session.observed({ type: "HEAD", oid, branch });
    return;
  }
  const objects = session.engine.repo.objects();
  for (const commit of commits.slice(0, mostCommits).reverse()) {
    const { files, total } = await treeDifference(
      objects,
      await parentTree(session.engine, commit),
      commit.tree,
      keptFiles,
    );
    if (session.record.status === "active" && total > 0) {
      await session.observed({ type: "MODIFY", filesChanged: [...files], total });
    }
    if (session.record.status !== "dirty") continue;
    const op = newOp();
    const message = commit.message.trim() === "" ? "(no message)" : commit.message;
    await session.observed({
      type: "COMMIT",
      op,
      message,
      author: `${commit.author.name} <${commit.author.email}>`,
    });
    await session.observed({ type: "INIT_COMPLETE", op, sha: commit.oid });
  }
  if (session.record.headOid !== oid) await session.observed({ type: "HEAD", oid, branch });
}

/** The commits on the way from `known` to `tip` along first parents, newest first; none when it is not on that way. */
export async function commitsSince(engine: Engine, known: Oid, tip: Oid): Promise<Commit[]> {
  const objects = engine.repo.objects();
  const found: Commit[] = [];
  for (let at: Oid | undefined = tip; at !== undefined && found.length < longestWalk; ) {
    if (at === known) return found;
    const commit: Commit = await objects.commit(at);
    found.push(commit);
    at = commit.parents[0];
  }
  return [];
}

async function parentTree(engine: Engine, commit: Commit): Promise<Oid | undefined> {
  const [parent] = commit.parents;
  return parent === undefined ? undefined : (await engine.repo.objects().commit(parent)).tree;
}

/** Whether there has to be a worktree here. */
const isExpected = (engine: Engine, { owner, status, type }: WorktreeRecord): boolean =>
  owner === engine.clone && type === "worktree" && status !== "creating" && status !== "removed";

/** Whether the worktree is on the record's branch, and there is no such branch. */
const isUnborn = (record: WorktreeRecord, head: Head | GitStatus | undefined): boolean =>
  head !== undefined && "files" in head && head.branch === record.branch && head.oid === undefined;

interface Head {
  readonly branch: BranchName | undefined;
  readonly oid: Oid | undefined;
  readonly detached: boolean;
}

/** HEAD's branch from git's file, for looks that start no process. Nothing for a reftable repository. */
function headOf(engine: Engine, gitDir: string | undefined): Head | undefined {
  if (gitDir === undefined || engine.repo.refFormat !== "files") return undefined;
  const text = readText(join(gitDir, "HEAD"));
  if (text === undefined) return undefined;
  const ref = /^ref: (refs\/heads\/[^\n]+)\n?$/.exec(text)?.[1];
  return {
    branch: ref === undefined ? undefined : branchOfRef(ref),
    oid: undefined,
    detached: ref === undefined,
  };
}

/**
 * Whether `branch` is the record's branch under a new name: the old one is gone, and the new one's reflog says so,
 * or, where that cannot be read, it stands at the commit that the old one was last seen at.
 */
async function isRenamed(
  engine: Engine,
  record: WorktreeRecord,
  branch: BranchName,
  oid: Oid | undefined,
): Promise<boolean> {
  if (branch === record.branch) return false;
  if ((await readRef(engine.repo, branchRef(record.branch))) !== undefined) return false;
  const log = readText(join(engine.repo.commonDir, "logs", ...branchRef(branch).split("/")));
  if (log === undefined) return oid !== undefined && oid === record.headOid;
  return log.includes(`renamed ${branchRef(record.branch)} to ${branchRef(branch)}\n`);
}

function statusOf(record: WorktreeRecord, now: GitStatus | undefined): Status {
  if (now === undefined || (record.status !== "active" && record.status !== "dirty")) return record.status;
  return now.clean ? "active" : "dirty";
}

function problemsOf(
  engine: Engine,
  record: WorktreeRecord,
  located: Located | undefined,
  head: Head | GitStatus | undefined,
  renamed: boolean,
  interrupted: boolean,
): string[] {
  const problems: string[] = [];
  if (interrupted && record.op !== null) {
    problems.push(`${record.op.name} was interrupted: its process ended before it was done`);
  }
  if (isExpected(engine, record) && located?.state !== "intact") {
    problems.push(`the worktree ${absence(engine, record, located)}`);
  }
  if (isUnborn(record, head)) problems.push("its branch is gone");
  if (head?.detached === true) problems.push("HEAD is detached there");
  if (head?.branch !== undefined && head.branch !== record.branch) {
    problems.push(
      renamed
        ? `its branch was renamed to ${head.branch}`
        : `${head.branch} is checked out there; the record keeps ${record.branch}`,
    );
  }
  return problems;
}
