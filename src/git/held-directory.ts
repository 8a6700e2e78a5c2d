import { randomBytes } from "node:crypto";
import {
  type BigIntStats,
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  statSync,
} from "node:fs";
import { sep } from "node:path";

/*
 * What is deleted is named by the directory that holds it, and a program that still runs there can put a symbolic link in
 * the place of that directory at any moment. So a directory is opened, once it is known to be one, and its entries are
 * named through what was opened (`/proc/self/fd`), which stays the same whatever its name leads to by then. Where there is
 * no such thing, each use looks at the directory again: a moment is left in between, in which only a program that was
 * written for it could do something.
 */

/** A name need not be UTF-8 where the system keeps bytes; one character for each of them loses nothing. */
export const nameEncoding = process.platform === "win32" ? "utf8" : "latin1";

/** A directory whose entries can be named, and are its own. */
export interface HeldDirectory {
  /** The path of an entry, for one use at once. @throws with the code `swapped` */
  entry(name: string): Buffer;
  /** @throws what the system says */
  names(): string[];
  /** Gives this user every right in it that an owner can give. @throws what the system says */
  open(): void;
  close(): void;
}

/** Something else stands in the place of a directory by now. */
export class SwappedError extends Error {
  readonly code = "swapped";
}

type Identity = Pick<BigIntStats, "dev" | "ino">;

const isSame = (one: Identity, other: Identity): boolean => one.dev === other.dev && one.ino === other.ino;

/** Linux alone: names something without opening it, which needs no right to read it. */
const onlyName = process.platform === "linux" ? 0x200000 : 0;
const asDirectory = constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * Opens a directory.
 * @param path for this moment
 * @param found what stood there
 * @throws SwappedError; what the system says: ENOTDIR and ELOOP where it is none any more
 */
export function hold(path: Buffer, found: BigIntStats): HeldDirectory {
  return opened(path, found) ?? new NamedDirectory(path, found);
}

function opened(path: Buffer, found: BigIntStats): HeldDirectory | undefined {
  if (onlyName === 0) return undefined;
  const held = new OpenDirectory(readable(path, found));
  try {
    if (!isSame(held.stat(), found)) throw new SwappedError("something else stands there by now");
    if (held.isReachable()) return held;
  } catch (error) {
    held.close();
    throw error;
  }
  held.close();
  return undefined;
}

/** Opens it for reading; where its permissions forbid that, they are changed, of this very directory. */
function readable(path: Buffer, found: BigIntStats): number {
  try {
    return openSync(path, constants.O_RDONLY | asDirectory);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EACCES")) throw error;
  }
  const name = openSync(path, onlyName | asDirectory);
  try {
    if (isSame(fstatSync(name, { bigint: true }), found))
      chmodSync(`/proc/self/fd/${name}`, Number(found.mode) | 0o700);
  } finally {
    closeSync(name);
  }
  return openSync(path, constants.O_RDONLY | asDirectory);
}

class OpenDirectory implements HeldDirectory {
  readonly #descriptor: number;
  readonly #path: string;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
    this.#path = `/proc/self/fd/${descriptor}`;
  }

  stat(): BigIntStats {
    return fstatSync(this.#descriptor, { bigint: true });
  }

  /** Whether `/proc` is there and leads to what was opened. */
  isReachable(): boolean {
    try {
      return isSame(statSync(this.#path, { bigint: true }), this.stat());
    } catch {
      return false;
    }
  }

  entry(name: string): Buffer {
    return Buffer.concat([Buffer.from(`${this.#path}/`), Buffer.from(name, nameEncoding)]);
  }

  names(): string[] {
    return readdirSync(this.#path, nameEncoding);
  }

  open(): void {
    fchmodSync(this.#descriptor, Number(this.stat().mode) | 0o700);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** Where what was opened cannot be named. */
export class NamedDirectory implements HeldDirectory {
  readonly #path: Buffer;
  readonly #found: Identity;

  constructor(path: Buffer, found: Identity) {
    this.#path = path;
    this.#found = found;
  }

  entry(name: string): Buffer {
    this.#check();
    return Buffer.concat([this.#path, Buffer.from(sep), Buffer.from(name, nameEncoding)]);
  }

  names(): string[] {
    this.#check();
    const names = readdirSync(this.#path, nameEncoding);
    this.#check();
    return names;
  }

  open(): void {
    const { mode } = this.#check();
    chmodSync(this.#path, Number(mode) | 0o700);
  }

  close(): void {}

  #check(): BigIntStats {
    const stat = lstatSync(this.#path, { bigint: true });
    if (!stat.isDirectory() || !isSame(stat, this.#found))
      throw new SwappedError("something else stands there by now");
    return stat;
  }
}

/** A name that nothing has. */
export const newName = (): string => `coppice-${randomBytes(8).toString("hex")}`;
