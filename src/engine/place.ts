import { basename, dirname, join } from "node:path";
import {
  gitDirOf,
  type LinkState,
  linkState,
  readRegistration,
  readRegistrations,
} from "../git/worktree-links.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { RecordId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { shellWord } from "../lifecycle/shell-word.js";
import type { Engine } from "./context.js";
import type { Place } from "./local.js";

/** Where a record's worktree lies in this clone, and whether it still is that worktree. */
export interface Located {
  readonly path: string;
  /** Its registration, `<common>/worktrees/<id>`; undefined when git knows of none. */
  readonly gitDir: string | undefined;
  /** "unregistered": something is there, and git lists it as no worktree of this record. */
  readonly state: LinkState | "unregistered";
}

/**
 * Finds a record's worktree. The registration that carries the record's mark decides (git keeps it right through
 * `git worktree move`); the noted path only where there is none. A path never comes from a note.
 * @returns undefined when this clone never had one, or when it is gone with everything that was known of it
 */
export const locate = (engine: Engine, id: RecordId): Located | undefined => locateIn(engine, id);

/** Finds the worktrees of many records; the registrations are read once for all. */
export function locateAll(
  engine: Engine,
  ids: readonly RecordId[],
): ReadonlyMap<RecordId, Located | undefined> {
  if (ids.length < 2) return new Map(ids.map((id) => [id, locate(engine, id)]));
  const marked = new Map<RecordId | undefined, string>();
  for (const { adminDir } of readRegistrations(engine.repo.commonDir).reverse())
    marked.set(engine.local.markOf(adminDir), adminDir);
  const known = new Set(engine.local.ids());
  // Of a record that has left nothing here there is nothing to be looked for.
  return new Map(
    ids.map((id) => [id, known.has(id) || marked.has(id) ? locateIn(engine, id, marked) : undefined]),
  );
}

/** @param marked the registrations by the record that their mark names; default: they are read when they are needed */
function locateIn(
  engine: Engine,
  id: RecordId,
  marked?: ReadonlyMap<RecordId | undefined, string>,
): Located | undefined {
  const place = engine.local.place(id);
  const gitDir = registrationOf(engine, id, { place, marked });
  if (gitDir !== undefined) {
    const registration = readRegistration(gitDir);
    const path = registration?.path ?? place?.path;
    if (path !== undefined) return { path, gitDir, state: linkState(path, gitDir, registration) };
  }
  if (place === undefined) return undefined;
  const state = linkState(place.path, join(engine.repo.commonDir, "worktrees", basename(place.path)));
  return { path: place.path, gitDir: undefined, state: state === "missing" ? "missing" : "unregistered" };
}

/**
 * The directory of a record's worktree, certain to be it.
 * @throws WORKTREE_NOT_FOUND when it is gone, moved by hand, replaced, or in another clone
 */
export function worktreePath(engine: Engine, record: WorktreeRecord): string {
  return present(engine, record).path;
}

/** Like `worktreePath`, with the worktree's own git directory. */
export function present(
  engine: Engine,
  record: WorktreeRecord,
): { readonly path: string; readonly gitDir: string } {
  const located = locate(engine, record.id);
  if (located?.state === "intact" && located.gitDir !== undefined) {
    return { path: located.path, gitDir: located.gitDir };
  }
  throw new CoppiceError(
    "WORKTREE_NOT_FOUND",
    `${record.type === "home" ? record.branch : `The worktree of ${record.branch}`} ${absence(engine, record, located)}.`,
    {
      details: { branch: record.branch, reason: located?.state ?? "unknown" },
      ...wayThere(engine, record),
    },
  );
}

function wayThere(engine: Engine, record: WorktreeRecord): { suggestedAction?: string } {
  if (isElsewhere(engine, record)) return { suggestedAction: "Run the command in the clone that made it." };
  if (record.type === "home") return { suggestedAction: "Work in the main worktree with git itself." };
  if (record.owner !== null || record.status === "removed") return {};
  return {
    suggestedAction: `coppice create ${shellWord(record.branch)} makes a worktree of it in this clone.`,
  };
}

/** Whether another clone holds the record's directory: only that one can do anything with it. */
export const isElsewhere = ({ clone }: Engine, { owner }: WorktreeRecord): boolean =>
  owner !== null && owner !== clone;

/** What is wrong with a worktree that is not there as it should be, as the end of a sentence. */
export function absence(engine: Engine, record: WorktreeRecord, located: Located | undefined): string {
  if (isElsewhere(engine, record)) return "is in another clone";
  if (record.type === "home") return "is the main worktree: it has no directory of its own";
  if (record.owner === null) return "has no directory: no clone owns it";
  switch (located?.state) {
    case undefined:
      return "has no directory that this clone knows of";
    case "missing":
      return "is gone: its directory was deleted or moved";
    case "moved":
      return "was moved by hand; git worktree repair makes git find it again";
    case "foreign":
      return "was replaced: its .git file names something else";
    case "no-git-file":
      return "is broken: its directory has no .git file";
    case "unreadable":
      return "cannot be looked at: a directory above it may not be read";
    case "not-a-directory":
      return "was replaced by something that is no directory";
    default:
      return "is no longer registered with git";
  }
}

interface Known {
  readonly place: Place | undefined;
  readonly marked: ReadonlyMap<RecordId | undefined, string> | undefined;
}

function registrationOf(engine: Engine, id: RecordId, { place, marked }: Known): string | undefined {
  const { local, repo } = engine;
  const noted = place?.gitDir ?? undefined;
  const path = place?.path;
  if (noted !== undefined && local.markOf(noted) === id) return noted;
  const found =
    marked === undefined
      ? readRegistrations(repo.commonDir).find((one) => local.markOf(one.adminDir) === id)?.adminDir
      : marked.get(id);
  if (found !== undefined) return found;
  // The creation was killed between git's work and our mark: the path and its registration name each other.
  const unmarked = path === undefined ? undefined : gitDirOf(path);
  if (unmarked === undefined || dirname(unmarked) !== join(repo.commonDir, "worktrees")) return undefined;
  return local.markOf(unmarked) === undefined ? unmarked : undefined;
}
