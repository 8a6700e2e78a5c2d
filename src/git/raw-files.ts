import { type BigIntStats, lstatSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import type { Oid } from "../lifecycle/ids.js";
import { errnoOf } from "../lifecycle/system-errors.js";
import { formatTree, type TreeEntry } from "./object-format.js";
import { type ObjectWriter, objectWriter } from "./object-writer.js";
import { parseOid } from "./oid.js";
import { encodePath, nativePath } from "./paths.js";
import type { Repository } from "./repository.js";
import { filesTimeoutMs } from "./run.js";

/** A file as it lies in a worktree, its content stored without git's conversions. */
export interface RawFile {
  /** Relative to the worktree, with slashes. */
  readonly path: string;
  /** `100644`, `100755`, `120000`. */
  readonly mode: string;
  readonly oid: Oid;
}

/** What stands at a path, without following a link there. */
export function standingAt(root: string, path: string): BigIntStats | undefined {
  try {
    return lstatSync(placeOf(root, path), { bigint: true });
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === "ENOENT" || errno === "ENOTDIR") return undefined;
    throw error;
  }
}

/** A file's path for `node:fs`, which may not be UTF-8. */
export const placeOf = (root: string, path: string): string | Buffer => nativePath(join(root, path));

/** git sees a file's permissions as two kinds. */
const modeOf = (stat: BigIntStats): string =>
  stat.isSymbolicLink() ? "120000" : (stat.mode & 0o100n) === 0n ? "100644" : "100755";

/**
 * Stores files of a worktree as blobs, with one process.
 * @param paths regular files and symbolic links
 * @throws CoppiceError GIT_FAILED when one cannot be read; the system's error when a link cannot
 */
export async function storeRaw(repo: Repository, root: string, paths: readonly string[]): Promise<RawFile[]> {
  const found = paths.map((path) => ({ path, stat: lstatSync(placeOf(root, path), { bigint: true }) }));
  const regular = found.filter(({ stat }) => !stat.isSymbolicLink());
  const oids = await hashFiles(
    repo,
    root,
    regular.map(({ path }) => path),
  );
  const writer = objectWriter(repo);
  const files: RawFile[] = [];
  for (const { path, stat } of found) {
    const oid =
      oids.get(path) ??
      (await writer.blob(readlinkSync(placeOf(root, path), { encoding: "buffer" }), { sync: true }));
    files.push({ path, mode: modeOf(stat), oid });
  }
  return files;
}

async function hashFiles(
  repo: Repository,
  root: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, Oid>> {
  if (paths.length === 0) return new Map();
  const output = await repo.git.text(
    root,
    [
      `--git-dir=${repo.commonDir}`,
      // Without it git goes by core.worktree, where that is set, and reads the files from there.
      `--work-tree=${root}`,
      // Whoever deletes the files afterwards must find the objects on the disk, also after a power cut.
      "-c",
      "core.fsync=committed",
      "hash-object",
      "-w",
      "--no-filters",
      "--stdin-paths",
    ],
    {
      stdin: encodePath(paths.map((path) => `${quoted(path)}\n`).join("")),
      writes: repo.commonDir,
      timeoutMs: filesTimeoutMs,
    },
  );
  const oids = output.split("\n");
  return new Map(paths.map((path, index) => [path, parseOid(oids[index] ?? "")]));
}

/** One path a line; one that holds a line feed, or looks quoted, is quoted as in C. */
const quoted = (path: string): string =>
  /^"|[\n\r]/.test(path)
    ? `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n").replaceAll("\r", "\\r")}"`
    : path;

/** Writes the trees that hold files at their paths. */
export async function treeOfFiles(repo: Repository, files: readonly RawFile[]): Promise<Oid> {
  const root = new Map<string, Node>();
  for (const file of files) {
    const parts = file.path.split("/");
    const name = parts.pop() ?? "";
    let folder = root;
    for (const part of parts) {
      const next = folder.get(part);
      const inner: Folder = next instanceof Map ? next : new Map();
      folder.set(part, inner);
      folder = inner;
    }
    folder.set(name, file);
  }
  return writeFolder(objectWriter(repo), root);
}

type Node = RawFile | Folder;
interface Folder extends Map<string, Node> {}

async function writeFolder(writer: ObjectWriter, folder: Folder): Promise<Oid> {
  const entries: TreeEntry[] = [];
  for (const [name, node] of folder) {
    entries.push(
      node instanceof Map
        ? { mode: "040000", name, oid: await writeFolder(writer, node) }
        : { mode: node.mode, name, oid: node.oid },
    );
  }
  return writer.write("tree", formatTree(entries), { sync: true });
}
