import type { ConflictingMerge, UnmergedEntry } from "../git/merge-records.js";

/** One side's version of a file. */
export interface Version {
  readonly mode: string;
  readonly oid: string;
}

/** What becomes of paths when one side is taken: a version, or null where the side has none. */
export type Choice = ReadonlyMap<string, Version | null>;

/**
 * Of a file in the way of a folder, or of two files of different types, git puts one aside under `name~side`.
 * Maps the name aside to the name that is meant.
 */
export function namesAside(merge: Pick<ConflictingMerge, "messages">): ReadonlyMap<string, string> {
  const aside = new Map<string, string>();
  for (const { type, paths } of merge.messages) {
    if (!/\((?:file\/directory|distinct (?:modes|types))\)/.test(type)) continue;
    for (const path of paths) {
      const meant = paths.find((other) => path.startsWith(`${other}~`));
      if (meant !== undefined) aside.set(path, meant);
    }
  }
  return aside;
}

/** The branches of a conflict's two sides. */
export interface SideNames {
  readonly branch: string;
  readonly target: string;
}

/**
 * The merge was computed from commits, and git names what it puts aside after them; a person reads the branch more
 * easily. Maps git's name to ours.
 */
export function readableNames(
  merge: ConflictingMerge,
  { branch, target }: SideNames,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [path, meant] of namesAside(merge)) {
    const label = path.slice(meant.length + 1);
    const side = label === merge.labels.ours ? branch : label === merge.labels.theirs ? target : undefined;
    if (side !== undefined) names.set(path, `${meant}~${side.replaceAll("/", "_")}`);
  }
  return names;
}

/**
 * A file's bytes with the branches on its conflict markers, where git has put what it was told to merge. The text may be
 * in whatever encoding.
 */
export function withReadableLabels(
  bytes: Buffer,
  { labels }: Pick<ConflictingMerge, "labels">,
  { branch, target }: SideNames,
): Buffer {
  if (!(bytes.includes(labels.ours) || bytes.includes(labels.theirs))) return bytes;
  const [ours, theirs] = [branch, target].map((name) => Buffer.from(name).toString("latin1"));
  const named = bytes
    .toString("latin1")
    .replace(/^(<{7,}|>{7,}|\|{7,}) ([0-9a-f]{40,64})(?=[:\r\n]|$)/gm, (line, marks: string, oid: string) =>
      oid === labels.ours ? `${marks} ${ours}` : oid === labels.theirs ? `${marks} ${theirs}` : line,
    );
  return Buffer.from(named, "latin1");
}

/** The same conflict with readable names throughout. */
export function readable(merge: ConflictingMerge, sides: SideNames): ConflictingMerge {
  const names = readableNames(merge, sides);
  if (names.size === 0) return merge;
  const name = (path: string): string => names.get(path) ?? path;
  return {
    ...merge,
    files: merge.files.map((entry) => ({ ...entry, path: name(entry.path) })),
    messages: merge.messages.map((message) => ({ ...message, paths: message.paths.map(name) })),
  };
}

/** Files that git would rather have in another folder, because the other side has renamed theirs: new to old path. */
function suggestedMoves(merge: Pick<ConflictingMerge, "messages">): ReadonlyMap<string, string> {
  const moves = new Map<string, string>();
  for (const { type, paths } of merge.messages) {
    const [to, from] = paths;
    if (type === "CONFLICT (directory rename suggested)" && to !== undefined && from !== undefined)
      moves.set(to, from);
  }
  return moves;
}

/**
 * What taking one side means for the unmerged paths that are named.
 * @param has whether that side's commit has a path; asked where git has moved a file by itself
 */
export async function chooseSide(
  merge: Pick<ConflictingMerge, "files" | "messages">,
  side: "ours" | "theirs",
  named: ReadonlySet<string>,
  has: (path: string) => Promise<boolean>,
): Promise<Choice> {
  const aside = namesAside(merge);
  const moves = suggestedMoves(merge);
  const choice = new Map<string, Version | null>();
  const meant = new Map<string, Version>();
  const paths = new Set(merge.files.map((entry) => entry.path).filter((path) => named.has(path)));
  for (const path of paths) {
    const version = versionOf(merge.files, path, side);
    const real = aside.get(path);
    const from = moves.get(path);
    if (real !== undefined) {
      choice.set(path, null);
      if (version !== null) meant.set(real, version);
    } else if (from !== undefined) {
      // Both sides have the file; they differ in where: the side that renamed the folder wants it moved.
      const file = version ?? versionOf(merge.files, path, side === "ours" ? "theirs" : "ours");
      const stays = await has(from);
      choice.set(path, stays ? null : file);
      if (stays && file !== null) meant.set(from, file);
    } else choice.set(path, version);
  }
  // Last: the name that is meant may be unmerged itself, with nothing of this side.
  for (const [path, version] of meant) choice.set(path, version);
  return choice;
}

/** One side's version of an unmerged path: ours is stage 2, theirs stage 3. */
export function versionOf(
  files: readonly UnmergedEntry[],
  path: string,
  side: "ours" | "theirs",
): Version | null {
  const stage = side === "ours" ? 2 : 3;
  const entry = files.find((one) => one.path === path && one.stage === stage);
  return entry === undefined ? null : { mode: entry.mode, oid: entry.oid };
}
