import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod/mini";
import { parseOid } from "../git/oid.js";
import { readOwnText, writeOwn } from "../git/own-file.js";
import { displayPath, encodePath } from "../git/paths.js";
import { readRef } from "../git/refs.js";
import { listWorktrees } from "../git/worktrees.js";
import { diskProblem } from "../git/write-probe.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { keptFiles } from "../lifecycle/events.js";
import { type Oid, oidSchema } from "../lifecycle/ids.js";
import { systemError } from "../lifecycle/system-errors.js";
import type { Engine } from "./context.js";
import { hasCode } from "./files.js";
import { coppiceDir } from "./init-clone.js";
import { throwIfInterrupted } from "./interpret.js";
import { removeFile, submodule } from "./resolve-apply.js";
import { type LaidPath, rawChanges, sameVersion } from "./resolve-laid.js";
import type { Choice } from "./resolve-paths.js";
import { gitAt, type Workplace } from "./resolve-state.js";
import { asWritten } from "./standing.js";
import { halfWritten } from "./taken-back.js";

/*
 * git writes files, then the index, then the ref. One that was killed while it moved base where that is checked out has
 * left some of the merge's files there, which look like somebody's edits from then on. So a move is noted before it
 * begins: whoever comes next knows what was to be written, whatever has become of the merge's record and of base.
 */
const moveSchema = z.object({
  v: z.literal(1),
  ref: z.string(),
  /** Where base was, and where it was to go. */
  from: oidSchema,
  to: oidSchema,
  /** Of the worktree that has base checked out. */
  gitDir: z.string(),
});
export type BaseMove = Omit<z.infer<typeof moveSchema>, "v">;

const notesDir = (engine: Engine): string => join(coppiceDir(engine.repo.commonDir), "moving");

/** One name for each ref, whatever is in it. */
const noteOf = (engine: Engine, ref: string): string =>
  join(notesDir(engine), createHash("sha256").update(ref).digest("hex").slice(0, 32));

/**
 * Notes a move that is about to begin. Base's lock is held.
 * @returns what forgets it, to be called when nothing can be left of it
 * @throws what the system says
 */
export function noteMove(engine: Engine, move: BaseMove): () => void {
  const path = noteOf(engine, move.ref);
  try {
    mkdirSync(notesDir(engine), { recursive: true });
    writeOwn(path, `${JSON.stringify({ v: 1, ...move })}\n`);
  } catch (error) {
    throw systemError(error, "note that base moves") ?? error;
  }
  return () => rmSync(path, { force: true });
}

/** The moves that have begun and whose end nobody has noted; who runs now may be at one. */
export function notedMoves(engine: Engine): BaseMove[] {
  const directory = notesDir(engine);
  if (!existsSync(directory)) return [];
  return readdirSync(directory).flatMap((name) => readNote(join(directory, name)) ?? []);
}

/** Undefined: there is none, or its writer was killed before it was whole, and so before the move. */
function readNote(path: string): BaseMove | undefined {
  try {
    const parsed = moveSchema.safeParse(JSON.parse(readOwnText(path)));
    return parsed.success ? parsed.data : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof CoppiceError || hasCode(error, "ENOENT"))
      return undefined;
    throw systemError(error, "read that base moved") ?? error;
  }
}

/** Whether a move came to its end: base has what it was to get. */
export async function hasMoved({ repo }: Engine, { ref, to }: BaseMove): Promise<boolean> {
  const now = await readRef(repo, ref);
  // Where base is gone, nobody misses the files of a merge.
  if (now === undefined || now === to) return true;
  const { code } = await repo.git.run(repo.commonDir, ["merge-base", "--is-ancestor", to, now], {
    codes: "any",
  });
  return code === 0;
}

/**
 * Takes back what a move of base has left that was killed. Only what is as the merge has it is touched, and the merge
 * can be made again. Base's lock is held, so nobody else of ours is at it.
 * @returns how many files were taken back
 * @throws INVALID_STATE while git's lock lies there: a git may still be at work
 */
export async function settleMove(engine: Engine, ref: string): Promise<number> {
  const note = noteOf(engine, ref);
  const move = readNote(note);
  if (move === undefined || move.ref !== ref) return 0;
  const worktrees = await listWorktrees(engine.repo);
  const place = worktrees.find(({ gitDir }) => gitDir === move.gitDir);
  const files =
    place === undefined || !existsSync(place.path) || !(await isLeft(engine, move))
      ? 0
      : await takeBackMove(engine, { path: place.path, gitDir: move.gitDir }, move);
  rmSync(note, { force: true });
  if (files > 0 && place !== undefined) {
    const count = files === 1 ? "1 file of the merge is" : `${files} files of the merge are`;
    engine.report.warn(
      `git was stopped while it moved ${ref.replace("refs/heads/", "")} in ${place.path}: ${count} taken back.`,
    );
  }
  return files;
}

