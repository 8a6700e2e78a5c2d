import { createHash } from "node:crypto";
import { lstatSync, readFileSync, readlinkSync } from "node:fs";
import { join, posix } from "node:path";
import type { CommandKey, ConfigCommand } from "../config/commands.js";
import type { Engine } from "./context.js";
import { hasCode } from "./files.js";
import type { TrustPlace } from "./trust-store.js";

/** A command with everything of it that a branch can change, as one hash. */
export interface Content {
  readonly key: CommandKey;
  readonly command: string;
  /** The files of the repository that the command names, with slashes. */
  readonly files: readonly string[];
  readonly hash: string;
}

/** Files by the path that they will have, and where they are now, absolute. */
export type Brought = ReadonlyMap<string, string>;

type FileContent = { readonly link: string } | { readonly sha256: string };

/** A command has at most 4,096 characters: the file that it runs must not hide behind words that are none. */
const mostWords = 8192;
const mostLinks = 8;

/**
 * The command's content as it would run at `place`. A word of the command that names a file from the top of the
 * worktree (`./scripts/init.sh`, `sh scripts/init.sh`) brings that file's content in. What such a file runs in turn
 * is not looked at.
 * @param brought files that will be there beside those of the place, as those of a role are before the setup runs
 */
export async function contentOf(
  engine: Pick<Engine, "repo">,
  { key, command }: ConfigCommand,
  place: TrustPlace | undefined,
  brought: Brought = new Map(),
): Promise<Content> {
  const files = new Map<string, FileContent>();
  if (place !== undefined) {
    for (const word of words(command)) await addFile(engine, { place, brought }, word, files);
  }
  const named = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const hash = createHash("sha256")
    .update(JSON.stringify([1, key, command, named]))
    .digest("hex");
  return { key, command, files: named.map(([path]) => path), hash };
}

/**
 * What could be a path in a shell command: its words with and without quotes, what stands whole between quotes, and what
 * follows a variable or a command's output, as in `$PWD/scripts/init.sh`.
 */
function words(command: string): string[] {
  const quoted = [...command.matchAll(/"([^"]*)"|'([^']*)'/g)].map((found) => found[1] ?? found[2] ?? "");
  const joined = command.replace(/\\\n|["'\\]/g, "");
  const below = [...joined.matchAll(/(?:\$\w+|[`})])\/([^\s;&|()<>`$={},]+)/g)].map(
    (found) => found[1] ?? "",
  );
  const found = new Set(
    [
      ...quoted,
      ...command.split(/[\s;&|()<>"'`$={}]+/),
      ...joined.split(/[\s;&|()<>`$={},]+/),
      ...below,
    ].flatMap((word) => inside(word) ?? []),
  );
  return [...found].slice(0, mostWords);
}

/** A relative path made plain, or nothing when it leaves the worktree or names its top. */
function inside(path: string): string | undefined {
  if (path === "" || path.startsWith("/") || path.includes("\0")) return undefined;
  const plain = posix.normalize(path).replace(/\/$/, "");
  return plain === "." || plain === ".." || plain.startsWith("../") ? undefined : plain;
}

/** Adds a file and, when it is a symbolic link, what it leads to inside the worktree. */
async function addFile(
  engine: Pick<Engine, "repo">,
  { place, brought }: { readonly place: TrustPlace; readonly brought: Brought },
  word: string,
  files: Map<string, FileContent>,
): Promise<void> {
  let path: string | undefined = word;
  for (let links = 0; path !== undefined && links < mostLinks && !files.has(path); links++) {
    const content: FileContent | undefined = await contentAt(engine, place, brought, path);
    if (content === undefined) return;
    files.set(path, content);
    path = "link" in content ? inside(posix.join(posix.dirname(path), content.link)) : undefined;
  }
}

async function contentAt(
  engine: Pick<Engine, "repo">,
  place: TrustPlace,
  brought: Brought,
  path: string,
): Promise<FileContent | undefined> {
  const there =
    "directory" in place ? fileIn(place.directory, path) : await fileAt(engine, place.commit, path);
  const source = brought.get(path);
  return there ?? (source === undefined ? undefined : fileIn(source, ""));
}

function fileIn(directory: string, path: string): FileContent | undefined {
  const file = join(directory, path);
  try {
    const stat = lstatSync(file);
    if (stat.isSymbolicLink()) return { link: readlinkSync(file) };
    return stat.isFile() ? { sha256: sha256(readFileSync(file)) } : undefined;
  } catch (error) {
    // What is not there, or no name that a file can have, is a word like any other.
    if (hasCode(error, "ENOENT", "ENOTDIR", "ENAMETOOLONG", "ELOOP")) return undefined;
    throw error;
  }
}

async function fileAt(
  engine: Pick<Engine, "repo">,
  commit: string,
  path: string,
): Promise<FileContent | undefined> {
  const objects = engine.repo.objects();
  const object = await objects.read(`${commit}:${path}`);
  if (object?.type !== "blob") return undefined;
  // A blob does not tell that it is a link; its entry in the tree does.
  const parent = posix.dirname(path);
  const tree = await objects.resolve(parent === "." ? `${commit}^{tree}` : `${commit}:${parent}`);
  const entries = tree === undefined ? [] : await objects.tree(tree);
  const entry = entries.find(({ name }) => name === posix.basename(path));
  return entry?.mode === "120000" ? { link: object.data.toString("utf8") } : { sha256: sha256(object.data) };
}

const sha256 = (data: Uint8Array): string => createHash("sha256").update(data).digest("hex");
