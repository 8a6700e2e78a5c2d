import { createHash } from "node:crypto";
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { standingAt } from "../git/raw-files.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { RecordId } from "../lifecycle/ids.js";
import { errnoOf, systemError } from "../lifecycle/system-errors.js";
import { isFolder, removeFile } from "./archive-files.js";
import { draftIn } from "./clone-file.js";
import type { Engine } from "./context.js";
import { isEditedCopy, noteCopied, printOf } from "./env-copied.js";
import { ignoredAmong } from "./env-match.js";
import { hasCode } from "./files.js";
import { throwIfInterrupted } from "./interpret.js";
import { present } from "./place.js";
import { noteRoleFacts, type RoleFacts, roleFacts } from "./role-copied.js";
import { syncRoleLines } from "./role-lines.js";
import type { RoleFile } from "./roles.js";
import type { RecordSession } from "./session.js";

/** What became of the role files of a worktree. */
export interface RoleCopy {
  /** New ones, and those that were replaced. */
  readonly copied: readonly string[];
  /** Edited in the worktree since they were copied: left as they are. */
  readonly kept: readonly string[];
  /** The role has them no more, and nobody had edited them: taken away. */
  readonly removed: readonly string[];
}

/** Notes what is to be copied, before the record is seen by anybody. */
export function planRoleFiles(engine: Engine, id: RecordId, files: readonly RoleFile[]): void {
  if (files.length === 0) return;
  noteRoleFacts(engine, id, {
    v: 1,
    pending: true,
    files: Object.fromEntries(files.map(({ from, to }) => [to, { from, sha256: null }])),
  });
}

/**
 * Copies the role files that a creation has planned, once: each whole, never over what git tracks or somebody wrote, and
 * never through a symbolic link. Idempotent.
 * @throws ENV_COPY_FAILED with the file, INTERRUPTED, the system group
 */
export async function copyRoleFiles(session: RecordSession): Promise<void> {
  const { engine, id } = session;
  const facts = roleFacts(engine, id);
  if (facts?.pending !== true) return;
  engine.report.step(`copying the files of the role ${session.record.role ?? ""}`);
  const { kept } = await bring(session, facts, broughtOf(facts));
  if (kept.length > 0) throw failed(kept[0] ?? "", "something else stands there already");
}

/**
 * Brings the role files of a worktree up to date.
 * @param files those that the role has now
 * @param save saves what would be lost with the worktree; then edited ones are replaced as well, and what somebody else put
 *   in their place. Called at most once, when there are any
 */
export async function renewRoleFiles(
  session: RecordSession,
  files: readonly RoleFile[],
  save?: () => Promise<unknown>,
): Promise<RoleCopy> {
  const { engine, id, record } = session;
  const { path } = present(engine, record);
  const before = roleFacts(engine, id)?.files ?? {};
  const wanted = new Set(files.map(({ to }) => to));
  const removed: string[] = [];
  const left: RoleFacts["files"] = {};
  for (const [to, known] of Object.entries(before)) {
    const isCopied = known.from === null || known.sha256 !== null;
    if (wanted.has(to) || !isCopied || !isThere(path, to)) continue;
    // What somebody has made their own stays, and stays out of commits.
    if (known.from === null || !isPristine(engine, id, path, to, known.sha256)) left[to] = known;
    else {
      removeFile(path, to);
      removed.push(to);
    }
  }
  const planned = files.map(({ from, to }) => [to, { from, sha256: before[to]?.sha256 ?? null }] as const);
  const facts: RoleFacts = { v: 1, pending: false, files: { ...left, ...Object.fromEntries(planned) } };
  const first = await bring(session, facts, [...wanted]);
  const { copied, kept } = save === undefined ? first : await replaceKept(session, first, save);
  const edited = Object.keys(left).filter((to) => left[to]?.from !== null);
  return { copied: [...copied].sort(), kept: [...kept, ...edited].sort(), removed };
}

