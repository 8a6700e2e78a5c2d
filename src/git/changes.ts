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

/** The shapes of many changes, in their order, with one process. */
export async function changeShapes(
  repo: Repository,
  changes: readonly Change[],
  signal?: AbortSignal,
): Promise<ChangeShape[]> {
  if (changes.length === 0) return [];
  const { stdout } = await repo.git.run(
    repo.commonDir,
    [...command, ...plain, "--raw", "--no-abbrev", "-z"],
    { stdin: input(changes), env: environment(repo), ...(signal === undefined ? {} : { signal }) },
  );
  const shapes: ChangeShape[] = [];
  let open: { files: number; names: string[]; paths: Hash; contents: Hash } | undefined;
  const close = (): void => {
    if (open === undefined) return;
    const { files, names, paths, contents } = open;
    const told = files > mostNames ? undefined : names;
    shapes.push({ files, names: told, paths: paths.digest("base64"), contents: contents.digest("base64") });
  };
  // Names are bytes; as Latin-1 each byte is one character.
  const fields = stdout.toString("latin1").split("\0");
  for (let at = 0; at < fields.length - 1; at += 1) {
    const field = fields[at] ?? "";
    if (!field.startsWith(":")) {
      close();
      open = { files: 0, names: [], paths: createHash("sha1"), contents: createHash("sha1") };
      continue;
    }
    at += 1;
    const name = fields[at] ?? "";
    if (open === undefined) continue;
    open.files += 1;
    if (open.files <= mostNames) open.names.push(name);
    open.paths.update(`${field.at(-1)} ${name}\0`, "latin1");
    open.contents.update(`${field} ${name}\0`, "latin1");
  }
  close();
  return shapes;
}

/** So many patches are read at once: each is in memory. */
const portion = 1_000;

/**
 * Ids of the patches of many changes, in their order: equal where the same lines are changed in the same surroundings,
 * wherever in the file these stand. Files that are not text count by their whole contents. One process for a thousand.
 */
export async function patchIds(
  repo: Repository,
  changes: readonly Change[],
  signal?: AbortSignal,
): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < changes.length; at += portion) {
    const { stdout } = await repo.git.run(
      repo.commonDir,
      [...command, ...plain, "-p", "--full-index", "-U3", "--no-color"],
      {
        stdin: input(changes.slice(at, at + portion)),
        env: environment(repo),
        ...(signal === undefined ? {} : { signal }),
      },
    );
    ids.push(...idsOf(stdout));
  }
  return ids;
}

/** A commit's id alone on a line begins its patch: every line of a patch begins with something else. */
const header = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

function idsOf(output: Buffer): string[] {
  const ids: string[] = [];
  let hash: Hash | undefined;
  let index = "";
  let start = 0;
  while (start < output.length) {
    const end = output.indexOf(0x0a, start);
    const line = output.toString("latin1", start, end < 0 ? output.length : end);
    start = end < 0 ? output.length : end + 1;
    if (header.test(line)) {
      if (hash !== undefined) ids.push(hash.digest("base64"));
      hash = createHash("sha1");
    } else if (line.startsWith("index ")) index = line;
    else {
      // What git does not show of a file, its ids tell; of one that it shows they would tell too much.
      if (line.startsWith("Binary files ")) hash?.update(index, "latin1");
      hash?.update(`${line.startsWith("@@ ") ? "@@" : line}\n`, "latin1");
    }
  }
  if (hash !== undefined) ids.push(hash.digest("base64"));
  return ids;
}
