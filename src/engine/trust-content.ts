import { createHash } from "node:crypto";
import { lstatSync, readFileSync, readlinkSync } from "node:fs";
import { join, posix } from "node:path";
import type { CommandKey, ConfigCommand } from "../config/commands.js";
import type { Engine } from "./context.js";
import { hasCode } from "./files.js";
import type { TrustPlace } from "./trust-store.js";
import { pathWords } from "./trust-words.js";

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

/** What stands at a path. */
type Entry = FileContent | "directory" | undefined;

/** What an operating system follows at most: Linux follows 40. */
const mostLinks = 64;

/** No file system takes longer names. */
const longestName = 255;

/** Where a command finds the main worktree: record-variables.ts. */
const mainVariable = "COPPICE_MAIN";

/**
 * The command's content as it would run at `place`. A word of the command that names a file from the top of the
 * worktree (`./scripts/init.sh`, `sh scripts/init.sh`) brings that file's content in, and each symbolic link on the way
 * to it. What such a file runs in turn is not looked at. A command that speaks of the main worktree may mean files there.
 * @param brought files that will be there beside those of the place, as those of a role are before the setup runs
 */
export async function contentOf(
  engine: Pick<Engine, "repo">,
  { key, command }: ConfigCommand,
  place: TrustPlace | undefined,
  brought: Brought = new Map(),
): Promise<Content> {
  const { mainWorktree } = engine.repo;
  const files = new Map<string, FileContent>();
  if (place !== undefined) {
    const words = pathWords(command);
    const look = looker(engine, place, brought);
    for (const word of words) await addFile(look, word, "", files);
    if (command.includes(mainVariable) && mainWorktree !== undefined) {
      const lookThere = looker(engine, { directory: mainWorktree }, new Map());
      for (const word of words) await addFile(lookThere, word, `$${mainVariable}/`, files);
    }
  }
  const named = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const hash = createHash("sha256")
    .update(JSON.stringify([1, key, command, named]))
    .digest("hex");
  return { key, command, files: named.map(([path]) => path), hash };
}

type Look = (path: string) => Promise<Entry>;

/** Adds the file that a word leads to, and the symbolic links on the way, as far as it goes inside the worktree. */
async function addFile(
  look: Look,
  word: string,
  above: string,
  files: Map<string, FileContent>,
): Promise<void> {
  const ahead = word.split("/");
  const at: string[] = [];
  for (let links = 0; links <= mostLinks; ) {
    const part = ahead.shift();
    if (part === undefined || part.length > longestName) return;
    if (part === "" || part === ".") continue;
    if (part === "..") {
      if (at.pop() === undefined) return;
      continue;
    }
    const path = [...at, part].join("/");
    const entry = await look(path);
    if (entry === undefined) return;
    if (entry === "directory") at.push(part);
    else {
      const isLink = "link" in entry;
      if (isLink || ahead.length === 0) files.set(above + path, entry);
      if (!isLink || entry.link.startsWith("/")) return;
      ahead.unshift(...entry.link.split("/"));
      links += 1;
    }
  }
}

/** Looks at each path once. */
function looker(engine: Pick<Engine, "repo">, place: TrustPlace, brought: Brought): Look {
  const known = new Map<string, Promise<Entry>>();
  return (path) => {
    const entry = known.get(path) ?? entryAt(engine, place, brought, path);
    known.set(path, entry);
    return entry;
  };
}

async function entryAt(
  engine: Pick<Engine, "repo">,
  place: TrustPlace,
  brought: Brought,
  path: string,
): Promise<Entry> {
  const there =
    "directory" in place ? fileIn(place.directory, path) : await fileAt(engine, place.commit, path);
  if (there !== undefined) return there;
  const source = brought.get(path);
  if (source !== undefined) return fileIn(source, "");
  return [...brought.keys()].some((file) => file.startsWith(`${path}/`)) ? "directory" : undefined;
}

function fileIn(directory: string, path: string): Entry {
  const file = join(directory, path);
  try {
    const stat = lstatSync(file);
    if (stat.isSymbolicLink()) return { link: readlinkSync(file) };
    if (stat.isDirectory()) return "directory";
    return stat.isFile() ? { sha256: sha256(readFileSync(file)) } : undefined;
  } catch (error) {
    // What is not there, or no name that a file can have, is a word like any other.
    if (hasCode(error, "ENOENT", "ENOTDIR", "ENAMETOOLONG", "ELOOP")) return undefined;
    throw error;
  }
}

async function fileAt(engine: Pick<Engine, "repo">, commit: string, path: string): Promise<Entry> {
  const objects = engine.repo.objects();
  const object = await objects.read(`${commit}:${path}`);
  if (object?.type === "tree") return "directory";
  if (object?.type !== "blob") return undefined;
  // A blob does not tell that it is a link; its entry in the tree does.
  const parent = posix.dirname(path);
  const tree = await objects.resolve(parent === "." ? `${commit}^{tree}` : `${commit}:${parent}`);
  const entries = tree === undefined ? [] : await objects.tree(tree);
  const entry = entries.find(({ name }) => name === posix.basename(path));
  return entry?.mode === "120000" ? { link: object.data.toString("utf8") } : { sha256: sha256(object.data) };
}

const sha256 = (data: Uint8Array): string => createHash("sha256").update(data).digest("hex");
