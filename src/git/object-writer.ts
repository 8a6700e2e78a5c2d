import { createHash, randomBytes } from "node:crypto";
import { link, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { deflate } from "node:zlib";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import { errnoOf, systemError } from "../lifecycle/system-errors.js";
import { type CommitDraft, formatCommit } from "./object-format.js";
import type { ObjectType } from "./objects.js";
import { type ObjectFormat, parseOid } from "./oid.js";
import type { Repository } from "./repository.js";

const compress = promisify(deflate);

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
 * sees half of one. A commit costs a third of a millisecond instead of a process.
 */
export class ObjectWriter {
  readonly #objects: string;
  readonly #format: ObjectFormat;

  /** @param objects - the `objects` directory */
  constructor(objects: string, format: ObjectFormat) {
    this.#objects = objects;
    this.#format = format;
  }

  /** Writes an object and returns its id. One that stands there as a loose file already is left alone. */
  async write(type: ObjectType, data: Uint8Array, options: WriteOptions = {}): Promise<Oid> {
    const oid = hashObject(type, data, this.#format);
    const folder = join(this.#objects, oid.slice(0, 2));
    const file = join(folder, oid.slice(2));
    try {
      if (await exists(file)) return oid;
      await mkdir(folder, { recursive: true });
      await this.#store(folder, file, await compress(Buffer.concat([header(type, data), data])), options);
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

  async #store(folder: string, file: string, bytes: Buffer, options: WriteOptions): Promise<void> {
    // git's own prefix: `git gc` clears away what a killed writer leaves under it.
    const temporary = join(folder, `tmp_obj_${randomBytes(8).toString("hex")}`);
    try {
      const handle = await open(temporary, "wx", 0o444);
      try {
        await handle.writeFile(bytes);
        if (options.sync === true) await handle.sync();
      } finally {
        await handle.close();
      }
      // A link never replaces an object; where the file system has none, a rename puts equal bytes over equal bytes.
      await link(temporary, file).catch(async (error: unknown) => {
        if (errnoOf(error) !== "EEXIST") await rename(temporary, file);
      });
    } finally {
      await rm(temporary, { force: true });
    }
  }
}

/** A writer into the repository's own object directory. */
export const objectWriter = (repo: Repository): ObjectWriter =>
  new ObjectWriter(join(repo.commonDir, "objects"), repo.objectFormat);

const header = (type: ObjectType, data: Uint8Array): Buffer =>
  Buffer.from(`${type} ${data.length}\0`, "utf8");

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

const notWritten = (type: ObjectType, cause: unknown): CoppiceError =>
  new CoppiceError("GIT_FAILED", `The ${type} could not be written into the repository.`, {
    details: { reason: errnoOf(cause) ?? "unknown" },
    cause,
  });
