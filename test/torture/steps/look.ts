import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Place } from "./place.js";
import { contentOf, statSign } from "./sign.js";
import { Store, Unusual } from "./store.js";

/** What stands in a place and may not be lost. */
export interface Look {
  /** Every commit that a ref or a HEAD of the clones and their remote reaches, the journal's own not. */
  readonly commits: ReadonlySet<string>;
  /** Every content that somebody has in a worktree or an index, and where. */
  readonly contents: ReadonlyMap<string, string>;
  /** Every file of a worktree: its blob. */
  readonly files: ReadonlyMap<string, string>;
  /** Every line of a journal. */
  readonly lines: ReadonlySet<string>;
}

const clones = ["repo", "other"] as const;
const notesRef = "refs/notes/coppice";

export const clonesOf = (place: Place): string[] => clones.filter((clone) => existsSync(place.at(clone)));
export const storesOf = (place: Place): string[] => [
  ...clonesOf(place),
  ...(existsSync(place.at("origin.git")) ? ["origin.git"] : []),
];

/** Looks at everything, with git and without Coppice. */
export async function look(place: Place): Promise<Look> {
  const files = filesOf(place);
  const contents = new Map([...files].map(([path, oid]) => [oid, path]));
  for (const worktree of worktreesOf(place)) {
    for (const line of (await place.git(worktree, "ls-files", "--stage")).split("\n")) {
      const [, oid = "", , path = ""] = line.split(/[ \t]/);
      if (oid !== "") contents.set(oid, `${worktree}: index: ${path}`);
    }
  }
  const commits = new Set<string>();
  for (const store of storesOf(place)) {
    const told = await place.git(store, "rev-list", `--exclude=refs/notes/*`, "--all");
    for (const oid of told.split("\n")) if (oid !== "") commits.add(oid);
  }
  return { commits, contents, files, lines: await linesOf(place) };
}

/** Objects that a person can get at: what refs, HEADs and indexes reach. Throws where git misses one. */
export async function reachable(place: Place): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const store of storesOf(place)) {
    const told =
      readIn(place, store, (one) => one.reachable()) ??
      (await place.git(store, "rev-list", "--objects", "--all", "--indexed-objects"))
        .split("\n")
        .map((line) => line.split(" ", 1)[0] ?? "");
    for (const oid of told) found.add(oid);
  }
  return found;
}

/**
 * Reads a store without a git.
 * @returns undefined: git is to be asked, as something there is not as it usually is
 */
export function readIn<T>(place: Place, store: string, read: (store: Store) => T): T | undefined {
  try {
    return read(new Store(place.at(store.endsWith(".git") ? store : `${store}/.git`)));
  } catch (error) {
    if (error instanceof Unusual) return undefined;
    throw error;
  }
}

/** The lines of all journals: of the notes, and of what waits in the spool. */
export async function linesOf(place: Place): Promise<Set<string>> {
  const lines = new Set<string>();
  for (const clone of clonesOf(place)) {
    for (const line of spooled(place, clone)) lines.add(line);
    const texts = readIn(place, clone, notesIn) ?? [await notesToldBy(place, clone)];
    for (const text of texts)
      for (const line of text.split("\n")) if (line.startsWith('{"t":')) lines.add(line);
  }
  return lines;
}

function notesIn(store: Store): string[] {
  const [, tip] = store.refs(notesRef).find(([ref]) => ref === notesRef) ?? [];
  return tip === undefined ? [] : store.blobsIn(tip).map((blob) => blob.toString());
}

/** Git's headers stand between the blobs: only entries begin like one. */
async function notesToldBy(place: Place, clone: string): Promise<string> {
  const tree = await place.git(clone, "ls-tree", "-r", "--format=%(objectname)", notesRef).catch(() => "");
  return tree === "" ? "" : place.told(clone, ["cat-file", "--batch"], `${tree}\n`);
}

/** Complete entries of the spool. */
export function spooled(place: Place, clone: string): string[] {
  const lines: string[] = [];
  for (const path of spoolIn(place, clone)) {
    if (!path.endsWith(".line")) continue;
    const text = readFileSync(path, "utf8");
    if (text.endsWith("\n")) lines.push(text.slice(0, -1));
  }
  return lines;
}

/** The files of all spools. */
export const spoolOf = (place: Place): string[] => clonesOf(place).flatMap((clone) => spoolIn(place, clone));

function spoolIn(place: Place, clone: string): string[] {
  const spool = place.at(`${clone}/.git/coppice/spool`);
  return existsSync(spool) ? readdirSync(spool).map((name) => join(spool, name)) : [];
}

/** Locks of git's that a git has left which was killed: nobody else runs there. */
export function gitLocksOf(place: Place): string[] {
  const locks: string[] = [];
  const visit = (path: string, passing: readonly string[]): void => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const name = join(path, entry.name);
      if (entry.isDirectory() && !passing.includes(entry.name)) visit(name, []);
      else if (entry.isFile() && entry.name.endsWith(".lock")) locks.push(name);
    }
  };
  for (const clone of clonesOf(place)) visit(place.at(`${clone}/.git`), ["objects", "coppice"]);
  return locks;
}

/** The directories that people work in. */
export function worktreesOf(place: Place): string[] {
  return clonesOf(place).flatMap((clone) => {
    const root = place.at(`${clone}/.worktrees`);
    const names = existsSync(root) ? readdirSync(root).filter((name) => !name.startsWith(".")) : [];
    const linked = names.filter((name) => existsSync(join(root, name, ".git")));
    return [clone, ...linked.map((name) => `${clone}/.worktrees/${name}`)];
  });
}

/** Every file that people have there: its blob's oid. */
export function filesOf(place: Place): Map<string, string> {
  const files = new Map<string, string>();
  const visit = (path: string): void => {
    for (const entry of readdirSync(place.at(path), { withFileTypes: true })) {
      const name = `${path}/${entry.name}`;
      if (entry.name === ".git" || entry.name === ".coppice-trash") continue;
      if (entry.isDirectory()) visit(name);
      else files.set(name, blobOf(place.at(name)));
    }
  };
  for (const clone of clonesOf(place)) visit(clone);
  return files;
}

const blobs = new Map<string, { readonly sign: string; readonly oid: string }>();

/** A file that stands as it did has the same blob. */
function blobOf(path: string): string {
  const sign = statSign(path, Date.now());
  const known = blobs.get(path);
  if (sign !== undefined && known?.sign === sign) return known.oid;
  const bytes = contentOf(path);
  const oid = createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
  if (sign !== undefined) blobs.set(path, { sign, oid });
  return oid;
}
