import { statSync } from "node:fs";
import { isAbsolute, join, resolve, sep } from "node:path";
import { nearest } from "../config/nearest.js";
import { gitDirOf, lineIn, readRegistration, realPath } from "../git/worktree-links.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { homeName, type RecordId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { shellWord } from "../lifecycle/shell-word.js";
import type { Engine } from "./context.js";

export interface FindOptions {
  /** Removed records too, where no live one has the name: the newest of them. For reading its journal. */
  readonly removed?: boolean;
}

/**
 * The record that a person means: by branch, directory (absolute or relative to the cwd), unique prefix of the id;
 * without a name, that of the worktree the command runs in.
 * @throws NO_WORKTREE, with the nearest names; also, without a name, in a copy of a worktree
 */
export async function findRecord(
  engine: Engine,
  name: string | undefined,
  options: FindOptions = {},
): Promise<WorktreeRecord> {
  const records = await engine.journal.records();
  const known = options.removed === true ? [...records.values()] : live(records.values());
  const found = name === undefined ? here(engine, known) : named(engine, known, name);
  if (found !== undefined) return found;
  throw name === undefined ? notHere() : unknown(name, [...records.values()]);
}

/** The records that are not yet history. */
export function live(records: Iterable<WorktreeRecord>): WorktreeRecord[] {
  return [...records].filter((record) => record.status !== "removed");
}

/**
 * The live record of a branch. Where two clones have adopted the branch there are several; the oldest is the record,
 * and every clone picks the same.
 */
export function recordOfBranch(
  records: Iterable<WorktreeRecord>,
  branch: string,
): WorktreeRecord | undefined {
  return live(records)
    .filter((record) => record.branch === branch && record.type === "worktree")
    .sort((a, b) => compare(a.createdAt, b.createdAt) || compare(a.id, b.id))[0];
}

function named(engine: Engine, known: readonly WorktreeRecord[], name: string): WorktreeRecord | undefined {
  const branch = name.startsWith("refs/heads/") ? name.slice("refs/heads/".length) : name;
  return (
    (name === homeName ? ownHome(engine, known) : undefined) ??
    recordOfBranch(known, name) ??
    recordOfBranch(known, branch) ??
    byDirectory(engine, known, name) ??
    byPrefix(engine, known, name) ??
    byCheckout(engine, known, branch) ??
    newest(known.filter((record) => record.branch === branch))
  );
}

/** Other clones have their own, of the same name; and a person may have renamed a branch to it. */
const ownHome = ({ clone }: Engine, known: readonly WorktreeRecord[]): WorktreeRecord | undefined => {
  const homes = known.filter(({ type, owner }) => type === "home" && owner === clone);
  return live(homes)[0] ?? newest(homes);
};

function byDirectory(
  engine: Engine,
  known: readonly WorktreeRecord[],
  name: string,
): WorktreeRecord | undefined {
  const path = realPath(isAbsolute(name) ? name : resolve(engine.cwd, name));
  const at = (id: RecordId): boolean => engine.local.place(id)?.path === path;
  return known.find(({ id }) => at(id)) ?? known.find(({ id }) => joinedInto(engine, id).some(at));
}

/** A branch that was renamed or switched to inside a worktree, before anything journaled that. */
function byCheckout(
  engine: Engine,
  known: readonly WorktreeRecord[],
  branch: string,
): WorktreeRecord | undefined {
  return known.find((record) => {
    const gitDir = engine.local.place(record.id)?.gitDir;
    if (gitDir === undefined || gitDir === null || record.status === "removed") return false;
    return lineIn(join(gitDir, "HEAD")) === `ref: refs/heads/${branch}`;
  });
}

function byPrefix(
  engine: Engine,
  known: readonly WorktreeRecord[],
  name: string,
): WorktreeRecord | undefined {
  // Shorter ones are more likely a mistyped branch than an id.
  if (!/^[0-9a-f]{4,64}$/.test(name)) return undefined;
  const matching = known.filter(({ id }) =>
    [id, ...joinedInto(engine, id)].some((one) => one.startsWith(name)),
  );
  if (matching.length > 1) {
    throw new CoppiceError("NO_WORKTREE", `${name} is the beginning of ${matching.length} ids.`, {
      details: {
        nearest: matching
          .map((record) => record.branch)
          .join(", ")
          .slice(0, 1000),
      },
      suggestedAction: "Give more digits, or the branch.",
    });
  }
  return matching[0];
}

function here(engine: Engine, known: readonly WorktreeRecord[]): WorktreeRecord | undefined {
  refuseCopy(engine);
  const id = hereId(engine);
  return known.find((record) => record.id === id);
}

/** In what `cp -r` made of a worktree, git takes the original's HEAD and index. Nobody there means the original. */
function refuseCopy({ repo }: Engine): void {
  const original = readRegistration(repo.gitDir)?.path;
  if (repo.worktree === undefined || original === undefined || gitDirOf(original) !== repo.gitDir) return;
  // By its number: one directory may have two paths, as with a bind mount.
  const [mine, its] = [repo.worktree, original].map((top) => statSync(top, { bigint: true }));
  if (mine?.ino === its?.ino && mine?.dev === its?.dev) return;
  throw new CoppiceError(
    "NO_WORKTREE",
    `${repo.worktree} is a copy of the worktree in ${original}, which git there works on.`,
    {
      suggestedAction: `Take its link away with rm ${shellWord(join(repo.worktree, ".git"))}; to work on the original, name it.`,
    },
  );
}

/** The ids of records that are read with this one, because several clones adopted its branch. */
const joinedInto = ({ journal }: Engine, id: RecordId): RecordId[] =>
  [...journal.joined].flatMap(([joined, into]) => (into === id ? [joined] : []));

/** The id of the managed worktree that the command runs in. */
export function hereId(engine: Engine): RecordId | undefined {
  const id = markedId(engine);
  return id === undefined ? undefined : (engine.journal.joined.get(id) ?? id);
}

function markedId({ repo, local }: Engine): RecordId | undefined {
  if (repo.gitDir === repo.commonDir) return undefined;
  const marked = local.markOf(repo.gitDir);
  if (marked !== undefined) return marked;
  // Made by plain git, or the mark was lost: the directory tells.
  const top = repo.worktree;
  return top === undefined ? undefined : local.ids().find((id) => local.place(id)?.path === top);
}

/** Whether `path` is `directory` or lies in it. Both are absolute. */
export function isInside(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory.endsWith(sep) ? directory : directory + sep);
}

const newest = (records: readonly WorktreeRecord[]): WorktreeRecord | undefined =>
  [...records].sort((a, b) => compare(b.createdAt, a.createdAt))[0];

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const notHere = (): CoppiceError =>
  new CoppiceError("NO_WORKTREE", "The current directory lies in no managed worktree.", {
    suggestedAction: "Name a worktree by its branch, or go into one; coppice list shows them.",
  });

function unknown(name: string, known: readonly WorktreeRecord[]): CoppiceError {
  if (known.some(({ branch }) => branch === name)) {
    const word = shellWord(name);
    return new CoppiceError("NO_WORKTREE", `The worktree of ${JSON.stringify(name)} is removed.`, {
      suggestedAction: `coppice log ${word} tells how that came; coppice restore ${word} brings it back.`,
    });
  }
  const meant = nearest(
    name,
    live(known).map((record) => record.branch),
  );
  const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
  return new CoppiceError("NO_WORKTREE", `There is no worktree ${JSON.stringify(name)}.${hint}`, {
    details: meant === undefined ? {} : { nearest: meant },
  });
}