/** Replaces what was saved: what is written there while it is saved stays. */
async function replaceKept(
  session: RecordSession,
  { copied, kept }: Brought,
  save: () => Promise<unknown>,
): Promise<Brought> {
  const { engine, id, record } = session;
  const { path } = present(engine, record);
  const prints = new Map(kept.map((to) => [to, printOf(path, to)]));
  const facts = roleFacts(engine, id);
  if (facts === undefined || ![...prints.values()].some((print) => print !== undefined))
    return { copied, kept };
  await save();
  const isSaved = (to: string): boolean => {
    const print = prints.get(to);
    return print !== undefined && print === printOf(path, to);
  };
  const again = putFiles(session, facts, kept, isSaved);
  return { copied: [...copied, ...again.copied], kept: again.kept };
}

/**
 * Files that were ignored when they were archived are not to turn up as untracked when they are back: those that nothing
 * keeps out of commits any more are kept out as role files are, as long as the worktree lives.
 */
export async function keepHidden(
  { engine, id, record }: RecordSession,
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return;
  const { path } = present(engine, record);
  const ignored = new Set(await ignoredAmong(engine.repo.git, path, paths, engine.signal));
  const open = paths.filter((to) => !ignored.has(to) && isNameable(to));
  if (open.length === 0) return;
  const known = roleFacts(engine, id);
  const files = Object.fromEntries(open.map((to) => [to, { from: null, sha256: null }]));
  noteRoleFacts(engine, id, { v: 1, pending: false, ...known, files: { ...files, ...known?.files } });
  await syncRoleLines(engine);
}

/** git reads a line of `info/exclude` to its end. */
const isNameable = (path: string): boolean => !/[\r\n]/.test(path);

/** What a role brings; the rest was kept hidden by an archive. */
const broughtOf = ({ files }: RoleFacts): string[] =>
  Object.keys(files).filter((to) => files[to]?.from !== null);

type Brought = Pick<RoleCopy, "copied" | "kept">;

/** @param wanted of the files those that are to be copied */
async function bring(session: RecordSession, facts: RoleFacts, wanted: readonly string[]): Promise<Brought> {
  const { engine, id, record } = session;
  noteRoleFacts(engine, id, facts);
  await syncRoleLines(engine);
  await refuseCommittable(engine, present(engine, record).path, wanted);
  return putFiles(session, facts, wanted, () => false);
}

/** @param isSaved whether what stands there is in an archive; asked at the last moment */
function putFiles(
  { engine, id, record }: RecordSession,
  facts: RoleFacts,
  wanted: readonly string[],
  isSaved: (to: string) => boolean,
): Brought {
  const { path, gitDir } = present(engine, record);
  const copied: string[] = [];
  const kept: string[] = [];
  const files = { ...facts.files };
  for (const to of wanted) {
    throwIfInterrupted(engine.signal);
    const known = files[to];
    if (known?.from == null) continue;
    const source = sourceOf(engine, known.from, to);
    const sha256 = createHash("sha256").update(source.data).digest("hex");
    const place: Place = { engine, id, root: path, draft: draftIn(gitDir), to };
    const end = putFile(place, source, isSaved(to) || isPristine(engine, id, path, to, known.sha256));
    if (end === "kept") kept.push(to);
    else {
      if (end === "copied") copied.push(to);
      noteCopied(engine, id, path, [to]);
      files[to] = { from: known.from, sha256 };
    }
  }
  noteRoleFacts(engine, id, { v: 1, pending: facts.pending && kept.length > 0, files });
  return { copied, kept };
}

/** @throws ENV_COPY_FAILED for a file that a commit could take along */
async function refuseCommittable(engine: Engine, root: string, paths: readonly string[]): Promise<void> {
  for (const to of paths) {
    const parents = to
      .split("/")
      .slice(0, -1)
      .map((_, at, all) => all.slice(0, at + 1).join("/"));
    const blocked = parents.find((parent) => {
      const stat = lstatSync(join(root, parent), { throwIfNoEntry: false });
      return stat !== undefined && !stat.isDirectory();
    });
    if (blocked !== undefined) throw failed(to, `${blocked} is no directory in the worktree`);
  }
  const ignored = new Set(await ignoredAmong(engine.repo.git, root, paths, engine.signal));
  const open = paths.find((to) => !ignored.has(to));
  if (open !== undefined)
    throw failed(open, "git tracks it in the worktree, or a .gitignore says that it is to be committed");
}

interface Source {
  readonly data: Buffer;
  readonly mode: number;
}

const largestFile = 256 * 1024 * 1024;

