import { readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { deleteMergeDirectory, leftMergeDirectories } from "../../git/merge-directory.js";
import { RecordCache } from "../../journal/cache.js";
import { lockHolder, tryLock } from "../../journal/lock.js";
import { type RecordId, recordIdSchema } from "../../lifecycle/ids.js";
import { systemError } from "../../lifecycle/system-errors.js";
import type { Engine } from "../context.js";
import { identityOf } from "../files.js";
import { coppiceDir } from "../init-clone.js";
import { isKeptDamaged, keptPlaceIn } from "../kept-file.js";
import { isHere } from "../observe.js";
import { locate } from "../place.js";
import { withRecord } from "../protocol.js";
import { worktreeRoot } from "../worktree-root.js";
import { lineOf, setAside } from "./link-repair.js";
import { namesIn } from "./link-survey.js";
import { type DoctorView, type Finding, subjectAt, subjectOf } from "./model.js";

/** Files of Coppice's own that can be made again: the cache of records, compiled code, drafts, removed worktrees. */
export async function checkKeptFiles({ engine }: DoctorView): Promise<Finding[]> {
  const found = [
    locksFinding(engine),
    cacheFinding(engine),
    ...codeFindings(engine),
    draftsFinding(engine),
    trashFinding(engine),
    mergeDirectoriesFinding(engine),
  ];
  return found.filter((finding) => finding !== undefined);
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** Locks of Coppice's own whose holders are dead. They stop nobody: the next one breaks them. */
function locksFinding({ repo }: Engine): Finding | undefined {
  const top = coppiceDir(repo.commonDir);
  const left = (): string[] =>
    [top, join(top, "locks")]
      .flatMap((folder) => namesIn(folder).map((name) => join(folder, name)))
      .filter((path) => path.endsWith(".lock") && isFile(path) && lockHolder(path) === undefined);
  const locks = left();
  if (locks.length === 0) return undefined;
  return {
    code: "locks-left",
    severity: "note",
    subject: subjectAt(join(top, "locks")),
    message: `${locks.length === 1 ? "A lock" : `${locks.length} locks`} of Coppice's own ${locks.length === 1 ? "is" : "are"} left of processes that ended.`,
    suggestedAction: "coppice doctor --fix gives them up, as the next command that needs them does.",
    evidence: { files: locks.slice(0, 20) },
    repair: async () => {
      const now = left();
      for (const path of now) {
        const lock = tryLock(path, "doctor");
        if (!("heldBy" in lock)) lock.release();
      }
      return now.length === 0 ? undefined : "The locks of processes that ended are given up.";
    },
  };
}

function cacheFinding({ repo, config }: Engine): Finding | undefined {
  const file = join(coppiceDir(repo.commonDir), "cache", "records");
  const cache = new RecordCache(file, config.notesRef);
  if (!cache.isDamaged()) return undefined;
  return {
    code: "cache-damaged",
    severity: "note",
    subject: subjectAt(file),
    message: "The cache of records is damaged; it is not believed, and journals are read instead.",
    suggestedAction: "coppice doctor --fix deletes it; it is made anew.",
    evidence: { file },
    repair: async () => {
      if (!cache.isDamaged()) return undefined;
      cache.clear();
      return "The damaged cache of records is gone; it is made anew when it is worth it.";
    },
  };
}

function codeFindings({ repo }: Engine): Finding[] {
  const folder = join(coppiceDir(repo.commonDir), "code");
  return namesIn(folder).flatMap((name): Finding[] => {
    const place = keptPlaceIn(repo.commonDir, name);
    if (place === undefined || name.endsWith(".tmp") || !isKeptDamaged(place)) return [];
    return [
      {
        code: "kept-code-damaged",
        severity: "note",
        subject: subjectAt(place.file),
        message: `Compiled code that was kept is damaged (${name}); it is not used.`,
        suggestedAction: "coppice doctor --fix deletes it; it is made anew.",
        evidence: { file: place.file },
        repair: async () => {
          if (!isKeptDamaged(place)) return undefined;
          rmSync(place.file, { force: true });
          return `The damaged code (${name}) is gone; it is made anew.`;
        },
      },
    ];
  });
}

/** A file is written as a draft beside it and renamed within milliseconds. */
const draftName = /\.tmp$|^last-written\.new$|^clone\.[0-9a-f]{16}$/;
const oldMs = 60 * 60_000;

/** What a process left that was killed while it wrote one of Coppice's files. */
function draftsFinding(engine: Engine): Finding | undefined {
  const top = coppiceDir(engine.repo.commonDir);
  const drafts = oldDrafts(top);
  if (drafts.length === 0) return undefined;
  return {
    code: "drafts-left",
    severity: "note",
    subject: subjectAt(top),
    message: `${drafts.length === 1 ? "A draft" : `${drafts.length} drafts`} of Coppice's own files ${drafts.length === 1 ? "is" : "are"} left of processes that were killed.`,
    suggestedAction: "coppice doctor --fix deletes what nothing reads.",
    evidence: { files: drafts.slice(0, 20) },
    repair: async () => {
      const left = oldDrafts(top);
      try {
        for (const path of left) rmSync(path, { force: true });
      } catch (error) {
        throw systemError(error, "delete a draft") ?? error;
      }
      return left.length === 0 ? undefined : `${left.length} drafts are gone.`;
    },
  };
}

/** Below these folders stand copies of somebody's files, or names that others choose. */
const foreign: ReadonlySet<string> = new Set(["aside", "managed", "hooks", "trust"]);

function oldDrafts(top: string): string[] {
  const found: string[] = [];
  const visit = (folder: string, depth: number): void => {
    for (const entry of entriesIn(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (depth < 3 && !(depth === 0 && foreign.has(entry.name))) visit(path, depth + 1);
      } else if (entry.isFile() && draftName.test(entry.name) && isOld(path)) found.push(path);
    }
  };
  visit(top, 0);
  return found;
}

const entriesIn = (folder: string) =>
  namesIn(folder).length === 0 ? [] : readdirSync(folder, { withFileTypes: true });

const isOld = (path: string): boolean =>
  Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > oldMs;

/** Entries of the trash; see trash.ts for their names. */
const trashed = /^d[0-9a-f]{1,16}-[0-9a-f]{16}$/;

function trashFinding(engine: Engine): Finding | undefined {
  const folder = join(worktreeRoot(engine), ".coppice-trash");
  const entries = namesIn(folder).filter((name) => trashed.test(name));
  if (entries.length === 0) return undefined;
  return {
    code: "trash-left",
    severity: "note",
    subject: subjectAt(folder),
    message: `The files of ${entries.length === 1 ? "a removed worktree" : `${entries.length} removed worktrees`} are not deleted yet.`,
    suggestedAction: "coppice doctor --fix deletes them, as the next commands do in the background.",
    evidence: { entries: entries.slice(0, 20) },
    repair: async () => {
      await engine.trash.sweep(engine.now());
      const left = namesIn(folder).filter((name) => trashed.test(name)).length;
      return left < entries.length ? "What was in the trash is deleted." : undefined;
    },
  };
}

/** Where killed processes computed merges; they lie where temporary files do. */
function mergeDirectoriesFinding({ repo }: Engine): Finding | undefined {
  const left = (): string[] => leftMergeDirectories(repo);
  const directories = left();
  if (directories.length === 0) return undefined;
  const several = directories.length > 1;
  return {
    code: "merge-directories-left",
    severity: "note",
    subject: subjectAt(dirname(directories[0] ?? "")),
    message: `${several ? `${directories.length} temporary directories` : "A temporary directory"} in which merges were computed ${several ? "are" : "is"} left of processes that were killed.`,
    suggestedAction: "coppice doctor --fix deletes them, as the next merge does beside its own.",
    evidence: { directories: directories.slice(0, 20) },
    repair: async () => {
      const now = left();
      for (const directory of now) deleteMergeDirectory(directory);
      return now.length > left().length
        ? "The temporary directories of killed processes are gone."
        : undefined;
    },
  };
}

/** What this clone knows of its records: a file that cannot be read is as good as none, and where a worktree lies can be told anew. */
export async function checkLocalFacts(view: DoctorView): Promise<Finding[]> {
  const { engine } = view;
  const findings: Finding[] = [];
  for (const record of await view.live()) {
    if (!isHere(engine, record) || record.type !== "worktree" || view.isBusy(record.id)) continue;
    const damaged = damagedFacts(engine, record.id);
    // An operation that was interrupted is ended first: that notes the place, too.
    const place = record.op === null ? misplaced(engine, record.id) : undefined;
    if (damaged.length === 0 && place === undefined) continue;
    findings.push({
      code: damaged.length > 0 ? "local-fact-damaged" : "place-outdated",
      severity: "warning",
      subject: subjectOf(record, place?.path ?? null),
      message:
        damaged.length > 0
          ? `What this clone knows of ${record.branch} cannot be read: ${damaged.map((file) => basename(file)).join(", ")}.`
          : `The worktree of ${record.branch} lies in ${place?.path}, and this clone has noted another place.`,
      suggestedAction:
        "coppice doctor --fix notes where the worktree lies, and keeps aside what cannot be read.",
      evidence: { files: damaged, path: place?.path ?? null },
      repair: () =>
        withRecord(engine, record.id, "doctor", async () => {
          const again = damagedFacts(engine, record.id);
          for (const file of again) setAside(engine, file, `${record.id.slice(0, 12)}-${basename(file)}`);
          const now = misplaced(engine, record.id);
          if (now !== undefined) notePlace(engine, record.id, now);
          return again.length === 0 && now === undefined
            ? undefined
            : `This clone knows again where the worktree of ${record.branch} lies.`;
        }),
    });
  }
  return findings;
}

function damagedFacts({ repo }: Engine, id: RecordId): string[] {
  const folder = join(coppiceDir(repo.commonDir), "local", recordIdSchema.parse(id));
  return namesIn(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => join(folder, name))
    .filter((file) => !isJson(lineOf(file)));
}

function isJson(text: string | undefined): boolean {
  if (text === undefined) return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

interface Lies {
  readonly path: string;
  readonly gitDir: string;
}

/** Where a worktree lies that is whole and noted elsewhere, as after `git worktree move`. */
function misplaced(engine: Engine, id: RecordId): Lies | undefined {
  const located = locate(engine, id);
  if (located?.state !== "intact" || located.gitDir === undefined) return undefined;
  const noted = engine.local.place(id);
  if (noted?.path === located.path && noted.gitDir === located.gitDir) return undefined;
  return { path: located.path, gitDir: located.gitDir };
}

function notePlace({ local }: Engine, id: RecordId, { path, gitDir }: Lies): void {
  const identity = identityOf(path);
  const known = local.place(id) ?? { v: 1, found: true, branch: null };
  local.setPlace(id, {
    ...known,
    path,
    gitDir,
    identity: identity === undefined ? null : { dev: identity.dev, ino: identity.ino },
  });
}
