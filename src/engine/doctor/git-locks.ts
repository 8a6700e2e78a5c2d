import { type Dirent, existsSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { seesProcesses } from "../../git/processes.js";
import { CoppiceError } from "../../lifecycle/errors.js";
import { systemError } from "../../lifecycle/system-errors.js";
import type { Engine } from "../context.js";
import { hasCode } from "../files.js";
import { modulesBelow } from "../reachable.js";
import { recordLockHolder } from "../record-lock.js";
import { type HeldBy, holdersOf, type LockFile, lockFile } from "./git-holders.js";
import { setAside } from "./link-repair.js";
import { namesIn, surveyLinks } from "./link-survey.js";
import { type DoctorView, type Finding, subjectAt } from "./model.js";

/** A git that is at work holds a lock for milliseconds: what is still there after so much is worth a look. */
const momentMs = 300;
/** How old a lock is before it is moved away, although nobody can be seen to hold it. */
const settledMs = 2000;
/** The same where its holder may be out of sight. */
const oldMs = 60 * 60_000;
/** A lock that somebody holds for so long is told of. */
const longMs = 10 * 60_000;
/** How deep below refs/ is looked, and at how many. */
const mostFolders = 20_000;

/** git's lock files that no process holds: until they are gone, git refuses to write what they guard. */
export async function checkGitLocks({ engine }: DoctorView): Promise<Finding[]> {
  if (findLocks(engine).length === 0) return [];
  await delay(momentMs);
  const locks = findLocks(engine);
  const holders = holdersOf(locks, placesOf(engine));
  const findings: Finding[] = [];
  for (const lock of locks) {
    const holder = holders.get(lock.path) ?? workerAt(engine, lock);
    const age = engine.now() - lock.since;
    if (holder === undefined && (isSeen(lock) || age > oldMs)) findings.push(stale(engine, lock));
    else if (age > longMs) findings.push(long(engine, lock, holder));
  }
  return findings;
}

/** Coppice itself writes the index of a worktree that it makes: while it works on the record the lock may be its own. */
function workerAt(engine: Engine, { path }: LockFile): HeldBy | undefined {
  const id = engine.local.markOf(dirname(path));
  const worker = id === undefined ? undefined : recordLockHolder(engine, id);
  return worker === undefined ? undefined : { pid: worker.pid, program: `coppice ${worker.purpose}` };
}

const isSeen = ({ near }: LockFile): boolean => near && seesProcesses();

const nameOf = ({ repo }: Engine, { path }: LockFile): string => relative(repo.commonDir, path);

function stale(engine: Engine, lock: LockFile): Finding {
  return {
    code: "git-lock-stale",
    severity: "broken",
    subject: subjectAt(lock.path),
    message: `git's lock ${nameOf(engine, lock)} was left by a process that has ended: git refuses to write there.`,
    suggestedAction: "coppice doctor --fix moves it away, when still no git is at work in this repository.",
    evidence: { lock: lock.path, since: new Date(lock.since).toISOString(), holder: null },
    repair: () => moveAway(engine, lock),
  };
}

function long(engine: Engine, lock: LockFile, holder: HeldBy | undefined): Finding {
  const by = holder === undefined ? "somebody" : `${holder.program} (process ${holder.pid})`;
  return {
    code: "git-lock-held",
    severity: "note",
    subject: subjectAt(lock.path),
    message: `git's lock ${nameOf(engine, lock)} has been there for long, and may be held by ${by}.`,
    suggestedAction: "Wait until it has ended, or end it; a lock that nobody holds can be deleted.",
    evidence: {
      lock: lock.path,
      since: new Date(lock.since).toISOString(),
      holder: holder === undefined ? null : by,
    },
  };
}

async function moveAway(engine: Engine, seen: LockFile): Promise<string | undefined> {
  const young = settledMs - (engine.now() - seen.since);
  if (young > 0) await delay(Math.min(young, settledMs));
  const lock = lockFile(seen.path);
  if (lock === undefined) return undefined;
  const holder = holdersOf([lock], placesOf(engine)).get(lock.path) ?? workerAt(engine, lock);
  if (lock.ino !== seen.ino || lock.since !== seen.since || holder !== undefined) {
    throw new CoppiceError("INVALID_STATE", `${nameOf(engine, lock)} is held by a git that runs now.`, {
      suggestedAction: "Wait until it has ended, then run coppice doctor --fix again.",
    });
  }
  try {
    const kept = setAside(engine, lock.path, nameOf(engine, lock).replaceAll("/", "-"));
    return `git's lock ${nameOf(engine, lock)} is out of the way; it is kept as ${kept}.`;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw systemError(error, "move a lock away") ?? error;
  }
}

/** Where a git that works in this repository could stand. */
function placesOf(engine: Engine): string[] {
  const { repo } = engine;
  const worktrees = surveyLinks(engine).entries.flatMap(({ path }) => path ?? []);
  return [repo.commonDir, ...(repo.mainWorktree === undefined ? [] : [repo.mainWorktree]), ...worktrees];
}

/** Every lock file that git would make: beside the files of each git directory, among the refs, in the object store. */
function findLocks({ repo }: Engine): LockFile[] {
  const { commonDir } = repo;
  const registrations = namesIn(join(commonDir, "worktrees")).map((name) =>
    join(commonDir, "worktrees", name),
  );
  const found: string[] = [];
  const gitDirs = [commonDir, ...registrations];
  const modules = gitDirs.flatMap((gitDir) => modulesBelow(gitDir).map(({ directory }) => directory));
  for (const gitDir of [...gitDirs, ...modules]) {
    const info = [gitDir, join(gitDir, "info")];
    for (const folder of info) found.push(...locksIn(folder));
    found.push(...locksBelow(join(gitDir, "refs")));
  }
  // `git maintenance` holds one in objects/ itself.
  for (const folder of ["reftable", "objects", "objects/info", "objects/info/commit-graphs", "objects/pack"])
    found.push(...locksIn(join(commonDir, folder)));
  return [...new Set(found)].sort().flatMap((path) => lockFile(path) ?? []);
}

const locksIn = (folder: string): string[] =>
  namesIn(folder).flatMap((name) => (name.endsWith(".lock") ? [join(folder, name)] : []));

/** No ref's name ends in `.lock`: git-check-ref-format(1). */
function locksBelow(top: string): string[] {
  const found: string[] = [];
  const folders = existsSync(top) ? [top] : [];
  for (let at = 0; at < folders.length && at < mostFolders; at += 1) {
    const folder = folders[at] ?? top;
    for (const entry of entriesIn(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.name.endsWith(".lock")) found.push(path);
    }
  }
  return found;
}

function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR", "EACCES", "EPERM")) return [];
    throw error;
  }
}
