import { createHash } from "node:crypto";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { appendOwn, readOwn } from "../git/own-file.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { VERSION } from "../version.js";
import { hasCode } from "./files.js";
import { type HookName, hookNames, packagedHooks } from "./hooks-package.js";
import { installedHooksDir } from "./hooks-settings.js";

/** What hooks source: the scripts with this ending. */
const sharedEnding = ".sh";
/** Which contents were ever written here as a hook: `sha256 version`, a line each. */
const writtenList = "written";

/** A file that is a hook of ours. `edited`: somebody changed it since, so it is not ours to replace. */
export interface OwnFile {
  readonly kind: "current" | "outdated" | "edited";
  /** Of the Coppice that wrote it; null when that is not known. */
  readonly version: string | null;
}

/** The hook scripts of this package, the copies of them in the common git directory, and what is known of others. */
export class OwnHooks {
  readonly directory: string;
  readonly #scripts: ReadonlyMap<string, Buffer>;
  readonly #written: Map<string, string>;

  /**
   * @param source the directory with the package's scripts
   * @throws CONFIG_INVALID when the package came without them
   */
  constructor(commonDir: string, source: string | undefined = packagedHooks()) {
    this.directory = installedHooksDir(commonDir);
    this.#scripts = readScripts(source);
    this.#written = readWritten(join(this.directory, writtenList));
  }

  /** Where the copy of a hook lies: what husky, lefthook and git's config start. */
  copyOf(hook: HookName): string {
    return join(this.directory, hook);
  }

  script(hook: HookName): Buffer {
    const script = this.#scripts.get(hook);
    if (script === undefined) throw new Error(`no script of ${hook}`);
    return script;
  }

  /** What a file's content is to us; undefined: it is somebody else's. */
  recognise(hook: HookName, content: Buffer): OwnFile | undefined {
    if (content.equals(this.script(hook))) return { kind: "current", version: VERSION };
    const version = this.#written.get(hashOf(content));
    if (version !== undefined) return { kind: "outdated", version };
    return marker(hook).test(content.toString("latin1")) ? { kind: "edited", version: null } : undefined;
  }

  /** The copy of a hook as it is: not there, or of another version, means that it must be installed again. */
  copyState(hook: HookName): OwnFile["kind"] | "missing" {
    if (!isExecutable(this.copyOf(hook))) return "missing";
    const names = [hook, ...this.#shared()];
    const copies = names.map((name) => readFile(join(this.directory, name)));
    if (copies.includes(undefined)) return "missing";
    const current = names.every((name, index) => copies[index]?.equals(this.#script(name)) === true);
    return current ? "current" : "outdated";
  }

  /** The version of Coppice that wrote the copy of a hook, where that is known. */
  copyVersion(hook: HookName): string | null {
    const copy = readFile(this.copyOf(hook));
    return copy === undefined ? null : (this.recognise(hook, copy)?.version ?? null);
  }

  /** Writes the copies of some hooks, and takes those of the others away. @returns whether anything changed */
  writeCopies(wanted: readonly HookName[]): boolean {
    mkdirSync(this.directory, { recursive: true });
    let changed = false;
    // What a hook sources comes before it.
    for (const name of this.#shared()) changed = this.#writeCopy(name) || changed;
    for (const hook of hookNames) {
      if (wanted.includes(hook)) changed = this.#writeCopy(hook) || changed;
      else if (readFile(this.copyOf(hook)) !== undefined) {
        rmSync(this.copyOf(hook));
        changed = true;
      }
    }
    return changed;
  }

  /** Notes a content as ours before it is written anywhere. */
  remember(content: Buffer): void {
    const hash = hashOf(content);
    if (this.#written.get(hash) === VERSION) return;
    mkdirSync(this.directory, { recursive: true });
    appendOwn(join(this.directory, writtenList), `${hash} ${VERSION}\n`);
    this.#written.set(hash, VERSION);
  }

  /** Takes everything away that lies in our own directory. @returns whether there was something */
  removeCopies(): boolean {
    const there = standing(this.directory) !== undefined;
    rmSync(this.directory, { recursive: true, force: true });
    return there;
  }

  #shared(): string[] {
    return [...this.#scripts.keys()].filter((name) => name.endsWith(sharedEnding));
  }

  #script(name: string): Buffer {
    return this.#scripts.get(name) ?? Buffer.alloc(0);
  }

  #writeCopy(name: string): boolean {
    const path = join(this.directory, name);
    const content = this.#script(name);
    if (readFile(path)?.equals(content) === true && isExecutable(path)) return false;
    this.remember(content);
    writeExecutable(path, content);
    return true;
  }
}

const hashOf = (content: Buffer): string => createHash("sha256").update(content).digest("hex");

/** Each of our hooks names itself this way, in every version. */
const marker = (hook: HookName): RegExp => new RegExp(`^coppice_hook=${hook}\\r?$`, "m");

function readScripts(source: string | undefined): ReadonlyMap<string, Buffer> {
  const scripts = new Map<string, Buffer>();
  const shared = source === undefined ? [] : namesIn(source).filter((name) => name.endsWith(sharedEnding));
  for (const name of [...shared, ...hookNames]) {
    const content = source === undefined ? undefined : readFile(join(source, name));
    if (content === undefined) {
      throw new CoppiceError("CONFIG_INVALID", `Coppice came without its hook ${name}.`, {
        details: { file: name },
        suggestedAction: "Install the whole package of Coppice again.",
      });
    }
    scripts.set(name, content);
  }
  return scripts;
}

function readWritten(path: string): Map<string, string> {
  const lines = readFile(path)?.toString("utf8").split("\n") ?? [];
  return new Map(
    lines.flatMap((line) => {
      const [hash = "", version = ""] = line.split(" ");
      return hash.length === 64 && version !== "" ? [[hash, version] as const] : [];
    }),
  );
}

/** A file's bytes, through a symbolic link too; undefined when there is none to read. */
export function readFile(path: string): Buffer | undefined {
  try {
    return readOwn(path);
  } catch (error) {
    if (error instanceof CoppiceError || hasCode(error, "ENOENT", "ENOTDIR", "ELOOP")) return undefined;
    throw error;
  }
}

/** What stands at a path, a symbolic link as itself; a file in the place of one of its parents: nothing does. */
export function standing(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (hasCode(error, "ENOTDIR", "ELOOP")) return undefined;
    throw error;
  }
}

/** Whether git would run it. */
export function isExecutable(path: string): boolean {
  const stat = standing(path);
  // Windows has no such mode; git looks at the first line there.
  if (process.platform === "win32") return stat !== undefined;
  return stat !== undefined && (stat.isSymbolicLink() || (stat.mode & 0o111) !== 0);
}

/** What a draft that a killed run left is called: `<file>.coppice-draft`. */
export const draftOf = (path: string): string => `${path}.coppice-draft`;

/** Puts an executable file in the place of whatever is there, in one step. */
export function writeExecutable(path: string, content: Buffer, mode = 0o755): void {
  const draft = draftOf(path);
  rmSync(draft, { force: true });
  writeFileSync(draft, content, { flag: "wx" });
  chmodSync(draft, mode);
  renameSync(draft, path);
}

/** The names in a directory; none when there is none. */
export function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return [];
    throw error;
  }
}
