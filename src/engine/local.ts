import {
  closeSync,
  constants,
  existsSync,
  ftruncateSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod/mini";
import { openOwn, readOwnText } from "../git/own-file.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { branchNameSchema, oidSchema, type RecordId, recordIdSchema } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { hasCode, writeAtomically } from "./files.js";
import { coppiceDir } from "./init-clone.js";

/** One kind of local fact about a record: a small JSON file with a schema. */
export interface LocalFile<T> {
  readonly name: string;
  readonly schema: z.ZodMiniType<T>;
}

/** Where the worktree lies. Written before `git worktree add`, so that a killed creation can be cleaned up. */
export const placeFile = {
  name: "place",
  schema: z.object({
    v: z.literal(1),
    /** Absolute and real. */
    path: z.string(),
    /** What `mkdir` made; null until it has. */
    identity: z.nullable(z.object({ dev: z.string(), ino: z.string() })),
    /** The worktree's own git directory, `<common>/worktrees/<name>`; null until git has made it. */
    gitDir: z.nullable(z.string()),
    /** The worktree was there before its record: what fails is never undone by removing it. */
    found: z.optional(z.boolean()),
    /** What is checked out comes from somebody who may not write here: no hook runs while it is made. */
    foreign: z.optional(z.boolean()),
    /** The branch that the creation makes; null when it takes one that exists. */
    branch: z.nullable(
      z.object({
        name: branchNameSchema,
        /** Where it starts: only a branch that still stands there may be taken back. */
        start: oidSchema,
        /** This clone's creation made it. */
        made: z.boolean(),
        /** The remote branch it is to track, `origin/x`. */
        upstream: z.nullable(z.string()),
      }),
    ),
  }),
} satisfies LocalFile<unknown>;
export type Place = z.infer<typeof placeFile.schema>;

/**
 * A record that no clone holds is being taken up here, or was when the process ended. Before it is this clone's,
 * `create` goes on; after that, its setup was not finished.
 */
export const takeUpFile = {
  name: "take-up",
  schema: z.object({
    v: z.literal(1),
    /** The worktree is to be set up. */
    setup: z.boolean(),
  }),
} satisfies LocalFile<unknown>;

/** Logs of the setup, by step (`install`, `initScript` ...): absolute paths. */
export const logsFile = {
  name: "logs",
  schema: z.record(z.string(), z.string()),
} satisfies LocalFile<unknown>;

/**
 * What this clone alone knows of its records, under `coppice/local/<id>` of the common git directory. Nothing here
 * is a status, and everything can be deleted: what is lost is where a directory was, which git's own list tells again.
 */
export class LocalFacts {
  readonly #root: string;
  readonly #commonDir: string;

  constructor(commonDir: string) {
    this.#commonDir = commonDir;
    this.#root = join(coppiceDir(commonDir), "local");
  }

  /** The record's own directory, made when it is missing; for logs and what else is bulky. */
  directory(id: RecordId): string {
    const path = join(this.#root, id);
    mkdirSync(path, { recursive: true });
    return path;
  }

  /** Undefined when the fact was never written, or is not readable as what it should be. */
  read<T>(id: RecordId, file: LocalFile<T>): T | undefined {
    let text: string;
    try {
      text = readOwnText(join(this.#root, id, `${file.name}.json`));
    } catch (error) {
      if (hasCode(error, "ENOENT", "ENOTDIR") || error instanceof CoppiceError) return undefined;
      throw error;
    }
    const parsed = file.schema.safeParse(parseJson(text));
    return parsed.success ? parsed.data : undefined;
  }

  /** Whether something was written as this fact, readable or not. */
  holds(id: RecordId, file: LocalFile<unknown>): boolean {
    return existsSync(join(this.#root, id, `${file.name}.json`));
  }

  write<T>(id: RecordId, file: LocalFile<T>, value: T): void {
    writeAtomically(join(this.directory(id), `${file.name}.json`), `${JSON.stringify(value)}\n`);
  }

  /** Forgets one fact. */
  clear(id: RecordId, file: LocalFile<unknown>): void {
    rmSync(join(this.#root, id, `${file.name}.json`), { force: true });
  }

  /** Forgets everything of a record whose worktree is gone, logs too. */
  forget(id: RecordId): void {
    rmSync(join(this.#root, id), { recursive: true, force: true });
  }

  /** The records of which anything is known here. */
  ids(): RecordId[] {
    let names: string[];
    try {
      names = readdirSync(this.#root);
    } catch {
      return [];
    }
    return names.flatMap((name) => {
      const id = recordIdSchema.safeParse(name);
      return id.success ? [id.data] : [];
    });
  }

  place(id: RecordId): Place | undefined {
    return this.read(id, placeFile);
  }

  setPlace(id: RecordId, place: Place): void {
    this.write(id, placeFile, place);
  }

  /** Marks the worktree's own git directory with the record it belongs to; hooks and `find` read it there. */
  markWorktree(gitDir: string, id: RecordId): void {
    mkdirSync(join(gitDir, "coppice"), { recursive: true });
    writeAtomically(join(gitDir, "coppice", "id"), `${id}\n`);
  }

  /** Takes the mark of one record away. */
  unmarkWorktree(gitDir: string, id: RecordId): void {
    if (this.markOf(gitDir) === id) rmSync(join(gitDir, "coppice", "id"), { force: true });
  }

  /** The record that a worktree's own git directory belongs to. */
  markOf(gitDir: string): RecordId | undefined {
    try {
      const id = recordIdSchema.safeParse(readOwnText(join(gitDir, "coppice", "id")).trim());
      return id.success ? id.data : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * What sh hooks decide by: the file's first line, the status, in an error with the operation that failed. It is a copy
   * for them alone: nothing reads it as the status. Does nothing where the worktree is gone.
   */
  writeState(id: RecordId, record: Pick<WorktreeRecord, "status" | "lastError">): void {
    const gitDir = this.place(id)?.gitDir;
    if (gitDir === undefined || gitDir === null || !this.#isRegistration(gitDir)) return;
    try {
      writeFirstLine(join(gitDir, "coppice", "state"), stateLine(record));
    } catch (error) {
      // git may have pruned the registration in between.
      if (!hasCode(error, "ENOENT")) throw error;
    }
  }

  /** Whether that file in a worktree's git directory says what the record says. */
  isStateTold(gitDir: string, record: Pick<WorktreeRecord, "status" | "lastError">): boolean {
    try {
      return readOwnText(join(gitDir, "coppice", "state")).split("\n")[0] === stateLine(record);
    } catch {
      return false;
    }
  }

  #isRegistration(gitDir: string): boolean {
    return gitDir.startsWith(join(this.#commonDir, "worktrees")) && existsSync(join(gitDir, "gitdir"));
  }
}

const stateLine = ({ status, lastError }: Pick<WorktreeRecord, "status" | "lastError">): string =>
  status === "error" && lastError !== null ? `${status} ${lastError.operation}` : status;

/**
 * Writes over what is there, longer or shorter. A new file in an old one's place would have to reach the disk first
 * (ext4 sees to that), which takes a millisecond for each entry of an operation.
 */
function writeFirstLine(path: string, line: string): void {
  let file: number;
  try {
    file = openOwn(path, constants.O_RDWR);
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
    mkdirSync(dirname(path), { recursive: true });
    writeAtomically(path, `${line}\n`);
    return;
  }
  try {
    const bytes = Buffer.from(`${line}\n`);
    writeSync(file, bytes, 0, bytes.length, 0);
    ftruncateSync(file, bytes.length);
  } finally {
    closeSync(file);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
