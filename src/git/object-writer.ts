import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import { errnoOf, systemError } from "../lifecycle/system-errors.js";
import { type CommitDraft, formatCommit, type ObjectType } from "./object-format.js";
import { type ObjectFormat, parseOid } from "./oid.js";
import type { PackFiles } from "./pack-draft.js";
import type { Repository } from "./repository.js";

export interface WriteOptions {
  /** Waits until the object is on the disk. Default false, as git's own default for loose objects. */
  readonly sync?: boolean;
}

/** The id that an object has, without writing it. */
export function hashObject(type: ObjectType, data: Uint8Array, format: ObjectFormat): Oid {
  return parseOid(createHash(format).update(`${type} ${data.length}\0`).update(data).digest("hex"));
}

/**
 * Writes objects as loose files, the way git does: a temporary file, then its final name, so that a reader never
 * sees half of one. A commit costs a fraction of a millisecond instead of a process; for so little, waiting for
 * another thread would take longer than the work, so it is done at once.
 */
export class ObjectWriter {
  readonly #objects: string;
  readonly #format: ObjectFormat;
  readonly #shared: string | undefined;

  /**
   * @param objects - the `objects` directory
   * @param shared - `core.sharedRepository`, when others write there, too
   */
  constructor(objects: string, format: ObjectFormat, shared?: string) {
    this.#objects = objects;
    this.#format = format;
    this.#shared = shared;
  }

  /** Writes an object and returns its id. One that stands there as a loose file already is left alone. */
  async write(type: ObjectType, data: Uint8Array, options: WriteOptions = {}): Promise<Oid> {
    const oid = hashObject(type, data, this.#format);
    const folder = join(this.#objects, oid.slice(0, 2));
    const file = join(folder, oid.slice(2));
    try {
      if (existsSync(file)) return oid;
      if (mkdirSync(folder, { recursive: true }) !== undefined) share(folder, this.#shared);
      store(folder, file, deflateSync(Buffer.concat([header(type, data), data])), options.sync === true);
      share(file, this.#shared);
    } catch (error) {
      throw systemError(error, "write an object") ?? notWritten(type, error);
    }
    return oid;
  }

  commit(draft: CommitDraft, options: WriteOptions = {}): Promise<Oid> {
    return this.write("commit", formatCommit(draft), options);
  }

  blob(data: string | Uint8Array, options: WriteOptions = {}): Promise<Oid> {
    return this.write("blob", typeof data === "string" ? Buffer.from(data, "utf8") : data, options);
  }

  /**
   * Writes a pack and waits until it is on the disk, while others can go on. Nobody sees it before it is published; one
   * that never is, `git gc` clears away.
   */
  async stagePack({ name, pack, index }: PackFiles): Promise<StagedPack> {
    const folder = join(this.#objects, "pack");
    // The index last: it is what git looks for.
    const parts = ([["pack", pack] as const, ["idx", index] as const] as const).map(([end, bytes]) => ({
      bytes,
      temporary: join(folder, `tmp_${end}_${randomBytes(8).toString("hex")}`),
      file: join(folder, `pack-${name}.${end}`),
    }));
    const discard = (): void => {
      for (const { temporary } of parts) rmSync(temporary, { force: true });
    };
    try {
      if (mkdirSync(folder, { recursive: true }) !== undefined) share(folder, this.#shared);
      for (const { temporary, bytes } of parts) {
        await writeToDisk(temporary, bytes);
        share(temporary, this.#shared);
      }
    } catch (error) {
      discard();
      throw systemError(error, "write a pack") ?? notWritten("pack", error);
    }
    return {
      publish: () => {
        for (const { temporary, file } of parts) renameSync(temporary, file);
      },
      discard,
    };
  }
}

/** A pack that waits for its name. */
export interface StagedPack {
  /** Shows it to everybody who reads the repository. */
  readonly publish: () => void;
  /** Deletes it, unless it is published. */
  readonly discard: () => void;
}

async function writeToDisk(file: string, bytes: Buffer): Promise<void> {
  // Only a pack is written with them, and they take a millisecond to load.
  const { open } = await import("node:fs/promises");
  const handle = await open(file, "wx", 0o444);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function store(folder: string, file: string, bytes: Buffer, sync: boolean): void {
  // git's own prefix: `git gc` clears away what a killed writer leaves under it.
  const temporary = join(folder, `tmp_obj_${randomBytes(8).toString("hex")}`);
  try {
    const descriptor = openSync(temporary, "wx", 0o444);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
      if (sync) fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    try {
      linkSync(temporary, file);
    } catch (error) {
      // A link never replaces an object; where the file system has none, a rename puts equal bytes over equal bytes.
      if (errnoOf(error) !== "EEXIST") renameSync(temporary, file);
    }
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** A writer into the repository's own object directory. */
export const objectWriter = (repo: Repository): ObjectWriter =>
  new ObjectWriter(
    join(repo.commonDir, "objects"),
    repo.objectFormat,
    repo.config.get("core.sharedRepository"),
  );

/** Opens what we made to the group or to all, as `core.sharedRepository` wants it (see git-config(1)). */
function share(path: string, shared: string | undefined): void {
  const rights = sharedRights(shared);
  if (rights === 0) return;
  const stat = statSync(path);
  const folder = stat.isDirectory();
  // A folder can be entered by whoever may read it and keeps its group; an object is never writable.
  const added = folder ? rights | ((rights & 0o444) >> 2) | 0o2000 : rights & 0o444;
  chmodSync(path, (stat.mode & 0o7777) | added);
}

function sharedRights(shared: string | undefined): number {
  const value = shared?.toLowerCase() ?? "umask";
  if (["group", "true", "yes", "on", "1"].includes(value)) return 0o660;
  if (["all", "world", "everybody", "2"].includes(value)) return 0o664;
  return /^0[0-7]{3}$/.test(value) ? Number.parseInt(value, 8) : 0;
}

const header = (type: ObjectType, data: Uint8Array): Buffer =>
  Buffer.from(`${type} ${data.length}\0`, "utf8");

const notWritten = (type: ObjectType | "pack", cause: unknown): CoppiceError =>
  new CoppiceError("GIT_FAILED", `The ${type} could not be written into the repository.`, {
    details: { reason: errnoOf(cause) ?? "unknown" },
    cause,
  });