function sourceOf({ repo }: Engine, from: string, to: string): Source {
  const path = join(repo.mainWorktree ?? repo.root, from);
  try {
    const stat = statSync(path);
    if (!stat.isFile()) throw failed(to, `${from} is no regular file`);
    if (stat.size > largestFile) throw failed(to, `${from} is larger than 256 MiB`);
    return { data: readFileSync(path), mode: stat.mode & 0o777 };
  } catch (error) {
    throw error instanceof CoppiceError ? error : unreadable(error, from, to);
  }
}

/** Where one file is to stand. */
interface Place {
  readonly engine: Engine;
  readonly id: RecordId;
  readonly root: string;
  /** The beginning of a name for unfinished copies, on the repository's file system. */
  readonly draft: string;
  readonly to: string;
}

/** @param mayReplace what stands there is a copy of ours that nobody has edited, or was saved */
function putFile(
  { root, draft, to }: Place,
  { data, mode }: Source,
  mayReplace: boolean,
): "copied" | "same" | "kept" {
  const target = join(root, to);
  try {
    makeParents(root, to);
    const stat = lstatSync(target, { throwIfNoEntry: false });
    const isSame = stat?.isFile() === true && stat.size === data.length && readFileSync(target).equals(data);
    if (isSame && (stat.mode & 0o111) === (mode & 0o111)) return "same";
    if (stat !== undefined && !(mayReplace && (stat.isFile() || stat.isSymbolicLink()))) return "kept";
    const unfinished = `${draft}-role-${process.pid}`;
    rmSync(unfinished, { force: true });
    try {
      writeFileSync(unfinished, data, { flag: "wx", mode: 0o600 });
      chmodSync(unfinished, mode);
      // A name in a directory is given, or given anew: what a link there leads to is never written.
      if (stat === undefined) linkSync(unfinished, target);
      else renameSync(unfinished, target);
    } catch (error) {
      if (!hasCode(error, "EXDEV", "EPERM", "ENOTSUP", "EOPNOTSUPP", "EMLINK", "ENOSYS")) throw error;
      if (stat !== undefined) rmSync(target);
      writeFileSync(target, data, { flag: "wx", mode });
      chmodSync(target, mode);
    } finally {
      rmSync(unfinished, { force: true });
    }
    return "copied";
  } catch (error) {
    if (hasCode(error, "EEXIST")) return "kept";
    throw error instanceof CoppiceError ? error : unreadable(error, to, to);
  }
}

/** Directories of the worktree itself, through no link. */
function makeParents(root: string, to: string): void {
  const parents: string[] = [];
  for (let at = dirname(to); at !== "."; at = dirname(at)) parents.unshift(at);
  for (const parent of parents) {
    try {
      mkdirSync(join(root, parent));
    } catch (error) {
      if (!hasCode(error, "EEXIST")) throw error;
    }
    if (!isFolder(root, parent)) throw failed(to, `${parent} is no directory in the worktree`);
  }
}

/** What stands there is what was copied, as its file tells or as its content does. What is not there is nobody's. */
function isPristine(engine: Engine, id: RecordId, root: string, to: string, sha256: string | null): boolean {
  const edited = isEditedCopy(engine, id, root, to);
  if (edited === false) return true;
  const target = join(root, to);
  if (sha256 === null || lstatSync(target, { throwIfNoEntry: false })?.isFile() !== true) return false;
  return createHash("sha256").update(readFileSync(target)).digest("hex") === sha256;
}

const isThere = (root: string, to: string): boolean => standingAt(root, to) !== undefined;

const failed = (to: string, reason: string, cause?: unknown): CoppiceError =>
  new CoppiceError("ENV_COPY_FAILED", `${to}, a file of the role, could not be copied: ${reason}.`, {
    details: { step: "copyEnvFiles", files: [to.slice(0, 4096)], reason },
    cause,
  });

function unreadable(error: unknown, path: string, to: string): unknown {
  const errno = errnoOf(error);
  if (errno === undefined) return error;
  const refused = errno === "EACCES" || errno === "EPERM";
  // That the disk is full is no matter of this file.
  const system = refused ? undefined : systemError(error, `copy ${path}`);
  return system ?? failed(to, refused ? "permission denied" : `${path}: ${errno}`, error);
}
