import type { ConflictFile } from "../lifecycle/errors.js";
import { type ConflictRegion, conflictRegions, cut, decode, isBinary } from "./conflict-text.js";
import type { ConflictingMerge, UnmergedEntry } from "./merge-records.js";
import type { ObjectReader } from "./objects.js";
import { displayPath } from "./paths.js";

export interface ConflictReport {
  /** In the order of their paths, at most `mostFiles`. */
  readonly files: readonly ConflictFile[];
  /** How many there are. */
  readonly total: number;
}

/** The journal keeps no more of one conflict. */
const mostFiles = 200;
/** Characters of each side: 500 for both together. */
const previewLength = 250;
/** Larger files get no preview: 4 MiB. */
const largestText = 4 * 1024 * 1024;

/**
 * Describes a conflict file by file: what kind it is, in how many places, how both sides read.
 * A path that a rename takes part in is listed under each of its names, as `git status` would after the merge.
 * @param reader - one that sees the merged objects: a forecast's are only seen by its session's
 */
export async function conflictReport(reader: ObjectReader, merge: ConflictingMerge): Promise<ConflictReport> {
  const paths = conflictPaths(merge);
  const files: ConflictFile[] = [];
  for (const one of paths.slice(0, mostFiles)) files.push(await describe(reader, merge, one));
  return { files, total: paths.length };
}

/** A path of a conflict, as git's answer alone tells it. */
export interface ConflictPath {
  readonly path: string;
  readonly kind: ConflictFile["kind"];
  /** Its stages; none where the conflict leaves no unmerged path. */
  readonly entries: readonly UnmergedEntry[];
}

/** The paths of a conflict in their order. No object is read. */
export function conflictPaths(merge: ConflictingMerge): ConflictPath[] {
  const stages = new Map<string, UnmergedEntry[]>();
  for (const entry of merge.files) add(stages, ownPath(entry.path, merge), entry);
  const types = new Map<string, string[]>();
  for (const message of merge.messages) {
    if (!message.type.startsWith("CONFLICT")) continue;
    const paths = message.paths.map((path) => ownPath(path, merge));
    for (const path of new Set(paths)) add(types, path, message.type);
    // Some conflicts leave no unmerged path: they are listed under the path that git names first.
    if (paths[0] !== undefined && !paths.some((path) => stages.has(path))) stages.set(paths[0], []);
  }
  return [...stages.keys()].sort().map((path) => {
    const entries = stages.get(path) ?? [];
    return { path, kind: kindOf(entries, types.get(path) ?? []), entries };
  });
}

function add<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [value]);
  else known.push(value);
}

/** Where a file and something else want one path, git puts the file at `path~label`: the path is what people know. */
function ownPath(path: string, { labels }: ConflictingMerge): string {
  for (const label of [labels.ours, labels.theirs]) {
    const at = path.lastIndexOf(`~${label}`);
    if (at > 0 && /^(?:_\d+)?$/.test(path.slice(at + label.length + 1))) return path.slice(0, at);
  }
  return path;
}

async function describe(
  reader: ObjectReader,
  merge: ConflictingMerge,
  { path, kind, entries }: ConflictPath,
): Promise<ConflictFile> {
  const name = { path: cut(displayPath(path), 4096), kind };
  if (kind === "binary" || kind === "submodule") {
    return { ...name, count: 1, preview: { ours: "", theirs: "" }, autoResolvable: false };
  }
  const ours = await sideText(reader, entries, 2);
  const theirs = await sideText(reader, entries, 3);
  const regions =
    ours === undefined || theirs === undefined ? [] : await markedRegions(reader, merge, entries);
  const shown = regions[0] ?? { ours: ours ?? "", theirs: theirs ?? "" };
  return {
    ...name,
    count: Math.max(1, regions.length),
    preview: { ours: cut(shown.ours, previewLength), theirs: cut(shown.theirs, previewLength) },
    autoResolvable: regions.length > 0 ? regions.every(isEasy) : wholeFileIsEasy(entries, ours, theirs),
  };
}

/** One side is empty, or both say the same but for white space at the ends of lines. */
function isEasy({ ours, theirs }: ConflictRegion): boolean {
  const plain = (text: string): string => text.replace(/[^\S\n]+$/gm, "").trim();
  const [one, other] = [plain(ours), plain(theirs)];
  return one === "" || other === "" || one === other;
}

/** Without regions: a side that has deleted the file is empty; both sides may hold the same bytes. */
function wholeFileIsEasy(
  entries: readonly UnmergedEntry[],
  ours: string | undefined,
  theirs: string | undefined,
): boolean {
  if (entries.length === 0) return false;
  const [one, other] = [2, 3].map((stage) => entries.find((entry) => entry.stage === stage));
  if (one === undefined || other === undefined) return true;
  return one.oid === other.oid || (ours !== undefined && theirs !== undefined && isEasy({ ours, theirs }));
}

/** The regions that git has marked in the merged file; none where it could not put both sides into one. */
async function markedRegions(
  reader: ObjectReader,
  merge: ConflictingMerge,
  entries: readonly UnmergedEntry[],
): Promise<ConflictRegion[]> {
  const [one, other] = [2, 3].map((stage) => entries.find((entry) => entry.stage === stage)?.path);
  if (one === undefined || one !== other) return [];
  const text = await blobText(reader, `${merge.tree}:${one}`);
  return text === undefined ? [] : conflictRegions(text, merge.labels);
}

async function sideText(
  reader: ObjectReader,
  entries: readonly UnmergedEntry[],
  stage: 2 | 3,
): Promise<string | undefined> {
  const entry = entries.find((one) => one.stage === stage);
  return entry === undefined ? undefined : blobText(reader, entry.oid);
}

async function blobText(reader: ObjectReader, name: string): Promise<string | undefined> {
  const info = await reader.info(name);
  if (info?.type !== "blob" || info.size > largestText) return undefined;
  const blob = await reader.read(info.oid);
  return blob === undefined || isBinary(blob.data) ? undefined : decode(blob.data);
}

/** Git's own words for a conflict (merge-ort's type descriptions), the more telling ones first. */
const kinds: readonly (readonly [words: RegExp, kind: ConflictFile["kind"]])[] = [
  [/submodule/, "submodule"],
  [/\(binary\)/, "binary"],
  [/\(file\/directory\)/, "file/directory"],
  [/\(distinct (?:modes|types)\)/, "mode"],
  [/\(rename\/rename\)/, "rename/rename"],
  [/\(rename\/delete\)/, "rename/delete"],
  [/\(rename involved in collision\)/, "rename/add"],
  [/directory rename|dir(?:ectory)? rename collision/, "directory-rename"],
  [/\(modify\/delete\)/, "modify/delete"],
];

function kindOf(entries: readonly UnmergedEntry[], types: readonly string[]): ConflictFile["kind"] {
  for (const [words, kind] of kinds) {
    if (types.some((type) => words.test(type))) return kind;
  }
  const modes = entries.map((entry) => entry.mode);
  if (modes.includes("160000")) return "submodule";
  const [base, ours, theirs] = [1, 2, 3].map((stage) => entries.find((entry) => entry.stage === stage));
  if (ours !== undefined && theirs !== undefined) {
    if (ours.mode !== theirs.mode && ours.oid === theirs.oid) return "mode";
    return base === undefined ? "add/add" : "content";
  }
  if (base !== undefined && (ours !== undefined || theirs !== undefined)) return "modify/delete";
  return types.some((type) => type.includes("(contents)")) ? "content" : "other";
}