/** How long a git that was left alone may take to end its work. */
const patienceMs = 5_000;
const pollMs = 50;
/** From git's letting go of the index to the ref. */
const momentMs = 200;

/** Waits for a git that goes on after its coppice was killed: it may bring the move to its end. */
async function isLeft(engine: Engine, move: BaseMove): Promise<boolean> {
  const lock = join(move.gitDir, "index.lock");
  if (existsSync(lock)) {
    const until = performance.now() + patienceMs;
    while (existsSync(lock) && performance.now() < until) {
      throwIfInterrupted(engine.signal);
      await delay(pollMs);
    }
    if (existsSync(lock)) throw locked(move, lock);
    await delay(momentMs);
  }
  return !(await hasMoved(engine, move));
}

function locked({ ref }: BaseMove, lock: string): CoppiceError {
  const base = ref.replace("refs/heads/", "");
  return new CoppiceError(
    "INVALID_STATE",
    `git was stopped while it moved ${base} where that is checked out, and its lock lies there: ${lock}. Nothing was changed now.`,
    {
      suggestedAction:
        "coppice doctor --fix moves the lock away when no git holds it, and takes back what was written; then run the command again.",
    },
  );
}

/**
 * Takes back what a fast-forward has written that stopped in the middle, by kill, a full disk or a filter that failed:
 * HEAD and index are as before, but some files are the new ones, cut off, or gone.
 * @param to where it was to go; `from` is where base was
 * @returns how many paths were taken back
 * @throws NO_SPACE_LEFT, GIT_FAILED where an old file cannot be written again: it is missing, until this is done once more
 */
export async function takeBackMove(
  engine: Engine,
  place: Workplace,
  { from, to }: Pick<BaseMove, "from" | "to">,
): Promise<number> {
  const answer = async (...args: readonly string[]) =>
    (await gitAt(engine, place, args, { codes: "any" })).stdout;
  const raw = ["-z", "--raw", "--no-abbrev", "--no-renames"];
  const between = async (one: Oid): Promise<[string, LaidPath][]> =>
    rawChanges(await answer("diff-tree", "-r", ...raw, "--ignore-submodules=all", one, to));
  const head = parseOid((await answer("rev-parse", "--verify", "HEAD")).toString("utf8").trim());
  const changed = new Set((await between(from)).map(([path]) => path));
  const laid = new Map((await between(head)).filter(([path]) => changed.has(path)));
  const staged = new Map(rawChanges(await answer("diff-index", "--cached", ...raw, head)));
  if (isStaged(laid, staged)) {
    // All was written but the ref. git refuses to lose edits that were made since, and tells them by the files' times.
    await gitAt(engine, place, ["update-index", "-q", "--refresh"], { codes: "any" });
    const { code } = await gitAt(engine, place, ["read-tree", "-m", "-u", to, head], { codes: "any" });
    return code === 0 ? laid.size : 0;
  }
  // What a person has staged git has found as the merge has it, and has written no file there.
  for (const path of staged.keys()) laid.delete(path);
  const choice = await halfWritten(engine, place, head, laid, asWritten);
  await putBack(engine, place, choice);
  return choice.size;
}

function isStaged(laid: ReadonlyMap<string, LaidPath>, staged: ReadonlyMap<string, LaidPath>): boolean {
  return [...laid].every(([path, { after }]) => {
    const there = staged.get(path);
    return there !== undefined && sameVersion(there.after, after);
  });
}

/** The index has the old versions. */
async function putBack(engine: Engine, place: Workplace, choice: Choice): Promise<void> {
  const paths = [...choice].flatMap(([path, version]) => (version?.mode === submodule ? [] : [path]));
  // First all goes: the old files may have no room otherwise.
  for (const path of paths) removeFile(place.path, path);
  const old = paths.filter((path) => choice.get(path) !== null);
  if (old.length === 0) return;
  const args = ["checkout-index", "--force", "--quiet", "-u", "-z", "--stdin"];
  const stdin = encodePath(old.map((path) => `${path}\0`).join(""));
  const { code, stderr } = await gitAt(engine, place, args, { codes: "any", stdin });
  if (code === 0) return;
  throw (
    (await diskProblem(place.path, stderr)) ??
    new CoppiceError(
      "GIT_FAILED",
      "A merge was stopped where base is checked out, and its files could not all be taken back. Base has not moved.",
      { details: { files: old.slice(0, keptFiles).map(displayPath), output: stderr.slice(-16_384) } },
    )
  );
}
