import { execFile } from "node:child_process";
import {
  copyFileSync,
  type Dirent,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Io, Output } from "../../../src/cli/io.js";
import { runCli } from "../../../src/cli/run.js";
import { standing } from "./sign.js";

const execute = promisify(execFile);

/** How a command of Coppice ended, and what it said. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Where the runs of one lane happen, one after the other: always the same directory, because what git and Coppice write
 * names it.
 */
export class Place {
  readonly dir: string;
  #laid: ReadonlyMap<string, Laid> = new Map();

  constructor(dir: string) {
    this.dir = dir;
  }

  /** The main worktree. */
  get repo(): string {
    return this.at("repo");
  }

  at(path: string): string {
    return join(this.dir, path);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(this.at(path)), { recursive: true });
    writeFileSync(this.at(path), text);
  }

  async git(cwd: string, ...args: string[]): Promise<string> {
    const { stdout } = await execute("git", args, { cwd: this.at(cwd), maxBuffer: 2 ** 26 });
    return stdout.trim();
  }

  /** Runs a git that is given something to read. */
  told(cwd: string, args: readonly string[], input: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const child = execFile("git", args, { cwd: this.at(cwd), maxBuffer: 2 ** 26 }, (error, stdout) =>
        error === null ? resolve(stdout) : reject(error),
      );
      child.stdin?.end(input);
    });
  }

  /** Commits everything in a worktree. */
  async commit(cwd: string, message: string, files: Readonly<Record<string, string>> = {}): Promise<void> {
    for (const [path, text] of Object.entries(files)) this.write(join(cwd, path), text);
    await this.git(cwd, "add", "--all");
    await this.git(cwd, "commit", "--quiet", "--no-verify", "-m", message);
  }

  /** Runs a command of Coppice in this process. */
  async coppice(argv: readonly string[], cwd = "repo"): Promise<Ran> {
    const [stdout, stderr] = [collector(), collector()];
    const io: Io = {
      cwd: this.at(cwd),
      env: process.env,
      stdin: () => Promise.resolve(""),
      stdout,
      stderr,
      canAsk: false,
      signal: new AbortController().signal,
    };
    const code = await runCli(argv, io);
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  }

  /** A command that prepares: it has to end with this code. */
  async did(argv: readonly string[], code = 0, cwd = "repo"): Promise<void> {
    const ran = await this.coppice(argv, cwd);
    if (ran.code !== code)
      throw new Error(`coppice ${argv.join(" ")} ended with ${ran.code}: ${ran.stderr}${ran.stdout}`);
  }

  /** Does what many preparations have in common: once, later by copying what came of it. */
  async stage(name: string, make: () => Promise<void>): Promise<void> {
    const kept = `${this.dir}-${name}`;
    if (existsSync(kept)) return this.load(kept);
    await make();
    this.save(kept);
  }

  /** Keeps what is there now. */
  save(to: string): void {
    copyTree(this.dir, to);
  }

  /** Makes it what was saved. */
  load(from: string): void {
    const laid = new Map<string, Laid>();
    mkdirSync(this.dir, { recursive: true });
    lay(from, this.dir, this.#laid, laid);
    this.#laid = laid;
    for (const repo of ["repo", "other"]) this.#recognise(join(repo, ".git/coppice/local"));
  }

  /** Coppice knows a worktree's directory by its inode, which a copy has not. */
  #recognise(local: string): void {
    const root = this.at(local);
    for (const id of existsSync(root) ? readdirSync(root) : []) {
      const file = join(root, id, "place.json");
      if (!existsSync(file)) continue;
      const text = readFileSync(file, "utf8");
      const path = /"path":"([^"]*)"/.exec(text)?.[1] ?? "";
      const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
      if (found !== undefined) writeFileSync(file, text.replace(/("ino":")\d+"/, `$1${found.ino}"`));
    }
  }
}

/** What a file was copied from, and what it was then. */
interface Laid {
  readonly source: number;
  readonly sign: string;
}

/** Git puts a new file in the place of an old one, or writes at its end; Coppice writes over some of its own. */
const writtenOver = /\/\.git\/(?:worktrees\/[^/]+\/)?coppice\//;

/** Makes a directory what another one is; what was copied from the same file and stands as it did stays. */
function lay(from: string, to: string, before: ReadonlyMap<string, Laid>, laid: Map<string, Laid>): void {
  const wanted = new Map(readdirSync(from, { withFileTypes: true }).map((entry) => [entry.name, entry]));
  const kept = new Set<string>();
  for (const entry of readdirSync(to, { withFileTypes: true })) {
    const { name } = entry;
    const one = wanted.get(name);
    if (one !== undefined && stands(one, entry, join(from, name), join(to, name), before)) kept.add(name);
    else rmSync(join(to, name), { recursive: true });
  }
  for (const [name, entry] of wanted) {
    const [source, target] = [join(from, name), join(to, name)];
    if (entry.isDirectory()) {
      if (!kept.has(name)) mkdirSync(target);
      lay(source, target, before, laid);
    } else if (entry.isSymbolicLink()) {
      if (!kept.has(name)) symlinkSync(readlinkSync(source), target);
    } else {
      if (!kept.has(name)) copyFile(source, target);
      if (!isKept(source)) laid.set(target, { source: lstatSync(source).ino, sign: standing(target) });
    }
  }
}

function stands(
  wanted: Dirent,
  there: Dirent,
  source: string,
  target: string,
  before: ReadonlyMap<string, Laid>,
): boolean {
  if (wanted.isDirectory()) return there.isDirectory() && lstatSync(source).mode === lstatSync(target).mode;
  if (wanted.isSymbolicLink()) return there.isSymbolicLink() && readlinkSync(source) === readlinkSync(target);
  if (!there.isFile()) return false;
  if (isKept(source)) return lstatSync(source).ino === lstatSync(target).ino;
  const known = before.get(target);
  return (
    known !== undefined &&
    !writtenOver.test(target) &&
    known.source === lstatSync(source).ino &&
    known.sign === standing(target)
  );
}

function collector(): Output & { text(): string } {
  const chunks: string[] = [];
  return {
    isTTY: false,
    columns: undefined,
    write: (text) => {
      chunks.push(text);
    },
    text: () => chunks.join(""),
  };
}

/** Copies a tree; git's objects, which nobody changes, get a second name instead. */
export function copyTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyTree(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else copyFile(source, target);
  }
}

/** Whether a file is an object of git's, or several, and stays as it is. */
export const isKept = (path: string): boolean =>
  /\/objects\/(?:[0-9a-f]{2}|pack)\/(?!\.?tmp_)[^/]*$/.test(path);

export function copyFile(source: string, target: string): void {
  if (isKept(source)) {
    linkSync(source, target);
    return;
  }
  copyFileSync(source, target);
  const { atime, mtime } = lstatSync(source);
  utimesSync(target, atime, mtime);
}
