import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Oid } from "../lifecycle/ids.js";
import { parseOid } from "./oid.js";
import type { Repository } from "./repository.js";

export interface AheadBehind {
  /** Commits that only the first has. */
  readonly ahead: number;
  /** Commits that only the second has. */
  readonly behind: number;
}

/** How many commits each of two has that the other has not. */
export async function aheadBehind(repo: Repository, one: Oid, other: Oid): Promise<AheadBehind> {
  if (one === other) return { ahead: 0, behind: 0 };
  const text = await repo.git.text(repo.commonDir, [
    "rev-list",
    "--count",
    "--left-right",
    `${one}...${other}`,
    "--",
  ]);
  const [ahead = "0", behind = "0"] = text.split("\t");
  return { ahead: Number(ahead), behind: Number(behind) };
}

/**
 * The same for many tips against one base, with at most two processes: the commits that are not common to all are
 * read once, and counted here.
 */
export async function aheadBehindMany(
  repo: Repository,
  base: Oid,
  tips: readonly Oid[],
): Promise<ReadonlyMap<Oid, AheadBehind>> {
  const wanted = [...new Set(tips)].filter((tip) => tip !== base);
  const result = new Map<Oid, AheadBehind>(tips.includes(base) ? [[base, { ahead: 0, behind: 0 }]] : []);
  if (wanted.length === 0) return result;
  const common = await repo.git.run(repo.commonDir, ["merge-base", "--octopus", base, ...wanted], {
    codes: [0, 1],
  });
  const exclude = common.stdout.toString("utf8").split("\n").filter(Boolean);
  const listing = await repo.git.text(repo.commonDir, ["rev-list", "--parents", "--stdin"], {
    stdin: [base, ...wanted, ...exclude.map((oid) => `^${oid}`), ""].join("\n"),
  });
  const parents = new Map<string, string[]>();
  for (const line of listing.split("\n")) {
    const [oid, ...of] = line.split(" ");
    if (oid !== undefined && oid !== "") parents.set(oid, of);
  }
  const inBase = reachable(parents, base);
  for (const tip of wanted) {
    const inTip = reachable(parents, tip);
    let shared = 0;
    for (const oid of inTip) if (inBase.has(oid)) shared += 1;
    result.set(tip, { ahead: inTip.size - shared, behind: inBase.size - shared });
  }
  return result;
}

/** The commits that can be reached from one, itself included, as far as their parents are known. */
export function reachable(parents: ReadonlyMap<string, readonly string[]>, start: string): Set<string> {
  const seen = new Set<string>();
  const open = [start];
  for (let oid = open.pop(); oid !== undefined; oid = open.pop()) {
    const next = parents.get(oid);
    if (next === undefined || seen.has(oid)) continue;
    seen.add(oid);
    open.push(...next);
  }
  return seen;
}

/** Whether `descendant` contains `ancestor`; a commit contains itself. */
export async function isAncestor(repo: Repository, ancestor: Oid, descendant: Oid): Promise<boolean> {
  if (ancestor === descendant) return true;
  const { code } = await repo.git.run(repo.commonDir, ["merge-base", "--is-ancestor", ancestor, descendant], {
    codes: [0, 1],
  });
  return code === 0;
}

/**
 * The best common ancestor, the first when there are several; undefined for unrelated histories.
 * @param others with several, of the first and all that any of the others contains
 */
export async function mergeBase(
  repo: Repository,
  one: Oid,
  ...others: readonly [Oid, ...Oid[]]
): Promise<Oid | undefined> {
  const { stdout } = await repo.git.run(repo.commonDir, ["merge-base", one, ...others], { codes: [0, 1] });
  const text = stdout.toString("utf8").trim();
  return text === "" ? undefined : parseOid(text);
}

export interface CommitSummary {
  readonly oid: Oid;
  readonly parents: readonly Oid[];
  readonly tree: Oid;
  /** First line of the message. */
  readonly subject: string;
  readonly author: string;
  readonly email: string;
  /** Seconds since the epoch. */
  readonly authorDate: number;
  /** Seconds since the epoch. */
  readonly committerDate: number;
}

const summaryFields = ["%H", "%P", "%T", "%s", "%an", "%ae", "%at", "%ct"];

export interface CommitRange {
  /** Commits of this one ... */
  readonly of: Oid;
  /** ... that none of these contains. */
  readonly notIn: readonly Oid[];
  /** Newest first, at most so many. */
  readonly limit?: number;
  /** Oldest first. */
  readonly reverse?: boolean;
}

/** Commits of a range, children before parents unless `reverse` is set. */
export async function commitsBetween(repo: Repository, range: CommitRange): Promise<CommitSummary[]> {
  const { stdout } = await repo.git.run(repo.commonDir, [
    "log",
    "-z",
    "--topo-order",
    "--no-show-signature",
    "--no-notes",
    "--no-mailmap",
    "--encoding=UTF-8",
    `--format=${summaryFields.join("%x00")}`,
    ...(range.limit === undefined ? [] : [`--max-count=${range.limit}`]),
    ...(range.reverse === true ? ["--reverse"] : []),
    range.of,
    ...range.notIn.map((oid) => `^${oid}`),
    "--",
  ]);
  const values = stdout.toString("utf8").split("\0");
  const commits: CommitSummary[] = [];
  for (let at = 0; at + summaryFields.length <= values.length; at += summaryFields.length) {
    const [
      oid = "",
      parents = "",
      tree = "",
      subject = "",
      author = "",
      email = "",
      authored = "",
      committed = "",
    ] = values.slice(at, at + summaryFields.length);
    commits.push({
      oid: parseOid(oid),
      parents: parents.split(" ").filter(Boolean).map(parseOid),
      tree: parseOid(tree),
      subject,
      author,
      email,
      authorDate: Number(authored),
      committerDate: Number(committed),
    });
  }
  return commits;
}

/** Whether history is cut off here: then "no common ancestor" may only mean that it was not fetched. */
export const isShallow = (repo: Repository): boolean => existsSync(join(repo.commonDir, "shallow"));
