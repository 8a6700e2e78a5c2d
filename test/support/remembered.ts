import { createHash } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { privatePrefix, sharedDirectory } from "./temporary.js";

/** A test's repository. */
interface Place {
  readonly dir: string;
}

interface Remembered<T> {
  /** A copy of what there was after it. */
  readonly dir: string;
  /** The directory that it was made in, which its files name. */
  readonly from: string;
  readonly files: Listing;
  readonly value: T;
}

type Listing = ReadonlyMap<string, string>;

/** The keys that the running test has used: doing the same twice in one test is to give different records. */
const used = new Set<string>();

/**
 * A step of preparing a repository that many tests take from the same beginning, done by processes the first time and by
 * copying files later. "The same beginning" is judged by every file in the repository's private parent directory, so
 * whatever a test did before makes a difference. The value must not hold a path. Within one test only a step that
 * `repeats` is taken twice: the second repository would have the records of the first.
 */
export class Memory<T> {
  readonly #steps = new Map<string, Remembered<T>>();

  async take(repo: Place, what: string, make: () => Promise<T>, repeats = false): Promise<T> {
    const { known, keep } = this.#look(repo, what, repeats);
    return known === undefined ? keep(await make()) : known.value;
  }

  /** The same for a step that waits for nothing. */
  takeNow(repo: Place, what: string, make: () => T): T {
    const { known, keep } = this.#look(repo, what, false);
    return known === undefined ? keep(make()) : known.value;
  }

  /** Brings back what is known of a step, or tells how to keep it. */
  #look(repo: Place, what: string, repeats: boolean) {
    const parent = dirname(repo.dir);
    const none = { known: undefined, keep: (value: T) => value };
    // Another place may hold much, or what belongs to other tests.
    const before = basename(parent).startsWith(privatePrefix) ? listing(parent) : undefined;
    if (before === undefined) return none;
    const hash = createHash("sha1").update(`${what}\0${basename(repo.dir)}`);
    for (const [path, digest] of before) hash.update(`\0${path}\0${digest}`);
    const key = hash.digest("hex");
    if (used.has(key) && !repeats) return none;
    used.add(key);
    onTestFinished(() => {
      used.delete(key);
    });
    const known = this.#steps.get(key);
    if (known !== undefined && existsSync(known.dir)) {
      apply(known, parent, before);
      return { known, keep: none.keep };
    }
    const keep = (value: T): T => {
      const files = listing(parent);
      if (files === undefined) return value;
      const dir = sharedDirectory("coppice-remembered-");
      cpSync(parent, dir, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
      this.#steps.set(key, { dir, from: parent, files, value });
      return value;
    };
    return { known: undefined, keep };
  }
}

/** Files whose content is no matter: named by it, or full of times. */
const opaque = /(?:^|\/)objects\/|\/logs\/|\/index$/;

/**
 * Every path below a directory with a digest of what is there; the directory's own path counts as the same everywhere.
 * Undefined when a name is no UTF-8.
 */
function listing(parent: string): Listing | undefined {
  const found = new Map<string, string>();
  const visit = (directory: string): void => {
    for (const entry of readdirSync(join(parent, directory), { withFileTypes: true })) {
      const path = directory === "" ? entry.name : `${directory}/${entry.name}`;
      const at = join(parent, path);
      if (path.includes("\ufffd")) found.set(path, "");
      else if (entry.isDirectory()) {
        found.set(path, "directory");
        visit(path);
      } else if (entry.isSymbolicLink()) found.set(path, `link ${readlinkSync(at)}`);
      else if (opaque.test(path)) found.set(path, `${lstatSync(at).size}`);
      else {
        const text = readFileSync(at, "latin1").replaceAll(parent, "\0");
        found.set(path, `${lstatSync(at).mode} ${createHash("sha1").update(text).digest("base64")}`);
      }
    }
  };
  visit("");
  return [...found.keys()].some((path) => path.includes("\ufffd")) ? undefined : found;
}

function apply<T>({ dir, from, files }: Remembered<T>, parent: string, before: Listing): void {
  for (const path of before.keys())
    if (!files.has(path)) rmSync(join(parent, path), { recursive: true, force: true });
  for (const [path, digest] of files) {
    if (before.get(path) === digest) continue;
    const [source, target] = [join(dir, path), join(parent, path)];
    if (digest === "directory") mkdirSync(target);
    else if (digest.startsWith("link ")) symlinkSync(digest.slice("link ".length), target);
    else copy(source, target, opaque.test(path) ? undefined : [from, parent]);
  }
  for (const path of files.keys()) if (path.endsWith("/place.json")) place(join(parent, path));
}

function copy(source: string, target: string, renamed: readonly [string, string] | undefined): void {
  const text = renamed === undefined ? "" : readFileSync(source, "latin1");
  rmSync(target, { force: true });
  copyFileSync(source, target);
  if (renamed !== undefined && text.includes(renamed[0]))
    writeFileSync(target, text.replaceAll(renamed[0], renamed[1]), "latin1");
  const { atime, mtime } = statSync(source);
  utimesSync(target, atime, mtime);
}

/** Coppice knows a worktree's directory by its inode, which a copy has not. */
function place(path: string): void {
  const text = readFileSync(path, "utf8");
  const at = /"path":\s*"([^"]*)"/.exec(text)?.[1];
  if (at === undefined || !existsSync(at)) return;
  writeFileSync(path, text.replace(/("ino":\s*")\d+"/, `$1${lstatSync(at, { bigint: true }).ino}"`));
}
