import type { Oid } from "../lifecycle/ids.js";
import type { FileEntry } from "./growing-tree.js";
import { isZeroOid, parseOid } from "./oid.js";
import type { GitRunner } from "./run.js";

/** What became of one path between two commits. */
export interface PathChange {
  /** git's bytes, one character each ("latin1"). */
  readonly path: string;
  readonly before: FileEntry | undefined;
  readonly after: FileEntry | undefined;
}

/** So much of git's answer is read, some 100,000 paths: in memory it takes a multiple of that. */
const mostBytes = 16 * 1024 * 1024;

export interface CommitPair {
  readonly from: Oid;
  readonly to: Oid;
}

/**
 * What many commits changed, each against another one, with one process: paths and ids alone, no content is read and
 * nothing is called renamed. Where it is too much, the last ones are not told.
 * @param most - bytes of git's answer that are read
 * @returns by the second commit of each pair, which therefore names its pair
 */
export async function changesBetween(
  git: GitRunner,
  place: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  pairs: readonly CommitPair[],
  most = mostBytes,
): Promise<ReadonlyMap<Oid, readonly PathChange[]>> {
  const args = ["diff-tree", "--stdin", "--always", "-r", "-z", "--raw", "--no-abbrev", "--no-renames"];
  const chunks: Buffer[] = [];
  let size = 0;
  const enough = new AbortController();
  const options = {
    env: place.env,
    stdin: pairs.map(({ from, to }) => `${to} ${from}\n`).join(""),
    signal: enough.signal,
    onStdout: (chunk: Buffer): void => {
      size += chunk.length;
      if (size > most) enough.abort();
      else chunks.push(chunk);
    },
  };
  await git.run(place.cwd, [...args, "--ignore-submodules=none"], options).catch((error: unknown) => {
    if (!enough.signal.aborted) throw error;
  });
  const found = new Map<Oid, PathChange[]>();
  let current: PathChange[] = [];
  const fields = Buffer.concat(chunks).toString("latin1").split("\0");
  for (let at = 0; at < fields.length - 1; at += 1) {
    const field = fields[at] ?? "";
    if (!field.startsWith(":")) {
      current = [];
      found.set(parseOid(field), current);
      continue;
    }
    const [modeBefore = "", modeAfter = "", oidBefore = "", oidAfter = ""] = field.slice(1).split(" ");
    at += 1;
    current.push({
      path: fields[at] ?? "",
      before: entryOf(modeBefore, oidBefore),
      after: entryOf(modeAfter, oidAfter),
    });
  }
  const last = enough.signal.aborted ? [...found.keys()].at(-1) : undefined;
  if (last !== undefined) found.delete(last);
  return found;
}

const entryOf = (mode: string, oid: string): FileEntry | undefined =>
  isZeroOid(oid) ? undefined : { mode, oid: parseOid(oid) };
