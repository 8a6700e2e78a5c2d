import { lstatSync, readFileSync, type Stats } from "node:fs";
import { join } from "node:path";
import type { IndexEntry, WorktreePlace } from "../git/index-copy.js";
import { decodePaths, encodePath } from "../git/paths.js";
import { placeOf } from "../git/raw-files.js";
import type { Repository } from "../git/repository.js";
import { readText } from "../git/worktree-links.js";
import { errnoOf } from "../lifecycle/system-errors.js";
import type { Sight } from "./archive-look.js";

/** Files that git calls clean, and that a checkout would make otherwise. */
export interface Unlike {
  /** Those whose bytes would be others: git compares what it would commit. */
  readonly paths: readonly string[];
  /** Permissions that most others do not have. */
  readonly modes: Readonly<Record<string, number>>;
}

/**
 * Looks for clean files with line ends that a checkout would not give them, and for permissions beyond git's two kinds.
 * What a filter makes of a file is taken for what it would make again.
 */
export async function unlikeCheckout(
  repo: Repository,
  place: WorktreePlace,
  { entries, changed, deleted, status }: Sight,
): Promise<Unlike> {
  const told = new Set([...changed, ...deleted]);
  const clean = entries.flatMap((entry) => {
    if (!entry.mode.startsWith("100") || entry.stage !== 0 || told.has(entry.path)) return [];
    const stat = statOf(place.path, entry.path);
    return stat?.isFile() === true ? [{ ...entry, stat }] : [];
  });
  const attributes = [...attributeTexts(repo, place, entries)].join("\n");
  const crlf =
    repo.config.get("core.autocrlf") === "true" ||
    repo.config.get("core.eol") === "crlf" ||
    attributes.includes("crlf");
  const converts = crlf || attributes !== "" || repo.config.get("core.autocrlf") !== undefined;
  // Which attributes a checkout would go by is not known then.
  const unsure = crlf && status.files.some(({ path }) => /(?:^|\/)\.gitattributes$/.test(path));
  const candidates = !converts ? [] : crlf ? clean : await otherSizes(repo, clean);
  const paths = await odd(repo, place, candidates, unsure);
  return { paths, modes: oddModes(clean) };
}

interface Standing extends IndexEntry {
  readonly stat: Stats;
}

function statOf(root: string, path: string): Stats | undefined {
  try {
    return lstatSync(placeOf(root, path));
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === "ENOENT" || errno === "ENOTDIR") return undefined;
    throw error;
  }
}

function* attributeTexts(
  repo: Repository,
  place: WorktreePlace,
  entries: readonly IndexEntry[],
): Generator<string> {
  yield readText(join(repo.commonDir, "info", "attributes")) ?? "";
  const everywhere = repo.config.get("core.attributesfile");
  // It may begin with a tilde: that it is set is enough.
  if (everywhere !== undefined) yield "crlf";
  for (const { path } of entries)
    if (/(?:^|\/)\.gitattributes$/.test(path)) yield readText(join(place.path, path)) ?? "";
}

/** Without conversion a file is as long as its blob. */
async function otherSizes(repo: Repository, clean: readonly Standing[]): Promise<Standing[]> {
  const found: Standing[] = [];
  for (const entry of clean) {
    const info = await repo.objects().info(entry.oid);
    if (info !== undefined && info.size !== entry.stat.size) found.push(entry);
  }
  return found;
}

const asked = ["filter", "text", "eol", "crlf", "ident", "working-tree-encoding"] as const;

async function odd(
  repo: Repository,
  place: WorktreePlace,
  candidates: readonly Standing[],
  unsure: boolean,
): Promise<string[]> {
  if (candidates.length === 0) return [];
  const { stdout } = await repo.git.run(
    place.path,
    [`--git-dir=${place.gitDir}`, `--work-tree=${place.path}`, "check-attr", "-z", "--stdin", ...asked],
    { stdin: encodePath(candidates.map(({ path }) => `${path}\0`).join("")) },
  );
  const answers = decodePaths(stdout);
  const found: string[] = [];
  for (const [index, { path, oid }] of candidates.entries()) {
    const value = (which: number): string => answers[(index * asked.length + which) * 3 + 2] ?? "unspecified";
    const said = asked.map((_, which) => value(which));
    const [filter, text = "", eol = "", old = "", ident, encoding] = said;
    // A filter, and what else is more than line ends, does to it again what it did.
    if ([filter, ident, encoding].some((one) => one !== "unspecified" && one !== "unset")) continue;
    if (unsure) {
      found.push(path);
      continue;
    }
    const blob = (await repo.objects().read(oid))?.data;
    if (blob === undefined) continue;
    const expected = converted(blob, outgoing(repo, { text: text === "unspecified" ? old : text, eol }));
    if (!expected.equals(readFileSync(placeOf(place.path, path)))) found.push(path);
  }
  return found;
}

type Outgoing = "as it is" | "crlf" | "crlf if text";

/** How a checkout converts line ends (gitattributes(5)). */
function outgoing({ config }: Repository, { text, eol }: { text: string; eol: string }): Outgoing {
  const auto = config.get("core.autocrlf");
  if (text === "unset") return "as it is";
  if (text === "input" || eol === "lf") return "as it is";
  const isAuto = text === "auto";
  const fixed = isAuto ? "crlf if text" : "crlf";
  if (eol === "crlf") return fixed;
  if (auto === "true") return text === "unspecified" ? "crlf if text" : fixed;
  if (text === "unspecified" || auto === "input") return "as it is";
  return config.get("core.eol") === "crlf" ? fixed : "as it is";
}

/** Line ends that are CRLF already stay; of a file that git has to judge, one with any is left alone. */
function converted(blob: Buffer, how: Outgoing): Buffer {
  if (how === "as it is" || !blob.includes("\n")) return blob;
  const text = blob.toString("latin1");
  if (how === "crlf if text" && (text.includes("\r") || text.includes("\0"))) return blob;
  return Buffer.from(text.replace(/\r?\n/g, "\r\n"), "latin1");
}

/** How many files with the same permissions are a habit, and no decision about each. */
const many = 20;

/** A key file may be its owner's alone, and one that is not to be edited may not be written to. */
function oddModes(clean: readonly Standing[]): Record<string, number> {
  const modes: Record<string, number> = {};
  const mask = process.umask();
  for (const [kind, all] of [
    ["100644", 0o666],
    ["100755", 0o777],
  ] as const) {
    const files = clean.filter(({ mode }) => mode === kind);
    const odd = files.filter(({ stat }) => (stat.mode & 0o777) !== (all & ~mask));
    // Then the whole worktree was made with another umask.
    if (odd.length > many && odd.length * 2 > files.length) continue;
    for (const { path, stat } of odd) modes[path] = stat.mode & 0o777;
  }
  return modes;
}
