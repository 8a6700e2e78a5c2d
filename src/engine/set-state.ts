import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod/mini";
import { readOwnText } from "../git/own-file.js";
import type { Lock } from "../journal/lock.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { type RecordId, recordIdSchema } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import { hasCode, writeAtomically } from "./files.js";
import { coppiceDir } from "./init-clone.js";
import { isSetLocked, trySetLock } from "./record-lock.js";

const stateSchema = z.object({
  v: z.literal(1),
  /** What it is called in messages. */
  name: z.string(),
  /** "made": every worktree of it is ready, and what is left to do is to say so. */
  phase: z.enum(["making", "made"]),
  /** Its records, each written before the record is seen by anybody. */
  ids: z.array(recordIdSchema),
});
type State = z.infer<typeof stateSchema>;

const idForm = /^[0-9a-f]{16}$/;
const directoryOf = ({ repo }: Engine): string => join(coppiceDir(repo.commonDir), "sets");
/** Where what is known of a set that is being made lies. */
export const setFile = (engine: Engine, id: string): string => join(directoryOf(engine), `${id}.json`);

/**
 * A set that is being made: a file that lives as long as it is neither whole nor gone, under a lock that its process
 * holds. Who finds the file and not the lock knows what a dead process has left.
 */
export class SetState {
  readonly #engine: Engine;
  readonly #id: string;
  readonly #lock: Lock;
  #state: State;

  private constructor(engine: Engine, id: string, lock: Lock, state: State) {
    this.#engine = engine;
    this.#id = id;
    this.#lock = lock;
    this.#state = state;
  }

  /** Nothing is written until the first record is noted. */
  static begin(engine: Engine, name: string): SetState {
    const id = randomBytes(8).toString("hex");
    const lock = trySetLock(engine, id);
    if ("heldBy" in lock) throw new Error("a set that nobody knows is locked");
    return new SetState(engine, id, lock, { v: 1, name, phase: "making", ids: [] });
  }

  /** What a dead process has left of a set; undefined: it lives, or there is nothing any more. The lock is held then. */
  static take(engine: Engine, id: string): SetState | undefined {
    const lock = trySetLock(engine, id);
    if ("heldBy" in lock) return undefined;
    const state = readState(engine, id);
    if (state !== undefined) return new SetState(engine, id, lock, state);
    // What cannot be read names nothing that could be done; the records tell of themselves.
    rmSync(setFile(engine, id), { force: true });
    lock.release();
    return undefined;
  }

  get name(): string {
    return this.#state.name;
  }

  get phase(): State["phase"] {
    return this.#state.phase;
  }

  get ids(): readonly RecordId[] {
    return this.#state.ids;
  }

  add(id: RecordId): void {
    this.#write({ ...this.#state, ids: [...this.#state.ids, id] });
  }

  made(): void {
    this.#write({ ...this.#state, phase: "made" });
  }

  /** It is whole, or gone. */
  end(): void {
    rmSync(setFile(this.#engine, this.#id), { force: true });
    this.#lock.release();
  }

  /** Something is left to do, which whoever comes next finds. */
  leave(): void {
    this.#lock.release();
  }

  #write(state: State): void {
    mkdirSync(directoryOf(this.#engine), { recursive: true });
    writeAtomically(setFile(this.#engine, this.#id), `${JSON.stringify(state)}\n`);
    this.#state = state;
  }
}

/** The sets that are being made, or that a dead process has left. */
export function knownSets(engine: Engine): string[] {
  try {
    return readdirSync(directoryOf(engine)).flatMap((name) => {
      const id = name.replace(/\.json$/, "");
      return idForm.test(id) && name.endsWith(".json") ? [id] : [];
    });
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return [];
    throw error;
  }
}

/** As long as a set takes to be taken back at most; what takes longer is not waited for. */
const endPatienceMs = 10_000;
const pollMs = 25;

/** Waits until the set to which a record belongs is made no more: whoever goes on sees all of it gone, not half. */
export async function untilSetEnded(engine: Engine, id: RecordId): Promise<void> {
  for (let waited = 0; waited < endPatienceMs; waited += pollMs) {
    const lives = knownSets(engine).some(
      (set) => isSetLocked(engine, set) && readState(engine, set)?.ids.includes(id) === true,
    );
    if (!lives) return;
    await delay(pollMs);
  }
}

function readState(engine: Engine, id: string): State | undefined {
  try {
    const parsed = stateSchema.safeParse(JSON.parse(readOwnText(setFile(engine, id))));
    return parsed.success ? parsed.data : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof CoppiceError) return undefined;
    if (hasCode(error, "ENOENT", "ENOTDIR")) return undefined;
    throw error;
  }
}

/** A set that a dead process has left, looked at without its lock. */
export interface DeadSet extends Pick<State, "name" | "phase" | "ids"> {
  readonly id: string;
}

/** The sets that dead processes have left. Nothing is written. */
export const deadSets = (engine: Engine): DeadSet[] =>
  knownSets(engine).flatMap((id) => {
    const state = isSetLocked(engine, id) ? undefined : readState(engine, id);
    return state === undefined ? [] : { ...state, id };
  });

/** Their records: what is not as it should be of them is taken back, or finished, with the set. */
export const deadMembers = (engine: Engine): ReadonlySet<RecordId> =>
  new Set(deadSets(engine).flatMap(({ ids }) => ids));
