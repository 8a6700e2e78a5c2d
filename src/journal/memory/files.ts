/** What isomorphic-git asks of a path. */
interface Stat {
  readonly type: "file" | "dir";
  readonly mode: number;
  readonly size: number;
  readonly ino: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly uid: number;
  readonly gid: number;
  readonly dev: number;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/**
 * A file system in memory, with the functions that isomorphic-git needs. A directory comes into being with the first
 * file in it; nothing is ever a link.
 */
export class MemoryFiles {
  readonly #files = new Map<string, Uint8Array>();
  /** The names in each directory. */
  readonly #directories = new Map<string, Set<string>>([["/", new Set()]]);

  readonly promises = {
    readFile: async (path: string, options?: string | { readonly encoding?: string }) => {
      const bytes = this.#files.get(clean(path)) ?? absent("open", path);
      const encoding = typeof options === "string" ? options : options?.encoding;
      return encoding === undefined ? bytes : Buffer.from(bytes).toString("utf8");
    },
    writeFile: async (path: string, data: string | Uint8Array): Promise<void> => {
      this.write(path, typeof data === "string" ? Buffer.from(data, "utf8") : data);
    },
    unlink: async (path: string): Promise<void> => {
      if (!this.#files.delete(clean(path))) absent("unlink", path);
      this.#directories.get(parent(clean(path)))?.delete(name(clean(path)));
    },
    readdir: async (path: string): Promise<string[]> => {
      if (this.#files.has(clean(path))) throw failure("ENOTDIR", "scandir", path);
      return [...(this.#directories.get(clean(path)) ?? absent("scandir", path))].sort();
    },
    mkdir: async (path: string): Promise<void> => {
      this.#enter(clean(path));
    },
    rmdir: async (path: string): Promise<void> => {
      const names = this.#directories.get(clean(path)) ?? absent("rmdir", path);
      if (names.size > 0) throw failure("ENOTEMPTY", "rmdir", path);
      this.#directories.delete(clean(path));
      this.#directories.get(parent(clean(path)))?.delete(name(clean(path)));
    },
    stat: async (path: string): Promise<Stat> => this.#stat(path),
    lstat: async (path: string): Promise<Stat> => this.#stat(path),
    readlink: async (path: string): Promise<string> => {
      throw failure("EINVAL", "readlink", path);
    },
    symlink: async (_target: string, path: string): Promise<void> => {
      throw failure("EPERM", "symlink", path);
    },
  };

  /** Puts a file where it belongs, with its directories. */
  write(path: string, bytes: Uint8Array): void {
    this.#files.set(clean(path), bytes);
    this.#enter(parent(clean(path))).add(name(clean(path)));
  }

  #enter(path: string): Set<string> {
    const known = this.#directories.get(path);
    if (known !== undefined) return known;
    const names = new Set<string>();
    this.#directories.set(path, names);
    this.#enter(parent(path)).add(name(path));
    return names;
  }

  #stat(path: string): Stat {
    const bytes = this.#files.get(clean(path));
    if (bytes === undefined && !this.#directories.has(clean(path))) absent("stat", path);
    const isFile = bytes !== undefined;
    return {
      type: isFile ? "file" : "dir",
      mode: isFile ? 0o100644 : 0o040755,
      size: bytes?.byteLength ?? 0,
      ino: 0,
      mtimeMs: 0,
      ctimeMs: 0,
      uid: 0,
      gid: 0,
      dev: 0,
      isFile: () => isFile,
      isDirectory: () => !isFile,
      isSymbolicLink: () => false,
    };
  }
}

/** `/a//b/./c/` as `/a/b/c`. */
const clean = (path: string): string =>
  `/${path
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/")}`;
const parent = (path: string): string => path.slice(0, path.lastIndexOf("/")) || "/";
const name = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

function failure(code: string, call: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${call} '${path}' in memory`), { code });
}

function absent(call: string, path: string): never {
  throw failure("ENOENT", call, path);
}
