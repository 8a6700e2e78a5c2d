import { createHash, type Hash } from "node:crypto";
import { join } from "node:path";
import type { Oid } from "../lifecycle/ids.js";
import type { Repository } from "./repository.js";
import { trueHistory } from "./true-history.js";

/** A change: what `to` has otherwise than `from`. Both are commits, of which neither has to be the other's parent. */
export interface Change {
  readonly from: Oid;
  readonly to: Oid;
}

/** What a change does, as far as it can be told without looking into files. */
export interface ChangeShape {
  /** How many files it touches; 0: nothing was changed. */
  readonly files: number;
  /** Their names, as Latin-1; undefined: too many to be kept. */
  readonly names: readonly string[] | undefined;
  /** Equal for two changes that do the same kind of thing to files of the same names. */
  readonly paths: string;
  /** Equal for two changes that turn the same contents into the same contents. */
  readonly contents: string;
}

const plain = [
  "--no-renames",
  "--no-ext-diff",
  "--no-textconv",
  // A .gitmodules file may say that a submodule's commits are nobody's business.
  "--ignore-submodules=none",
  "--always",
  "-r",
  "--stdin",
];

/** What a change does is told without the names of so many files. */
const mostNames = 1_000;

/**
 * What the person's own attributes, the index of the main worktree (which git reads for it, and refuses when it is damaged)
 * and replaced objects would change in the answer is kept out.
 */
const command = ["-c", "core.attributesFile=", "diff-tree"];
const environment = ({ commonDir }: Repository): Record<string, string> => ({
  ...trueHistory,
  GIT_INDEX_FILE: join(commonDir, "coppice", "no-index"),
});

/** Renames are not looked for: they depend on what else was changed. */
const input = (changes: readonly Change[]): string =>
  // The second is taken for the first one's parent, whatever its parents are (git-diff-tree(1)).
  changes.map(({ from, to }) => `${to} ${from}\n`).join("");

/** Equal for equal texts: what is short stands for itself. */
class Digest {
  #text = "";
  #hash: Hash | undefined;

  add(text: string): void {
    this.#text += text;
    if (this.#text.length <= longestText) return;
    this.#hash ??= createHash("sha1");
    this.#hash.update(this.#text, "latin1");
    this.#text = "";
  }

  end(): string {
    return this.#hash === undefined ? this.#text : this.#hash.update(this.#text, "latin1").digest("base64");
  }
}

const longestText = 1_000;

/** For fewer changes a second process is not worth its start. */
const fewest = 500;

/** The shapes of many changes, in their order, with one process, or two that share them. */
export async function changeShapes(
  repo: Repository,
  changes: readonly Change[],
  signal?: AbortSignal,
): Promise<ChangeShape[]> {
  if (changes.length === 0) return [];
  const share = Math.max(fewest, Math.ceil(changes.length / 2));
  const shares = [changes.slice(0, share), changes.slice(share)].filter(({ length }) => length > 0);
  return (await Promise.all(shares.map((part) => shapesOf(repo, part, signal)))).flat();
}

async function shapesOf(
  repo: Repository,
  changes: readonly Change[],
  signal: AbortSignal | undefined,
): Promise<ChangeShape[]> {
  const { stdout } = await repo.git.run(
    repo.commonDir,
    [...command, ...plain, "--raw", "--no-abbrev", "-z"],
    { stdin: input(changes), env: environment(repo), ...(signal === undefined ? {} : { signal }) },
  );
  const shapes: ChangeShape[] = [];
  let open: { files: number; names: string[]; paths: Digest; contents: Digest } | undefined;
  const close = (): void => {
    if (open === undefined) return;
    const { files, names, paths, contents } = open;
    const told = files > mostNames ? undefined : names;
    shapes.push({ files, names: told, paths: paths.end(), contents: contents.end() });
  };
  // Names are bytes; as Latin-1 each byte is one character.
  const fields = stdout.toString("latin1").split("\0");
  for (let at = 0; at < fields.length - 1; at += 1) {
    const field = fields[at] ?? "";
    if (!field.startsWith(":")) {
      close();
      open = { files: 0, names: [], paths: new Digest(), contents: new Digest() };
      continue;
    }
    at += 1;
    const name = fields[at] ?? "";
    if (open === undefined) continue;
    open.files += 1;
    if (open.files <= mostNames) open.names.push(name);
    open.paths.add(`${field.at(-1)} ${name}\0`);
    open.contents.add(`${field} ${name}\0`);
  }
  close();
  return shapes;
}

/** So many patches are read at once by each of two processes: they are in memory. */
const mostPatches = 1_000;

/**
 * Ids of the patches of many changes, in their order: equal where the same lines are changed in the same surroundings,
 * wherever in the file these stand. Files that are not text count by their whole contents. One process for a thousand,
 * two at a time.
 */
export async function patchIds(
  repo: Repository,
  changes: readonly Change[],
  signal?: AbortSignal,
): Promise<string[]> {
  const portions: string[][] = [];
  const portion = Math.min(mostPatches, Math.max(fewest, Math.ceil(changes.length / 2)));
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < changes.length) {
      const start = next;
      next += portion;
      const { stdout } = await repo.git.run(
        repo.commonDir,
        [...command, ...plain, "-p", "--full-index", "-U3", "--no-color"],
        {
          stdin: input(changes.slice(start, start + portion)),
          env: environment(repo),
          ...(signal === undefined ? {} : { signal }),
        },
      );
      portions[start / portion] = idsOf(stdout);
    }
  };
  await Promise.all([work(), work()]);
  return portions.flat();
}

/** A commit's id alone on a line begins its patch: every line of a patch begins with something else. */
const header = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

function idsOf(output: Buffer): string[] {
  const ids: string[] = [];
  let hash: Hash | undefined;
  let index = "";
  /** From where on nothing was hashed yet. */
  let open = 0;
  const add = (to: number): void => {
    if (open < to) hash?.update(output.subarray(open, to));
  };
  for (let start = 0, next = 0; start < output.length; start = next) {
    const found = output.indexOf(0x0a, start);
    const end = found < 0 ? output.length : found;
    next = end + 1;
    const line = (): string => output.toString("latin1", start, end);
    const first = output[start];
    if (first === space || first === plus || first === minus) continue;
    if ((end - start === 40 || end - start === 64) && header.test(line())) {
      add(start);
      if (hash !== undefined) ids.push(hash.digest("base64"));
      hash = createHash("sha1");
      open = next;
    } else if (first === at) {
      // Where in the file it stands does not matter.
      add(start + 2);
      open = end;
    } else if (first === letterI || first === letterB) {
      // What git does not show of a file, its ids tell; of one that it shows they would tell too much.
      const text = line();
      add(start);
      open = start;
      if (text.startsWith("index ")) [index, open] = [text, next];
      else if (text.startsWith("Binary files ")) hash?.update(index, "latin1");
    }
  }
  add(output.length);
  if (hash !== undefined) ids.push(hash.digest("base64"));
  return ids;
}

/** How lines of a patch begin. */
const [space, plus, minus, at, letterI, letterB] = [0x20, 0x2b, 0x2d, 0x40, 0x69, 0x42];
