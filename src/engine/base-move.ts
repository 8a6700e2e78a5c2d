import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod/mini";
import { decodePaths } from "../git/paths.js";
import { readRef } from "../git/refs.js";
import { listWorktrees } from "../git/worktrees.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { type Oid, oidSchema } from "../lifecycle/ids.js";
import { systemError } from "../lifecycle/system-errors.js";
import type { Engine } from "./context.js";
import { hasCode } from "./files.js";
import { coppiceDir } from "./init-clone.js";
import { throwIfInterrupted } from "./interpret.js";
import { gitAt } from "./resolve-state.js";
import { takeBackHalf } from "./taken-back.js";

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
    writeFileSync(path, `${JSON.stringify({ v: 1, ...move })}\n`);
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
    const parsed = moveSchema.safeParse(JSON.parse(readFileSync(path, "utf8")));
    return parsed.success ? parsed.data : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || hasCode(error, "ENOENT", "EISDIR")) return undefined;
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
      : await takeBack(engine, { path: place.path, gitDir: move.gitDir }, move);
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

async function takeBack(
  engine: Engine,
  place: { readonly path: string; readonly gitDir: string },
  { ref, from, to }: BaseMove,
): Promise<number> {
  const git = (args: readonly string[], stdin?: string | Uint8Array) =>
    gitAt(engine, place, args, { codes: "any", ...(stdin === undefined ? {} : { stdin }) });
  const differing = ["diff-tree", "-r", "-z", "--no-renames", "--ignore-submodules=all", "--name-only"];
  const changed = decodePaths((await git([...differing, from, to])).stdout);
  const staged = await git(["diff-index", "--cached", "--quiet", to, "--"]);
  if (staged.code !== 0) return (await takeBackHalf(place.path, git, to, changed)).length;
  // All was written but the ref. git refuses to lose edits that were made since.
  const now: Oid = (await readRef(engine.repo, ref)) ?? from;
  const { code } = await git(["read-tree", "-m", "-u", to, now]);
  return code === 0 ? changed.length : 0;
}
