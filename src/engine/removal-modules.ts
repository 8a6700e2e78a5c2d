import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { decodePaths } from "../git/paths.js";
import { parseStatus, type Status } from "../git/status.js";
import { isFolder } from "./archive-files.js";
import type { Engine } from "./context.js";
import { printOf } from "./env-copied.js";
import { targetOf } from "./trash-held.js";

/** A worktree's git directory, and where its files are, or were before they were moved. */
export interface WholePlace {
  readonly path: string;
  readonly gitDir: string;
}

/** What lies in a worktree and in its submodules. */
export interface WholeLook {
  /** Of the worktree itself, without them; undefined: git could not tell. */
  readonly status: Status | undefined;
  /** What is not committed, relative to the worktree; a submodule that git could not look at is named itself. */
  readonly changed: readonly string[];
  /** Another text whenever something of that came, changed or went, or another commit was checked out. */
  readonly print: string;
}

/** Whether a worktree has submodules whose repositories do not move with it: git cannot tell from elsewhere then. */
export const staysBehind = (gitDir: string): boolean => existsSync(join(gitDir, "modules"));

/**
 * Looks at a worktree and at each of its submodules, with two git processes each.
 * @param top where the files are by now: what their `.git` files name counts from where they were
 */
export async function lookAtWhole(engine: Engine, place: WholePlace, top = place.path): Promise<WholeLook> {
  const looks: Look[] = [];
  const left: Place[] = [{ below: "", gitDir: place.gitDir }];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    const look = await lookAt(engine, one, top);
    looks.push(look);
    for (const below of look.modules) {
      const gitDir = moduleDirectory(place.path, top, below);
      if (gitDir !== undefined) left.push({ below, gitDir });
    }
  }
  return {
    status: looks[0]?.status,
    changed: looks.flatMap(({ changed }) => changed),
    print: looks.map(({ print }) => print).join("\0\0"),
  };
}

interface Place {
  /** Relative to the top; empty: the worktree itself. */
  readonly below: string;
  readonly gitDir: string;
}

interface Look extends WholeLook {
  /** The submodules that stand there, relative to the top. */
  readonly modules: readonly string[];
}

/** The git directory of a submodule; undefined: it is not checked out. */
function moduleDirectory(home: string, top: string, below: string): string | undefined {
  if (!isFolder(top, below)) return undefined;
  if (isFolder(top, `${below}/.git`)) return join(top, below, ".git");
  const target = targetOf(join(top, below));
  return target === undefined ? undefined : resolve(home, below, target);
}

async function lookAt(engine: Engine, { below, gitDir }: Place, top: string): Promise<Look> {
  const root = join(top, below);
  const ask = (...args: readonly string[]) =>
    engine.repo.git.run(root, [`--git-dir=${gitDir}`, `--work-tree=${root}`, ...args], {
      codes: "any",
      signal: engine.signal,
    });
  const [told, listed] = await Promise.all([ask(...wholeStatus), ask("ls-files", "-z", "--stage")]);
  const inTop = (path: string): string => (below === "" ? path : `${below}/${path}`);
  if (told.code !== 0 || listed.code !== 0) {
    return { status: undefined, changed: [below === "" ? "." : below], print: "unreadable", modules: [] };
  }
  const text = told.stdout.toString("utf8");
  const status = parseStatus(text);
  const files = status.files.map(({ path }) => path);
  return {
    status,
    changed: files.map(inTop),
    print: [text, ...files.map((path) => printOf(root, path) ?? "")].join("\0"),
    modules: decodePaths(listed.stdout)
      .filter((line) => line.startsWith("160000 "))
      .map((line) => inTop(line.slice(line.indexOf("\t") + 1))),
  };
}

/** Submodules are looked at one by one, and each untracked file is named. */
const wholeStatus = [
  "status",
  "--porcelain=v2",
  "-z",
  "--branch",
  "--untracked-files=all",
  "--ignore-submodules=all",
  "--no-renames",
  "--no-ahead-behind",
];
