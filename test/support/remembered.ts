import { createHash } from "node:crypto";
import {
  chmodSync,
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
import { indexContent } from "./index-content.js";
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
 * copying files later. "The same beginning" is judged by every file in the repository's private parent directory and by
 * what processes get besides (environment, home), so whatever a test did before makes a difference. It lives no longer
 * than its worker, whose programs and sources stay as they are. The value must not hold a path. Within one test only a
 * step that `repeats` is taken twice: the second repository would have the records of the first.
 */
export class Memory<T> {
  readonly #steps = new Map<string, Remembered<T>>();

  async take(repo: Place, what: string, make: () => Promise<T>, repeats = false): Promise<T> {
    const { known, keep } = this.#look(repo, what, repeats);
    return known === undefined ? keep(await make()) : structuredClone(known.value);
  }

  /** The same for a step that waits for nothing. */
  takeNow(repo: Place, what: string, make: () => T): T {
    const { known, keep } = this.#look(repo, what, false);
    return known === undefined ? keep(make()) : structuredClone(known.value);
  }

  /** Brings back what is known of a step, or tells how to keep it. */
  #look(repo: Place, what: string, repeats: boolean) {
    const parent = dirname(repo.dir);
    const none = { known: undefined, keep: (value: T) => value };
    // Another place may hold much, or what belongs to other tests.
    const before = basename(parent).startsWith(privatePrefix) ? listing(parent) : undefined;
    if (before === undefined) return none;
    const hash = createHash("sha1").update(`${what}\0${basename(repo.dir)}\0${surroundings(parent)}`);
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
      this.#steps.set(key, { dir, from: parent, files, value: structuredClone(value) });
      return value;
    };
    return { known: undefined, keep };
  }
}

/** What else a process finds: the environment, and the files of the home directory, which is another for each file of tests. */
function surroundings(parent: string): string {
  const home = process.env.HOME ?? "";
  const found = Object.entries(process.env)
    .filter(([name]) => name !== "TMPDIR" && !name.startsWith("VITEST"))
    .map(([name, value = ""]) => `${name}=${value.replaceAll(home, "~").replaceAll(parent, "\0")}`);
  const files = home !== "" && existsSync(home) ? [...(listing(home) ?? [])].flat() : [];
  return [process.umask(), ...found.sort(), ...files].join("\0");
}

/** Files that name no directory. */
const opaque = /(?:^|\/)objects\/|\/index$/;

/**
 * Every path below a directory with a digest of what is there, as far as git or Coppice would see a difference; the
 * directory's own path counts as the same everywhere. Undefined when there is what cannot be copied: a name that is no
 * UTF-8, a pipe.
 */
function listing(parent: string): Listing | undefined {
  const found = new Map<string, string>();
  const visit = (directory: string): boolean =>
    readdirSync(join(parent, directory), { withFileTypes: true }).every((entry) => {
      const path = directory === "" ? entry.name : `${directory}/${entry.name}`;
      const at = join(parent, path);
      if (path.includes("\ufffd")) return false;
      if (entry.isSymbolicLink()) found.set(path, `link ${readlinkSync(at)}`);
      else if (entry.isDirectory()) {
        found.set(path, `directory ${lstatSync(at).mode}`);
        return visit(path);
      } else if (entry.isFile()) found.set(path, `${lstatSync(at).mode} ${digest(path, at, parent)}`);
      else return false;
      return true;
    });
  return visit("") ? found : undefined;
}

function digest(path: string, at: string, parent: string): string {
  const hash = createHash("sha1");
  const bytes = readFileSync(at);
  if (path.endsWith("/index")) hash.update(indexContent(bytes));
  else if (opaque.test(path)) hash.update(bytes);
  else {
    const text = bytes.toString("latin1").replaceAll(parent, "\0");
    // A reflog tells when.
    hash.update(path.includes("/logs/") ? text.replaceAll(/> \d+ /g, "> ") : text);
  }
  return hash.digest("base64");
}

const isDirectory = (told: string | undefined): boolean => told?.startsWith("directory ") === true;

function apply<T>({ dir, from, files }: Remembered<T>, parent: string, before: Listing): void {
  for (const [path, told] of before)
    if (!files.has(path) || isDirectory(told) !== isDirectory(files.get(path)))
      rmSync(join(parent, path), { recursive: true, force: true });
  for (const [path, told] of files) {
    if (before.get(path) === told) continue;
    const [source, target] = [join(dir, path), join(parent, path)];
    if (isDirectory(told)) mkdirSync(target, { recursive: true });
    else if (told.startsWith("link ")) {
      rmSync(target, { force: true });
      symlinkSync(told.slice("link ".length), target);
    } else copy(source, target, opaque.test(path) ? undefined : [from, parent]);
  }
  for (const [path, told] of files) {
    if (isDirectory(told) && before.get(path) !== told)
      chmodSync(join(parent, path), lstatSync(join(dir, path)).mode);
    if (path.endsWith("/place.json")) place(join(parent, path));
  }
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
